package ui

import (
	"inflight/engine/action"
	"inflight/engine/check"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// run makes a pane of a scenario under a release, with all of its story done, at its start.
func run(sc *scenario.Scenario, r profile.Release) (Pane, *why.Problem) {
	pane, problem := begin(sc, r)
	if problem != nil {
		return Pane{}, problem
	}
	problem = pane.Sim.Story()
	pane.grown()
	return pane, problem
}

// gatesOf are the gates of a scenario that the release has and has not locked otherwise: what the others would do is
// part of the release.
func gatesOf(r profile.Release, set map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, g := range profile.GatesOf(r) {
		on, given := set[g.Name]
		if given && (g.Locked == "" || on == g.Default) {
			out[g.Name] = on
		}
	}
	return out
}

// begin makes a pane of a scenario without its story: an exercise starts there.
func begin(sc *scenario.Scenario, r profile.Release) (Pane, *why.Problem) {
	p, err := profile.For(r, gatesOf(r, sc.Gates))
	if err != nil {
		panic("ui: " + err.Error()) // the switch offers known releases, with gates that they have
	}
	s, problem := sim.New(sc, p)
	if problem != nil {
		return Pane{}, problem
	}
	pane := look(s.Trace())
	pane.Scenario, pane.Sim = sc, s
	return pane, nil
}

// act does one more action at the end of the run.
func (p *Pane) act(line string) *why.Problem {
	a, problem := action.Parse(line)
	if problem != nil {
		return problem
	}
	problem = p.Sim.Do(a)
	p.grown()
	return problem
}

// grown takes note that the run has more steps.
func (p *Pane) grown() {
	p.Trace = p.Sim.Trace()
	p.index = newIndex(p.Trace)
}

// cut forgets the run after the step that is shown, by doing again what came before it: the learner goes on from there.
func (p *Pane) cut() *why.Problem {
	if p.Pos == p.Len() || p.Scenario == nil {
		return nil
	}
	keep := 0
	if s := p.Step(); s != nil {
		keep = s.N
	}
	fresh, problem := begin(p.Scenario, p.Release)
	if problem != nil {
		return problem
	}
	for len(fresh.Trace.Steps) < keep {
		had := len(fresh.Trace.Steps)
		if problem = fresh.redo(p.Trace, had); problem != nil || len(fresh.Trace.Steps) == had {
			break
		}
	}
	fresh.grown()
	fresh.Pos = fresh.Len()
	fresh.stops = p.stops
	*p = fresh
	return problem
}

// redo does again the action of the n-th step of another run of the same scenario. One action may make several steps;
// "until" and "run" are done a step at a time, so that the new run ends exactly where it is to end.
func (p *Pane) redo(of *trace.Trace, n int) *why.Problem {
	a, problem := action.Parse(of.Steps[n].Action)
	if problem != nil {
		return p.Sim.Do(action.Action{Verb: action.Step})
	}
	switch a.Verb {
	case action.Step, action.Run, action.Advance, action.Next:
		if !a.Bind {
			return p.Sim.Do(action.Action{Verb: action.Step, N: 1})
		}
	}
	return p.Sim.Do(a)
}

// place finds the predictions' stops in the run and their right choices.
func (p *Pane) place(l *Lesson) {
	p.stops = nil
	if l == nil {
		return
	}
	for i := range l.Predictions {
		q := &l.Predictions[i]
		pos, found := p.before(q.Before)
		if !found {
			continue
		}
		s := stop{id: q.ID, pos: pos}
		for _, choice := range q.Choices {
			if p.holds(q.Term+" == "+choice, p.stepEnd(pos+1)) {
				s.truth = choice
			}
		}
		if s.truth != "" {
			p.stops = append(p.stops, s)
		}
	}
}

// before is the position before the step of an address, or before the step in which a predicate first holds.
func (p *Pane) before(where string) (int, bool) {
	if a, ok := parseAddress(where); ok {
		for i, b := range p.index.beats {
			if b.Address.Step == a.Step && (a.Beat == 0 || b.Address.Beat == a.Beat) {
				return i, true
			}
		}
		return 0, false
	}
	pred, problem := check.Parse(where)
	if problem != nil {
		return 0, false
	}
	w, problem := pred.Watch(p.Trace)
	if problem != nil {
		return 0, false
	}
	for w.Next() {
		if w.Holds() {
			return p.stepStart(w.Beat() + 1), true
		}
	}
	return 0, false
}

// stepEnd is the position of the last beat of the step that a position belongs to.
func (p *Pane) stepEnd(pos int) int {
	for pos < p.Len() && p.index.stepOf[pos] == p.index.stepOf[pos-1] {
		pos++
	}
	return pos
}

// holds tells whether a predicate is true at a position.
func (p *Pane) holds(src string, pos int) bool {
	pred, problem := check.Parse(src)
	if problem != nil {
		return false
	}
	r, problem := pred.At(p.Trace, pos-1)
	return problem == nil && r.Value == check.True
}

// reached tells whether a goal has been reached: over the whole run where it has temporal words, else at what is shown.
func (p *Pane) reached(src string) bool {
	pred, problem := check.Parse(src)
	if problem != nil {
		return false
	}
	if r, moment := pred.At(p.Trace, p.Pos-1); moment == nil {
		return r.Value == check.True
	}
	r, problem := pred.Over(p.Trace)
	return problem == nil && r.Value == check.True
}

// same is the position in another run of the same scenario that tells the same moment: the same step, and in it the
// decision if a decision is shown.
func (p *Pane) same(other *Pane) int {
	if p.Pos == 0 {
		return 0
	}
	if p.Pos == p.Len() {
		return other.Len()
	}
	b, s := p.Beat(), p.Step()
	step := other.stepLike(s)
	if step == nil {
		return other.Find(trace.Address{Step: s.N, Beat: 1 << 30})
	}
	last := len(s.Beats) == b.Address.Beat
	pos := other.Find(trace.Address{Step: step.N, Beat: b.Address.Beat})
	end := other.Find(trace.Address{Step: step.N, Beat: len(step.Beats)})
	if last {
		return end
	}
	if b.Decision {
		for at := other.stepStart(end) + 1; at <= end; at++ {
			if o := other.index.beats[at-1]; o.Decision && o.Pod == b.Pod {
				return at
			}
		}
	}
	return min(pos, end)
}

// stepLike is the step of this run that does what the other run's step does: the same one of the same story line, or
// the one of the same number where there is no story.
func (p *Pane) stepLike(s *trace.Step) *trace.Step {
	steps := p.Trace.Steps
	if n := s.N - 1; n < len(steps) && steps[n].Action == s.Action && steps[n].Story == s.Story {
		return &steps[n]
	}
	var best *trace.Step
	for i := range steps {
		if steps[i].At <= s.At && (s.Story < 0 || steps[i].Story <= s.Story) {
			best = &steps[i]
		}
	}
	return best
}
