package ui

import (
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// railCell is one element on the track, or a run of them folded into one.
func (f *frame) railCell(r *rail, i int) *h.Node {
	c := r.cells[i]
	switch {
	case c.folded > 0:
		return f.foldCell(c)
	case c.el.Event == nil:
		return f.markerCell(c)
	}
	return f.eventCell(r, c)
}

func (f *frame) cell(c railCell, name string, classes []string, who h.Part, parts ...h.Part) *h.Node {
	key := elKey(c.el.ID)
	return h.El("li", h.Class(append([]string{"cell", when(c.gone, "cell--gone")}, classes...)...), h.Key(key), who,
		h.Style("grid-column", itoa(c.column)),
		h.El("button", h.Class("cell__face"), h.Key("face:"+itoa(c.el.ID)), h.Attr("tabindex", f.tabIndex("star", "face:"+itoa(c.el.ID))),
			h.Attr("title", name), h.If(f.m.Element == c.el.ID, h.Attr("aria-current", "true")),
			h.Msg("element "+itoa(c.el.ID)), h.Group(parts...)))
}

func (f *frame) eventCell(r *rail, c railCell) *h.Node {
	e := c.el.Event
	classes := []string{when(f.missed(r, c), "cell--missed")}
	classes = append(classes, f.looked(c.el.ID)...)
	return f.cell(c, f.eventName(c), classes, nil,
		h.El("span", h.Class("cell__top"), icon(eventIcon(e)), h.El("span", h.Text("E"+itoa(e.N))), f.useCount(c)),
		h.El("span", h.Class("cell__label"), breakLabel(e.Label)),
		h.El("span", h.Class("cell__obj"), h.Text(objectName(e.Object()))))
}

// eventName is what the cell says, in words.
func (f *frame) eventName(c railCell) string {
	e := c.el.Event
	vs := []value{str("event", "E"+itoa(e.N)), str("label", e.Label), str("object", objectName(e.Object())), num("n", f.uses(c.el.ID))}
	switch {
	case c.gone:
		return f.t("cell.gone", vs...)
	case f.prof.InFlight == profile.PreviousEvent:
		return f.t("cell.event.uses", vs...)
	}
	return f.t("cell.event", vs...)
}

func (f *frame) uses(id int) int {
	if id < f.s.List.Uses.Len() {
		return int(f.s.List.Uses.At(id))
	}
	return 0
}

// useCount is the number of pods in flight that still need the event: inFlightPodsNum.
func (f *frame) useCount(c railCell) *h.Node {
	if f.prof.InFlight != profile.PreviousEvent {
		return nil
	}
	return h.El("span", h.Class("cell__refs"), h.Attr("title", "inFlightPodsNum"), h.Text("×"+itoa(f.uses(c.el.ID))))
}

func eventIcon(e *event.Recorded) string {
	if e.Resource == event.Node {
		return "node"
	}
	return "podev"
}

func breakLabel(label string) h.Part {
	first, second := splitLabel(label)
	return h.Group(h.El("span", breakable(first)), h.If(second != "", h.El("span", breakable(second))))
}

// looked are the classes of a cell that this step's walk has come to.
func (f *frame) looked(id int) []string {
	for pos := f.pos; pos > 0 && f.p.index.stepOf[pos-1] == f.p.index.stepOf[f.pos-1]; pos-- {
		b := f.p.index.beats[pos-1]
		if b.Kind != trace.KindLook || len(b.Elements) == 0 || b.Elements[0] != id {
			continue
		}
		answer := "cell--asked"
		if b.Strategy != "QueueSkip" {
			answer = "cell--seen"
		}
		return []string{answer, when(pos == f.pos, "cell--scan")}
	}
	return nil
}

// missed tells whether the cell stands below a bracket of a walk that never came to it.
func (f *frame) missed(r *rail, c railCell) bool {
	for _, b := range r.brackets {
		if b.missed && c.column >= b.from && c.column < b.to {
			return true
		}
	}
	return false
}

func (f *frame) markerCell(c railCell) *h.Node {
	p := f.pod(c.el.Pod)
	leaked := !c.gone && f.leaked(c.el.ID)
	name := f.t("cell.marker", str("pod", podName(p)), str("uid", p.UID))
	switch {
	case leaked:
		name = f.t("cell.marker.leaked", str("pod", podName(p)), str("uid", p.UID))
	case c.gone:
		name = f.t("cell.marker.gone", str("pod", podName(p)), str("uid", p.UID))
	}
	return f.cell(c, name, []string{"cell--pod", when(leaked, "cell--leak")}, f.who(c.el.Pod),
		h.El("span", h.Class("cell__top"), f.token(c.el.Pod)),
		h.El("span", h.Class("cell__label"), h.Text(podName(p))),
		h.El("span", h.Class("cell__obj"), h.Text("uid "+p.UID)))
}

// foldCell stands for a run of elements; a press opens it.
func (f *frame) foldCell(c railCell) *h.Node {
	log := f.s.List.Log
	times := ""
	if a, b := log[c.el.ID].Event, log[c.last].Event; a != nil && b != nil {
		times = f.clock(a.At)[:5] + "–" + f.clock(b.At)[:5]
	}
	key := foldKey(c.el.ID)
	return h.El("li", h.Class("cell", "cell--more"), h.Key(key), h.Style("grid-column", itoa(c.column)),
		h.El("button", h.Class("cell__face"), h.Key("face:"+key), h.Attr("tabindex", f.tabIndex("star", "face:"+key)),
			h.Attr("title", f.t("cell.more.label", num("n", c.folded))), h.Attr("aria-expanded", "false"), h.Msg("open "+key),
			icon("more"), h.El("b", f.text("cell.more", num("n", c.folded))), h.El("span", h.Class("cell__obj"), h.Text(times))))
}
