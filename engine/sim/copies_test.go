package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/trace"
)

// A second copy that is popped and not tried, because the pod is assumed already, leaves the pod where it is: in its
// binding cycle.
func TestASecondCopyLeavesThePodBinding(t *testing.T) {
	for name, gates := range map[string]map[string]bool{"v1.28.2": nil, "v1.31.14": nil, "v1.32.13": {"SchedulerQueueingHints": false}} {
		r, err := profile.Parse(name)
		require.NoError(t, err)
		p, err := profile.For(r, gates)
		require.NoError(t, err)
		s := play(t, world(t), p, []string{"apply node/big", "apply pod/a", "hold Bind pod/a", "step until Filter",
			`patch pod/a {"metadata": {"labels": {"x": "1"}}}`, "step until Permit", "do pop"})
		require.Equal(t, "skipped", s.Trace().Attempts[0].Result, name)
		require.Equal(t, trace.Binding, s.Trace().Final().Pods.At(0).Place, name)
	}
}
