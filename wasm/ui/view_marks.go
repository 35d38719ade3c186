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
	switch vs := []value{str("pod", f.name(b.pod)), str("uid", f.pod(b.pod).UID), num("n", b.n)}; {
	case b.leaked:
		long, short := f.t("bracket.leaked", vs...), f.t("bracket.leaked.short", vs...)
		if r := f.laidRail(); !f.m.phone() && r.roomFrom(b.from, r.tail) < labelRoom(long) {
			long = short
		}
		text = h.Group(icon("warn"), h.Text(long))
	case b.missed:
		text = h.Group(icon("warn"), f.text("bracket.missed", vs...))
	case of > 1 && b.level < of-1 && b.to-b.from < 5:
		text = h.Group(f.token(b.pod, "tok--sm"), h.Text(itoa(b.n)))
	default:
		text = h.Group(f.token(b.pod, "tok--sm"), f.text("bracket.open", vs...))
	}
	return h.El("li", h.Class("bracket", when(of > 1, "bracket--nest"), when(b.missed || b.leaked, "bracket--missed")), f.who(b.pod),
		h.Style("grid-column", span(b.from, b.to)), h.Style("--level", itoa(b.level)),
		h.El("span", h.Class("bracket__text"), text))
}

// mapKey is the entry of inFlightPods under the element that it leads to. Where there is little room it says less.
func (f *frame) mapKey(r *rail, p pointer) *h.Node {
	names := f.names(p.pods)
	for _, id := range p.pods {
		if _, leaked := f.leakOf(id); leaked {
			return f.leakedKey(r, p, id)
		}
	}
	to := ""
	if f.prof.InFlight == profile.PreviousEvent {
		to = " → nil"
		if p.el != trace.NoElement {
			to = " → E" + itoa(f.s.List.Log[p.el].Event.N)
		}
	}
	field := when(to != "", ".previousEvent")
	full := "inFlightPods[" + names + "]" + field + to
	prefix, key := "inFlightPods", "["+names+"]"+field+to
	switch room := r.roomFrom(p.from, p.to); {
	case room >= textRoom(full):
	case room >= textRoom("["+names+"]"+to):
		prefix, key = "", "["+names+"]"+to
	default:
		prefix, key = "", to
	}
	return h.El("li", h.Class("mapkey", when(p.gone, "mapkey--gone"), when(p.el == trace.NoElement, "mapkey--nil")), f.who(p.pods[0]),
		h.Key("key:"+itoa(int(p.pods[0]))), h.Style("grid-column", span(p.from, p.to)), h.Attr("title", full), f.token(p.pods[0]),
		h.If(prefix+key != "", h.El("code", h.If(prefix != "", h.El("b", h.Text(prefix))), h.Text(key))),

		h.If(prefix == "", h.El("span", h.Class("visually-hidden"), h.Text(full))))
}

// leakedKey is the entry that no Done will ever take out.
func (f *frame) leakedKey(r *rail, p pointer, id trace.PodID) *h.Node {
	uid := f.pod(id).UID
	full, text := "inFlightPods["+uid+"]: "+f.t("mapkey.leaked"), f.t("mapkey.leaked")
	if r.roomFrom(p.from, p.to) < textRoom(uid+" "+text) {
		text = f.t("mapkey.leaked.short")
	}
	return h.El("li", h.Class("mapkey", "mapkey--alarm", when(p.gone, "mapkey--gone")), f.who(id), h.Key("key:"+itoa(int(id))),
		h.Style("grid-column", span(p.from, p.to)), h.Attr("title", full), f.token(id), h.El("code", h.Text(uid)), h.El("span", h.Text(text)))
}

// names are the pods that share an entry: two of them, and how many more.
func (f *frame) names(pods []trace.PodID) string {
	var out []string
	for i, id := range pods {
		if i == 2 {
			out = append(out, "+"+itoa(len(pods)-2))
			break
		}
		out = append(out, f.name(id))
	}
	return commas(out)
}

// roomFrom is the least width of the columns from one to another.
func (r *rail) roomFrom(from, to int) int {
	n := 0
	for c := from; c < to && c <= len(r.widths); c++ {
		n += r.widths[c-1]
		if c == r.filler {
			n += r.spare
		}
	}
	return n
}

// labelRoom is about the width of a label of a bracket with this text.
func labelRoom(s string) int {
	n := 40.0
	for _, r := range s {
		if r < 0x1100 {
			n += 7.4
		} else {
			n += 14 // full width
		}
	}
	return int(n)
}

// textRoom is about the width of a map key with this text.
func textRoom(s string) int { return 48 + len(s)*7 }
