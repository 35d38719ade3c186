package lint

import (
	"regexp"
	"strings"

	"inflight/engine/action"
	"inflight/engine/profile"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
	"inflight/lessons/lesson"
)

// runs plays the story on every release: it must work, its reasons must have words, and questions and figures must be
// found in it.
func (c *checker) runs() {
	for _, r := range c.l.Releases {
		t, problem := c.play(r)
		if problem != nil {
			c.problems = append(c.problems, *problem)
			continue
		}
		for _, w := range t.Warnings {
			p := lesson.Say(w)
			p.Text = r.String() + ": " + p.Text
			c.problems = append(c.problems, p)
		}
		for _, v := range t.Broken {
			if !v.Expected {
				c.yaml(0, "", "%s: %s stops holding at %s, which that release is not known for: %s", r, v.Name, v.At, why.Text(why.English, v.Why))
			}
		}
		c.wordless(r, t)
		c.questions(r, t)
	}
}

func (c *checker) play(r profile.Release) (*trace.Trace, *lesson.Problem) {
	p, err := lesson.Profile(c.l.Scenario, r)
	if err != nil {
		return nil, &lesson.Problem{File: c.file("scenario.yaml"), Field: "spec.releases", Text: err.Error()}
	}
	t, problem := sim.Run(c.l.Scenario, p)
	if problem != nil {
		said := lesson.Say(*problem)
		said.Text = r.String() + ": " + said.Text
		return nil, &said
	}
	return t, nil
}

// placeholder is one that no argument has filled.
var placeholder = regexp.MustCompile(`\{[a-z]+[}|]`)

// wordless: every reason that a reader may see is a sentence in every language.
func (c *checker) wordless(r profile.Release, t *trace.Trace) {
	missing := map[string]bool{}
	see := func(reason why.Reason) {
		for _, lang := range why.Langs() {
			key := string(lang) + " " + string(reason.Rule)
			if said := why.Text(lang, reason); !missing[key] && (said == reason.String() || placeholder.MatchString(said)) {
				missing[key] = true
				c.yaml(0, "", "%s: the rule %s has no sentence in %s that uses what it carries: %q", r, reason.Rule, lang, said)
			}
		}
	}
	for i := range t.Steps {
		for j := range t.Steps[i].Beats {
			b := &t.Steps[i].Beats[j]
			see(b.Why)
			for _, h := range b.Hints {
				see(h.Why)
			}
		}
	}
	for _, v := range t.Broken {
		see(v.Why)
	}
	if t.Next.Rule != "" {
		see(t.Next)
	}
}

// questions: every prediction stops the run where it is asked, and the engine's answer is among its choices.
func (c *checker) questions(r profile.Release, t *trace.Trace) {
	for i := range c.l.Predictions {
		p := &c.l.Predictions[i]
		if !p.Asked(r) {
			continue
		}
		stop, err := c.l.Stop(p, t)
		switch {
		case err != nil:
			c.yaml(p.Pos.Line, p.ID, "%s: %v", r, err)
		case stop == nil:
			c.yaml(p.Pos.Line, p.ID, "%s: the run never comes to it; change before, or name the releases that it is asked on", r)
		case stop.Beat == 0:
			c.yaml(p.Pos.Line, p.ID, "%s: it is asked before anything has happened; change before", r)
		case stop.Truth == "" && p.Patches != nil:
			c.yaml(p.Pos.Line, p.ID, "%s: no patch meets all goals; add the one that does", r)
		case stop.Truth == "":
			c.yaml(p.Pos.Line, p.ID, "%s: after step %d %s is none of %s; add the true answer", r, stop.Step, p.Term, strings.Join(p.Choices, ", "))
		}
	}
	for i := range c.l.Figures {
		f := &c.l.Figures[i]
		if beat, found, err := f.Beat(t); err != nil {
			c.yaml(f.Pos.Line, f.ID, "%v", err)
		} else if !found || beat < 0 {
			c.yaml(f.Pos.Line, f.ID, "%s: there is no moment of the run at which it begins to hold", r)
		}
	}
}

// exercises tries each one: by doing nothing, by its solution, and in the ways that must fail.
func (c *checker) exercises() {
	for i := range c.l.Exercises {
		e := &c.l.Exercises[i]
		if len(e.Goals) == 0 {
			c.yaml(e.Pos.Line, e.ID, "has no goal; say what must be true of the run")
			continue
		}
		if c.lines(e) {
			c.tries(e)
		}
	}
}

// lines: buttons, solution and tries are actions, and the solution can be done with the buttons.
func (c *checker) lines(e *lesson.Exercise) bool {
	before := len(c.problems)
	offered := map[string]bool{}
	parse := func(field, line string) {
		if _, p := action.Parse(line); p != nil {
			c.yaml(e.Pos.Line, e.ID+"."+field, "%q, column %d: %s", line, p.Column, why.Text(why.English, p.Why))
		}
	}
	for _, a := range e.Allow {
		offered[a] = true
		parse("allow", a)
	}
	for _, a := range e.Solution {
		parse("solution", a)
		if !offered[a] {
			c.yaml(e.Pos.Line, e.ID+".solution", "%q is not among allow; offer it", a)
		}
	}
	for _, w := range e.Wrong {
		for _, a := range w {
			parse("wrong", a)
		}
	}
	switch {
	case len(e.Solution) != e.Par:
		c.yaml(e.Pos.Line, e.ID+".par", "is %d, but the solution takes %d actions", e.Par, len(e.Solution))
	case len(e.Wrong) == 0:
		c.yaml(e.Pos.Line, e.ID+".wrong", "has no try that must fail; add the one that readers will make first")
	}
	return len(c.problems) == before
}

func (c *checker) tries(e *lesson.Exercise) {
	start, err := c.l.Examine(e, nil)
	if err != nil {
		c.yaml(e.Pos.Line, e.ID, "%v", err)
		return
	}
	for _, o := range start {
		if o.Met {
			c.yaml(e.Pos.Line, e.ID, "the goal %s is met before anything is done", o.Goal)
		}
	}
	solved, err := c.l.Examine(e, e.Solution)
	if err != nil {
		c.yaml(e.Pos.Line, e.ID, "%v", err)
		return
	}
	for _, o := range solved {
		for _, f := range o.Where {
			switch {
			case f.Stuck != nil:
				c.yaml(e.Pos.Line, e.ID, "the solution cannot be done on %s: %s", f.Release, why.Text(why.English, f.Stuck.Why))
			case !o.Met:
				c.yaml(e.Pos.Line, e.ID, "the solution does not meet the goal %s (%s: %s)", o.Goal, f.Release, f.Value)
			}
		}
	}
	for _, w := range e.Wrong {
		tried, err := c.l.Examine(e, w)
		met := err == nil
		for _, o := range tried {
			met = met && o.Met
		}
		if met {
			c.yaml(e.Pos.Line, e.ID, "%q meets every goal, and must not; ask for more, or move it away from wrong", strings.Join(w, ", "))
		}
	}
}
