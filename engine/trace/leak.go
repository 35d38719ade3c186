package trace

import (
	"slices"

	"inflight/engine/profile"
)

// Leak is an entry of the queue's memory of pods in flight that nobody will ever free: Done is called for a UID by the
// attempt that popped it, and no attempt of this one runs any more. What the list holds from there on stays.
type Leak struct {
	Pod PodID
	// Element is the pod's marker, or the event that it points at; NoElement where it has none.
	Element int
	// Since is the beat that lost it: the Done that missed it, else the last of the step in which its attempt ended.
	// Until is the end of the step that freed it after all (Close does); the zero Address where nothing did.
	Since, Until Address
	At           Time
	Cause        LeakCause
}

// LeakCause is how an entry was lost.
type LeakCause string

// The causes.
const (
	// LeakRecreated: the pod was deleted and made again while its failure was handled, and Done ran with the UID of the
	// new one (kubernetes#138316).
	LeakRecreated LeakCause = "recreated"
	// LeakTwice: the UID was popped a second time while it was in flight; its second marker took the place of the first
	// (kubernetes#127016).
	LeakTwice LeakCause = "twice"
	// LeakForgotten: the attempt ended and nobody called Done (kubernetes#126962).
	LeakForgotten LeakCause = "forgotten"
)

// Heals tells whether a release is made so that an entry is not lost in this way.
func (c LeakCause) Heals(p *profile.Profile) bool {
	switch {
	case p.InFlight == profile.ByCycle:
		return false // there is nothing to be lost, and nothing to be learnt either
	case c == LeakRecreated:
		return p.Recreated != profile.RecreatedLeaks
	case c == LeakTwice:
		return p.DuplicatePop
	}
	return p.DoneOnSkip
}

// Holds tells whether the leak lasts at a beat.
func (l Leak) Holds(at Address) bool {
	return !at.Before(l.Since) && (l.Until == Address{} || at.Before(l.Until))
}

// Before tells whether a beat comes before another.
func (a Address) Before(b Address) bool {
	return a.Step < b.Step || a.Step == b.Step && a.Beat < b.Beat
}

// Leaks are the entries that the run loses, in the order in which it does. Only the ends of steps count: inside one, an
// attempt may have ended whose Done is still to come.
func (t *Trace) Leaks() []Leak {
	w := leakWatch{open: map[leakKey]int{}}
	for i := range t.Steps {
		w.step(&t.Steps[i])
	}
	return w.leaks
}

type leakKey struct {
	pod PodID
	el  int
}

// leakWatch goes over a run at a cost that grows with what is in flight, not with the list.
type leakWatch struct {
	leaks   []Leak
	open    map[leakKey]int // index into leaks
	flying  []PodID         // in flight at the end of the step before, or touched since
	markers []int           // elements of pods in the list
	read    int             // elements of the log looked at
}

func (w *leakWatch) step(step *Step) {
	if len(step.Beats) == 0 {
		return
	}
	for i := range step.Beats {
		if b := &step.Beats[i]; b.Pod != NoPod && !slices.Contains(w.flying, b.Pod) {
			w.flying = append(w.flying, b.Pod)
		}
	}
	s := step.Beats[len(step.Beats)-1].State
	for ; w.read < len(s.List.Log); w.read++ {
		if s.List.Log[w.read].Event == nil {
			w.markers = append(w.markers, w.read)
		}
	}
	w.flying = slices.DeleteFunc(w.flying, func(id PodID) bool { return !s.Pods.At(int(id)).InFlight })
	w.markers = slices.DeleteFunc(w.markers, func(el int) bool { return !s.List.Has(el) })
	now := map[leakKey]bool{}
	for _, id := range w.flying {
		if s.AttemptOf(id) == nil {
			w.note(step, s, leakKey{id, s.Pods.At(int(id)).Marker}, now)
		}
	}
	for _, el := range w.markers {
		if e := s.List.Log[el]; s.Orphan(e) {
			w.note(step, s, leakKey{e.Pod, el}, now)
		}
	}
	for i := range w.leaks {
		k := leakKey{w.leaks[i].Pod, w.leaks[i].Element}
		if _, lasts := w.open[k]; lasts && !now[k] {
			w.leaks[i].Until = step.Beats[len(step.Beats)-1].Address
			delete(w.open, k)
		}
	}
}

func (w *leakWatch) note(step *Step, s *State, k leakKey, now map[leakKey]bool) {
	now[k] = true
	if _, known := w.open[k]; known {
		return
	}
	at := &step.Beats[len(step.Beats)-1]
	for i := range step.Beats {
		if step.Beats[i].Kind == KindDone {
			at = &step.Beats[i]
		}
	}
	w.open[k] = len(w.leaks)
	w.leaks = append(w.leaks, Leak{Pod: k.pod, Element: k.el, Since: at.Address, At: at.At, Cause: leakCause(s, k)})
}

func leakCause(s *State, k leakKey) LeakCause {
	p := s.Pods.At(int(k.pod))
	if p.InFlight && p.Marker != k.el {
		return LeakTwice
	}
	for i := int(k.pod) + 1; i < s.Pods.Len(); i++ {
		if s.Pods.At(i).FullName() == p.FullName() {
			return LeakRecreated
		}
	}
	return LeakForgotten
}

// Held are the events in the list that only a leak keeps there: those after its place that come before the first one
// that a pod in flight will ask about. leaks are all that last in this state. end is the element at which what is held
// ends; it belongs to somebody else, or is the length of the log.
func (s *State) Held(l Leak, leaks []Leak) (n, end int) {
	end = len(s.List.Log)
	for _, id := range s.InFlightPods() {
		if slices.ContainsFunc(leaks, func(x Leak) bool { return x.Pod == id && x.Element == s.Pods.At(int(id)).Marker }) {
			continue
		}
		if m := s.Pods.At(int(id)).Marker; s.Profile.InFlight == profile.PodMarker && m != NoElement {
			end = min(end, m)
		} else if es := s.EventsFor(id); len(es) > 0 {
			end = min(end, es[0].ID)
		}
	}
	for i := max(l.Element+1, s.List.Head); i < end; i++ {
		if s.List.Has(i) && s.List.Log[i].Event != nil {
			n++
		}
	}
	return n, end
}
