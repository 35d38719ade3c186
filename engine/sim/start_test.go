package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
)

// A pod that nothing wakes waits for the sweep: the first of those each 30 s from the start of the story at which it
// has waited for more than five minutes. What is in place at the start takes no time of the story.
const waiting = `
apiVersion: inflight/v1
kind: Scenario
metadata: {name: waiting}
spec:
  clock: 2s
  tick: 5ms
  story:
  - run until pod(big).attempts == 2
---
apiVersion: v1
kind: Node
metadata: {name: small}
status:
  allocatable: {cpu: "1", memory: 1Gi, pods: "10"}
---
apiVersion: v1
kind: Pod
metadata: {name: big}
spec:
  containers:
  - name: main
    image: main
    resources: {requests: {cpu: "2"}}
`

func TestTheStoryBeginsAtTheClock(t *testing.T) {
	sc, problems := scenario.Load(scenario.File{Name: "waiting.yaml", Data: []byte(waiting)})
	require.Empty(t, problems)
	for _, name := range []string{"v1.27.16", "v1.28.1", "v1.28.2", "v1.34.4"} {
		release, err := profile.Parse(name)
		require.NoError(t, err)
		p, err := profile.For(release, sc.Gates)
		require.NoError(t, err)
		run, problem := sim.Run(sc, p)
		require.Nil(t, problem)
		require.EqualValues(t, 2_000_000_000, run.Initial.At, name)
		require.EqualValues(t, 1_995_000_000, run.Initial.Pods.At(0).Queued.Timestamp, "%s: the pod came a tick before", name)

		swept := trace.NoTime
		for _, step := range run.Steps {
			if step.Action == "timer sweep" {
				swept = step.At - run.Initial.At
			}
		}
		require.EqualValues(t, 330_000_000_000, swept, name)
	}
}
