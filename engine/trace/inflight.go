package trace

import (
	"sort"

	"inflight/engine/profile"
)

// InFlightPods are the pods whose UID is in inFlightPods, by when they were popped.
func (s *State) InFlightPods() []PodID {
	var out []PodID
	for _, p := range s.Pods.All() {
		if p.InFlight {
			out = append(out, p.ID)
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		return s.Pods.At(int(out[i])).Popped < s.Pods.At(int(out[j])).Popped
	})
	return out
}

// Lost tells whether the element that a pod in flight remembers its place by has left the list, so that nothing
// after it is found any more. It can only happen where pods point at an event that belongs to others
// (receivedEvents, 1.28.0 and 1.28.1: kubernetes#120413), or where a second copy of the pod took the first one's
// marker.
func (s *State) Lost(id PodID) bool {
	p := s.Pods.At(int(id))
	return p.InFlight && p.Marker != NoElement && !s.List.Has(p.Marker)
}

// EventsFor are the elements that the pod in flight looks at when it returns, in order: the events between its
// marker, or the event that it points at, and the tail of the list. A pod that is not in flight, or whose place in
// the list is lost, has none.
func (s *State) EventsFor(id PodID) []Element {
	p := s.Pods.At(int(id))
	if !p.InFlight || s.Profile.InFlight == profile.ByCycle || s.Lost(id) {
		return nil
	}
	from := s.List.Head
	if p.Marker != NoElement {
		from = p.Marker + 1
	} else if s.Profile.InFlight == profile.PodMarker {
		return nil // no marker: its second pop has taken it
	}
	var out []Element
	for i := max(from, s.List.Head); i < len(s.List.Log); i++ {
		if s.List.Has(i) && s.List.Log[i].Event != nil {
			out = append(out, s.List.Log[i])
		}
	}
	return out
}

// Pointing are the pods in flight that point at each element of the log, by element; those that found the list
// empty when they were popped are under NoElement. Only where pods point at events (1.28.0 and 1.28.1).
func (s *State) Pointing() map[int][]PodID {
	if s.Profile.InFlight != profile.PreviousEvent {
		return nil
	}
	out := map[int][]PodID{}
	for _, id := range s.InFlightPods() {
		m := s.Pods.At(int(id)).Marker
		out[m] = append(out[m], id)
	}
	return out
}

// Orphan tells whether an element is a marker that no pod in flight owns: Done will never remove it.
func (s *State) Orphan(e Element) bool {
	if e.Pod == NoPod {
		return false
	}
	p := s.Pods.At(int(e.Pod))
	return !p.InFlight || p.Marker != e.ID
}

// AttemptOf is the running attempt of a pod, nil where none runs.
func (s *State) AttemptOf(id PodID) *Attempt {
	if s.Scheduling != nil && s.Scheduling.Pod == id {
		return s.Scheduling
	}
	for _, a := range s.Binding {
		if a.Pod == id {
			return a
		}
	}
	return nil
}
