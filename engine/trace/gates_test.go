package trace_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/trace/tracetest"
)

// Both forms tell every feature gate of every release as it is set.
func TestGatesAreTold(t *testing.T) {
	for _, r := range profile.All() {
		for _, g := range profile.GatesOf(r) {
			for _, on := range []bool{true, false} {
				p, err := profile.For(r, map[string]bool{g.Name: on})
				if err != nil {
					require.NotEmpty(t, g.Locked, "%s %s", r, g.Name)
					continue
				}
				run := tracetest.New(p).Trace
				var form struct{ Gates map[string]bool }
				require.NoError(t, json.Unmarshal(trace.JSON(run), &form))
				require.Equal(t, on, form.Gates[g.Name], "%s %s", r, g.Name)
				require.Len(t, form.Gates, len(profile.GatesOf(r)))
				if on {
					require.Contains(t, trace.Text(run), " "+g.Name)
				} else {
					require.NotContains(t, trace.Text(run), " "+g.Name)
				}
			}
		}
	}
}
