package ui

import (
	"inflight/engine/profile"
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// binds tells whether the stage has a lane for binding cycles: where any pod of the run comes to one, so that the lanes
// stay where they are while one steps.
func (f *frame) binds() bool { return f.p.index.binds }

// apart tells whether there is room for that lane beside the others; else it stands below activeQ while it has rows.
func (f *frame) apart() bool {
	return f.m.layout() == wide && f.m.Width-f.m.sideWidth()-f.m.whyWidth() >= 820
}

// binding are the attempts in their binding cycle, which run beside the next one; and until when their pods are in
// flight in this release.
func (f *frame) binding() *h.Node {
	list := f.s.Binding
	if len(list) == 0 && !(f.binds() && f.apart()) {
		return nil
	}
	most := 3
	if f.apart() || f.m.phone() {
		most = maxRows
	}
	return f.laneOf("binding", f.t("lane.binding"), true, h.Text(itoa(len(list))), lanenote{},
		h.If(len(list) == 0, h.El("p", h.Class("lane__empty"), f.text("binding.none"))),
		h.If(len(list) > 0, h.El("ul", h.Class("rows", "rows--tight"), h.Attr("data-widget", "lane:binding"),
			h.Each(list[:min(most, len(list))], func(_ int, a *trace.Attempt) *h.Node { return f.bindingRow(a) }),
			h.If(len(list) > most, h.El("li", h.Class("rows__more"), f.text("lane.more", num("n", len(list)-most)))))),
		h.El("p", h.Class("lane__foot"), f.inFlightUntil()))
}

func (f *frame) bindingRow(a *trace.Attempt) *h.Node {
	state := "row.binding"
	if f.pod(a.Pod).InFlight {
		state = "row.binding.inflight"
	}
	about := f.t(state, str("pod", f.name(a.Pod)), str("node", a.Node), str("phase", string(a.Next)))
	if a.Held {
		about += f.t("row.binding.held")
	}
	return h.El("li", h.Key(rowKey(a.Pod)),
		h.El("button", h.Class("row", when(f.m.Selected == a.Pod, "row--selected")), h.Key("in:"+rowKey(a.Pod)), h.Msg("select "+itoa(int(a.Pod))),
			h.Attr("aria-pressed", boolean(f.m.Selected == a.Pod)), h.Attr("tabindex", f.tabIndex("lane:binding", "in:"+rowKey(a.Pod))),
			h.Attr("title", about),
			f.flyer(a.Pod), h.El("span", h.Class("row__who"), h.El("span", h.Class("pod__name"), h.Text(f.name(a.Pod)))),
			h.El("span", h.Class("row__meta"), h.If(a.Held, icon("lock")), h.Text(string(a.Next)))))
}

// doneAfter is the phase with whose end a pod that binds stops being in flight.
var doneAfter = map[profile.DoneAt]trace.Phase{profile.DoneAtEnd: trace.PhasePostBind, profile.DoneBeforeBind: trace.PhasePreBind,
	profile.DoneBeforePreBind: trace.PhaseWaitOnPermit}

// inFlightUntil says where the release calls Done, and which of the pods that bind are still in flight.
func (f *frame) inFlightUntil() h.Part {
	phase, lists := doneAfter[f.prof.DoneAt]
	if !lists {
		return f.text("binding.never")
	}
	parts := []h.Part{f.rich("binding.until", str("phase", string(phase)))}
	for i, a := range f.s.Binding {
		if i == 3 {
			break
		}
		key := "binding.not"
		if f.pod(a.Pod).InFlight {
			key = "binding.still"
		}
		parts = append(parts, h.Text(" "), f.rich(key, str("pod", f.name(a.Pod))))
	}
	return h.Group(parts...)
}
