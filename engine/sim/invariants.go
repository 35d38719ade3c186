package sim

import (
	"inflight/engine/trace"
	"inflight/engine/why"
)

// The five invariants of docs/trace.md. A violation is noted where it begins, not at every beat that it lasts.

// watchInvariants notes what stopped holding at this beat.
func (s *Sim) watchInvariants(b *trace.Beat) {
	// Inside a step the queue is between two states; only the end of a step counts, and what a beat says of itself.
	if b.Why.Rule == "look.nil" {
		s.broken("I4", b, why.Reason{Rule: "invariant.i4", Pod: b.Why.Pod, Event: b.Why.Event})
	}
}

// checkInvariants looks at the state after a step, as far as the step touched it.
func (s *Sim) checkInvariants() {
	step := &s.trace.Steps[len(s.trace.Steps)-1]
	b := &step.Beats[len(step.Beats)-1]
	for i := range step.Beats {
		if id := step.Beats[i].Pod; id != trace.NoPod {
			s.checkPod(id, b)
		}
	}
	for _, id := range s.ended {
		s.checkPod(id, b)
	}
	s.ended = s.ended[:0]
	s.holds("I2", "orphan", s.queue.Orphans() > 0, b)
	s.holds("I3", "head", s.queue.HeadIsEvent(), b)
}

func (s *Sim) checkPod(id trace.PodID, b *trace.Beat) {
	p := s.pods.At(int(id))
	s.holds("I1", p.UID, s.queue.Copies(p.Object) > 1, b)
	s.holds("I2", p.UID, s.queue.MarkerMissing(p.UID), b)
	_, inFlight := s.queue.InFlight(p.UID)
	s.holds("I5", p.UID, inFlight && !s.loop.Runs(id), b)
}

// holds notes a violation that was not there after the step before. what is the UID that it is about.
func (s *Sim) holds(name, what string, broken bool, b *trace.Beat) {
	k := name + " " + what
	switch {
	case !broken:
		if len(s.breaking) > 0 {
			delete(s.breaking, k)
		}
	case !s.breaking[k]:
		s.breaking[k] = true
		s.broken(name, b, why.Reason{Rule: rules[name], Args: []why.Arg{why.S("uid", what)}})
	}
}

var rules = map[string]why.Rule{"I1": "invariant.i1", "I2": "invariant.i2", "I3": "invariant.i3", "I5": "invariant.i5"}

func (s *Sim) broken(name string, b *trace.Beat, r why.Reason) {
	s.trace.Broken = append(s.trace.Broken, trace.Violation{Name: name, At: b.Address, Expected: s.profile.Breaks(name), Why: r})
}
