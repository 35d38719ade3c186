package ui

import (
	"inflight/engine/action"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
	"inflight/lessons/lesson"
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

// begin makes a pane of a scenario without its story: an exercise starts there.
func begin(sc *scenario.Scenario, r profile.Release) (Pane, *why.Problem) {
	p, err := lesson.Profile(sc, r)
	if err != nil {
		panic("ui: " + err.Error()) // the switch offers known releases, with gates that they have
	}
	s, problem := sim.New(sc, p)
	if problem != nil {
		return Pane{}, problem
	}
	return paneOf(sc, s), nil
}

func paneOf(sc *scenario.Scenario, s *sim.Sim) Pane {
	pane := look(s.Trace())
	pane.Scenario, pane.Sim = sc, s
	return pane
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
	p.index = p.index.grown()
	p.settle()
}

// place finds the predictions' stops in the run and their right choices.
func (p *Pane) place(l *lesson.Lesson) {
	p.stops = nil
	if l == nil {
		return
	}
	for i := range l.Predictions {
		q := &l.Predictions[i]
		if !q.Asked(p.Release) {
			continue
		}
		if s, err := l.Stop(q, p.Trace); err == nil && s != nil {
			p.stops = append(p.stops, stop{id: q.ID, pos: s.Beat, truth: s.Truth})
		}
	}
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
