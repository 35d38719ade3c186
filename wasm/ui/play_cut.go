package ui

import (
	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// story makes the arrivals and the run of a snapshot lines like any others, so that more can follow: the objects are
// applied in their order, and the scheduler runs, letting time pass to the next timer where the snapshot did. The pane
// is the run of those lines, nil where nothing had to be made.
func (s *session) story(p *Pane) (*session, *Pane) {
	if !s.base.Snapshot || len(s.entries) > 0 {
		return s, nil
	}
	next := &session{base: s.base, visits: []visit{{}}, text: s.text}
	at := 0
	add := func(a action.Action) {
		next.entries = append(next.entries, entry{parent: at, action: a, given: true})
		at = len(next.entries)
	}
	for _, o := range s.base.Start {
		add(action.Action{Verb: action.Apply, Ref: api.RefOf(o)})
	}
	told := next.told(at)
	run, problem := sim.New(told, p.Trace.Profile)
	if problem != nil || run.Story() != nil {
		return s, nil
	}
	tell := func(a action.Action) bool {
		before := len(run.Trace().Steps)
		sc := next.base.Told(append(next.told(at).Story, scenario.Line{Action: a, Text: a.String()}))
		if run.Tell(sc, a) != nil || len(run.Trace().Steps) == before {
			return false
		}
		add(a)
		return true
	}
	for len(run.Trace().Steps) < len(p.Trace.Steps) {
		if !tell(action.Action{Verb: action.Run}) && !tell(action.Action{Verb: action.Next}) {
			break
		}
	}
	next.visits[0].at = at
	pane := paneOf(next.told(at), run)
	pane.playing = true
	pane.settle()
	return next, &pane
}

// cut makes what is told end at a position of the run that shows; told in part is the line whose steps are only in part
// before it. The session is one whose visit is still the old one; at is the entry with which it now ends.
func (u *update) cut(s *session, pos int) (next *session, at int, problem *why.Problem) {
	p := &u.m.Left
	path := s.path(s.at())
	if pos == 0 {
		return s, 0, nil
	}
	last := p.index.stepOf[pos-1]
	step := &p.Trace.Steps[last]
	line := step.Story
	if line < 0 || line >= len(path) {
		return s, s.at(), nil
	}
	e := s.entry(path[line])
	more := last+1 < len(p.Trace.Steps) && p.Trace.Steps[last+1].Story == line
	divides := e.action.Verb == action.Advance || more && (e.action.Verb == action.Run || e.action.Verb == action.Step && !e.action.Bind)
	if !divides {
		return s, path[line], nil
	}
	parent := 0
	if line > 0 {
		parent = path[line-1]
	}
	before, problem := runPlay(s.told(parent), p.Release)
	if problem != nil {
		return s, 0, problem
	}
	part, whole := partOf(e.action, before.Sim, step.At, last+1)
	if whole {
		return s, path[line], nil
	}
	next, at = s.with(entry{parent: parent, action: part, given: e.given})
	return next, at, nil
}

// partOf is the beginning of an action that leads to an instant, or to a number of steps of the run.
func partOf(a action.Action, run *sim.Sim, to trace.Time, steps int) (part action.Action, whole bool) {
	start := run.Trace().Initial.At
	if a.Verb == action.Advance {
		end := run.Now() + int64(a.Dur)
		if a.ToTime {
			end = start + a.To
		}
		return action.Action{Verb: action.Advance, ToTime: true, To: to - start}, end <= to
	}
	part = action.Action{Verb: action.Step}
	for len(run.Trace().Steps) < steps && run.Do(action.Action{Verb: action.Step, N: 1}) == nil {
		part.N++
	}
	return part, false
}
