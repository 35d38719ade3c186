package check

import (
	"slices"

	"inflight/engine/trace"
	"inflight/engine/why"
)

// Result is an answer and where it was certain.
type Result struct {
	Value Value
	// Beat is the first beat at which the answer was certain, counted over the run from 0; -1 is the initial state.
	Beat int
	// Notes are what a reader of the answer should know: a pod that there is not, a run that ended too early.
	Notes []why.Reason
}

// At is the predicate's value at one beat, counted over the run from 0; -1 is the initial state. A predicate with
// temporal words has no value at a moment: that is a problem. The cost is that of reading the run up to there; to
// follow a run that grows, use Watch.
func (p *Predicate) At(t *trace.Trace, beat int) (Result, *why.Problem) {
	w, problem := p.Watch(t)
	if problem != nil {
		return Result{}, problem
	}
	for w.r.index < beat && w.r.next() {
	}
	return w.Result(), nil
}

// Watch follows a run: it looks at each beat once, also at those that come later. It begins at the initial state.
type Watch struct {
	p *Predicate
	r *reader
	f formula // nil where the predicate says nothing about the release of the run
}

// Watch begins to follow a run. A predicate with temporal words has no value at a moment: that is a problem.
func (p *Predicate) Watch(t *trace.Trace) (*Watch, *why.Problem) {
	for _, b := range p.blocks {
		if tok := temporalIn(b.f); tok != nil {
			return nil, problem(*tok, "check.moment", why.S("got", tok.text))
		}
	}
	f, problem := p.applicable(t)
	if problem != nil {
		return nil, problem
	}
	return &Watch{p: p, r: newReader(t, p.slots), f: f}, nil
}

// Next looks at the next beat; false where there is none yet.
func (w *Watch) Next() bool { return w.r.next() }

// Beat is the beat last looked at, counted over the run from 0; -1 is the initial state.
func (w *Watch) Beat() int { return w.r.index }

// Result is the predicate's value at the beat last looked at. A predicate that says nothing about the release of the
// run is false at every moment.
func (w *Watch) Result() Result {
	out := Result{Beat: w.r.index, Notes: w.p.notes(w.r)}
	if w.f != nil {
		out.Value = w.r.now.at(w.f)
	}
	return out
}

// Holds tells whether the predicate is true at the beat last looked at.
func (w *Watch) Holds() bool { return w.f != nil && w.r.now.at(w.f) == True }

// Over is the predicate's value over a whole run, with the first beat at which it was certain. What has no temporal
// word is meant of the end. A predicate that says nothing about the release of the run is true, with a note.
func (p *Predicate) Over(t *trace.Trace) (Result, *why.Problem) {
	f, problem := p.applicable(t)
	if problem != nil {
		return Result{}, problem
	}
	if f == nil {
		return Result{Value: True, Beat: -1, Notes: []why.Reason{{Rule: "check.note.release", Args: []why.Arg{why.S("release", t.Profile.Release.String())}}}}, nil
	}
	r, m := newReader(t, p.slots), monitorOf(f)
	for {
		m.see(&r.now)
		if v := m.verdict(); v != pending {
			decided := r.index
			for r.next() { // the notes are about the whole run
			}
			return Result{Value: v, Beat: decided, Notes: p.notes(r)}, nil
		}
		if !r.next() {
			break
		}
	}
	out := Result{Beat: r.index, Notes: p.notes(r)}
	out.Value = m.finish(&r.now, &out.Notes)
	return out, nil
}

// applicable is the part of the predicate that speaks of the release of a run, nil where none does.
func (p *Predicate) applicable(t *trace.Trace) (formula, *why.Problem) {
	var parts []formula
	for _, b := range p.blocks {
		if !p.perRelease() || b.release == t.Profile.Release {
			parts = append(parts, b.f)
		}
	}
	for _, f := range parts {
		if m, ok := metricIn(f); ok {
			return nil, problem(m.tok, "check.metric", why.S("name", m.name), why.S("release", t.Profile.Release.String()))
		}
	}
	switch len(parts) {
	case 0:
		return nil, nil
	case 1:
		return parts[0], nil
	}
	return and{parts}, nil
}

// notes are about the pods named that there are not.
func (p *Predicate) notes(r *reader) []why.Reason {
	var out []why.Reason
	for _, name := range p.Pods() {
		if r.now.names.Find(name) == trace.NoPod {
			out = append(out, why.Reason{Rule: "check.note.no-pod", Args: []why.Arg{why.S("name", name)}})
		}
	}
	return out
}

// Pods are the names of the pods that the predicate speaks of, each once, in the order of the text.
func (p *Predicate) Pods() []string {
	var out []string
	for _, ref := range p.pods {
		if name := ref.String(); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// Possible checks the pods that the predicate names against those that a scenario can ever have, as namespace/name.
func (p *Predicate) Possible(pods []string) *why.Problem {
	known := map[string]bool{}
	short := make([]string, len(pods))
	for i, full := range pods {
		known[full] = true
		short[i] = podRef{full: full}.String()
	}
	for _, ref := range p.pods {
		if !known[ref.full] {
			ref.nth = 0
			return unknown(ref.tok, "check.no-pod", ref.String(), short)
		}
	}
	return nil
}

// walk calls f for every part of a formula, until f returns false.
func walk(x formula, f func(formula) bool) bool {
	if !f(x) {
		return false
	}
	parts := []formula(nil)
	switch x := x.(type) {
	case not:
		parts = []formula{x.x}
	case and:
		parts = x.xs
	case or:
		parts = x.xs
	case overRun:
		parts = []formula{x.p}
		if x.q != nil {
			parts = append(parts, x.q)
		}
	case counted:
		parts = []formula{x.p}
	}
	for _, part := range parts {
		if !walk(part, f) {
			return false
		}
	}
	return true
}

// temporalIn is the first temporal word of a formula, nil where it has none.
func temporalIn(f formula) *token {
	var found *token
	walk(f, func(x formula) bool {
		switch x := x.(type) {
		case overRun:
			found = &x.tok
		case counted:
			found = &x.tok
		case visited:
			found = &x.tok
		}
		return found == nil
	})
	return found
}

// operands calls f for the values that a formula stands on, in order, until f says false.
func operands(x formula, f func(value) bool) {
	walk(x, func(x formula) bool {
		switch x := x.(type) {
		case truth:
			return f(x.v)
		case compare:
			return f(x.left) && f(x.right)
		}
		return true
	})
}

func metricIn(f formula) (m metricTerm, ok bool) {
	operands(f, func(v value) bool {
		m, ok = v.(metricTerm)
		return !ok
	})
	return m, ok
}

// momentary tells whether a formula names decision, which holds of a beat rather than of a state.
func momentary(f formula) bool {
	found := false
	operands(f, func(v value) bool {
		t, ok := v.(runTerm)
		found = ok && t.name == "decision"
		return !found
	})
	return found
}
