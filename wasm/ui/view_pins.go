package ui

import (
	"strings"

	"inflight/engine/check"
	"inflight/engine/trace"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// pinText is what a pin is called on its chip.
func (c *chrome) pinText(k pin) string {
	switch {
	case k.when != "":
		return c.t("pin.when", str("when", k.when))
	case k.stops:
		return c.t("pin.break", str("at", k.at))
	case k.name != "":
		return k.name
	}
	return c.t("pin.bookmark", str("at", k.at))
}

func pinIcon(k pin) string {
	if k.stops {
		return "dot"
	}
	return "flag"
}

// chips are the pins beside the transport: as many as there is room for, and how many more.
func (f *frame) chips() h.Part {
	pins := f.m.pins()
	room := map[layout]int{wide: 3, narrow: 2, drawer: 2, below: 1}[f.m.layout()]
	if f.m.limit() <= f.pos && f.pos < f.p.Len() && room > 1 {
		room-- // the chip that asks for a prediction takes its place
	}
	c := &chrome{m: f.m, lang: f.lang}
	var parts []h.Part
	for i, k := range pins[:min(room, len(pins))] {
		msg := "dialog stops"
		if k.at != "" {
			msg = "goto " + k.at
		}
		parts = append(parts, h.El("button", h.Class("marker-chip", "marker-chip--press", when(k.stops, "marker-chip--break"), when(!k.stops, "marker-chip--book")), h.Key("do:pin:"+itoa(i)),
			h.Attr("tabindex", "-1"), h.Attr("title", c.pinText(k)), h.Msg(msg), icon(pinIcon(k)), h.El("span", h.Text(c.pinText(k)))))
	}
	if more := len(pins) - room; more > 0 && room > 0 {
		parts = append(parts, h.El("button", h.Class("marker-chip", "marker-chip--press"), h.Key("do:pins"), h.Attr("tabindex", "-1"), h.Msg("dialog stops"),
			h.Attr("aria-label", f.t("transport.stops")), h.Text("+"+itoa(more))))
	}
	return h.Group(parts...)
}

// maxRises is how many of the positions at which a condition becomes true the ruler marks.
const maxRises = 200

// pinsOnRuler marks them: a flag for a bookmark, a dot for a breakpoint and for each time that a condition becomes true.
func (f *frame) pinsOnRuler(s scale, end int) h.Part {
	var parts []h.Part
	dot := func(pos int) {
		if pos <= end {
			parts = append(parts, h.Svg("circle", h.Class("stop", when(pos > f.pos, "is-future")), h.Attr("cx", coord(s.x(pos))), h.Attr("cy", "12"), h.Attr("r", "3.5")))
		}
	}
	for _, k := range f.m.pins() {
		at := f.p.position(k)
		switch {
		case k.when != "":
			rises := f.p.rises(k.when)
			for _, pos := range rises[:min(maxRises, len(rises))] {
				dot(pos)
			}
		case k.stops:
			dot(at)
		case at <= end:
			x := coord(s.x(at))
			parts = append(parts, h.Svg("path", h.Class("book"), h.Attr("d", "M"+x+" 22V2h8l-2.5 3 2.5 3h-8")))
		}
	}
	return h.Group(parts...)
}

// gotoForm asks for a step by number, address, time or name, and says which names there are.
func (c *chrome) gotoForm() h.Part {
	return h.Group(
		h.El("form", h.Class("form-line"), h.Attr("data-submit", "goto"),
			h.El("label", h.Class("field"), c.text("goto.label"),
				h.El("input", h.Key("goto-field"), h.Attr("name", "to"), h.Attr("list", "goto-names"), h.Attr("autocomplete", "off"), h.Attr("aria-describedby", "goto-about"), h.If(c.m.Missing != "", h.Attr("aria-invalid", "true")))),
			h.El("datalist", h.Attr("id", "goto-names"), h.Each(c.m.placeNames(), func(_ int, name string) *h.Node { return h.El("option", h.Attr("value", name)) })),
			h.El("button", h.Class("btn", "btn--fill"), h.Attr("type", "submit"), c.text("goto.go"))),
		h.If(c.m.Missing != "", h.El("p", h.Class("is-no"), h.Attr("role", "alert"), c.text("goto.missing", str("what", c.m.Missing)))),
		h.El("p", h.Class("muted"), h.Attr("id", "goto-about"), c.rich("goto.about")))
}

// placeNames are the names that "go to" knows: bookmarks, marks of the story, pods and events.
func (m *Model) placeNames() []string {
	const most = 60
	var out []string
	add := func(name string) {
		if name == "" || len(out) == most {
			return
		}
		for _, n := range out {
			if n == name {
				return
			}
		}
		out = append(out, name)
	}
	if m.Left.Trace == nil {
		return nil
	}
	for _, k := range m.pins() {
		add(k.name)
	}
	names := trace.NamesOf(m.Left.Trace.Final())
	for i, b := range m.Left.index.beats {
		if i+1 > m.limit() {
			break
		}
		switch {
		case b.Why.Rule == "note.mark":
			add(b.Note)
		case b.Kind == trace.KindEvent && b.Event != nil:
			add("E" + itoa(b.Event.N))
		case b.Pod != trace.NoPod:
			add(names.Of(b.Pod))
		}
	}
	return out
}

// stops is where bookmarks and breakpoints are kept, and where the run is sent on until a condition holds.
func (c *chrome) stops() h.Part {
	world, _ := c.m.world()
	words := check.Complete(c.m.Until.Text, world).Words
	return h.Group(
		h.El("form", h.Class("until"), h.Attr("data-submit", "rununtil"),
			h.El("label", h.Class("field"), c.text("until.label"),
				h.El("input", h.Class("mono"), h.Key("until-field"), h.Attr("name", "until"), h.Attr("autocomplete", "off"), h.Attr("autocapitalize", "off"), h.Attr("spellcheck", "false"),
					h.Attr("data-input", "until"), h.Attr("aria-describedby", "until-about"), h.If(c.m.Until.Problem != nil, h.Attr("aria-invalid", "true")), h.Property("value", c.m.Until.Text))),
			c.untilProblem(),
			h.If(c.m.Until.Said.Key != "", h.El("p", h.Attr("role", "alert"), c.rich(c.m.Until.Said.Key, c.m.Until.Said.Values...))),
			h.El("div", h.Class("until__words"), h.Attr("role", "group"), h.Attr("aria-label", c.t("until.words")),
				h.Each(words[:min(len(words), 16)], func(_ int, w string) *h.Node {
					return h.El("button", h.Class("btn", "btn--line", "btn--small"), h.Attr("type", "button"), h.Key("word:"+w), h.Msg("complete "+w), h.El("code", h.Text(w)))
				})),
			h.El("div", h.Class("btn-row"),
				h.El("button", h.Class("btn", "btn--fill"), h.Key("do:until"), h.Attr("type", "submit"), c.text("until.run")),
				h.El("button", h.Class("btn", "btn--line"), h.Key("do:breakwhen"), h.Attr("type", "button"), h.Msg("breakwhen"), icon("dot", "is-no"), c.text("until.break"))),
			h.El("p", h.Class("muted"), h.Attr("id", "until-about"), c.rich("until.about"))),
		h.El("section", h.Class("block"), h.Attr("aria-labelledby", "d-pins"),
			h.El("h3", h.Attr("id", "d-pins"), c.text("pins.title")),
			c.pinList(),
			h.El("div", h.Class("btn-row"),
				h.El("button", h.Class("btn", "btn--line"), h.Key("do:bookmark"), h.Msg("bookmark"), icon("flag"), c.text("pins.bookmark")),
				h.El("button", h.Class("btn", "btn--line"), h.Key("do:breakpoint"), h.Msg("breakpoint"), icon("dot", "is-no"), c.text("pins.break")))))
}

// untilProblem shows the condition with the place at which it cannot be read.
func (c *chrome) untilProblem() *h.Node {
	p := c.m.Until.Problem
	if p == nil {
		return nil
	}
	lines := strings.Split(c.m.Until.Text, "\n")
	line := lines[min(max(p.Line, 1), len(lines))-1]
	at := min(max(p.Column, 1), len([]rune(line))+1) - 1
	runes := []rune(line)
	from, to := at, at
	for to < len(runes) && !strings.ContainsRune(" ()[],", runes[to]) {
		to++
	}
	to = max(to, min(from+1, len(runes)))
	return h.El("div", h.Class("yaml"),
		h.El("p", h.Class("until__line", "mono"), h.Text(string(runes[:from])), h.El("mark", h.Text(string(runes[from:to])+when(from == to, " "))), h.Text(string(runes[to:]))),
		h.El("p", h.Class("yaml__note"), h.Attr("role", "alert"), h.El("b", c.text("until.column", num("column", p.Column))), h.Text(" "), spans(why.Sentence(c.lang, p.Why))))
}

func (c *chrome) pinList() *h.Node {
	pins := c.m.pins()
	if len(pins) == 0 {
		return h.El("p", h.Class("muted"), c.text("pins.none"))
	}
	return h.El("ul", h.Class("pins"), h.Each(pins, func(i int, k pin) *h.Node {
		what := h.El("span", h.Class("pins__what"), h.Text(c.pinText(k)))
		if !k.stops {
			what = h.El("input", h.Attr("aria-label", c.t("pins.name", str("at", k.at))), h.Attr("data-input", "rename "+itoa(i)), h.Property("value", k.name))
		}
		return h.El("li", h.Key("pin:"+itoa(i)), icon(pinIcon(k), when(k.stops, "is-no")), what,
			h.If(k.at != "", h.El("button", h.Class("btn", "btn--small"), h.Key("do:go:"+itoa(i)), h.Msg("goto "+k.at), h.El("code", h.Text(k.at)), icon("step"))),
			h.If(k.at == "", h.El("small", h.Class("muted"), c.text("pins.times", num("n", len(c.m.Left.rises(k.when)))))),
			h.El("button", h.Class("btn", "btn--icon"), h.Key("do:unpin:"+itoa(i)), h.Attr("aria-label", c.t("pins.remove", str("what", c.pinText(k)))), h.Msg("unpin "+itoa(i)), icon("cross")))
	}))
}

// runButtons are what a phone has no keys for.
func (c *chrome) runButtons() h.Part {
	if c.m.Left.Trace == nil {
		return nil
	}
	return h.Group(
		h.El("button", h.Class("btn", "btn--line"), h.Key("do:goto"), h.Msg("dialog goto"), icon("goto"), c.text("goto.title")),
		h.El("button", h.Class("btn", "btn--line"), h.Key("do:stops"), h.Msg("dialog stops"), icon("flag"), c.text("stops.title")))
}
