package trace

import (
	stdheap "container/heap"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/api"
	"inflight/engine/cow"
	"inflight/engine/event"
	"inflight/engine/profile"
)

// lane is the heap of the standard library over queued pods.
type lane struct {
	items []*Queued
	less  func(a, b *Queued) bool
}

func (l *lane) Len() int           { return len(l.items) }
func (l *lane) Less(i, j int) bool { return l.less(l.items[i], l.items[j]) }
func (l *lane) Swap(i, j int)      { l.items[i], l.items[j] = l.items[j], l.items[i] }
func (l *lane) Push(x any)         { l.items = append(l.items, x.(*Queued)) }
func (l *lane) Pop() any {
	last := len(l.items) - 1
	x := l.items[last]
	l.items = l.items[:last]
	return x
}

// Whatever the history of a heap, with equal keys or without, reading it in order gives what container/heap gives.
func TestPopOrderIsThatOfContainerHeap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		windows := rapid.Bool().Draw(t, "windows")
		s := &State{Profile: &profile.Profile{PopFromBackoffQ: windows}}
		for name, less := range map[string]func(a, b *Queued) bool{
			"activeQ": prioritySort, "backoffQ": s.backoffLess(), "errorBackoffQ": expiryLess,
		} {
			h := &lane{less: less}
			for i, n := 0, rapid.IntRange(0, 40).Draw(t, "operations"); i < n; i++ {
				if h.Len() > 0 && rapid.IntRange(0, 3).Draw(t, "remove") == 0 {
					stdheap.Remove(h, rapid.IntRange(0, h.Len()-1).Draw(t, "which"))
					continue
				}
				stdheap.Push(h, &Queued{Pod: PodID(i),
					Object:        &api.Pod{Priority: rapid.Int32Range(0, 2).Draw(t, "priority")},
					Timestamp:     rapid.Int64Range(0, 3).Draw(t, "timestamp"),
					BackoffExpiry: rapid.Int64Range(0, 2).Draw(t, "expiry")})
			}
			view := cow.Of(h.items...)
			got, before := popOrder(view, less, -1), view.Slice()
			few := popOrder(view, less, 3)
			require.Equal(t, before, view.Slice(), "reading changes nothing")
			require.Len(t, got, h.Len())
			for i := range got {
				want := stdheap.Pop(h).(*Queued)
				require.Same(t, want, got[i], "%s, place %d", name, i)
				if i < 3 {
					require.Same(t, want, few[i])
				}
			}
		}
	})
}

func TestNextPopTakesFromBackoffOnlyWhereTheReleaseDoes(t *testing.T) {
	q := &Queued{Object: &api.Pod{}}
	s := &State{Profile: &profile.Profile{}, BackoffQ: cow.Of(q)}
	require.Nil(t, s.NextPop())
	s.Profile.PopFromBackoffQ = true
	require.Same(t, q, s.NextPop())
	a := &Queued{Object: &api.Pod{}}
	s.ActiveQ = cow.Of(a)
	require.Same(t, a, s.NextPop())
}

func TestSweepIsTheFirstTickStrictlyAfterFiveMinutes(t *testing.T) {
	const s = Time(1e9)
	state := &State{Profile: &profile.Profile{}, NextSweep: 30 * s}
	require.Equal(t, 330*s, state.SweepFor(&Queued{Timestamp: 10 * s}))
	require.Equal(t, 330*s, state.SweepFor(&Queued{Timestamp: 0}), "at five minutes sharp it is not due yet")
	require.Equal(t, 360*s, state.SweepFor(&Queued{Timestamp: 30 * s}))
	state.NextSweep = 600 * s
	require.Equal(t, 600*s, state.SweepFor(&Queued{Timestamp: 10 * s}))
}

func TestFlushWaitsOutTheLastInstantWhereTheReleaseDoes(t *testing.T) {
	const s = Time(1e9)
	state := &State{Profile: &profile.Profile{}, NextBackoffFlush: 2 * s}
	require.Equal(t, 3*s, state.FlushFor(&Queued{BackoffExpiry: 3 * s}))
	require.Equal(t, 4*s, state.FlushFor(&Queued{BackoffExpiry: 3*s + 1}))
	state.Profile.ExpiryEqualWaits = true
	require.Equal(t, 4*s, state.FlushFor(&Queued{BackoffExpiry: 3 * s}))
	require.Equal(t, 2*s, state.FlushFor(&Queued{BackoffExpiry: NoTime}))
}

func TestNamesTellIncarnationsApart(t *testing.T) {
	pod := func(id PodID, ns, name string) *Pod {
		return &Pod{ID: id, Object: &api.Pod{Meta: api.Meta{Namespace: ns, Name: name}}}
	}
	s := &State{Pods: cow.Of(pod(0, "default", "web"), pod(1, "team", "web"), pod(2, "default", "web"))}
	n := NamesOf(s)
	for id, want := range []string{"web", "team/web", "web~2"} {
		require.Equal(t, want, n.Of(PodID(id)))
		require.Equal(t, PodID(id), n.Find("pod/"+want+map[bool]string{true: "~1"}[id == 0]))
	}
	require.Equal(t, PodID(2), n.Find("web"), "the youngest")
	require.Equal(t, NoPod, n.Find("web~3"))
	require.Equal(t, NoPod, n.Find("api"))
	require.Equal(t, "-", n.Of(NoPod))
}

// The three ways in which a pod knows which events are its own.
func TestEventsForAPodInFlight(t *testing.T) {
	e := func(id, n int) Element { return Element{ID: id, Pod: NoPod, Event: &event.Recorded{N: n}} }
	list := List{Log: []Element{{ID: 0, Pod: 0}, e(1, 1), {ID: 2, Pod: 1}, e(3, 2)}, Len: 4}
	pods := cow.Of(&Pod{ID: 0, InFlight: true, Marker: 0}, &Pod{ID: 1, InFlight: true, Marker: 2}, &Pod{ID: 2, Marker: NoElement})
	s := &State{Profile: &profile.Profile{InFlight: profile.PodMarker}, Pods: pods, List: list}
	require.Equal(t, []Element{e(1, 1), e(3, 2)}, s.EventsFor(0))
	require.Equal(t, []Element{e(3, 2)}, s.EventsFor(1))
	require.Empty(t, s.EventsFor(2))
	require.False(t, s.Orphan(list.Log[2]))

	shared := List{Log: []Element{e(0, 1), e(1, 2)}, Head: 1, Removed: cow.Of[uint64](1), Len: 1}
	pods = cow.Of(&Pod{ID: 0, InFlight: true, Marker: 0}, &Pod{ID: 1, InFlight: true, Marker: NoElement})
	s = &State{Profile: &profile.Profile{InFlight: profile.PreviousEvent}, Pods: pods, List: shared}
	require.True(t, s.Lost(0), "the event that it points at has left")
	require.Empty(t, s.EventsFor(0))
	require.Equal(t, []Element{e(1, 2)}, s.EventsFor(1))
	require.Equal(t, map[int][]PodID{0: {0}, NoElement: {1}}, s.Pointing())
}
