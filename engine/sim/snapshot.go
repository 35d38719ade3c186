package sim

import (
	"inflight/engine/api"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// runSnapshot lets the objects of a snapshot arrive, one tick apart, and then the loop run. It stops when only timers
// remain and every waiting pod was tried since the cluster last changed, one that waits for its backoff with the same
// outcome as before; then it says what would come next.
func (s *Sim) runSnapshot() *why.Problem {
	for _, o := range s.scenario.Start {
		s.text = "apply " + api.RefOf(o).String()
		s.record(func() { s.create(o) })
	}
	s.changed = len(s.trace.Steps)
	s.text = "run"
	for s.stepNow() || !s.settled() && s.skipToTimer() {
		if s.beats >= MaxBeats {
			return problem("sim.too-many-beats", why.N("limit", MaxBeats))
		}
	}
	s.trace.Next = s.next()
	return nil
}

// settled tells whether every waiting pod's last attempt is as good as the cluster is now.
func (s *Sim) settled() bool {
	last, before := s.lastAttempts()
	for i := range s.pods.Len() {
		p := s.pods.At(i)
		switch p.Place {
		case trace.UnschedulablePods:
			if p.Queued.Gating == "" && (last[p.ID] == nil || last[p.ID].Step <= s.changed) {
				return false
			}
		case trace.BackoffQ, trace.ErrorBackoffQ:
			l, b := last[p.ID], before[p.ID]
			if l == nil || b == nil || l.Step <= s.changed || l.Message != b.Message {
				return false
			}
		}
	}
	return true
}

func (s *Sim) lastAttempts() (last, before map[trace.PodID]*trace.AttemptRecord) {
	last, before = map[trace.PodID]*trace.AttemptRecord{}, map[trace.PodID]*trace.AttemptRecord{}
	for i := range s.trace.Attempts {
		a := &s.trace.Attempts[i]
		before[a.Pod] = last[a.Pod]
		last[a.Pod] = a
	}
	return last, before
}

// next says what only timers would still do: the first pod that one of them would retry, and when.
func (s *Sim) next() why.Reason {
	best := why.Reason{Rule: "next.nothing"}
	at := trace.NoTime
	consider := func(when trace.Time, rule why.Rule, p *trace.Pod) {
		if at == trace.NoTime || when < at {
			at = when
			best = why.Reason{Rule: rule, Pod: p.Object.FullName(), Args: []why.Arg{why.T("at", when)}}
		}
	}
	st := s.state()
	waiting := 0
	for i := range s.pods.Len() {
		p := s.pods.At(i)
		switch p.Place {
		case trace.UnschedulablePods:
			if p.Queued.Gating == "" {
				consider(st.SweepFor(p.Queued), "next.sweep", p)
			} else {
				waiting++
			}
		case trace.BackoffQ, trace.ErrorBackoffQ:
			consider(st.FlushFor(p.Queued), "next.backoff", p)
		}
	}
	if at == trace.NoTime && waiting > 0 {
		return why.Reason{Rule: "next.gated", Args: []why.Arg{why.N("pods", waiting)}}
	}
	return best
}
