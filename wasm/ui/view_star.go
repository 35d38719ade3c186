package ui

import (
	"strings"

	"inflight/engine/profile"
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// star is the list: the one white sheet in the middle of the stage. A release without a list has two counters there.
func (f *frame) star() *h.Node {
	if f.prof.InFlight == profile.ByCycle {
		return f.counters()
	}
	return h.El("section", h.Class("star"), h.Key("star"), h.Attr("aria-labelledby", "l-star"),
		f.starHead(),
		f.scroller(f.rail(f.laidRail())))
}

// listName is the field's name in the release.
func (f *frame) listName() string {
	if f.prof.InFlight == profile.PreviousEvent {
		return "receivedEvents"
	}
	return "inFlightEvents"
}

func (f *frame) starHead() *h.Node {
	sub := "star.sub.marker"
	if f.prof.InFlight == profile.PreviousEvent {
		sub = "star.sub.previous"
	}
	return h.El("div", h.Class("star__head"),
		h.El("h2", h.Attr("id", "l-star"), h.Text(f.listName())),
		h.If(!f.m.phone(), h.El("span", h.Class("star__sub"), h.Attr("title", f.t(sub)), f.text(sub))),
		f.leakBadge(),
		f.unreleased(),
		f.violations(),
		h.El("span", h.Class("star__len"),
			h.If(!f.m.phone() && f.s.InFlight > 1, h.El("span", f.rich("star.pods", num("n", f.s.InFlight)))),
			f.spark(),
			h.El("span", h.If(len(f.leaks()) > 0, h.Class("is-no")), f.rich("star.length", num("n", f.s.List.Len)))))
}

// violations are the invariants that do not hold at this point of the run.
func (f *frame) violations() h.Part {
	var parts []h.Part
	named := map[string]bool{}
	for _, v := range f.p.Trace.Broken {
		if leaks := len(f.leaks()) > 0; leaks && (v.Name == "I2" || v.Name == "I5") {
			continue // the leak says it
		}
		if f.p.Find(v.At) <= f.pos && f.pos > 0 && !named[v.Name] {
			named[v.Name] = true
			parts = append(parts, h.El("button", h.Class("badge", "badge--alarm", "badge--press"), h.Key("do:broken:"+v.Name), h.Attr("title", f.t("invariant."+v.Name)),
				h.Attr("aria-expanded", boolean(f.m.Open["broken"])), h.Msg("broken"), icon("warn"), f.text("star.broken", str("name", v.Name))))
		}
	}
	return h.Group(parts...)
}

// spark draws the length of the list over the beats so far.
func (f *frame) spark() *h.Node {
	const w, ht, top = 96.0, 24.0, 3.0
	points := sample(f.p.index.lengths[:f.pos+1], 48)
	most := 1
	for _, n := range points {
		most = max(most, n)
	}
	var line strings.Builder
	x, y := 0.0, 0.0
	for i, n := range points {
		if len(points) > 1 {
			x = w * float64(i) / float64(len(points)-1)
		}
		y = ht - 2 - (ht-2-top)*float64(n)/float64(most)
		if i == 0 {
			line.WriteByte('M')
		} else {
			line.WriteString(" L")
		}
		line.WriteString(coord(x) + " " + coord(y))
	}
	if len(points) < 2 {
		return nil // one point is no line
	}
	d := line.String()
	return h.Svg("svg", h.Class("spark", when(len(f.leaks()) > 0, "spark--alarm")), h.Attr("viewBox", "0 0 96 24"), hidden,
		h.Svg("path", h.Class("area"), h.Attr("d", d+" L"+coord(x)+" 24 L0 24z")),
		h.Svg("path", h.Attr("d", d)),
		h.Svg("circle", h.Attr("cx", coord(x)), h.Attr("cy", coord(y)), h.Attr("r", "2.5")))
}

// sample keeps at most n of the numbers, the last one among them.
func sample(xs []int, n int) []int {
	if len(xs) <= n {
		return xs
	}
	out := make([]int, 0, n)
	for i := range n {
		out = append(out, xs[i*(len(xs)-1)/(n-1)])
	}
	return out
}

// scroller lets a list that is wider than its room scroll sideways.
func (f *frame) scroller(rail *h.Node) *h.Node {
	return h.El("div", h.Class("star__scroll"), h.Key("star-scroll"), h.Attr("data-widget", "star"), rail)
}

func (f *frame) rail(r *rail) *h.Node {
	planted := false
	for _, fl := range r.flags {
		planted = planted || !fl.gone
	}
	first := 1
	if r.head > 0 {
		first = r.head
	}
	return h.El("ol", h.Class("rail", when(len(r.brackets) > 1 || planted && len(r.brackets) > 0, "rail--nest"), when(len(r.flags) > 0, "rail--flags")),
		h.Style("grid-template-columns", r.template(f.roomy())),
		h.Style("--levels", itoa(len(r.brackets))),
		h.Attr("aria-label", f.t("star.label", str("list", f.listName()), num("n", f.s.List.Len))),
		h.El("li", h.Class("rail__track"), h.Style("grid-column", span(first, r.tail+1)), hidden),
		f.fallNote(r),
		h.Each(r.cells, func(i int, c railCell) *h.Node { return f.railCell(r, i) }),
		h.Each(r.links, func(_ int, l railLink) *h.Node { return coupling(l) }),
		h.If(len(r.cells) == 0, f.emptyTrack(r)),
		h.Each(r.flags, func(_ int, p pointer) *h.Node { return f.flag(p) }),
		f.nilSign(r),
		h.El("li", h.Class("rail__post", "rail__post--head"), h.Style("grid-column", itoa(r.head)), hidden, h.Text("HEAD")),
		h.El("li", h.Class("rail__post", "rail__post--tail"), h.Style("grid-column", itoa(r.tail)), hidden, h.Text("TAIL")),
		h.Each(r.brackets, func(_ int, b bracket) *h.Node { return f.bracket(b, len(r.brackets)) }),
		h.Each(r.keys, func(_ int, p pointer) *h.Node { return f.mapKey(r, p) }),
		f.railLegend(r))
}

func when(cond bool, class string) string {
	if cond {
		return class
	}
	return ""
}

func span(from, to int) string { return itoa(from) + " / " + itoa(to) }

// roomy is the width that a cell takes where there is room for it.
func (f *frame) roomy() int {
	if f.m.phone() {
		return cellWidth
	}
	return roomyCell
}

// template is the grid's columns: cells grow to a comfortable width, what is left over is track.
func (r *rail) template(roomy int) string {
	var b strings.Builder
	for i, w := range r.widths {
		if i > 0 {
			b.WriteByte(' ')
		}
		switch {
		case i+1 == r.filler:
			b.WriteString("minmax(0, 1fr)")
		case r.stretch[i]:
			b.WriteString("minmax(" + itoa(w) + "px, " + itoa(max(w, roomy)) + "px)")
		default:
			b.WriteString(itoa(w) + "px")
		}
	}
	return b.String()
}

func coupling(l railLink) *h.Node {
	return h.El("li", h.Class("rail__link"), hidden,
		h.Svg("svg", h.Class("coupling", when(l.cut, "coupling--cut")), h.Style("grid-column", itoa(l.column)), h.Attr("viewBox", "0 0 26 18"),
			h.Svg("rect", h.Attr("y", "1"), h.Attr("width", "26"), h.Attr("height", "16")), use("coupling")))
}

func (f *frame) emptyTrack(r *rail) *h.Node {
	key := "star.empty"
	if f.s.InFlight > 0 {
		key = "star.empty.waiting"
	}
	return h.El("li", h.Class("rail__empty"), h.Style("grid-column", span(r.head+1, r.tail)), f.text(key))
}

// fallNote says why the element that a pod points at is no longer in the list.
func (f *frame) fallNote(r *rail) *h.Node {
	for _, k := range r.keys {
		pos, known := f.p.index.left[k.el]
		if !k.gone || k.el == trace.NoElement || !known {
			continue
		}
		b := f.p.index.beats[pos-1]
		fell := "star.fell"
		if r.tight {
			fell = "star.fell.short"
		}
		who := ""
		if b.Pod != trace.NoPod {
			who = f.name(b.Pod)
		}
		return h.El("li", h.Class("rail__note"), h.Style("grid-column", span(1, max(r.head, 2))),
			f.rich(fell, str("event", "E"+itoa(f.s.List.Log[k.el].Event.N)), str("at", f.clock(b.At)), str("pod", who)))
	}
	return nil
}

// nilSign is where a walk ends that began outside the list.
func (f *frame) nilSign(r *rail) *h.Node {
	if r.nilColumn == 0 || !f.nilNow() {
		return nil
	}
	return h.El("li", h.Class("nil"), h.Key("nil"), h.Style("grid-column", itoa(r.nilColumn)), icon("arrow", "is-no"),
		h.El("span", h.Class("lens"), icon("lens"), h.Text("nil")))
}

// nilNow tells whether the shown step has met nil.
func (f *frame) nilNow() bool {
	for pos := f.pos; pos > 0 && f.p.index.stepOf[pos-1] == f.p.index.stepOf[f.pos-1]; pos-- {
		if b := f.p.index.beats[pos-1]; b.Kind == trace.KindLook && len(b.Elements) == 0 {
			return true
		}
	}
	return false
}

// railLegend explains the counts on the cells where there is room for it.
func (f *frame) railLegend(r *rail) *h.Node {
	if f.prof.InFlight != profile.PreviousEvent || len(r.keys) > 1 || len(r.cells) == 0 || f.m.phone() {
		return nil
	}
	from := r.head + 1
	if len(r.keys) == 1 {
		from = max(from, r.keys[0].from+4)
	}
	if from >= r.tail {
		return nil
	}
	return h.El("li", h.Class("rail__map"), h.Style("grid-column", span(from, r.tail+1)), f.rich("star.uses"))
}
