package lesson

import (
	"fmt"
	"maps"
	"slices"

	"inflight/engine/action"
	"inflight/engine/check"
	"inflight/engine/profile"
	"inflight/engine/sim"
	"inflight/engine/trace"
)

// Stop finds where a prediction of the lesson stops a run, and the answer; see Prediction.Stop. A choice among patches
// is asked at the end of the run, and each patch is tried for the answer.
func (l *Lesson) Stop(p *Prediction, t *trace.Trace) (*Stop, error) {
	if p.Patches == nil {
		return p.Stop(t)
	}
	s := &Stop{Step: len(t.Steps) + 1}
	for i := range t.Steps {
		s.Beat += len(t.Steps[i].Beats)
	}
	for _, choice := range p.Choices {
		holds, err := l.meets(p, p.Patches[choice], t.Profile.Release)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", choice, err)
		case holds && s.Truth != "":
			return nil, fmt.Errorf("%s and %s meet all goals; choices must exclude each other", s.Truth, choice)
		case holds:
			s.Truth = choice
		}
	}
	return s, nil
}

// meets tells whether all goals hold with a patch in place.
func (l *Lesson) meets(p *Prediction, patch Patch, r profile.Release) (bool, error) {
	for _, name := range slices.Sorted(maps.Keys(p.Goals)) {
		sc := *l.Scenarios[name]
		sc.Variants = patch.Variants
		prof, err := sc.Profile(r)
		if err != nil {
			return false, err
		}
		s, problem := sim.New(&sc, prof)
		if problem == nil {
			problem = s.Story()
		}
		for i := 0; i < len(patch.Then) && problem == nil; i++ {
			var a action.Action
			if a, problem = action.Parse(patch.Then[i]); problem == nil {
				problem = s.Do(a)
			}
		}
		if problem != nil {
			return false, Problems{Say(*problem)}
		}
		if value, err := valueOver(s.Trace(), p.Goals[name]); err != nil || value != check.True {
			return false, err
		}
	}
	return true, nil
}
