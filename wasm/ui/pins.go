package ui

import (
	"regexp"
	"strings"

	"inflight/engine/api"
	"inflight/engine/check"
	"inflight/engine/scenario"
	"inflight/engine/trace"
)

// pin is what the reader put on the run: a bookmark on a step, a breakpoint on a step, or one on a condition.
type pin struct {
	stops bool   // playing stops there
	at    string // the address of a beat, "0" for the start; "" for a condition
	when  string // a predicate
	name  string // of a bookmark
}

// line is the form in which a pin is kept with its scenario: "bookmark 12.3 NAME", "break 12.3", "break when P".
func (k pin) line() string {
	switch {
	case k.when != "":
		return "break when " + k.when
	case k.stops:
		return "break " + k.at
	}
	return strings.TrimSpace("bookmark " + k.at + " " + k.name)
}

func parsePin(line string) (pin, bool) {
	if when, ok := strings.CutPrefix(line, "break when "); ok {
		_, problem := check.Parse(when)
		return pin{stops: true, when: when}, problem == nil
	}
	kind, rest, _ := strings.Cut(line, " ")
	at, name, _ := strings.Cut(rest, " ")
	if _, ok := parseAddress(at); !ok && at != "0" {
		return pin{}, false
	}
	switch kind {
	case "bookmark":
		return pin{at: at, name: name}, true
	case "break":
		return pin{stops: true, at: at}, true
	}
	return pin{}, false
}

// pinsKey is where the pins of what shows are kept: with the lesson, or with the reader's scenario.
func (m *Model) pinsKey() string {
	switch {
	case m.Mode == Learn && m.Lesson != nil:
		return "pins.lesson." + m.Lesson.ID
	case m.Mode == Play && m.Left.Scenario != nil:
		return pinsOf(m.Play.Name)
	}
	return ""
}

// pinsOf is where the pins of one of the reader's scenarios are kept.
func pinsOf(scenario string) string { return "pins.play." + scenario }

// pins are those of what shows. They are kept as text and read where they are needed; there are few.
func (m *Model) pins() []pin {
	var out []pin
	for _, line := range strings.Split(m.Kept[m.pinsKey()], "\n") {
		if k, ok := parsePin(line); ok {
			out = append(out, k)
		}
	}
	return out
}

// position is where a pin is on a step; -1 for a condition. Under another release it is the step of that address, or
// the last one before it.
func (p *Pane) position(k pin) int {
	if k.when != "" {
		return -1
	}
	a, ok := parseAddress(k.at)
	if !ok {
		return 0
	}
	return p.Find(a)
}

// rises are the positions at which a condition becomes true. A condition that names a decision may hold at one beat
// after the other, and each counts.
func (p *Pane) rises(when string) []int {
	if out, known := p.index.rises[when]; known {
		return out
	}
	var out []int
	if pred, problem := check.Parse(when); problem == nil {
		if w, problem := pred.Watch(p.Trace); problem == nil {
			held := w.Holds()
			each := ofOneBeat.MatchString(when)
			for w.Next() {
				holds := w.Holds()
				if holds && (each || !held) {
					out = append(out, w.Beat()+1)
				}
				held = holds
			}
		}
	}
	p.index.rises[when] = out
	return out
}

var ofOneBeat = regexp.MustCompile(`\bdecision\b`)

// stopAt is the breakpoint that stops at a position.
func (m *Model) stopAt(pos int) (pin, bool) {
	for _, k := range m.pins() {
		if !k.stops {
			continue
		}
		if k.when == "" && m.Left.position(k) == pos {
			return k, true
		}
		for _, at := range m.Left.rises(k.when) {
			if at == pos {
				return k, true
			}
		}
	}
	return pin{}, false
}

// world are the names that a condition about what shows can use.
func (m *Model) world() (w check.World, full []string) {
	if m.Left.Trace == nil {
		return w, nil
	}
	seen := map[string]bool{}
	pod := func(name string) {
		if !seen["pod/"+name] {
			seen["pod/"+name] = true
			full = append(full, name)
			w.Pods = append(w.Pods, strings.TrimPrefix(name, "default/"))
		}
	}
	node := func(name string) {
		if !seen["node/"+name] {
			seen["node/"+name] = true
			w.Nodes = append(w.Nodes, name)
		}
	}
	s := m.Left.Trace.Final()
	for _, p := range s.Pods.All() {
		pod(p.FullName())
	}
	for _, n := range s.Nodes.All() {
		node(n.Object.Name)
	}
	for _, o := range objectsOf(m.Left.Scenario) {
		switch o := o.(type) {
		case *api.Pod:
			pod(o.FullName())
		case *api.Node:
			node(o.Name)
		}
	}
	return w, full
}

// objectsOf are all objects that a scenario has, whether its story has applied them or not.
func objectsOf(sc *scenario.Scenario) []api.Object {
	if sc == nil {
		return nil
	}
	out := append([]api.Object{}, sc.Start...)
	for _, d := range sc.Objects {
		if d.Object != nil {
			out = append(out, d.Object)
		}
	}
	return out
}

// nameHere is what a bookmark on the shown step is called at first.
func (m *Model) nameHere() string {
	b := m.Left.Beat()
	switch {
	case b == nil:
		return ""
	case b.Kind == trace.KindNote && b.Note != "":
		return b.Note
	case b.Event != nil:
		return "E" + itoa(b.Event.N) + " " + b.Event.Label
	case b.Pod != trace.NoPod:
		return podName(b.State.Pods.At(int(b.Pod)))
	}
	return ""
}
