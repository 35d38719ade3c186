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

// checkInvariants looks at the state after a step.
func (s *Sim) checkInvariants() {
	step := &s.trace.Steps[len(s.trace.Steps)-1]
	b := &step.Beats[len(step.Beats)-1]
	s.holds("I1", s.queue.CheckI1(), b)
	s.holds("I2", s.queue.CheckI2(), b)
	s.holds("I3", s.queue.CheckI3(), b)
	s.holds("I5", s.checkI5(), b)
}

// holds notes a violation that was not there after the step before.
func (s *Sim) holds(name string, uid string, b *trace.Beat) {
	if uid == "" {
		delete(s.breaking, name)
		return
	}
	if s.breaking[name] == uid {
		return
	}
	s.breaking[name] = uid
	s.broken(name, b, why.Reason{Rule: rules[name], Args: []why.Arg{why.S("uid", uid)}})
}

var rules = map[string]why.Rule{"I1": "invariant.i1", "I2": "invariant.i2", "I3": "invariant.i3", "I5": "invariant.i5"}

func (s *Sim) broken(name string, b *trace.Beat, r why.Reason) {
	s.trace.Broken = append(s.trace.Broken, trace.Violation{Name: name, At: b.Address, Expected: s.profile.Breaks(name), Why: r})
}

// checkI5 finds a UID that is in flight though no attempt of it runs: its pop has no Done to come.
func (s *Sim) checkI5() string {
	running := map[string]bool{}
	for _, a := range append(s.loop.Binding(), s.loop.Scheduling()) {
		if a != nil {
			running[s.pods.At(int(a.Pod)).UID] = true
		}
	}
	for _, uid := range s.queue.InFlightUIDs() {
		if !running[uid] {
			return uid
		}
	}
	return ""
}
