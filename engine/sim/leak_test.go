package sim

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/action"
	"inflight/engine/profile"
	"inflight/engine/trace"
)

// A pod that is made again between the failure of its attempt and the look into the informer cache stays in flight for
// ever where the release does not compare UIDs; what happens from then on is kept for nobody.
func TestARecreatedPodLeaks(t *testing.T) {
	sc := world(t)
	lines := []string{"apply node/small", "apply pod/b", "step until Diagnose", "recreate pod/b", "step until Requeue", "step until Requeue",
		"apply node/tainted", `patch node/small {"metadata": {"labels": {"disk": "ssd"}}}`, "run"}
	leaked := 0
	for _, r := range profile.All() {
		p, err := profile.For(r, nil)
		require.NoError(t, err)
		tr := play(t, sc, p, lines).Trace()
		leaks := tr.Leaks()
		if p.InFlight == profile.ByCycle || p.Recreated != profile.RecreatedLeaks {
			require.Empty(t, leaks, r)
			continue
		}
		leaked++
		require.Len(t, leaks, 1, r)
		l, end := leaks[0], tr.Final()
		require.Equal(t, "b-1", end.Pods.At(int(l.Pod)).UID, r)
		require.Equal(t, trace.LeakRecreated, l.Cause, r)
		require.Equal(t, trace.Address{}, l.Until, r)
		var done *trace.Beat
		for i := range tr.Steps {
			for j := range tr.Steps[i].Beats {
				if b := &tr.Steps[i].Beats[j]; b.Address == l.Since {
					done = b
				}
			}
		}
		require.Equal(t, trace.KindDone, done.Kind, "%s: it is lost by the Done that misses it", r)
		require.False(t, l.Cause.Heals(p), r)
		n, _ := end.Held(l, leaks)
		events := 0
		for e := range end.List.All() {
			if e.Event != nil && e.ID > l.Element {
				events++
			}
		}
		require.Positive(t, events, r)
		require.Equal(t, events, n, "%s: nobody else is in flight, so all are held by the leak", r)
	}
	require.Positive(t, leaked)
}

// Whatever anyone does, what has leaked at the end is what is in flight without an attempt, and the markers that no pod
// in flight owns.
func TestLeaksAreWhatNobodyFrees(t *testing.T) {
	sc := world(t)
	for _, r := range profile.All() {
		p, err := profile.For(r, nil)
		require.NoError(t, err)
		rapid.Check(t, func(t *rapid.T) {
			s, _ := New(sc, p)
			for _, line := range rapid.SliceOfN(rapid.SampledFrom(repertoire), 1, 60).Draw(t, "actions") {
				a, _ := action.Parse(line)
				_ = s.Do(a)
			}
			tr := s.Trace()
			type key struct {
				pod trace.PodID
				el  int
			}
			want, got := map[key]bool{}, map[key]bool{}
			if len(tr.Steps) == 0 {
				return
			}
			end := tr.Final()
			for _, pod := range end.Pods.All() {
				if pod.InFlight && end.AttemptOf(pod.ID) == nil {
					want[key{pod.ID, pod.Marker}] = true
				}
			}
			for e := range end.List.All() {
				if end.Orphan(e) {
					want[key{e.Pod, e.ID}] = true
				}
			}
			for _, l := range tr.Leaks() {
				if (l.Until == trace.Address{}) {
					got[key{l.Pod, l.Element}] = true
				}
			}
			if len(want) != len(got) {
				t.Fatalf("%s: leaked %v, found %v\n%s", r, want, got, trace.Text(tr))
			}
			for k := range want {
				if !got[k] {
					t.Fatalf("%s: %v has leaked, found %v\n%s", r, k, got, trace.Text(tr))
				}
			}
		})
	}
}
