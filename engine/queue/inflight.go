package queue

import (
	"inflight/engine/cow"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
)

// tracker remembers which events arrived during which attempt. The three ways of releases to do so differ in what a
// pod's position is; a position must stay valid until done(uid), whatever else leaves the list, and in 1.28.0 and
// 1.28.1 it does not.
type tracker interface {
	// popped notes that an attempt began and returns the ID of the marker that joined the list, or of the event that
	// the pod points at; trace.NoElement where there is neither.
	popped(uid string, id trace.PodID) int
	// arrived records an event if any pod is in flight and returns its ID, else trace.NoElement.
	arrived(ev *event.Recorded) int
	// done forgets the pod. marker is its own element that left the list (trace.NoElement where it has none), unneeded
	// the events that nobody needs any more, oldest first; they are still in the list, until remove takes each out.
	// known is false for a UID that is not in flight.
	done(uid string) (marker int, unneeded []int, known bool)
	remove(id int)

	// entry is the element that stands for a pod in flight: its marker or the event it points at.
	entry(uid string) (element int, ok bool)
	// first is the first element to look at for a pod, next the one after another; trace.NoElement ends.
	first(uid string) int
	next(id int) int
	// event is what the element records, nil for a marker.
	event(id int) *event.Recorded
	// lost tells whether the pod's position left the list, how many events it missed by that, and which event it was.
	lost(uid string) (missed int, previous *event.Recorded, gone bool)

	pods() int   // UIDs in flight
	events() int // elements of the list beyond one for each pod with a marker
	uids() []string
	view() trace.List
}

// newTracker is the one place that chooses.
func newTracker(how profile.InFlight) tracker {
	switch how {
	case profile.PreviousEvent:
		return &previousTracker{pointsAt: map[string]int{}}
	case profile.PodMarker:
		return &markerTracker{markers: map[string]int{}}
	}
	return cycleTracker{}
}

// list is a doubly linked list as far as anyone looks at it: elements join at the tail, leave anywhere, and are named
// by their place in the log of all that ever joined.
type list struct {
	log     []trace.Element
	head    int // no element before it is in the list
	removed cow.Vec[uint64]
	size    int
}

func (l *list) push(pod trace.PodID, ev *event.Recorded) int {
	id := len(l.log)
	l.log = append(l.log, trace.Element{ID: id, Pod: pod, Event: ev})
	if id>>6 == l.removed.Len() {
		l.removed.Append(0)
	}
	l.size++
	return id
}

func (l *list) has(id int) bool { return l.removed.At(id>>6)&(1<<(id&63)) == 0 }

func (l *list) remove(id int) {
	l.removed.Set(id>>6, l.removed.At(id>>6)|1<<(id&63))
	l.size--
	for l.head < len(l.log) && !l.has(l.head) {
		l.head++
	}
}

// front is the first element, trace.NoElement in an empty list.
func (l *list) front() int { return l.from(l.head) }

// back is the last element.
func (l *list) back() int {
	for id := len(l.log) - 1; id >= l.head; id-- {
		if l.has(id) {
			return id
		}
	}
	return trace.NoElement
}

// next is the element after id; an element that has left the list has none, as in container/list.
func (l *list) next(id int) int {
	if !l.has(id) {
		return trace.NoElement
	}
	return l.from(id + 1)
}

func (l *list) from(id int) int {
	for ; id < len(l.log); id++ {
		if l.has(id) {
			return id
		}
	}
	return trace.NoElement
}

func (l *list) event(id int) *event.Recorded { return l.log[id].Event }

func (l *list) view() trace.List {
	n := len(l.log)
	return trace.List{Log: l.log[:n:n], Head: l.head, Removed: l.removed.View(), Len: l.size}
}
