package motion

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTheScriptKnowsTheSameKinds: web/motion.js plays what is planned here.
func TestTheScriptKnowsTheSameKinds(t *testing.T) {
	require.Equal(t, []Kind{0, 1, 2, 3, 4}, []Kind{Own, Kept, Copy, Still, Ring})
	js, err := os.ReadFile("../../web/motion.js")
	require.NoError(t, err)
	require.Contains(t, string(js), "const OWN = 0, KEPT = 1, COPY = 2, STILL = 3, RING = 4;")
}
