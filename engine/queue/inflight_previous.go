package queue

import (
	"maps"
	"slices"

	"inflight/engine/cow"
	"inflight/engine/event"
	"inflight/engine/trace"
)

// previousTracker is receivedEvents of 1.28.0 and 1.28.1: a list of events alone. A popped pod points at the event
// that is last at that moment, and each event counts the pods that were in flight when it arrived
// (inFlightPodsNum). When the count falls to zero the event leaves, also when a later pod points at it: then that
// pod's walk begins at an element outside the list, which has no next one, and sees nothing (kubernetes#120413).
type previousTracker struct {
	list
	pointsAt map[string]int // UID → event, trace.NoElement for a pod popped while the list was empty
	uses     cow.Vec[int32] // per element, how many pods in flight still need it
}

func (t *previousTracker) popped(uid string, _ trace.PodID) int {
	t.pointsAt[uid] = t.back()
	return t.pointsAt[uid]
}

func (t *previousTracker) arrived(ev *event.Recorded) int {
	if len(t.pointsAt) == 0 {
		return trace.NoElement
	}
	t.uses.Append(int32(len(t.pointsAt)))
	return t.push(trace.NoPod, ev)
}

func (t *previousTracker) done(uid string) (marker int, unneeded []int, known bool) {
	previous, known := t.pointsAt[uid]
	if !known {
		return trace.NoElement, nil, false
	}
	delete(t.pointsAt, uid)
	id := t.front()
	if previous != trace.NoElement && t.uses.At(previous) != 0 {
		id = t.next(previous)
	}
	for ; id != trace.NoElement; id = t.next(id) {
		left := t.uses.At(id) - 1
		t.uses.Set(id, left)
		if left <= 0 {
			unneeded = append(unneeded, id)
		}
	}
	return trace.NoElement, unneeded, true
}

func (t *previousTracker) entry(uid string) (int, bool) {
	id, ok := t.pointsAt[uid]
	if !ok {
		return trace.NoElement, false
	}
	return id, true
}

func (t *previousTracker) first(uid string) int {
	previous, ok := t.pointsAt[uid]
	switch {
	case !ok:
		return trace.NoElement
	case previous == trace.NoElement:
		return t.front()
	}
	return t.next(previous)
}

func (t *previousTracker) lost(uid string) (missed int, previous *event.Recorded, gone bool) {
	id, ok := t.pointsAt[uid]
	if !ok || id == trace.NoElement || t.has(id) {
		return 0, nil, false
	}
	for at := t.from(id + 1); at != trace.NoElement; at = t.next(at) {
		missed++
	}
	return missed, t.event(id), true
}

func (t *previousTracker) pods() int      { return len(t.pointsAt) }
func (t *previousTracker) events() int    { return t.size }
func (t *previousTracker) uids() []string { return slices.Sorted(maps.Keys(t.pointsAt)) }

func (t *previousTracker) view() trace.List {
	l := t.list.view()
	l.Uses = t.uses.View()
	return l
}
