package sim

import (
	"inflight/engine/profile"
	"inflight/engine/queue"
	"inflight/engine/trace"
	"inflight/engine/why"
)

const (
	flushEvery trace.Time = 1_000_000_000
	sweepEvery trace.Time = 30_000_000_000
)

// timers are the queue's two: the flush of completed backoffs each second and the sweep of unschedulablePods each
// 30 s (PriorityQueue.Run). Both fire at the start already, when there is nothing to do.
type timers struct{ flushAt, sweepAt trace.Time }

func newTimers(p *profile.Profile, start trace.Time) timers {
	t := timers{flushAt: start + flushEvery, sweepAt: start + sweepEvery}
	if p.FlushOnWholeSecond {
		t.flushAt = (start/flushEvery + 1) * flushEvery
	}
	return t
}

func (t *timers) next() (flush, sweep trace.Time) { return t.flushAt, t.sweepAt }

// due is the instant of the next firing.
func (t *timers) due() trace.Time { return min(t.flushAt, t.sweepAt) }

// pass lets time go by; timers fire at their instants on the way.
func (s *Sim) pass(d trace.Time) { s.passTo(s.now + d) }

func (s *Sim) passTo(to trace.Time) {
	for s.timers.due() <= to {
		s.fire()
	}
	if to > s.now {
		s.now = to
	}
}

// fire lets the next timer fire; it tells whether that changed anything. One that changes nothing is no step.
func (s *Sim) fire() (changed bool) {
	at := s.timers.due()
	s.now = at
	if s.timers.flushAt == at {
		s.timers.flushAt += flushEvery
		changed = s.tick("timer backoff", "timer.backoff", s.queue.BackoffDue(), s.queue.FlushBackoffQCompleted)
	}
	if s.timers.sweepAt == at {
		s.timers.sweepAt += sweepEvery
		changed = s.tick("timer sweep", "timer.sweep", s.queue.SweepDue(), s.queue.FlushUnschedulablePodsLeftover) || changed
		if !changed {
			s.queue.SweepInVain()
		}
	}
	return changed
}

// tick runs one timer's work as a step of its own, if there is any. Before the story nothing is recorded.
func (s *Sim) tick(text string, rule why.Rule, due bool, work func() int) bool {
	switch {
	case !due:
		s.silent++
		return false
	case s.trace.Initial == nil:
		work()
		return true
	}
	args := []why.Arg{why.T("at", s.now)}
	if rule == "timer.sweep" {
		args = append(args, why.D("longest", int64(queue.DefaultMaxInUnschedulable)))
	}
	s.begin(text)
	s.observe(trace.Change{Kind: trace.KindTimer, Pod: trace.NoPod}, why.Reason{Rule: rule, Args: args}, nil)
	work()
	s.end()
	return true
}
