package ui

import (
	h "inflight/wasm/vdom"
)

// speeds are how fast the page plays by itself.
var speeds = []float64{0.5, 1, 2, 4, 8}

func speedName(i int) string { return [...]string{"0.5×", "1×", "2×", "4×", "8×"}[i] }

// transport is the toolbar that moves through the run.
func (f *frame) transport() *h.Node {
	return h.El("div", h.Class("transport"), h.Key("transport"), h.Attr("role", "toolbar"), h.Attr("aria-label", f.t("transport.label")), h.Attr("data-widget", "transport"),
		h.El("div", h.Class("transport__keys"),
			f.key("first", "first", "btn--icon", f.pos == 0),
			f.key("back", "back", "btn--icon", f.pos == 0),
			f.playKey(),
			f.key("step", "step", "btn--icon", f.atEnd()),
			h.El("button", h.Class("btn"), h.Key("do:decision"), h.Attr("tabindex", f.tabIndex("transport", "do:decision")), f.off(f.atEnd()), h.Msg("decision"),
				h.Attr("aria-label", f.t("transport.decision")), icon("decision"), h.El("span", h.Class("btn__text"), f.text("transport.decision"))),
			f.key("last", "last", "btn--icon", f.pos == f.p.Len())),
		h.El("output", h.Class("clock"), h.Attr("aria-label", f.t("transport.clock")), h.Text(f.clock(f.s.At))),
		h.El("span", h.Class("transport__step"), f.rich("transport.at", num("n", f.pos), num("all", f.p.Len()))),
		f.silent(),
		h.El("span", h.Class("transport__space")),
		f.stopChip(),
		f.chips(),
		f.toolKey("goto", "dialog goto", "goto"),
		f.toolKey("stops", "dialog stops", "flag"),
		h.El("button", h.Class("btn"), h.Key("do:table"), h.Attr("tabindex", f.tabIndex("transport", "do:table")), h.Attr("aria-pressed", boolean(f.m.Open["lanes"])), h.Msg("open lanes"), f.text("transport.table")),
		h.El("button", h.Class("btn"), h.Key("do:speed"), h.Attr("tabindex", f.tabIndex("transport", "do:speed")),
			h.Attr("aria-label", f.t("transport.speed", str("speed", speedName(f.m.Speed)))), h.Msg("speed"), h.Text(speedName(f.m.Speed))))
}

// toolKey opens a dialog about the run.
func (f *frame) toolKey(name, msg, glyph string) *h.Node {
	about := f.t("transport." + name)
	return h.El("button", h.Class("btn", "btn--icon"), h.Key("do:"+name), h.Attr("tabindex", f.tabIndex("transport", "do:"+name)),
		h.Attr("aria-label", about), h.Attr("title", about), h.Msg(msg), icon(glyph))
}

// atEnd tells whether there is nothing more to show.
func (f *frame) atEnd() bool { return f.m.over() }

// off marks a control that does nothing now; it stays focusable, so that the focus is not lost.
func (f *frame) off(cond bool) h.Part { return h.If(cond, h.Attr("aria-disabled", "true")) }

func (f *frame) key(msg, glyph, class string, off bool) *h.Node {
	return h.El("button", h.Class("btn", class), h.Key("do:"+msg), h.Attr("tabindex", f.tabIndex("transport", "do:"+msg)),
		h.Attr("aria-label", f.t("transport."+msg)), f.off(off), h.Msg(msg), icon(glyph))
}

func (f *frame) playKey() *h.Node {
	msg, glyph := "play", "play"
	if f.m.Playing != Paused {
		msg, glyph = "pause", "pause"
	}
	return h.El("button", h.Class("btn", "btn--fill", "transport__play"), h.Key("do:play"), h.Attr("tabindex", f.tabIndex("transport", "do:play")),
		h.Attr("aria-label", f.t("transport."+msg)), f.off(f.m.Playing == Paused && f.atEnd()), h.Msg(msg), icon(glyph))
}

// silent says how many timers fired before this step without changing anything.
func (f *frame) silent() *h.Node {
	if f.step == nil || f.step.SilentTicks == 0 {
		return nil
	}
	return h.El("span", h.Class("transport__step"), f.text("transport.silent", num("n", f.step.SilentTicks)))
}

// stopChip says why the page does not go on: it waits for the reader's prediction.
func (f *frame) stopChip() *h.Node {
	if f.m.limit() > f.pos {
		return nil
	}
	if f.pos < f.p.Len() {
		return h.El("button", h.Class("marker-chip", "marker-chip--ask"), h.Key("do:ask"), h.Attr("tabindex", "-1"), h.Msg("ask"),
			h.Attr("aria-label", f.t("transport.ask")), icon("bulb"), h.El("span", h.Class("btn__text"), f.text("transport.ask")))
	}
	return nil
}

// scrubber is the slider over the ruler.
func (f *frame) scrubber() *h.Node {
	return h.El("input", h.Class("scrub__range"), h.Key("scrub"), h.Attr("type", "range"), h.Attr("min", "0"), h.Attr("max", itoa(f.p.Len())), h.Attr("step", "1"),
		h.Attr("data-input", "pos"), h.Attr("data-widget", "slider"), h.Attr("aria-label", f.t("scrub.label")), h.Attr("aria-valuetext", f.valueText()),
		h.Property("value", itoa(f.pos)))
}

func (f *frame) valueText() string {
	switch {
	case f.beat == nil:
		return f.t("scrub.start")
	case f.beat.Decision && f.beat.Pod >= 0:
		return f.t("scrub.decision", num("n", f.pos), str("pod", f.name(f.beat.Pod)))
	}
	return f.t("scrub.step", num("n", f.pos))
}
