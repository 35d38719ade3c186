package queue

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// world is a queue with a clock that a test turns by hand.
type world struct {
	*Queue
	now   trace.Time
	ids   map[string]trace.PodID
	beats []string
}

func newWorld(t testing.TB, release string, gates map[string]bool, registrations ...Registration) *world {
	r, err := profile.Parse(release)
	require.NoError(t, err)
	p, err := profile.For(r, gates)
	require.NoError(t, err)
	w := &world{now: int64(500 * time.Millisecond), ids: map[string]trace.PodID{}}
	w.Queue = New(Config{
		Profile: p, Now: func() trace.Time { return w.now },
		InitialBackoff: DefaultInitialBackoff, MaxBackoff: DefaultMaxBackoff, MaxInUnschedulable: DefaultMaxInUnschedulable,
		Registrations: map[string][]Registration{"": registrations},
		PreEnqueue: func(pod *api.Pod, _ string) (string, why.Reason) {
			if len(pod.SchedulingGates) > 0 {
				return "SchedulingGates", why.Reason{}
			}
			return "", why.Reason{}
		},
		IDOf: func(uid string) trace.PodID {
			id, ok := w.ids[uid]
			if !ok {
				id = trace.PodID(len(w.ids))
				w.ids[uid] = id
			}
			return id
		},
		Observe: func(c trace.Change, r why.Reason, q *trace.Queued) {
			w.beats = append(w.beats, fmt.Sprintf("%s %s %v", c.Kind, r.Rule, c.Elements))
		},
	})
	return w
}

func (w *world) tick() { w.now += int64(time.Millisecond) }

func pod(name string) *api.Pod {
	return &api.Pod{Meta: api.Meta{Name: name, Namespace: "default", UID: name + "-1"}}
}

func (w *world) fail(e *trace.Queued, rejectors ...string) {
	next := *e
	next.Rejectors = rejectors
	if err := w.AddUnschedulableIfNotPresent(&next, w.SchedulingCycle()); err != nil {
		w.beats = append(w.beats, err.Error())
	}
	w.tick()
}

// The lost marker: one script, two releases, two ends (kubernetes#120413).
func TestLostMarker(t *testing.T) {
	for release, want := range map[string]trace.Place{"v1.28.1": trace.UnschedulablePods, "v1.28.2": trace.BackoffQ, "v1.34.4": trace.BackoffQ} {
		t.Run(release, func(t *testing.T) {
			node := event.ClusterEvent{Resource: event.Node, Action: event.Add}
			w := newWorld(t, release, nil, Registration{Plugin: "A", Event: node})
			w.Add(pod("a"))
			w.tick()
			w.Add(pod("b"))
			w.tick()
			_, ok := w.Pop()
			require.True(t, ok)
			w.MoveAllToActiveOrBackoffQueue(event.Named(w.profile, event.Node, event.Add), nil, &api.Node{Meta: api.Meta{Name: "other"}}, nil)
			b, ok := w.Pop()
			require.True(t, ok)
			w.Done("a-1")
			w.MoveAllToActiveOrBackoffQueue(event.Named(w.profile, event.Node, event.Add), nil, &api.Node{Meta: api.Meta{Name: "fits"}}, nil)
			w.fail(b, "A")
			place, _ := w.Holds(pod("b"))
			require.Equal(t, want, place, strings.Join(w.beats, "\n"))
			require.Zero(t, w.inFlight.pods())
		})
	}
}

// The ordering window of an instant is the whole second before it, also before the clock began.
func TestAlign(t *testing.T) {
	w := newWorld(t, "v1.34.4", nil)
	for at, want := range map[trace.Time]trace.Time{1_500_000_000: 1_000_000_000, 1_000_000_000: 1_000_000_000, -1: -1_000_000_000} {
		require.Equal(t, want, w.align(at))
	}
}

// An update of two things in 1.31 and 1.32: the plugin says yes to the first, nobody cares about the second, and the one
// record of the pod is in two queues. A later update shows in both.
func TestOneRecordInTwoQueues(t *testing.T) {
	for release, gates := range map[string]map[string]bool{"v1.31.14": {"SchedulerQueueingHints": true}, "v1.32.13": nil} {
		t.Run(release, func(t *testing.T) {
			w := newWorld(t, release, gates, Registration{Plugin: "A", Event: event.ClusterEvent{Resource: event.Pod, Action: event.UpdatePodLabel}})
			first := pod("a")
			first.Containers = []api.Container{{Requests: api.Resources{{Name: "cpu", Quantity: api.MustQuantity("2")}}}}
			w.Add(first)
			a, ok := w.Pop()
			require.True(t, ok)
			w.fail(a, "A")
			second := pod("a")
			second.Labels = map[string]string{"app": "web"}
			w.Update(first, second)
			require.Equal(t, 2, w.Copies(second))
			third := pod("a")
			third.Priority = 7
			w.Update(second, third)
			require.Same(t, third, w.backoffQ.get(keyOf(third)).Object)
			require.Same(t, third, w.unschedulable.get(keyOf(third)).Object)
		})
	}
}
