package main

import (
	"fmt"
	"time"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/check"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// runRun is inflight run FILE…
func runRun(s *session) int {
	format := s.get(formatFlag)
	if format != "" && format != "text" && format != "json" {
		return s.wrong(nearest("format", format, []string{"text", "json"}))
	}
	if len(s.files) == 0 {
		return s.wrong(msg("use.no-file", "command", "run FILE…"))
	}
	goal, ok := s.until()
	if !ok {
		return exitUse
	}
	sc, ok := s.load(s.files)
	if !ok {
		return exitUnreadable
	}
	r, wrong := s.theRelease(sc)
	if wrong != nil {
		return s.wrong(wrong)
	}
	t, code := s.runUntil(sc, r, goal)
	switch {
	case t == nil:
		return code
	case format == "json":
		s.stdout.Write(trace.JSONWith(t, trace.JSONOptions{Engine: profile.TableHash()}))
	default:
		s.outcome(sc, t)
		o := trace.TextOptions{}
		if s.has(sentencesFlag) {
			o.Sentences = s.lang
		}
		fmt.Fprint(s.stdout, "\n"+trace.TextWith(t, o))
	}
	return code
}

// goal is where --until lets a run stop: a time since its start, or a predicate. The zero goal is the run's own end.
type goal struct {
	after     time.Duration
	timed     bool
	predicate *check.Predicate
}

// until reads --until.
func (s *session) until() (goal, bool) {
	src := s.get(untilFlag)
	if !s.has(untilFlag) {
		return goal{}, true
	}
	if d, err := time.ParseDuration(src); err == nil {
		if d < 0 || d > time.Hour*24 {
			s.wrong(msg("use.until", "got", src))
			return goal{}, false
		}
		return goal{after: d, timed: true}, true
	}
	p, ok := s.predicate("--until", src)
	return goal{predicate: p}, ok
}

// runUntil does the story, or lets a snapshot's objects arrive, and then goes on to the goal.
func (s *session) runUntil(sc *scenario.Scenario, r profile.Release, g goal) (*trace.Trace, int) {
	if !g.timed && g.predicate == nil {
		return s.simulate(sc, r)
	}
	if g.predicate != nil {
		if p := g.predicate.Possible(pods(sc)); p != nil {
			s.reportIn("--until", p)
			return nil, exitUse
		}
	}
	p, wrong := s.profile(sc, r)
	if wrong != nil {
		return nil, s.wrong(wrong)
	}
	sc, arrivals := arriving(sc)
	m, problem := sim.New(sc, p)
	for _, a := range arrivals {
		if problem == nil {
			problem = m.Do(a)
		}
	}
	if problem == nil {
		problem = m.Story()
	}
	if problem != nil {
		return nil, s.ran(sc, nil, problem)
	}
	reached := true
	if g.timed {
		problem = passTime(m, trace.Time(g.after))
	} else {
		watch, p := g.predicate.Watch(m.Trace())
		if p != nil {
			s.reportIn("--until", p)
			return nil, exitUse
		}
		problem = m.Do(action.Action{Verb: action.Run, Until: g.predicate.String(), UntilCol: 1})
		reached = holds(watch)
	}
	code := s.ran(sc, m.Trace(), problem)
	if code == exitWell && !reached {
		code = exitFalse
	}
	return m.Trace(), code
}

// holds tells whether the predicate holds at any moment.
func holds(w *check.Watch) bool {
	held := w.Holds()
	for !held && w.Next() {
		held = w.Holds()
	}
	return held
}

// arriving makes a snapshot a scenario whose objects arrive by actions, so that the run can be told when to stop.
func arriving(sc *scenario.Scenario) (*scenario.Scenario, []action.Action) {
	if !sc.Snapshot {
		return sc, nil
	}
	var out []action.Action
	for _, o := range sc.Start {
		out = append(out, action.Action{Verb: action.Apply, Ref: api.RefOf(o)})
	}
	still := *sc
	still.Snapshot, still.Start = false, nil
	return &still, out
}

// passTime lets the scheduler do all it can and the timers fire, until a time since the start of the run. What the
// scheduler does at that time or later is left out.
func passTime(m *sim.Sim, after trace.Time) *why.Problem {
	limit := m.Trace().Initial.At + after
	for m.Now() < limit {
		a := action.Action{Verb: action.Advance, Dur: time.Duration(min(limit-m.Now(), int64(time.Second)))}
		for _, p := range m.Possible() {
			if p.ID != "timer" {
				a = action.Action{Verb: action.Step, N: 1}
				break
			}
		}
		if p := m.Do(a); p != nil {
			return p
		}
	}
	return nil
}
