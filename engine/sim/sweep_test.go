package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/trace"
)

// A sweep that finds none but gated pods, with nobody in flight, changes nothing: it is no step, only a silent tick. Where
// it asks gated pods, it comes to each once in five minutes, not at each of its rounds.
func TestSweepOfGatedPods(t *testing.T) {
	for _, r := range profile.All() {
		p, err := profile.For(r, nil)
		require.NoError(t, err)
		s := play(t, world(t), p, []string{"apply pod/gated", "advance 1h"})
		sweeps := 0
		if p.WildcardReachesGated {
			sweeps = 10
		}
		require.Len(t, s.Trace().Steps, 1+sweeps, r.String())
	}
}

// Where cycles decide, such a sweep is the move request of its cycle, and that shows: an attempt that fails then goes to
// backoffQ for it.
func TestSweepOfGatedPodsIsAMoveRequest(t *testing.T) {
	p, err := profile.For(profile.Release{Minor: 31, Patch: 14}, nil)
	require.NoError(t, err)
	s := play(t, world(t), p, []string{"apply pod/gated", "apply node/small", "apply pod/b", "step until Filter", "hold Diagnose pod/b", "advance 6m"})
	last := s.Trace().Steps[len(s.Trace().Steps)-1]
	require.EqualValues(t, "event.move-request", last.Beats[len(last.Beats)-1].Why.Rule)
	require.EqualValues(t, 1, last.Beats[len(last.Beats)-1].State.MoveRequestCycle)
	s = play(t, world(t), p, []string{"apply pod/gated", "apply node/small", "apply pod/b", "step until Filter", "hold Diagnose pod/b", "advance 6m", "release pod/b", "step until Requeue"})
	require.Equal(t, trace.BackoffQ, s.Trace().Final().Pods.At(1).Queue)
}

// UIDs are unique, also where a manifest's own is one that another pod was given.
func TestUIDsAreUnique(t *testing.T) {
	sc := world(t)
	p, err := profile.For(profile.Release{Minor: 34, Patch: 4}, nil)
	require.NoError(t, err)
	s := play(t, sc, p, []string{"apply pod/a", "recreate pod/a", "recreate pod/a"})
	seen := map[string]bool{}
	for _, pod := range s.Trace().Final().Pods.Slice() {
		require.False(t, seen[pod.UID], pod.UID)
		seen[pod.UID] = true
	}
}
