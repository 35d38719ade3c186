package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/action"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
)

const cast = `
apiVersion: inflight/v1
kind: Scenario
metadata: {name: cast}
spec:
  start: []
  story: [note "played by tests"]
---
apiVersion: v1
kind: Node
metadata: {name: small}
status: {allocatable: {cpu: "1", memory: 1Gi, pods: "10"}}
---
apiVersion: v1
kind: Node
metadata: {name: big}
status: {allocatable: {cpu: "4", memory: 4Gi, pods: "10"}}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: main, image: main, resources: {requests: {cpu: "1"}}}]
---
apiVersion: v1
kind: Pod
metadata: {name: fat}
spec:
  containers: [{name: main, image: main, resources: {requests: {cpu: "2"}}}]
---
apiVersion: v1
kind: Pod
metadata: {name: gated}
spec:
  schedulingGates: [{name: example.com/wait}]
  containers: [{name: main, image: main}]
---
apiVersion: v1
kind: Pod
metadata: {name: nominated}
spec:
  schedulingGates: [{name: example.com/wait}]
  containers: [{name: main, image: main, resources: {requests: {cpu: "1"}}}]
status: {nominatedNodeName: small}
---
apiVersion: v1
kind: Pod
metadata: {name: urgent}
spec:
  priority: 9
  containers: [{name: main, image: main, resources: {requests: {cpu: "2"}}}]
`

// played does the actions on each release and returns the runs.
func played(t *testing.T, lines ...string) map[string]*trace.Trace {
	return playedBy(t, cast, lines...)
}

// playedBy is the same with another cast.
func playedBy(t *testing.T, cast string, lines ...string) map[string]*trace.Trace {
	runs := map[string]*trace.Trace{}
	for _, r := range profile.All() {
		sc, problems := scenario.Load(scenario.File{Name: "cast.yaml", Data: []byte(cast)})
		require.Empty(t, problems)
		p, err := profile.For(r, nil)
		require.NoError(t, err)
		s, problem := sim.New(sc, p)
		require.Nil(t, problem)
		for _, line := range lines {
			a, problem := action.Parse(line)
			require.Nil(t, problem, line)
			require.Nil(t, s.Do(a), "%s: %s", r, line)
		}
		runs[r.String()] = s.Trace()
	}
	return runs
}

// beat is the last beat of a rule.
func beat(t *testing.T, run *trace.Trace, rule string) *trace.Beat {
	for i := len(run.Steps) - 1; i >= 0; i-- {
		for j := range run.Steps[i].Beats {
			if b := &run.Steps[i].Beats[j]; string(b.Why.Rule) == rule {
				return b
			}
		}
	}
	require.Fail(t, "no beat "+rule, trace.Text(run))
	return nil
}

// The scheduling cycle takes one snapshot before PreFilter and looks at nothing else until a node is picked
// (Scheduler.schedulePod): a node that comes later is not filtered.
func TestANodeThatComesAfterTheSnapshotIsNotSeen(t *testing.T) {
	for release, run := range played(t, "apply node/small", "apply pod/fat", "step until PreFilter", "apply node/big", "step until Filter") {
		require.Equal(t, "NodeResourcesFit", beat(t, run, "filter.fit.insufficient").Why.Plugin, release)
	}
}

// Nor is one that is deleted later missed: the pod is assumed there, and the API server binds to a name.
func TestANodeThatIsDeletedAfterTheSnapshotIsBoundTo(t *testing.T) {
	for release, run := range played(t, "apply node/small", "apply pod/web", "step until Filter", "delete node/small", "run") {
		require.Equal(t, "small", beat(t, run, "phase.bind").Why.Node, release)
		require.Equal(t, "bound", run.Attempts[0].Result, release)
	}
}

// A cluster without nodes is an error for the queue, which learns of no plugin to ask, but not in the pod's condition
// and in the metrics (ErrNoNodesAvailable comes with the status UnschedulableAndUnresolvable).
func TestNoNodesIsUnschedulable(t *testing.T) {
	for release, run := range played(t, "apply pod/web", "step until Requeue") {
		require.Equal(t, "Unschedulable", beat(t, run, "object.status-patch").Why.Args[0].Str, release)
		require.Equal(t, "unschedulable", run.Attempts[0].Result, release)
	}
}

// v1.27 has no pods in flight, no Done and no list of events, so no sentence speaks of any; and none has a hole.
func TestSentencesSayWhatTheReleaseHas(t *testing.T) {
	for _, lines := range [][]string{
		{"apply pod/fat", "apply node/small", "step until Filter", "recreate pod/fat", "run", "advance 10m", "run"},
		{"apply node/small", "apply pod/fat", "step until Filter", "delete pod/fat", "run"},
		{"apply node/small", "apply pod/fat", "apply pod/gated", "run", `patch node/small {"metadata":{"labels":{"a":"b"}}}`, "apply pod/web", "run",
			"delete pod/web", "advance 10m", "run"},
	} {
		for release, run := range played(t, lines...) {
			for _, step := range run.Steps {
				for _, b := range step.Beats {
					text := why.Text(why.English, b.Why)
					require.NotContains(t, text, "  ", release)
					if release == "v1.27.16" {
						require.NotRegexp(t, `in flight|Done|\blist\b`, text, b.Why.Rule)
					}
				}
			}
		}
	}
}

// One node that fits is taken without a score (Scheduler.schedulePod).
func TestOneFeasibleNodeIsNotScored(t *testing.T) {
	for release, run := range played(t, "apply node/small", "apply node/big", "apply pod/fat", "run") {
		b := beat(t, run, "phase.reserve-only")
		require.Equal(t, "big is the only node that fits, so nothing is scored. fat is assumed there.", why.Text(why.English, b.Why), release)
	}
	for _, run := range played(t, "apply node/small", "apply node/big", "apply pod/web", "run") {
		beat(t, run, "phase.reserve")
	}
}

// Which gated pods an event passes by is said as the release decides it.
func TestWhyAnEventPassesAGatedPodBy(t *testing.T) {
	runs := played(t, "apply pod/gated", "apply pod/web", "apply node/small", "run")
	beat(t, runs["v1.27.16"], "event.passes-gated-always")
	beat(t, runs["v1.34.4"], "event.passes-gated")
}

// From 1.33 a nominated pod that goes, or is nominated no longer, frees its place for pods of its priority and below
// (deletePodFromSchedulingQueue, updatePodInSchedulingQueue).
func TestANominationThatGoesIsAnEvent(t *testing.T) {
	for _, end := range []string{"delete pod/nominated", `patch pod/nominated {"status":{"nominatedNodeName":null}}`} {
		runs := played(t, "apply node/small", "apply pod/fat", "apply pod/urgent", "run", "apply pod/nominated", end)
		require.NotContains(t, trace.Text(runs["v1.28.2"]), "AssignedPodDelete")
		run := runs["v1.34.4"]
		b := beat(t, run, "hint.fit.nominated-gone")
		require.Equal(t, "default/fat", b.Why.Pod)
		require.Equal(t, trace.BackoffQ, b.To)
		b = beat(t, run, "event.pre-check-priority")
		require.Equal(t, "default/urgent", b.Why.Pod)
	}
}

// A pod that finds a copy of itself in the queue is dropped: that is its Requeue as well.
func TestUntilRequeueOfASecondCopy(t *testing.T) {
	for release, tr := range played(t, "apply node/small", "apply pod/fat", "step until Filter", `patch pod/fat {"metadata": {"labels": {"a": "b"}}}`, "step until Requeue") {
		st := tr.Final()
		require.Nil(t, st.Scheduling, release)
		if st.Profile.Release.Minor < 31 {
			require.Equal(t, trace.ActiveQ, st.Pods.At(0).Place, release)
		}
	}
}
