package check

import (
	"cmp"

	"inflight/engine/trace"
	"inflight/engine/why"
)

// monitor follows one temporal word, or a combination of them, over a run.
type monitor interface {
	// see looks at one moment. verdict is pending until the answer is certain, and does not change then.
	see(m *moment)
	verdict() Value
	// finish is the answer when the run is over; last is its last moment.
	finish(last *moment, notes *[]why.Reason) Value
}

// monitorOf makes the monitor of a formula. What has no temporal word is meant of the end.
func monitorOf(f formula) monitor {
	if temporalIn(f) == nil {
		return &atEnd{p: f}
	}
	switch f := f.(type) {
	case not:
		return &combined{parts: []monitor{monitorOf(f.x)}, join: func(vs []Value) Value { return vs[0].not() }}
	case and:
		return combine(f.xs, True, both)
	case or:
		return combine(f.xs, False, either)
	case counted:
		return &counting{counted: f, momentary: momentary(f.p)}
	case visited:
		return &visiting{visited: f}
	case overRun:
		return overRunMonitor(f)
	}
	return &atEnd{p: f}
}

func overRunMonitor(f overRun) monitor {
	switch f.word {
	case "eventually":
		return &until{p: f.p, stop: True, answer: True, otherwise: False}
	case "always":
		return &until{p: f.p, stop: False, answer: False, otherwise: True}
	case "never":
		return &until{p: f.p, stop: True, answer: False, otherwise: True}
	case "within":
		return &until{p: f.p, stop: True, answer: True, otherwise: False, limited: true, limit: int64(f.within)}
	case "order":
		return &inOrder{p: f.p, q: f.q}
	}
	return &atEnd{p: f.p}
}

// combined is not, and, or of monitors.
type combined struct {
	parts []monitor
	join  func([]Value) Value
}

func combine(xs []formula, zero Value, f func(a, b Value) Value) monitor {
	c := &combined{join: func(vs []Value) Value {
		v := zero
		for _, x := range vs {
			v = f(v, x)
		}
		return v
	}}
	for _, x := range xs {
		c.parts = append(c.parts, monitorOf(x))
	}
	return c
}

func (c *combined) see(m *moment) {
	for _, p := range c.parts {
		p.see(m)
	}
}

func (c *combined) verdict() Value {
	vs := make([]Value, len(c.parts))
	for i, p := range c.parts {
		vs[i] = p.verdict()
	}
	return c.join(vs)
}

func (c *combined) finish(last *moment, notes *[]why.Reason) Value {
	vs := make([]Value, len(c.parts))
	for i, p := range c.parts {
		vs[i] = p.finish(last, notes)
	}
	return c.join(vs)
}

// atEnd is end(p).
type atEnd struct{ p formula }

func (*atEnd) see(*moment)                                  {}
func (*atEnd) verdict() Value                               { return pending }
func (a *atEnd) finish(last *moment, _ *[]why.Reason) Value { return last.at(a.p) }

// until is eventually, always, never and within: decided by the first moment at which p is stop.
type until struct {
	p                       formula
	stop, answer, otherwise Value
	limited                 bool
	limit                   trace.Time
	unknown, decided        bool
	value                   Value
}

func (u *until) see(m *moment) {
	switch {
	case u.decided:
	case u.limited && m.since > u.limit:
		u.decided, u.value = true, u.undecided()
	default:
		switch v := m.at(u.p); v {
		case u.stop:
			u.decided, u.value = true, u.answer
		case Unknown:
			u.unknown = true
		}
	}
}

func (u *until) undecided() Value {
	if u.unknown {
		return Unknown
	}
	return u.otherwise
}

func (u *until) verdict() Value {
	if u.decided {
		return u.value
	}
	return pending
}

func (u *until) finish(last *moment, notes *[]why.Reason) Value {
	if u.decided {
		return u.value
	}
	if u.limited && last.since < u.limit {
		*notes = append(*notes, why.Reason{Rule: "check.note.short", Args: []why.Arg{why.D("end", last.since), why.D("limit", u.limit)}})
	}
	return u.undecided()
}

// inOrder is order(p, q): p is true for the first time before q is.
type inOrder struct {
	p, q           formula
	first, unknown bool // p was true; one of them was not known while it mattered
	decided        bool
	value          Value
}

func (o *inOrder) see(m *moment) {
	if o.decided {
		return
	}
	q := m.at(o.q)
	if q == True {
		o.decided, o.value = true, of(o.first)
		if o.unknown {
			o.value = Unknown
		}
		return
	}
	if o.first {
		return
	}
	switch p := m.at(o.p); {
	case p == True:
		o.first, o.unknown = true, o.unknown || q == Unknown
	case p == Unknown || q == Unknown:
		o.unknown = true
	}
}

func (o *inOrder) verdict() Value {
	if o.decided {
		return o.value
	}
	return pending
}

func (o *inOrder) finish(*moment, *[]why.Reason) Value {
	switch {
	case o.decided:
		return o.value
	case o.unknown:
		return Unknown
	}
	return False
}

// counting is count(p) op n: how often p became true. A p that names decision is counted at each beat.
type counting struct {
	counted
	momentary    bool
	n, uncertain int
	last         Value
}

func (c *counting) see(m *moment) {
	v := m.at(c.p)
	switch {
	case v == True && (c.momentary || c.last == False):
		c.n++
	case v == Unknown, v == True && c.last == Unknown:
		c.uncertain++
	}
	c.last = v
}

// verdict is certain early where more can only confirm it.
func (c *counting) verdict() Value {
	switch n := float64(c.n); c.op {
	case ">=", ">":
		if ordering(cmp.Compare(n, c.counted.n), c.op) == True {
			return True
		}
	case "<", "<=":
		if ordering(cmp.Compare(n, c.counted.n), c.op) == False {
			return False
		}
	case "==", "!=":
		if n > c.counted.n {
			return of(c.op == "!=")
		}
	}
	return pending
}

func (c *counting) finish(*moment, *[]why.Reason) Value {
	v := ordering(cmp.Compare(float64(c.n), c.counted.n), c.op)
	for n := c.n + 1; n <= c.n+c.uncertain; n++ {
		if ordering(cmp.Compare(float64(n), c.counted.n), c.op) != v {
			return Unknown
		}
	}
	return v
}

// visiting is visits(pod, places): the pod is in these places in this order; others may lie between.
type visiting struct {
	visited
	next    int // how many have been visited
	at      trace.Place
	id      trace.PodID
	seen    bool
	unknown bool
}

func (v *visiting) see(m *moment) {
	p, known := m.pod(podTerm{pod: v.pod, attr: "place"})
	if p == nil || !known {
		v.unknown = v.unknown || !known
		return
	}
	if v.seen && p.Place == v.at && p.ID == v.id {
		return
	}
	v.seen, v.at, v.id = true, p.Place, p.ID
	if v.next < len(v.places) && v.places[v.next] == p.Place {
		v.next++
	}
}

func (v *visiting) verdict() Value {
	if v.next == len(v.places) {
		return True
	}
	return pending
}

func (v *visiting) finish(*moment, *[]why.Reason) Value {
	if v.next == len(v.places) {
		return True
	}
	if v.unknown {
		return Unknown
	}
	return False
}
