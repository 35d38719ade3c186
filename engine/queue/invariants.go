package queue

import (
	"inflight/engine/api"
	"inflight/engine/trace"
)

// Copies is how many of the queues hold this very pod. More than one breaks I1.
func (q *Queue) Copies(pod *api.Pod) int {
	k, n := keyOf(pod), 0
	for _, e := range []*trace.Queued{q.activeQ.get(k), q.backoffQ.get(k), q.errorBackoffQ.get(k), q.unschedulable.get(k)} {
		if e != nil && e.Object.UID == pod.UID {
			n++
		}
	}
	return n
}

// Orphans is how many markers of the list are nobody's; more than none breaks I2. A list without markers has none.
func (q *Queue) Orphans() int {
	if t, ok := q.inFlight.(*markerTracker); ok {
		return t.inList - len(t.markers)
	}
	return 0
}

// MarkerMissing tells whether a pod is in flight and its marker is not in the list, which breaks I2.
func (q *Queue) MarkerMissing(uid string) bool {
	t, ok := q.inFlight.(*markerTracker)
	if !ok {
		return false
	}
	id, inFlight := t.markers[uid]
	return inFlight && !t.has(id)
}

// HeadIsEvent tells whether the list begins with an event although it has markers, which breaks I3.
func (q *Queue) HeadIsEvent() bool {
	t, ok := q.inFlight.(*markerTracker)
	if !ok {
		return false
	}
	front := t.front()
	return front != trace.NoElement && t.event(front) != nil
}
