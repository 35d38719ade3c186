package sim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
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

// An instant that advance goes to is counted from the start, as the trace and what comes next tell it.
func TestAdvanceToCountsFromTheStart(t *testing.T) {
	src := strings.Replace(waiting, "run until pod(big).attempts == 2", "run\n  - advance to 05:30\n  - step", 1)
	sc, problems := scenario.Load(scenario.File{Name: "waiting.yaml", Data: []byte(src)})
	require.NotNil(t, sc, problems)
	p, err := profile.For(profile.All()[len(profile.All())-1], nil)
	require.NoError(t, err)
	tr, problem := sim.Run(sc, p)
	require.Nil(t, problem)
	require.Equal(t, trace.Scheduling, tr.Final().Pods.At(0).Place, trace.Text(tr))
}

// What an action cannot do is told, and takes no time.
func TestRefusedActions(t *testing.T) {
	for line, rule := range map[string]why.Rule{
		"advance 241h": "sim.time-far", "advance to 2000000h": "sim.time-far", "advance to 241:00:00": "sim.time-far",
	} {
		src := strings.Replace(waiting, "run until pod(big).attempts == 2", line, 1)
		sc, problems := scenario.Load(scenario.File{Name: "waiting.yaml", Data: []byte(src)})
		require.NotNil(t, sc, problems)
		p, err := profile.For(profile.All()[0], nil)
		require.NoError(t, err)
		_, problem := sim.Run(sc, p)
		require.NotNil(t, problem, line)
		require.Equal(t, rule, problem.Why.Rule, line)
	}
}
