package ui

import (
	"inflight/engine/profile"
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// flag stands on the event that one or more pods remember their place by (v1.28.1: previousEvent).
func (f *frame) flag(p pointer) *h.Node {
	text := f.name(p.pods[0])
	if len(p.pods) > 1 {
		text += " +" + itoa(len(p.pods)-1)
	}
	return h.El("li", h.Class("flag", when(p.gone, "flag--sunk")), f.who(p.pods[0]), h.Key("flag:"+itoa(int(p.pods[0]))),
		h.Style("grid-column", span(p.from, p.from+2)), f.token(p.pods[0]), h.Text(text))
}

// bracket spans the events that a pod in flight must consider when it returns.
func (f *frame) bracket(b bracket, of int) *h.Node {
	var text h.Part
	switch vs := []value{str("pod", f.name(b.pod)), num("n", b.n)}; {
	case b.missed:
		text = h.Group(icon("warn"), f.text("bracket.missed", vs...))
	case of > 1 && b.level < of-1 && b.to-b.from < 5:
		text = h.Group(f.token(b.pod, "tok--sm"), h.Text(itoa(b.n)))
	default:
		text = h.Group(f.token(b.pod, "tok--sm"), f.text("bracket.open", vs...))
	}
	return h.El("li", h.Class("bracket", when(of > 1, "bracket--nest"), when(b.missed, "bracket--missed")), f.who(b.pod),
		h.Style("grid-column", span(b.from, b.to)), h.Style("--level", itoa(b.level)),
		h.El("span", h.Class("bracket__text"), text))
}

// mapKey is the entry of inFlightPods under the element that it leads to.
func (f *frame) mapKey(r *rail, p pointer) *h.Node {
	names := ""
	for i, id := range p.pods {
		switch {
		case i == 2:
			names += ", +" + itoa(len(p.pods)-2)
		case i < 2:
			if i > 0 {
				names += ", "
			}
			names += f.name(id)
		}
	}
	field := ""
	if f.prof.InFlight == profile.PreviousEvent {
		field = ".previousEvent → nil"
		if p.el != trace.NoElement {
			field = ".previousEvent → E" + itoa(f.s.List.Log[p.el].Event.N)
		}
	}
	name := "inFlightPods"
	switch {
	case p.el == trace.NoElement && p.to-p.from < 3:
		name, names, field = "", "", "→ nil"
	case len(r.keys) > 2 && !f.m.phone():
		field = ""
	}
	if names != "" {
		names = "[" + names + "]"
	}
	return h.El("li", h.Class("mapkey", when(p.gone, "mapkey--gone"), when(p.el == trace.NoElement, "mapkey--nil")), f.who(p.pods[0]),
		h.Key("key:"+itoa(int(p.pods[0]))), h.Style("grid-column", span(p.from, p.to)), f.token(p.pods[0]),
		h.El("code", h.Attr("title", "inFlightPods"), h.If(name != "", h.El("b", h.Text(name))), h.Text(names+field)))
}
