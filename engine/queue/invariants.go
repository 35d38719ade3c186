package queue

import (
	"inflight/engine/trace"
)

// CheckI1 returns a UID that is in more than one of the queues, "" where there is none.
func (q *Queue) CheckI1() string {
	seen := map[string]bool{}
	for _, lane := range []interface{ All() func(func(int, *trace.Queued) bool) }{q.activeQ.view(), q.backoffQ.view(), q.errorBackoffQ.view(), q.unschedulable.view()} {
		for _, e := range lane.All() {
			if e == nil {
				continue
			}
			if seen[e.Object.UID] {
				return e.Object.UID
			}
			seen[e.Object.UID] = true
		}
	}
	return ""
}

// CheckI2 returns what is wrong between markers and pods in flight, "" where they match one to one: a pod in flight
// whose marker is not in the list, or "orphan" for a marker that is nobody's. Lists without markers have nothing to
// match.
func (q *Queue) CheckI2() string {
	t, ok := q.inFlight.(*markerTracker)
	if !ok {
		return ""
	}
	markers := 0
	for id := t.front(); id != trace.NoElement; id = t.next(id) {
		if t.event(id) == nil {
			markers++
		}
	}
	for _, uid := range t.uids() {
		if !t.has(t.markers[uid]) {
			return uid
		}
	}
	if markers != len(t.markers) {
		return "orphan"
	}
	return ""
}

// CheckI3 returns "head" where the list begins with an event although it has markers; "" where it begins with a
// marker, is empty, or knows no markers.
func (q *Queue) CheckI3() string {
	t, ok := q.inFlight.(*markerTracker)
	if !ok {
		return ""
	}
	if front := t.front(); front != trace.NoElement && t.event(front) != nil {
		return "head"
	}
	return ""
}

// InFlightUIDs are the UIDs in flight, sorted.
func (q *Queue) InFlightUIDs() []string { return q.inFlight.uids() }
