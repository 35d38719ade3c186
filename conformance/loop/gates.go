//go:build k8s134 || k8s135 || k8s137

package loop

import (
	"fmt"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
)

type names = sets.Set[string]

func uidOf(uid string) types.UID { return types.UID(uid) }

// set turns a feature gate on or off for the whole binary.
func set(gate string, on bool) {
	if err := utilfeature.DefaultMutableFeatureGate.Set(fmt.Sprintf("%s=%t", gate, on)); err != nil {
		panic(err)
	}
}
