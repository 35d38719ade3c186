package check

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"inflight/engine/trace"
)

// at is the value of a formula without temporal words.
func (m *moment) at(f formula) Value {
	switch f := f.(type) {
	case not:
		return m.at(f.x).not()
	case and:
		v := True
		for _, x := range f.xs {
			if v = both(v, m.at(x)); v == False {
				break
			}
		}
		return v
	case or:
		v := False
		for _, x := range f.xs {
			if v = either(v, m.at(x)); v == True {
				break
			}
		}
		return v
	case truth:
		return m.datum(f.v).truth()
	case compare:
		return m.compare(f)
	}
	return Unknown // temporal words do not come here
}

// datum is the value of a scalar term or literal.
type datum struct {
	absent, unknown bool
	num             float64
	dur             int64
	str             string
	place           trace.Place
	yes             bool
}

func (d datum) truth() Value {
	switch {
	case d.absent:
		return False
	case d.unknown:
		return Unknown
	}
	return of(d.yes)
}

func (m *moment) datum(v value) datum {
	switch v := v.(type) {
	case literal:
		return datum{num: v.num, dur: int64(v.dur), str: v.text, place: v.place, yes: v.text == "true"}
	case podTerm:
		return m.podDatum(v)
	case runTerm:
		unknown := strings.HasPrefix(v.name, "list.") && m.state.Unknown&trace.UnknownList != 0
		switch v.name {
		case "time":
			return datum{dur: m.since}
		case "step":
			return datum{num: float64(m.step)}
		case "ops":
			return datum{num: float64(m.ops)}
		case "decision":
			return datum{yes: m.decision}
		case "list.len":
			return datum{num: float64(m.state.List.Len), unknown: unknown}
		}
	}
	return datum{unknown: true}
}

// attributeUnknown is what must be known of a pod for each attribute.
var attributeUnknown = map[string]trace.Unknown{
	"place": trace.UnknownPlace, "attempts": trace.UnknownAttempts, "backoffLeft": trace.UnknownBackoff | trace.UnknownPlace,
	"rejectors": trace.UnknownRejectors, "gated": trace.UnknownRejectors | trace.UnknownPlace, "inFlight": trace.UnknownInFlight,
}

// pod is the pod that a name means now, nil where there is none, and whether the attribute is known.
func (m *moment) pod(v podTerm) (p *trace.Pod, known bool) {
	id := m.names.Incarnation(v.pod.full, v.pod.nth)
	if id == trace.NoPod {
		return nil, true
	}
	p = m.state.Pods.At(int(id))
	return p, (p.Unknown|m.state.Unknown)&attributeUnknown[v.attr] == 0
}

func (m *moment) podDatum(v podTerm) datum {
	p, known := m.pod(v)
	d := datum{absent: p == nil, unknown: !known}
	if d.absent || d.unknown {
		return d
	}
	switch v.attr {
	case "place":
		d.place = p.Place
	case "attempts":
		if p.Queued != nil {
			d.num = float64(p.Queued.Attempts)
		}
	case "backoffLeft":
		switch p.Queue {
		case trace.BackoffQ, trace.ErrorBackoffQ, trace.UnschedulablePods:
			d.dur = m.state.BackoffLeft(p.Queued)
		}
	case "gated":
		d.yes = p.Gated()
	case "uid":
		d.str = p.UID
	case "node":
		d.str = p.Node
	case "inFlight":
		d.yes = p.InFlight
	}
	return d
}

// mirrored is the operator with its sides exchanged.
var mirrored = map[string]string{"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

func (m *moment) compare(f compare) Value {
	if f.op == "in" || f.op == "not in" {
		v := m.in(f.left, f.right)
		if f.op == "not in" && !m.absent(f) {
			v = v.not()
		}
		return v
	}
	left, op, right := f.left, f.op, f.right
	if !isTerm(left) {
		left, op, right = right, mirrored[op], left
	}
	switch typeOf(left) {
	case list:
		return m.compareList(left, op, right)
	case element:
		return m.isHead(right.(literal)).when(op == "==")
	}
	return m.scalars(left, op, right)
}

// when turns the value around unless the condition is as asked.
func (v Value) when(same bool) Value {
	if same {
		return v
	}
	return v.not()
}

func (m *moment) scalars(left value, op string, right value) Value {
	a, b := m.datum(left), m.datum(right)
	switch {
	case a.absent || b.absent:
		return False
	case a.unknown || b.unknown:
		return Unknown
	}
	switch typeOf(left) {
	case num:
		return ordering(cmp.Compare(a.num, b.num), op)
	case duration:
		return ordering(cmp.Compare(a.dur, b.dur), op)
	case place:
		return of(a.place == b.place).when(op == "==")
	case boolean:
		return of(a.yes == b.yes).when(op == "==")
	}
	return of(a.str == b.str).when(op == "==")
}

func ordering(c int, op string) Value {
	switch op {
	case "==":
		return of(c == 0)
	case "!=":
		return of(c != 0)
	case "<":
		return of(c < 0)
	case "<=":
		return of(c <= 0)
	case ">":
		return of(c > 0)
	}
	return of(c >= 0)
}

// absent tells whether a comparison names a pod that there is not (yet): then it is false, whatever it says.
func (m *moment) absent(f compare) bool {
	for _, v := range []value{f.left, f.right} {
		if t, ok := v.(podTerm); ok {
			if p, _ := m.pod(t); p == nil {
				return true
			}
		}
	}
	return false
}

// in is x in [a, b], or x in a term that is a list.
func (m *moment) in(left, right value) Value {
	if l, ok := right.(listLiteral); ok {
		v := False
		for _, item := range l.items {
			if typeOf(left) == element {
				v = either(v, m.isHead(item))
			} else {
				v = either(v, m.scalars(left, "==", item))
			}
		}
		return v
	}
	d := m.datum(left)
	switch {
	case d.absent || m.absent(compare{left: right}):
		return False
	case d.unknown:
		return Unknown
	}
	switch right := right.(type) {
	case podTerm:
		p, known := m.pod(right)
		if !known {
			return Unknown
		}
		return of(slices.Contains(rejectors(p), d.str))
	case runTerm:
		if m.state.Unknown&trace.UnknownList != 0 {
			return Unknown
		}
		events := right.name == "list.events"
		return of(m.masks[right.slot].count(&m.state.List, func(e trace.Element) bool {
			return (e.Event != nil) == events && m.matches(e, d.str)
		}) > 0)
	}
	return Unknown
}

func rejectors(p *trace.Pod) []string {
	if p.Queued == nil {
		return nil
	}
	return p.Queued.Rejectors
}

// compareList compares a list with a number, which stands for its length, or with a list.
func (m *moment) compareList(left value, op string, right value) Value {
	var names []string
	length := 0
	switch left := left.(type) {
	case podTerm:
		p, known := m.pod(left)
		switch {
		case p == nil:
			return False
		case !known:
			return Unknown
		}
		names, length = rejectors(p), len(rejectors(p))
	case runTerm:
		if m.state.Unknown&trace.UnknownList != 0 {
			return Unknown
		}
		events := left.name == "list.events"
		length = m.masks[left.slot].count(&m.state.List, func(e trace.Element) bool { return (e.Event != nil) == events })
		if l, ok := right.(listLiteral); ok {
			return of(length == len(l.items) && m.same(l, events)).when(op == "==")
		}
	}
	if l, ok := right.(listLiteral); ok {
		return of(sameSet(names, l)).when(op == "==")
	}
	return ordering(cmp.Compare(float64(length), m.datum(right).num), op)
}

// same tells whether the list's markers or events are these, in order.
func (m *moment) same(want listLiteral, events bool) bool {
	i := 0
	for e := range m.state.List.All() {
		if (e.Event != nil) != events {
			continue
		}
		if i == len(want.items) || !m.matches(e, want.items[i].text) {
			return false
		}
		i++
	}
	return i == len(want.items)
}

// sameSet tells whether both have the same names, in any order.
func sameSet(names []string, want listLiteral) bool {
	for _, item := range want.items {
		if !slices.Contains(names, item.text) {
			return false
		}
	}
	for _, n := range names {
		if !slices.ContainsFunc(want.items, func(i literal) bool { return i.text == n }) {
			return false
		}
	}
	return true
}

// isHead tells whether the first element of the list is the one meant.
func (m *moment) isHead(l literal) Value {
	if m.state.Unknown&trace.UnknownList != 0 {
		return Unknown
	}
	for e := range m.state.List.All() {
		return of((l.kind != tokMarker || e.Event == nil) && m.matches(e, l.text))
	}
	return of(l.text == "") // nothing is the head of an empty list
}

// matches tells whether a word means an element: a marker by its pod's name (any incarnation unless ~N says which) or
// UID; an event by its number, label or object.
func (m *moment) matches(e trace.Element, word string) bool {
	if e.Event != nil {
		object := e.Event.Object()
		return strings.EqualFold(word, "e"+strconv.Itoa(e.Event.N)) || word == e.Event.Label ||
			object != "" && (word == object || word == shortRef(object))
	}
	if len(word) > 2 && word[0] == '<' && word[len(word)-1] == '>' {
		word = word[1 : len(word)-1]
	}
	p := m.state.Pods.At(int(e.Pod))
	full, nth := trace.SplitName(word)
	return word == p.UID || full == p.FullName() && (nth == 0 || m.names.Incarnation(full, nth) == e.Pod)
}

// shortRef leaves out the namespace default.
func shortRef(ref string) string { return strings.Replace(ref, "/default/", "/", 1) }
