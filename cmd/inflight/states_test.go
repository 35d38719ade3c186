package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/trace/tracejson"
)

// In real runs, under every release, each state comes back from JSON, and Pop takes what the state before said.
func TestStatesOfRealRuns(t *testing.T) {
	for _, name := range []string{"lost-marker.yaml", "shop.yaml"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(t, err)
		sc, _ := scenario.Load(scenario.File{Name: name, Data: data})
		require.NotNil(t, sc)
		for _, r := range profile.All() {
			p, err := profile.For(r, nil)
			require.NoError(t, err)
			run, problem := sim.Run(sc, p)
			require.Nil(t, problem)
			before, pops := run.Initial, 0
			for i := range run.Beats() {
				b := run.Beat(i)
				text := trace.StateJSON(b.State)
				back, err := tracejson.State(text, p)
				require.NoError(t, err, "%s %s %s", name, r, b.Address)
				require.Equal(t, string(text), string(trace.StateJSON(back)), "%s %s %s", name, r, b.Address)
				if b.Kind == trace.KindMove && b.To == trace.Scheduling {
					pops++
					require.NotNil(t, before.NextPop())
					require.Equal(t, before.NextPop().Pod, b.Pod, "%s %s %s", name, r, b.Address)
				}
				before = b.State
			}
			require.Positive(t, pops)
		}
	}
}
