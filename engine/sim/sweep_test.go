package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
)

// A sweep that finds none but gated pods, with nobody in flight, changes nothing: it is no step, only a silent tick.
func TestSweepOfGatedPodsIsSilent(t *testing.T) {
	for _, r := range profile.All() {
		p, err := profile.For(r, nil)
		require.NoError(t, err)
		s := play(t, world(t), p, []string{"apply pod/gated", "advance 1h"})
		require.Len(t, s.Trace().Steps, 1, r.String())
	}
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
