package check

import (
	"slices"
	"strings"

	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// maxDepth is how deep parentheses and "not" may nest.
const maxDepth = 50

// parser reads tokens with one of lookahead. The first problem stays; what is read after it does not matter.
type parser struct {
	tokens  []token
	at      int
	depth   int
	problem *why.Problem
	pred    *Predicate
	over    string // the word of the temporal operator that is being read, "" outside
}

// Parse reads a predicate. The problem's line and column point into src and its sentence says what was found there and
// what could stand there instead.
func Parse(src string) (*Predicate, *why.Problem) {
	tokens, p := lex(src)
	if p != nil {
		return nil, p
	}
	r := &parser{tokens: tokens, pred: &Predicate{}}
	r.predicate()
	if r.problem != nil {
		return nil, r.problem
	}
	return r.pred, nil
}

func (r *parser) peek() token { return r.tokens[r.at] }

func (r *parser) next() token {
	t := r.tokens[r.at]
	if t.kind != tokEnd {
		r.at++
	}
	return t
}

func (r *parser) fail(p *why.Problem) {
	if r.problem == nil {
		r.problem = p
	}
}

func (r *parser) ok() bool { return r.problem == nil }

// take goes over a sign or word that must come next.
func (r *parser) take(sign string) {
	if t := r.peek(); !t.is(sign) {
		r.fail(expected(t, sign))
		return
	}
	r.next()
}

// accept goes over a sign or word if it comes next.
func (r *parser) accept(sign string) bool {
	if !r.peek().is(sign) {
		return false
	}
	r.next()
	return true
}

// predicate is a formula, or on RELEASE { formula } once or more.
func (r *parser) predicate() {
	if t := r.peek(); t.kind == tokEnd {
		r.fail(problem(t, "check.empty", why.L("want", starts())))
		return
	}
	if !r.peek().is("on") {
		r.pred.blocks = []block{{f: r.or()}}
		if t := r.peek(); r.ok() && t.kind != tokEnd {
			r.fail(expected(t, "and", "or"))
		}
		return
	}
	for r.ok() && r.accept("on") {
		b := block{release: r.release()}
		r.take("{")
		b.f = r.or()
		if t := r.peek(); r.ok() && !t.is("}") {
			r.fail(expected(t, "and", "or", "}"))
		}
		r.next()
		r.accept(";")
		r.pred.blocks = append(r.pred.blocks, b)
	}
	if t := r.peek(); r.ok() && t.kind != tokEnd {
		r.fail(expected(t, "on"))
	}
}

func (r *parser) release() profile.Release {
	t := r.next()
	var known []string
	for _, k := range profile.All() {
		known = append(known, k.String())
	}
	if t.kind == tokEnd || t.kind == tokPunct {
		r.fail(expected(t, known...))
		return profile.Release{}
	}
	release, err := profile.Parse(t.text)
	if err != nil || !profile.Known(release) {
		r.fail(unknown(t, "check.release", t.found(), known))
	}
	return release
}

func (r *parser) or() formula {
	xs := []formula{r.and()}
	for r.ok() && r.accept("or") {
		xs = append(xs, r.and())
	}
	if len(xs) == 1 {
		return xs[0]
	}
	return or{flatten[or](xs, func(f or) []formula { return f.xs })}
}

func (r *parser) and() formula {
	xs := []formula{r.not()}
	for r.ok() && r.accept("and") {
		xs = append(xs, r.not())
	}
	if len(xs) == 1 {
		return xs[0]
	}
	return and{flatten[and](xs, func(f and) []formula { return f.xs })}
}

// flatten makes a and (b and c) one list, so that parentheses without effect leave no trace.
func flatten[T formula](xs []formula, parts func(T) []formula) []formula {
	var out []formula
	for _, x := range xs {
		if f, ok := x.(T); ok {
			out = append(out, parts(f)...)
		} else {
			out = append(out, x)
		}
	}
	return out
}

func (r *parser) not() formula {
	if t := r.peek(); r.depth >= maxDepth {
		r.fail(problem(t, "check.deep", why.N("max", maxDepth)))
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	switch {
	case r.accept("not"):
		return not{r.not()}
	case r.accept("("):
		f := r.or()
		if t := r.peek(); r.ok() && !t.is(")") {
			r.fail(expected(t, "and", "or", ")"))
		}
		r.next()
		return f
	}
	if t := r.peek(); t.kind == tokWord && slices.Contains(temporal, t.text) && r.tokens[min(r.at+1, len(r.tokens)-1)].is("(") {
		return r.temporal()
	}
	return r.comparison()
}

// temporal are the words that speak of a whole run.
var temporal = []string{"end", "eventually", "always", "never", "within", "order", "count", "visits"}

func (r *parser) temporal() formula {
	t := r.next()
	if r.over != "" {
		r.fail(problem(t, "check.nested", why.S("inner", t.text), why.S("outer", r.over)))
		return nil
	}
	r.over = t.text
	defer func() { r.over = "" }()
	r.take("(")
	switch t.text {
	case "visits":
		return r.visits(t)
	case "within":
		f := overRun{word: t.text, tok: t}
		if d := r.next(); d.kind == tokDuration && d.dur >= 0 {
			f.within = d.dur
		} else {
			r.fail(problem(d, "check.duration", why.S("got", d.found())))
		}
		r.take(",")
		f.p = r.or()
		r.take(")")
		return f
	case "order":
		f := overRun{word: t.text, tok: t, p: r.or()}
		r.take(",")
		f.q = r.or()
		r.take(")")
		return f
	case "count":
		return r.count(t)
	}
	f := overRun{word: t.text, tok: t, p: r.or()}
	r.take(")")
	return f
}

func (r *parser) count(t token) formula {
	f := counted{tok: t, p: r.or()}
	r.take(")")
	op := r.peek()
	if !r.ok() {
		return nil
	}
	if f.op = r.operator(); f.op == "" || f.op == "in" || f.op == "not in" {
		r.fail(expected(op, ordered...))
		return nil
	}
	n := r.next()
	if n.kind != tokNumber {
		r.fail(expected(n, "N"))
	}
	f.n = n.num
	return f
}

func (r *parser) visits(t token) formula {
	f := visited{tok: t, pod: r.pod()}
	r.take(",")
	list := r.list()
	r.take(")")
	for _, item := range list.items {
		f.places = append(f.places, r.place(item).place)
	}
	if r.ok() && len(f.places) == 0 {
		r.fail(expected(list.tok, places()...))
	}
	return f
}

// ordered are the operators of what has an order.
var ordered = []string{"==", "!=", "<", "<=", ">", ">="}

// operator reads a comparison operator, "" where there is none.
func (r *parser) operator() string {
	t := r.peek()
	switch {
	case t.kind == tokPunct && slices.Contains(ordered, t.text), t.is("in"):
		r.next()
		return t.text
	case t.is("not") && r.tokens[min(r.at+1, len(r.tokens)-1)].is("in"):
		r.next()
		r.next()
		return "not in"
	}
	return ""
}

// comparison is a value that is true or false by itself, or two values with an operator between them.
func (r *parser) comparison() formula {
	first := r.peek()
	left := r.value(true)
	if !r.ok() {
		return nil
	}
	opToken := r.peek()
	op := r.operator()
	if op == "" {
		if t := r.peek(); t.is("=") {
			r.fail(problem(t, "check.assign"))
			return nil
		}
		return r.alone(first, left)
	}
	right := r.value(false)
	if !r.ok() {
		return nil
	}
	f := r.typed(compare{left, op, right}, opToken)
	if t := r.peek(); r.ok() && t.kind == tokPunct && slices.Contains(ordered, t.text) {
		r.fail(problem(t, "check.chain", why.S("got", t.text)))
	}
	return f
}

// value is a term or a literal. In front of an operator a word that is no term may be one misspelt; behind it a list
// may stand.
func (r *parser) value(front bool) value {
	t := r.peek()
	switch {
	case t.is("pod") && r.tokens[min(r.at+1, len(r.tokens)-1)].is("("):
		return r.podTerm()
	case t.is("metric") && r.tokens[min(r.at+1, len(r.tokens)-1)].is("("):
		return r.metric()
	case t.kind == tokWord && slices.Contains(runTerms, t.text):
		r.next()
		return r.runTerm(t)
	case t.is("[") && !front:
		return r.list()
	}
	return r.literal(front)
}

func (r *parser) runTerm(t token) value {
	v := runTerm{name: t.text, tok: t}
	if t.text == "list.pods" || t.text == "list.events" {
		v.slot = r.pred.slots
		r.pred.slots++
	}
	return v
}

// runTerms are the terms about the run and the list; podTerms the attributes of a pod.
var (
	runTerms = []string{"time", "step", "ops", "decision", "list.len", "list.pods", "list.events", "list.head"}
	podTerms = []string{"place", "attempts", "backoffLeft", "rejectors", "gated", "uid", "node", "inFlight"}
)

// starts is what a predicate may begin with.
func starts() []string {
	out := []string{"pod(NAME).place", "metric(\"NAME\")"}
	out = append(out, runTerms...)
	for _, w := range temporal {
		out = append(out, w+"(…)")
	}
	return append(out, "not", "(")
}

func (r *parser) podTerm() value {
	t := r.next()
	r.take("(")
	v := podTerm{pod: r.pod(), tok: t}
	r.take(")")
	if !r.ok() {
		return nil
	}
	var want []string
	for _, a := range podTerms {
		want = append(want, "."+a)
	}
	attr := r.next()
	if attr.kind != tokWord || !slices.Contains(want, attr.text) {
		r.fail(expected(attr, want...))
		return nil
	}
	v.attr = attr.text[1:]
	return v
}

// pod is a pod's name: [pod/][NAMESPACE/]NAME[~N], in quotes or not.
func (r *parser) pod() podRef {
	t := r.next()
	if t.kind == tokEnd || t.kind == tokPunct || t.kind == tokMarker || t.text == "" {
		r.fail(expected(t, "NAME", "NAMESPACE/NAME", "NAME~2"))
		return podRef{}
	}
	full, nth := trace.SplitName(t.text)
	namespace, name, _ := strings.Cut(full, "/")
	if namespace == "" || name == "" || strings.ContainsAny(name, "/~") || strings.Contains(namespace, "~") {
		r.fail(problem(t, "check.pod-name", why.S("got", t.found())))
	}
	ref := podRef{full: full, nth: nth, tok: t}
	r.pred.pods = append(r.pred.pods, ref)
	return ref
}

// metric is metric("name", label="…").
func (r *parser) metric() value {
	v := metricTerm{tok: r.next()}
	r.take("(")
	name := r.next()
	if name.kind != tokString && name.kind != tokWord {
		r.fail(expected(name, `"NAME"`))
	}
	v.name = name.text
	for r.ok() && r.accept(",") {
		label := r.next()
		if label.kind != tokWord {
			r.fail(expected(label, "LABEL"))
		}
		r.take("=")
		text := r.next()
		if text.kind != tokString && text.kind != tokWord && text.kind != tokNumber {
			r.fail(expected(text, `"VALUE"`))
		}
		v.labels = append(v.labels, [2]string{label.text, text.text})
	}
	if t := r.peek(); r.ok() && !t.is(")") {
		r.fail(expected(t, ",", ")"))
	}
	r.next()
	return v
}

func (r *parser) list() listLiteral {
	v := listLiteral{tok: r.peek()}
	r.take("[")
	if r.accept("]") {
		return v
	}
	for r.ok() {
		item := r.literal(false)
		if !r.ok() {
			break
		}
		v.items = append(v.items, item.(literal))
		if r.accept(",") {
			continue
		}
		if t := r.peek(); !t.is("]") {
			r.fail(expected(t, ",", "]"))
		}
		r.next()
		break
	}
	return v
}

func (r *parser) literal(front bool) value {
	t := r.next()
	if t.kind == tokPunct || t.kind == tokEnd || t.kind == tokWord && reserved[t.text] && t.text != "true" && t.text != "false" {
		if front {
			r.fail(expected(t, starts()...))
		} else {
			r.fail(expected(t, "VALUE"))
		}
		return nil
	}
	v := literal{kind: t.kind, text: t.text, num: t.num, dur: t.dur, tok: t}
	if v.kind == tokString && plainWord(v.text) {
		v.kind = tokWord
	}
	return v
}
