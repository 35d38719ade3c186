package lesson

import (
	"inflight/engine/action"
	"inflight/engine/check"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Profile is a release with the gates and variants of a scenario, as far as the release has them and lets them be set.
func Profile(sc *scenario.Scenario, r profile.Release) (*profile.Profile, error) {
	return sc.Profile(r)
}

// Begin makes the run in which an exercise begins: with the story done as far as From says.
func (l *Lesson) Begin(e *Exercise, r profile.Release) (*sim.Sim, error) {
	sc := l.In(e)
	p, err := Profile(sc, r)
	if err != nil {
		return nil, err
	}
	s, problem := sim.New(sc, p)
	if problem != nil {
		return nil, Problems{Say(*problem)}
	}
	for s.StoryDone() < len(sc.Story) {
		if e.From != "" {
			if _, held, err := firstHeld(s.Trace(), e.From); err != nil || held {
				return s, err
			}
		}
		if problem := s.StoryLine(); problem != nil {
			return nil, Problems{Say(*problem)}
		}
	}
	return s, nil
}

// Finding is what a goal is on one release.
type Finding struct {
	Release profile.Release
	Value   check.Value
	// Stuck is why an action of the learner could not be done there; the goal is then not met.
	Stuck *why.Problem
}

// Outcome is how a goal stands after some actions.
type Outcome struct {
	Goal  string
	Met   bool // on every release of the exercise
	Where []Finding
}

// Examine does the learner's actions, one a line, on every release of the exercise and holds the goals against each
// run. An action that is not possible on a release ends the run there.
func (l *Lesson) Examine(e *Exercise, actions []string) ([]Outcome, error) {
	out := make([]Outcome, len(e.Goals))
	for i, g := range e.Goals {
		out[i] = Outcome{Goal: g.ID, Met: true}
	}
	for _, r := range e.Releases {
		t, stuck, err := l.Try(e, r, actions)
		if err != nil {
			return nil, err
		}
		for i, g := range e.Goals {
			f := Finding{Release: r, Stuck: stuck}
			if stuck == nil {
				if f.Value, err = valueOver(t, g.Check); err != nil {
					return nil, Problems{{File: l.ID + "/lesson.yaml", Line: g.Pos.Line, Field: "check of " + g.ID, Text: err.Error()}}
				}
			}
			out[i].Met = out[i].Met && f.Value == check.True
			out[i].Where = append(out[i].Where, f)
		}
	}
	return out, nil
}

// Try does actions, one a line, where the exercise begins on a release, and returns the run. stuck is why one of them
// was not possible.
func (l *Lesson) Try(e *Exercise, r profile.Release, actions []string) (t *trace.Trace, stuck *why.Problem, err error) {
	s, err := l.Begin(e, r)
	if err != nil {
		return nil, nil, err
	}
	for _, line := range actions {
		a, problem := action.Parse(line)
		if problem == nil {
			problem = s.Do(a)
		}
		if problem != nil {
			return s.Trace(), problem, nil
		}
	}
	return s.Trace(), nil, nil
}

func valueOver(t *trace.Trace, src string) (check.Value, error) {
	pred, problem := check.Parse(src)
	if problem != nil {
		return check.False, sayProblem(problem)
	}
	r, problem := pred.Over(t)
	if problem != nil {
		return check.False, sayProblem(problem)
	}
	return r.Value, nil
}
