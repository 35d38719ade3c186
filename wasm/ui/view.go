package ui

import (
	"strconv"

	h "inflight/wasm/vdom"
)

// View is the page of a model. It reads nothing else.
func View(m Model) *h.Node {
	c := &chrome{m: &m, lang: m.Lang}
	return h.El("div", h.Class("app", "app--"+m.layout().String(), "app--"+string(m.Mode), when(m.low(), "app--low"), when(m.lowest(), "app--lowest"), when(m.Part != "", "points-at-"+m.Part)), h.Key("app"),
		sprite, c.topbar(), c.body(), c.dialog(), c.notice())
}

// body is the run with everything around it, or what stands in its place while there is none.
func (c *chrome) body() h.Part {
	if c.m.Left.Trace == nil {
		return c.nothing()
	}
	if c.m.isEmpty() && c.m.phone() {
		return h.El("main", h.Class("column", "column--empty"), h.Key("stage"), h.Attr("aria-label", c.t("stage.label")), c.emptyCard(), h.El("section", h.Class("panel"), h.Key("panel"), h.Attr("aria-label", c.t("own.label")), c.actions()))
	}
	if c.m.isEmpty() {
		return h.Group(c.side(), c.emptyCluster())
	}
	f := newFrame(c.m)
	switch c.m.layout() {
	case phone:
		return h.Group(f.phone(c))
	case tabbed:
		return h.Group(c.side(), f.tabbedStage(), f.timeline())
	case below:
		return h.Group(c.side(), f.stageWithWhy(), f.timeline())
	}
	return h.Group(c.side(), f.stage(), f.why(), f.timeline())
}

// stage is where a pod tries, the list, and where a pod waits.
func (f *frame) stage() *h.Node {
	return h.El("main", h.Class("stage"), h.Key("stage"), h.Attr("tabindex", "-1"), h.Attr("aria-label", f.t("stage.label")),
		f.flowRow(), f.star(), f.queueRow())
}

func (f *frame) flowRow() *h.Node {
	if f.apart() {
		return h.El("div", h.Class("stage__row", "stage__row--flow", when(f.binding() != nil, "stage__row--binding")), f.activeQ(), f.attempt(), f.binding(), f.nodes())
	}
	return h.El("div", h.Class("stage__row", "stage__row--flow"), h.El("div", h.Class("stage__column"), f.activeQ(), f.binding()), f.attempt(), f.nodes())
}

func (f *frame) queueRow() *h.Node {
	return h.El("div", h.Class("stage__row", "stage__row--queues"), f.backoffQ(), f.unschedulablePods())
}

// stageWithWhy has the sentence below the list, and the rest of why behind "more".
func (f *frame) stageWithWhy() *h.Node {
	return h.El("main", h.Class("stage", "stage--why"), h.Key("stage"), h.Attr("tabindex", "-1"), h.Attr("aria-label", f.t("stage.label")),
		f.flowRow(), f.star(), f.whyLine(), f.queueRow())
}

// whyLine is the sentence with "more".
func (f *frame) whyLine() *h.Node {
	open := f.m.Open["why"]
	return h.El("section", h.Class("whyline", when(open, "whyline--open")), h.Key("why"), h.Attr("aria-label", f.t("why.label")), h.Attr("id", "why"),
		h.El("div", h.Class("whyline__head"), h.El("div", f.sentence()),
			h.El("button", h.Class("btn", "btn--line"), h.Key("do:why"), h.Attr("aria-expanded", boolean(open)), h.Msg("open why"), f.text("why.more"))),
		h.If(open, h.El("div", h.Class("whyline__more"), f.alarms(), f.source(), f.alert(), f.broken(), f.reported(), f.hints(), f.eventFacts(), f.reasons(), f.facts())))
}

// tabbedStage shows one of the panels around the list at a time.
func (f *frame) tabbedStage() *h.Node {
	return h.El("main", h.Class("stage", "stage--tabs"), h.Key("stage"), h.Attr("tabindex", "-1"), h.Attr("aria-label", f.t("stage.label")),
		f.whyLine(), f.star(), f.tabList(), f.panel(&chrome{m: f.m, lang: f.lang}))
}

// tabList chooses the panel.
func (f *frame) tabList() *h.Node {
	return h.El("div", h.Class("tabs"), h.Key("tabs"), h.Attr("role", "tablist"), h.Attr("aria-label", f.t("tabs.label")), h.Attr("data-widget", "tabs"),
		h.Each(f.m.tabs(), func(_ int, t string) *h.Node {
			on := t == f.m.tab()
			index := "-1"
			if on {
				index = "0"
			}
			return h.El("button", h.Class("btn"), h.Key("tab:"+t), h.Attr("role", "tab"), h.Attr("id", "tab-"+t), h.Attr("aria-selected", boolean(on)), h.Attr("aria-controls", "panel"), h.Attr("tabindex", index),
				h.Msg("tab "+t), f.text("tab."+t))
		}))
}

// panel is what the chosen tab shows.
func (f *frame) panel(c *chrome) *h.Node {
	var what h.Part
	switch f.m.tab() {
	case "lesson", "actions":
		what = c.sideParts()
	case "why":
		what = h.Group(f.alarms(), f.source(), f.alert(), f.broken(), f.reported(), f.hints(), f.eventFacts(), f.reasons(), f.facts())
	case "queues":
		what = h.Group(f.activeQ(), f.backoffQ(), f.unschedulablePods())
	case "attempt":
		what = h.Group(f.attempt(), f.binding())
	case "nodes":
		what = f.nodes()
	}
	return h.El("section", h.Class("panel", "panel--"+f.m.tab()), h.Key("panel"), h.Attr("id", "panel"), h.Attr("role", "tabpanel"), h.Attr("aria-labelledby", "tab-"+f.m.tab()), h.Attr("tabindex", "0"), what)
}

// phone is the page in one column: sentence, list, one panel, and the transport in reach of the thumb.
func (f *frame) phone(c *chrome) *h.Node {
	return h.El("main", h.Class("column"), h.Key("stage"), h.Attr("tabindex", "-1"), h.Attr("aria-label", f.t("stage.label")),
		h.El("section", h.Class("phone__why"), h.Key("why"), h.Attr("tabindex", "0"), h.Attr("aria-label", f.t("why.label")), h.Attr("id", "why"), f.sentence()),
		f.star(), f.tabList(), f.panel(c), f.thumb())
}

// thumb is the transport of a phone.
func (f *frame) thumb() *h.Node {
	button := func(msg, glyph, class string, off bool, label h.Part) *h.Node {
		return h.El("button", h.Class("btn", class), h.Key("do:"+msg), h.Attr("aria-label", f.t("transport."+msg)), f.off(off), h.Msg(msg), label, icon(glyph))
	}
	play := "play"
	if f.m.Playing != Paused {
		play = "pause"
	}
	return h.El("footer", h.Class("phone__time"), h.Key("timeline"), h.Attr("aria-label", f.t("timeline.label")),
		f.stopChip(),
		h.El("div", h.Class("scrub"), h.El("output", h.Class("mono"), h.Text(f.clock(f.s.At))),
			h.El("div", h.Class("scrub__bar"), h.Style("--at", fraction(f.pos, f.p.Len())), f.scrubber()),
			h.El("span", h.Class("muted"), h.Text(itoa(f.pos)+" / "+itoa(f.p.Len())))),
		h.El("div", h.Class("phone__keys"),
			button("first", "first", "btn--icon", f.pos == 0, nil),
			h.El("button", h.Class("btn", "btn--line"), h.Key("do:back"), f.off(f.pos == 0), h.Msg("back"), icon("back"), f.text("phone.back")),
			button(play, play, "btn--fill", f.m.Playing == Paused && f.atEnd(), nil),
			h.El("button", h.Class("btn", "btn--line"), h.Key("do:step"), f.off(f.atEnd()), h.Msg("step"), f.text("phone.step"), icon("step")),
			button("decision", "decision", "btn--icon", f.atEnd(), nil)))
}

// fraction is how far a position is along n, with four decimals.
func fraction(pos, n int) string {
	return strconv.FormatFloat(float64(pos)/float64(max(n, 1)), 'f', 4, 64)
}
