package ui

import (
	"strings"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/why"
)

// runPlay runs a scenario of Play: at its end the page shows the time that has passed there. Where a line cannot be
// told under the release, the run ends before it, and Stuck says why.
func runPlay(sc *scenario.Scenario, r profile.Release) (Pane, *why.Problem) {
	pane, problem := begin(sc, r)
	if problem != nil {
		return pane, problem
	}
	pane.playing = true
	pane.Stuck = pane.Sim.Story()
	pane.grown()
	return pane, nil
}

// settle takes the state at the end of a run of Play, where time has passed there that no beat shows.
func (p *Pane) settle() {
	p.rest = nil
	shown := p.Trace.Initial.At
	if p.Len() > 0 {
		shown = p.index.beats[p.Len()-1].At + p.Scenario.Tick
	}
	if p.playing && p.Sim.Now() > shown {
		p.rest = p.Sim.State()
	}
}

// told is how many lines of the story the run has done.
func (p *Pane) told() int {
	if p.Stuck != nil {
		return p.Sim.StoryDone() - 1
	}
	return p.Sim.StoryDone()
}

// tell does what is new of the last line of a longer scenario.
func (p *Pane) tell(sc *scenario.Scenario, a action.Action) *why.Problem {
	if problem := p.Sim.Tell(sc, a); problem != nil {
		return problem
	}
	p.Scenario, p.Stuck = sc, nil
	p.grown()
	return nil
}

// tell does one more action at the moment that shows, as a line of the session, with the documents that it brings
// along. Where the page shows an earlier moment, that begins a branch.
func (u *update) tell(a action.Action, docs ...api.Doc) *why.Problem {
	s, at, problem := u.here()
	if problem != nil {
		return problem
	}
	pane := u.m.Left
	if at != s.at() || pane.Stuck != nil {
		if pane, problem = runPlay(s.told(at), pane.Release); problem != nil {
			return problem
		}
	}
	next, longer := s, false
	n := at
	if at == s.at() && isSteps(a) && a.N == 1 {
		next, longer = s.longer()
	}
	if !longer {
		next, n = s.with(entry{parent: at, action: a, docs: docs})
	}
	if problem = pane.tell(next.told(n), a); problem != nil {
		return problem
	}
	if !longer {
		next = next.visited(n, u.m.Left.shows())
	}
	pane.Pos = min(u.m.Left.Pos, pane.Len())
	u.m.Left, u.m.Play.session = pane, next
	return nil
}

// here is the session and the entry after which something happens at the moment that shows.
func (u *update) here() (s *session, at int, problem *why.Problem) {
	p := &u.m.Left
	s = u.m.Play.session
	if next, pane := s.story(p); pane != nil {
		if u.m.Play.read == s {
			u.m.Play.read = next
		}
		pane.Pos, pane.Flips, pane.Varied = p.Pos, p.Flips, p.Varied
		*p, u.m.Play.session, s = *pane, next, next
	}
	switch {
	case p.Pos < p.Len():
		return u.cut(s, p.Pos)
	case p.Stuck != nil && p.told() == 0:
		return s, 0, nil
	case p.Stuck != nil:
		return s, s.path(s.at())[p.told()-1], nil
	}
	return s, s.at(), nil
}

// arrived is the position at which all objects of a snapshot have arrived and the scheduler has done nothing yet; of
// any other run it is the start.
func (p *Pane) arrived() int {
	n := 0
	for n < p.Len() && p.Scenario.Snapshot && strings.HasPrefix(p.stepAt(n+1).Action, "apply ") {
		n++
	}
	return n
}

// regard takes the gates and the code that the reader chose into the session, which tells them with the rest.
func (u *update) regard() {
	p, s := &u.m.Left, u.m.Play.session
	if u.m.Mode != Play || s == nil || len(p.Flips)+len(p.Varied) == 0 {
		return
	}
	s, _ = s.story(p)
	next := *s
	base := *next.base
	base.Gates, base.Variants = p.Scenario.Gates, p.Scenario.Variants
	next.base = &base
	u.m.Play.session, p.Scenario = &next, next.told(next.at())
}

// shows is the address that shows, "" at the end.
func (p *Pane) shows() string {
	if p.Pos == p.Len() {
		return ""
	}
	return address(p, p.Pos)
}
