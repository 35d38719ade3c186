package check

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"inflight/engine/action"
	"inflight/engine/profile"
	"inflight/engine/trace"
)

// formula is what is true or false.
type formula interface{ String() string }

type (
	// not, and, or are as written; and, or have at least two parts.
	not struct{ x formula }
	and struct{ xs []formula }
	or  struct{ xs []formula }
	// truth is a value that is true or false by itself: pod(web).gated, decision.
	truth struct{ v value }
	// compare is left op right; op is one of == != < <= > >= in, "not in".
	compare struct {
		left  value
		op    string
		right value
	}
	// overRun is end, eventually, always, never, within or order of predicates at a moment.
	overRun struct {
		word   string
		within time.Duration
		p, q   formula
		tok    token
	}
	// counted is count(p) op n.
	counted struct {
		p   formula
		op  string
		n   float64
		tok token
	}
	// visited is visits(pod, [places]).
	visited struct {
		pod    podRef
		places []trace.Place
		tok    token
	}
)

func (f not) String() string     { return "not " + within(f.x, 3) }
func (f and) String() string     { return joined(f.xs, " and ", 2) }
func (f or) String() string      { return joined(f.xs, " or ", 1) }
func (f truth) String() string   { return f.v.String() }
func (f compare) String() string { return f.left.String() + " " + f.op + " " + f.right.String() }
func (f overRun) String() string {
	switch {
	case f.word == "within":
		return "within(" + action.FormatDuration(f.within) + ", " + f.p.String() + ")"
	case f.q != nil:
		return f.word + "(" + f.p.String() + ", " + f.q.String() + ")"
	}
	return f.word + "(" + f.p.String() + ")"
}
func (f counted) String() string {
	return "count(" + f.p.String() + ") " + f.op + " " + number(f.n)
}
func (f visited) String() string {
	var places []string
	for _, p := range f.places {
		places = append(places, p.String())
	}
	return "visits(" + f.pod.String() + ", [" + strings.Join(places, ", ") + "])"
}

// within writes a part, in parentheses where it binds weaker than its surroundings.
func within(f formula, strength int) string {
	s := 4
	switch f.(type) {
	case or:
		s = 1
	case and:
		s = 2
	case not:
		s = 3
	}
	if s < strength {
		return "(" + f.String() + ")"
	}
	return f.String()
}

func joined(xs []formula, word string, strength int) string {
	var parts []string
	for _, x := range xs {
		parts = append(parts, within(x, strength+1))
	}
	return strings.Join(parts, word)
}

// podRef is a pod by name: namespace/name and which incarnation, 0 for the youngest.
type podRef struct {
	full string
	nth  int
	tok  token
}

func (r podRef) String() string {
	s := strings.TrimPrefix(r.full, "default/")
	if strings.HasPrefix(s, "pod/") {
		s = "pod/" + s // a namespace of that name
	}
	if r.nth > 0 {
		s += "~" + strconv.Itoa(r.nth)
	}
	return quoted(s)
}

// quoted is a name as it may stand in a predicate.
func quoted(s string) string {
	if plainWord(s) {
		return s
	}
	return strconv.Quote(s)
}

// value is what is compared.
type value interface{ String() string }

type (
	// podTerm is pod(x).attribute.
	podTerm struct {
		pod  podRef
		attr string
		tok  token
	}
	// runTerm is time, step, ops, decision, list.len, list.pods, list.events or list.head.
	runTerm struct {
		name string
		tok  token
		slot int // of list.pods and list.events: where their masks are kept while a run is read
	}
	// metricTerm is metric("name", label="…").
	metricTerm struct {
		name   string
		labels [][2]string
		tok    token
	}
	// literal is a word, string, number, duration or marker.
	literal struct {
		kind  tokenKind
		text  string
		num   float64
		dur   time.Duration
		place trace.Place // where it stands for a place
		tok   token
	}
	// listLiteral is [a, b].
	listLiteral struct {
		items []literal
		tok   token
	}
)

func (v podTerm) String() string { return "pod(" + v.pod.String() + ")." + v.attr }
func (v runTerm) String() string { return v.name }
func (v metricTerm) String() string {
	s := "metric(" + strconv.Quote(v.name)
	for _, l := range v.labels {
		s += ", " + l[0] + "=" + strconv.Quote(l[1])
	}
	return s + ")"
}

func (v literal) String() string {
	switch v.kind {
	case tokNumber:
		return number(v.num)
	case tokDuration:
		return action.FormatDuration(v.dur)
	case tokMarker:
		return "<" + v.text + ">"
	case tokString:
		return strconv.Quote(v.text)
	}
	return v.text
}

func (v listLiteral) String() string {
	var items []string
	for _, i := range v.items {
		items = append(items, i.String())
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// plainWord tells whether a text may stand without quotes.
func plainWord(s string) bool {
	if s == "" || word(s) != len(s) || reserved[s] || slices.Contains(runTerms, s) {
		return false
	}
	t := token{text: s}
	t.classify()
	return t.kind == tokWord
}

// reserved are the words with a meaning of their own.
var reserved = map[string]bool{"and": true, "or": true, "not": true, "in": true, "on": true, "true": true, "false": true}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// block is what must hold under one release.
type block struct {
	release profile.Release
	f       formula
}

// Predicate is a parsed predicate with its types checked.
type Predicate struct {
	blocks []block // one for each "on"; without "on" there is one, with the zero release
	slots  int
	pods   []podRef // every pod named, in the order of the text
}

// perRelease tells whether the predicate is written with "on".
func (p *Predicate) perRelease() bool { return p.blocks[0].release != profile.Release{} }

// String is the canonical text: Parse gives the same predicate again.
func (p *Predicate) String() string {
	if !p.perRelease() {
		return p.blocks[0].f.String()
	}
	var parts []string
	for _, b := range p.blocks {
		parts = append(parts, "on "+b.release.String()+" { "+b.f.String()+" }")
	}
	return strings.Join(parts, " ")
}

// Releases are the releases that the predicate speaks of with "on", in the order of the text; none where it speaks
// of every release.
func (p *Predicate) Releases() []profile.Release {
	var out []profile.Release
	for _, b := range p.blocks {
		if p.perRelease() {
			out = append(out, b.release)
		}
	}
	return out
}
