package ui

import (
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// timeline is the transport, the ruler with the slider, and a lane a pod.
func (f *frame) timeline() *h.Node {
	s := scale{width: f.timelineWidth(), n: f.p.Len()}
	end := min(f.m.limit(), f.p.Len()) // beyond it a prediction waits for its answer
	lanes := f.lanesShown()
	body := h.El("div", h.Class("timeline__lanes"), h.Key("lanes"), h.Attr("tabindex", "0"), h.Attr("role", "group"), h.Attr("aria-label", f.t("timeline.lanes")),
		h.Style("--pods", itoa(len(lanes))),
		h.El("ul", h.Class("lanes-key"), h.Each(lanes, func(_ int, l lane) *h.Node { return f.laneKey(l) })),
		f.lanes(s, lanes, end))
	if f.m.Open["lanes"] {
		body = f.lanesTable(lanes)
	}
	return h.El("section", h.Class("timeline"), h.Key("timeline"), h.Attr("aria-label", f.t("timeline.label")),
		f.transport(),
		h.El("div", h.Class("timeline__ruler"),
			h.El("div", h.Class("lanes-key__legend"), h.El("span", f.text("timeline.event")), h.If(len(f.missedEvents()) > 0, h.El("span", h.Class("is-no"), f.text("timeline.missed")))),
			h.El("div", h.Class("scrub"), f.ruler(s, end), f.scrubber())),
		body)
}

func (f *frame) timelineWidth() int {
	if f.m.layout() >= drawer {
		return max(200, f.m.Width-200)
	}
	return f.m.Width - f.m.sideWidth()
}

// ruler prints times, the events' ticks, waits, and now.
func (f *frame) ruler(s scale, end int) *h.Node {
	missed := f.missedEvents()
	x := coord(s.x(f.pos))
	drawn := -1e9
	return h.Svg("svg", h.Class("lanes", "lanes--ruler"), h.Attr("width", itoa(s.width)), h.Attr("height", itoa(rulerHeight)), hidden,
		h.Each(f.ticks(s, end), func(_ int, t tick) *h.Node {
			at := s.x(t.pos)
			return h.Svg("g", h.Svg("path", h.Class("tick"), h.Attr("d", "M"+coord(at)+" 14V22")), h.If(s.x(f.pos) < at-8 || s.x(f.pos) > at+50, h.Svg("text", h.Attr("x", coord(at+4)), h.Attr("y", "10"), h.Text(t.text))))
		}),
		h.Each(f.p.index.events, func(_ int, pos int) *h.Node {
			e := f.p.index.beats[pos-1].Event
			if pos > end || s.x(pos)-drawn < 1.5 {
				return nil // more events than pixels
			}
			drawn = s.x(pos)
			lost := e != nil && missed[e.N]
			return h.Svg("path", h.Class("event", when(lost, "event--missed"), when(pos > f.pos, "is-future")), h.Key("tick:"+itoa(pos)),
				h.Attr("d", "M"+coord(s.x(pos))+" 20l-4-5h8z"))
		}),
		f.pinsOnRuler(s, end),
		h.Svg("path", h.Class("now"), h.Attr("d", "M"+x+" 8V22")),
		h.Svg("path", h.Class("now-head"), h.Attr("d", "M"+coord(s.x(f.pos)-6)+" 1h12v7l-6 6-6-6z")))
}

// laneKey names a lane and says where its pod is now.
func (f *frame) laneKey(l lane) *h.Node {
	return h.El("li", h.El("button", h.Class("lanes-key__pod", when(f.sel == l.pod, "is-selected")), h.Attr("aria-pressed", boolean(f.m.Selected == l.pod)), h.Msg("select "+itoa(int(l.pod))),
		h.El("span", h.Class("pod"), f.token(l.pod), h.El("span", h.Class("pod__name"), h.Text(f.name(l.pod))), f.incarnation(l.pod)),
		f.placeOf(l.pod)))
}

// incarnation is the UID of a pod that shares its name with another.
func (f *frame) incarnation(id trace.PodID) *h.Node {
	if !f.p.index.shared[f.pod(id).FullName()] {
		return nil
	}
	return h.El("code", h.Text(f.pod(id).UID))
}

func (f *frame) placeOf(id trace.PodID) *h.Node {
	if _, lost := f.leakOf(id); lost {
		return h.El("span", h.Class("muted", "is-no"), f.text("mapkey.leaked.short"))
	}
	return h.El("span", h.Class("muted"), h.Text(f.placeName(f.pod(id))))
}

// placeName is the pod's place in words: an attempt is called so, everything else by its field.
func (f *frame) placeName(p *trace.Pod) string {
	switch {
	case p.Unknown&trace.UnknownPlace != 0:
		return f.t("unknown")
	case p.Place == trace.Scheduling:
		return f.t("place.attempt")
	case p.Place == trace.UnschedulablePods && p.Queued != nil && p.Queued.Gating != "":
		return "gated"
	}
	return p.Place.String()
}

// lanes draws where each pod was, bright up to now and dim after it.
func (f *frame) lanes(s scale, lanes []lane, end int) *h.Node {
	height := len(lanes)*laneHeight + 4
	line := func(class string, x float64) *h.Node {
		return h.Svg("path", h.Class(class), h.Attr("d", "M"+coord(x)+" 0V"+itoa(height)))
	}
	return h.Svg("svg", h.Class("lanes"), h.Attr("width", itoa(s.width)), h.Attr("height", itoa(height)), h.Attr("role", "img"), h.Attr("aria-label", f.t("timeline.image", num("n", len(lanes)))),
		patterns,
		h.Each(f.ticks(s, end), func(_ int, t tick) *h.Node { return line("tick", s.x(t.pos)) }),
		h.Each(lanes, func(i int, l lane) *h.Node { return f.laneBars(s, l, i*laneHeight+1, end) }),
		h.Each(f.gaps(end), func(_ int, pos int) *h.Node { return torn((s.x(pos)+s.x(pos+1))/2, height) }),
		line("now", s.x(f.pos)))
}

// patterns tell waits apart without colour.
var patterns = h.Svg("defs",
	h.Svg("pattern", h.Attr("id", "p-backoff"), h.Attr("width", "7"), h.Attr("height", "7"), h.Attr("patternUnits", "userSpaceOnUse"), h.Attr("patternTransform", "rotate(45)"), h.Svg("path", h.Class("hatch"), h.Attr("d", "M0 0v7"))),
	h.Svg("pattern", h.Attr("id", "p-unsched"), h.Attr("width", "6"), h.Attr("height", "6"), h.Attr("patternUnits", "userSpaceOnUse"), h.Svg("circle", h.Class("dots"), h.Attr("cx", "3"), h.Attr("cy", "3"), h.Attr("r", "1.1"))),
	h.Svg("pattern", h.Attr("id", "p-binding"), h.Attr("width", "5"), h.Attr("height", "5"), h.Attr("patternUnits", "userSpaceOnUse"), h.Svg("path", h.Class("hatch"), h.Attr("d", "M0 2.5h5"))))

func torn(x float64, height int) *h.Node {
	l, r := coord(x-8), coord(x)
	bottom := itoa(height)
	return h.Svg("g", h.Svg("path", h.Class("gap-fill"), h.Attr("d", "M"+l+" "+bottom+"L"+coord(x-4)+" 0h8L"+r+" "+bottom+"z")),
		h.Svg("path", h.Class("gap"), h.Attr("d", "M"+l+" "+bottom+"L"+coord(x-4)+" 0M"+r+" "+bottom+"L"+coord(x+4)+" 0")))
}

// look is how a place is drawn: class, pattern, and the class of its text.
func barLook(b bar) (class, pattern, text string) {
	switch {
	case b.gated:
		return "w-gated", "p-unsched", "s-gated"
	case b.place == trace.ActiveQ:
		return "w-active", "", ""
	case b.place == trace.BackoffQ || b.place == trace.ErrorBackoffQ:
		return "w-backoff", "p-backoff", "s-backoff"
	case b.place == trace.UnschedulablePods:
		return "w-unsched", "p-unsched", "s-unsched"
	case b.place == trace.Scheduling:
		return "w-attempt", "", ""
	case b.place == trace.Binding:
		return "w-binding", "p-binding", "s-binding"
	case b.place == trace.Bound:
		return "w-bound", "", ""
	}
	return "", "", ""
}

func (f *frame) laneBars(s scale, l lane, y, end int) *h.Node {
	var parts []h.Part
	for _, b := range l.bars {
		if class, _, _ := barLook(b); class == "" || b.from > end {
			continue
		}
		if b.from <= f.pos {
			parts = append(parts, f.bar(s, b, b.from, min(b.to, f.pos), y, false))
		}
		if to := min(b.to, end); to > f.pos {
			parts = append(parts, f.bar(s, b, max(b.from, f.pos), to, y, true))
		}
	}
	for _, k := range f.p.index.leaks { // a pod that is gone and in flight for ever
		if to := min(k.until, f.pos); k.Pod == l.pod && k.from < to {
			parts = append(parts, h.Svg("path", h.Class("leak"), h.Attr("d", "M"+coord(s.x(k.from))+" "+itoa(y+7)+"H"+coord(s.x(to)))))
		}
	}
	return h.Svg("g", h.Group(parts...))
}

// bar draws a stay; its label is written where it fits, once.
func (f *frame) bar(s scale, b bar, from, to, y int, future bool) *h.Node {
	class, pattern, textClass := barLook(b)
	x0, x1 := s.x(from), s.x(to)
	w := max(x1-x0, 2)
	rect := func(extra h.Part) *h.Node {
		return h.Svg("rect", extra, h.Attr("x", coord(x0)), h.Attr("y", itoa(y)), h.Attr("width", coord(w)), h.Attr("height", "15"), h.Attr("rx", "3"))
	}
	label := f.barLabel(b)
	fits := w >= float64(len([]rune(label)))*6.4+12
	return h.Svg("g", h.If(future, h.Class("is-future")), rect(h.Class("bar", class)),
		h.If(pattern != "", rect(h.Group(h.Class("pattern"), h.Attr("fill", "url(#"+pattern+")")))),
		h.If(fits && (!future || b.from >= f.pos || s.x(f.pos)-s.x(b.from) < float64(len(label))*6.4+12), h.Svg("text", h.Class("bar-text", textClass), h.Attr("x", coord(x0+6)), h.Attr("y", itoa(y+11)), h.Text(label))))
}

func (f *frame) barLabel(b bar) string {
	switch {
	case b.gated:
		return "gated"
	case b.place == trace.Scheduling:
		return f.t("place.attempt")
	case b.place == trace.Binding && b.node != "":
		return "binding → " + b.node
	}
	return b.place.String()
}

// lanesTable says the same in words.
func (f *frame) lanesTable(lanes []lane) *h.Node {
	type stay struct {
		pod trace.PodID
		bar bar
	}
	var stays []stay
	for _, l := range lanes {
		for _, b := range l.bars {
			if b.from <= f.pos {
				stays = append(stays, stay{l.pod, b})
			}
		}
	}
	return h.El("div", h.Class("timeline__table"), h.Key("lanes-table"), h.Attr("tabindex", "0"), h.Attr("role", "group"), h.Attr("aria-label", f.t("timeline.lanes")),
		h.El("table", h.El("caption", h.Class("visually-hidden"), f.text("timeline.lanes")),
			h.El("thead", h.El("tr", h.Each([]string{"table.pod", "table.step", "table.time", "table.place"}, func(_ int, k string) *h.Node {
				return h.El("th", h.Attr("scope", "col"), f.text(k))
			}))),
			h.El("tbody", h.Each(stays, func(_ int, x stay) *h.Node {
				return h.El("tr", h.El("th", h.Attr("scope", "row"), h.Text(f.name(x.pod))), h.El("td", h.Text(itoa(x.bar.from))),
					h.El("td", h.Text(f.clock(f.at(x.bar.from)))), h.El("td", h.Text(f.barLabel(x.bar))))
			}))))
}
