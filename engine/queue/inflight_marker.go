package queue

import (
	"maps"
	"slices"

	"inflight/engine/event"
	"inflight/engine/trace"
)

// markerTracker is inFlightEvents from 1.28.2: one list of events and of the pods in flight. A popped pod has an
// element of its own, so that its position is nobody else's to remove. When a pod is done its marker leaves, and then
// every event up to the first remaining marker (kubernetes#120413, activeQueue.done).
type markerTracker struct {
	list
	markers map[string]int // UID → its marker
	inList  int            // markers in the list, also those that a second pop of their pod has orphaned
}

func (t *markerTracker) popped(uid string, id trace.PodID) int {
	t.markers[uid] = t.push(id, nil)
	t.inList++
	return t.markers[uid]
}

func (t *markerTracker) arrived(ev *event.Recorded) int {
	if len(t.markers) == 0 {
		return trace.NoElement
	}
	return t.push(trace.NoPod, ev)
}

func (t *markerTracker) done(uid string) (marker int, unneeded []int, known bool) {
	marker, known = t.markers[uid]
	if !known {
		return trace.NoElement, nil, false
	}
	delete(t.markers, uid)
	t.remove(marker)
	t.inList--
	for id := t.front(); id != trace.NoElement && t.event(id) != nil; id = t.next(id) {
		unneeded = append(unneeded, id)
	}
	return marker, unneeded, true
}

func (t *markerTracker) entry(uid string) (int, bool) {
	id, ok := t.markers[uid]
	if !ok {
		return trace.NoElement, false
	}
	return id, true
}

func (t *markerTracker) first(uid string) int {
	if id, ok := t.markers[uid]; ok {
		return t.next(id)
	}
	return trace.NoElement
}

func (t *markerTracker) lost(string) (int, *event.Recorded, bool) { return 0, nil, false }
func (t *markerTracker) pods() int                                { return len(t.markers) }
func (t *markerTracker) events() int                              { return t.size - len(t.markers) }
func (t *markerTracker) uids() []string                           { return slices.Sorted(maps.Keys(t.markers)) }
