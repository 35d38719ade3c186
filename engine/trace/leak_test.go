package trace_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/trace/tracetest"
	"inflight/engine/why"
)

func markers() *tracetest.Builder {
	return tracetest.New(&profile.Profile{InFlight: profile.PodMarker})
}

func done(b *tracetest.Builder, id trace.PodID) {
	b.Beat(trace.Change{Kind: trace.KindDone, Pod: id}, why.Reason{Rule: "test.done"})
}

// Inside a step an attempt may have ended whose Done is still to come; a leak is what is left at its end.
func TestALeakIsJudgedAtTheEndOfAStep(t *testing.T) {
	b := markers()
	id := b.Pod("web", 0)
	b.Step("step")
	b.Pop(id)
	b.Step("step")
	b.Move(id, trace.UnschedulablePods, why.Reason{Rule: "test.return"}) // in flight, no attempt
	b.Done(id)
	b.Drop(0)
	require.Empty(t, b.Trace.Leaks())
}

func TestALeakLastsUntilItIsFreed(t *testing.T) {
	b := markers()
	id := b.Pod("web", 0)
	b.Step("step")
	b.Pop(id)
	b.Step("step")
	b.Move(id, trace.Gone, why.Reason{Rule: "test.gone"})
	b.Step("step")
	b.Event("n")
	b.Step("close")
	b.Done(id)
	b.Drop(0)
	done(b, id)
	leaks := b.Trace.Leaks()
	require.Len(t, leaks, 1)
	l := leaks[0]
	require.Equal(t, trace.LeakForgotten, l.Cause)
	require.Equal(t, trace.Address{Step: 2, Beat: 1}, l.Since)
	require.Equal(t, trace.Address{Step: 4, Beat: 2}, l.Until)
	require.False(t, l.Holds(trace.Address{Step: 1, Beat: 9}))
	require.True(t, l.Holds(l.Since))
	require.True(t, l.Holds(trace.Address{Step: 3, Beat: 1}))
	require.False(t, l.Holds(l.Until))
}

// The second marker of a UID that is popped twice takes the place of the first, which stays.
func TestAMarkerThatLostItsPodIsALeak(t *testing.T) {
	b := markers()
	id := b.Pod("web", 0)
	b.Step("step")
	b.Pop(id)
	b.Step("step")
	b.Pop(id)
	leaks := b.Trace.Leaks()
	require.Len(t, leaks, 1)
	require.Equal(t, trace.LeakTwice, leaks[0].Cause)
	require.Equal(t, 0, leaks[0].Element)
	require.Equal(t, 1, b.State().Pods.At(int(id)).Marker)
}

// What is held by a leak alone ends where a pod that is really in flight begins to need it.
func TestHeldEndsWhereSomebodyAsks(t *testing.T) {
	b := markers()
	lost, live := b.Pod("lost", 0), b.Pod("live", 0)
	b.Step("step")
	b.Pop(lost) // 0
	b.Step("step")
	b.Move(lost, trace.Gone, why.Reason{Rule: "test.gone"})
	b.Event("a") // 1
	b.Event("b") // 2
	b.Step("step")
	leaks := b.Trace.Leaks()
	n, end := b.State().Held(leaks[0], leaks)
	require.Equal(t, []int{2, 3}, []int{n, end})
	b.Pop(live)  // 3
	b.Event("c") // 4
	n, end = b.State().Held(leaks[0], leaks)
	require.Equal(t, []int{2, 3}, []int{n, end}, "E3 is needed by the pod that is in flight")
}

func TestCausesAreHealedByWhatFixedThem(t *testing.T) {
	for cause, p := range map[trace.LeakCause]profile.Profile{
		trace.LeakRecreated: {Recreated: profile.RecreatedSkipped}, trace.LeakTwice: {DuplicatePop: true}, trace.LeakForgotten: {DoneOnSkip: true},
	} {
		for _, c := range []trace.LeakCause{trace.LeakRecreated, trace.LeakTwice, trace.LeakForgotten} {
			q := p
			q.InFlight = profile.PodMarker
			require.Equal(t, c == cause, c.Heals(&q), "%s by what heals %s", c, cause)
			q.InFlight = profile.ByCycle
			require.False(t, c.Heals(&q))
		}
	}
}
