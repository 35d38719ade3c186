package check

import (
	"slices"

	"inflight/engine/api"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// typ is the type of a value.
type typ string

const (
	boolean  typ = "bool"
	num      typ = "number"
	duration typ = "duration"
	place    typ = "place"
	text     typ = "name"
	list     typ = "list"
	element  typ = "element"
	words    typ = "word" // a word or string that takes the type of the other side
	mark     typ = "marker"
	several  typ = "[…]"
)

var termTypes = map[string]typ{
	"place": place, "attempts": num, "backoffLeft": duration, "rejectors": list, "gated": boolean, "uid": text, "node": text,
	"inFlight": boolean, "time": duration, "step": num, "ops": num, "decision": boolean, "list.len": num, "list.pods": list,
	"list.events": list, "list.head": element,
}

func typeOf(v value) typ {
	switch v := v.(type) {
	case podTerm:
		return termTypes[v.attr]
	case runTerm:
		return termTypes[v.name]
	case metricTerm:
		return num
	case listLiteral:
		return several
	case literal:
		switch v.kind {
		case tokNumber:
			return num
		case tokDuration:
			return duration
		case tokMarker:
			return mark
		}
		if v.kind == tokWord && (v.text == "true" || v.text == "false") {
			return boolean
		}
	}
	return words
}

// isTerm tells whether a value depends on the run.
func isTerm(v value) bool {
	switch v.(type) {
	case podTerm, runTerm, metricTerm:
		return true
	}
	return false
}

// operators are what a type may be compared with.
func operators(t typ) []string {
	switch t {
	case num, duration:
		return append(slices.Clone(ordered), "in", "not in")
	case list:
		return ordered
	}
	return []string{"==", "!=", "in", "not in"}
}

// examples are how values of a type are written.
func examples(t typ) []string {
	switch t {
	case boolean:
		return []string{"true", "false"}
	case num:
		return []string{"3"}
	case duration:
		return []string{"5s", "1m30s"}
	case place:
		return places()
	case list:
		return []string{"[NAME, NAME]", "3"}
	case element:
		return []string{"<POD>", "e3", "NodeAdd", "node/NAME"}
	}
	return []string{"NAME", `"NAME"`}
}

func places() []string {
	var out []string
	for p := trace.ActiveQ; p <= trace.Gone; p++ {
		out = append(out, p.String())
	}
	return out
}

// alone is a value without an operator: it must be true or false by itself.
func (r *parser) alone(t token, v value) formula {
	if isTerm(v) {
		if k := typeOf(v); k != boolean {
			r.fail(problem(r.peek(), "check.compare", why.S("term", v.String()), why.S("type", string(k)), why.L("want", operators(k))))
		}
		return truth{v}
	}
	if l, ok := v.(literal); ok && typeOf(l) == boolean {
		return truth{l}
	}
	r.fail(r.noTerm(t, v))
	return nil
}

// noTerm is the problem of a word that stands where a term must.
func (r *parser) noTerm(t token, v value) *why.Problem {
	l, ok := v.(literal)
	if !ok || l.kind != tokWord {
		return expected(t, starts()...)
	}
	if l.text == "pod" || l.text == "metric" || slices.Contains(temporal, l.text) {
		return expected(r.peek(), "(")
	}
	if slices.Contains(podTerms, l.text) {
		return problem(t, "check.attribute", why.S("got", l.text))
	}
	if near := api.Nearest(l.text, append(slices.Clone(podTerms), runTerms...)); slices.Contains(podTerms, near) {
		return problem(t, "check.attribute-near", why.S("got", l.text), why.S("near", near))
	}
	return unknown(t, "check.term", t.found(), append(append([]string{"pod(NAME).place"}, runTerms...), temporal...))
}

// typed checks a comparison and gives its literals the type of the other side.
func (r *parser) typed(f compare, op token) formula {
	if f.op == "in" || f.op == "not in" {
		return r.membership(f, op)
	}
	switch {
	case isTerm(f.left):
		f.right = r.fits(f.left, f.op, f.right, op)
	case isTerm(f.right):
		f.left = r.fits(f.right, f.op, f.left, op)
	default:
		r.fail(r.noTerm(tokenOf(f.left), f.left))
	}
	return f
}

// membership is x in [a, b] or x in a term that is a list.
func (r *parser) membership(f compare, op token) formula {
	switch right := f.right.(type) {
	case listLiteral:
		if !isTerm(f.left) {
			r.fail(r.noTerm(tokenOf(f.left), f.left))
			return nil
		}
		if k := typeOf(f.left); !slices.Contains(operators(k), "in") {
			r.fail(problem(op, "check.operator", why.S("got", f.op), why.S("term", f.left.String()), why.S("type", string(k)), why.L("want", operators(k))))
			return nil
		}
		for i := range right.items {
			if l, ok := r.fits(f.left, "==", right.items[i], right.items[i].tok).(literal); ok {
				right.items[i] = l
			}
		}
		return f
	case podTerm, runTerm:
		if typeOf(right) == list {
			if l, ok := f.left.(literal); ok && (l.kind == tokWord || l.kind == tokString) {
				return f
			}
			if typeOf(f.left) == text {
				return f
			}
			r.fail(problem(tokenOf(f.left), "check.type", why.S("term", f.right.String()), why.S("type", string(list)), why.S("got", f.left.String()), why.L("want", examples(text))))
			return nil
		}
	}
	r.fail(problem(tokenOf(f.right), "check.not-list", why.S("got", f.right.String()), why.L("want", []string{"[A, B]", "pod(NAME).rejectors", "list.pods", "list.events"})))
	return nil
}

// fits checks that v can be compared with a term by op, and returns it with its meaning.
func (r *parser) fits(term value, op string, v value, at token) value {
	want, got := typeOf(term), typeOf(v)
	wrong := func() value {
		r.fail(problem(tokenOf(v), "check.type", why.S("term", term.String()), why.S("type", string(want)), why.S("got", v.String()), why.L("want", examples(want))))
		return v
	}
	if !slices.Contains(operators(want), op) {
		r.fail(problem(at, "check.operator", why.S("got", op), why.S("term", term.String()), why.S("type", string(want)), why.L("want", operators(want))))
		return v
	}
	if isTerm(v) {
		if got != want && !(got == text && want == text) || want == list {
			return wrong()
		}
		return v
	}
	switch want {
	case place:
		if l, ok := v.(literal); ok {
			return r.place(l)
		}
		return wrong()
	case duration:
		if l, ok := v.(literal); ok && l.kind == tokNumber && l.num == 0 {
			l.kind = tokDuration
			return l
		}
	case list:
		if s, ok := v.(listLiteral); ok && (op == "==" || op == "!=") && allWords(s) {
			return v
		}
		if got == num {
			return v
		}
		return wrong()
	case text:
		if got == words || got == boolean {
			return v
		}
		return wrong()
	case element:
		if got == words || got == mark {
			return v
		}
		return wrong()
	}
	if got != want {
		return wrong()
	}
	return v
}

func allWords(l listLiteral) bool {
	for _, i := range l.items {
		if i.kind != tokWord && i.kind != tokString {
			return false
		}
	}
	return true
}

// place reads a literal as a place.
func (r *parser) place(l literal) literal {
	p, ok := trace.ParsePlace(l.text)
	if !ok || l.kind != tokWord && l.kind != tokString {
		if l.text == "gated" {
			r.fail(problem(l.tok, "check.gated"))
		} else {
			r.fail(unknown(l.tok, "check.place", l.tok.found(), places()))
		}
	}
	l.place = p
	return l
}

func tokenOf(v value) token {
	switch v := v.(type) {
	case podTerm:
		return v.tok
	case runTerm:
		return v.tok
	case metricTerm:
		return v.tok
	case literal:
		return v.tok
	case listLiteral:
		return v.tok
	}
	return token{}
}
