package ui

import (
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// activeQ is the lane of the pods that wait for an attempt, in the order in which Pop takes them.
func (f *frame) activeQ() *h.Node {
	qs := f.s.ActiveOrder()
	row := func(i int, q *trace.Queued) *h.Node {
		about := "row.active"
		if i == 0 {
			about = "row.active.first"
		}
		prio := priority(q.Object)
		return f.row("active", q, i == 0, f.t(about, str("pod", f.name(q.Pod)), num("priority", prio), num("n", i+1)), nil,
			h.El("span", h.Class("row__meta"), f.text("row.priority", num("priority", prio))))
	}
	return f.laneOf("active", "activeQ", false, h.Text(itoa(len(qs))), lanenote{text: f.t("lane.active.note")},
		f.heap(),
		f.rows("ol", "active", qs, row),
		h.El("p", h.Class("lane__foot"), f.text("lane.active.foot")))
}

// heap draws the heap's first two levels as they lie in memory.
func (f *frame) heap() *h.Node {
	q := f.s.ActiveQ
	if f.m.layout() != wide || q.Len() < 2 || len(f.s.Binding) > 0 {
		return nil
	}
	label := f.t("heap.label", str("top", letter(q.At(0).Pod)), num("n", q.Len()))
	knot := func(i int, x, y int) h.Part {
		if i >= q.Len() {
			return h.Svg("circle", h.Attr("cx", itoa(x+11)), h.Attr("cy", itoa(y+11)), h.Attr("r", "9"), h.Class("heap__free"))
		}
		id := q.At(i).Pod
		return h.Group(
			h.Svg("g", f.who(id), h.Class("heap__tok", when(id >= identities && !f.wasBound(id), "heap__tok--lap")),
				h.Svg("use", h.Attr("href", "#pod-"+identity(id)), h.Attr("x", itoa(x)), h.Attr("y", itoa(y)), h.Attr("width", "22"), h.Attr("height", "22")),
				h.Svg("text", h.Attr("x", itoa(x+11)), h.Attr("y", itoa(y+15)), h.Text(letter(id)))))
	}
	edge := func(i int, x string) *h.Node {
		return h.Svg("path", h.Class("heap__edge", when(i >= q.Len(), "heap__edge--free")), h.Attr("d", "M66 13 "+x+" 34"))
	}
	return h.Svg("svg", h.Class("heap"), h.Attr("viewBox", "0 0 132 46"), h.Attr("role", "img"), h.Attr("aria-label", label),
		edge(1, "36"), edge(2, "96"), knot(0, 55, 2), knot(1, 25, 24), knot(2, 85, 24))
}

// backoffQ is the lane of the pods that pay for a failed attempt, the first to leave on top; the error backoffQ has
// its place in it in the releases that have one.
func (f *frame) backoffQ() *h.Node {
	qs, es := f.s.BackoffOrder(), f.s.ErrorBackoffOrder()
	row := func(i int, q *trace.Queued) *h.Node {
		left := f.s.BackoffLeft(q)
		return f.row("backoff", q, false, f.t("row.backoff", str("pod", f.name(q.Pod)), num("n", q.Attempts), str("left", seconds(left))),
			h.El("span", h.Class("row__meta"), f.text("row.attempt", num("n", q.Attempts))),
			f.countdown(left, f.s.FlushFor(q)-q.Timestamp, f.s.FlushFor(q)-f.s.At, seconds(left), f.t("row.leaves", str("at", f.clock(f.s.FlushFor(q))))))
	}
	return f.laneOf("backoff", "backoffQ", false, h.Text(itoa(len(qs))), lanenote{text: f.t("lane.backoff.note")},
		f.rows("ol", "backoff", qs, row),
		h.If(f.prof.ErrorBackoffQ && (len(es) > 0 || f.m.layout() != wide), h.El("div", h.Class("split"),
			h.El("h3", h.Text(f.errorQueueName())), f.rows("ol", "error", es, row))),
		h.El("p", h.Class("lane__foot"), f.rich("lane.backoff.foot", str("at", f.clock(f.s.NextBackoffFlush)))))
}

// errorQueueName is the field's name in the release.
func (f *frame) errorQueueName() string { return "podErrorBackoffQ" }

// countdown is a ring and the time that is left, in words. whole and rest are of the ring.
func (f *frame) countdown(left, whole, rest int64, text, title string) *h.Node {
	return h.El("span", h.Class("countdown", when(left <= 0, "countdown--due")), h.Attr("title", title), ring(whole, rest), h.Text(text))
}

func ring(whole, rest int64) *h.Node {
	const around = 62.83
	part := around
	if whole > 0 {
		part = around * min(1, max(0, float64(rest)/float64(whole)))
	}
	return h.Svg("svg", h.Class("ring"), h.Attr("viewBox", "0 0 26 26"), hidden,
		ringTrack,
		h.Svg("circle", h.Class("ring__left"), ringX, ringY, ringR, h.Attr("stroke-dasharray", coord(part)+" 62.83")))
}

var (
	ringX, ringY, ringR = h.Attr("cx", "13"), h.Attr("cy", "13"), h.Attr("r", "10")
	ringTrack           = h.Svg("circle", ringX, ringY, ringR)
)

// unschedulablePods is the lane of the pods that wait for an event, or for the sweep.
func (f *frame) unschedulablePods() *h.Node {
	qs, name := f.s.Unscheduled(), "unschedulablePods"
	if f.prof.Entities {
		name = "unschedulableEntities"
	}
	return f.laneOf("unsched", name, false, h.Text(itoa(len(qs))), lanenote{text: f.t("lane.unsched.note")},
		f.slot(),
		f.rows("ul", "unsched", qs, func(_ int, q *trace.Queued) *h.Node { return f.unschedRow(q) }))
}

func (f *frame) unschedRow(q *trace.Queued) *h.Node {
	name := str("pod", f.name(q.Pod))
	if q.Gating != "" {
		return f.row("unsched", q, false, f.t("row.gated", name, str("plugin", q.Gating)), badges([]string{q.Gating}),
			h.El("span", h.Class("countdown", "countdown--gated"), icon("lock"), h.Text("gated")))
	}
	if f.pod(q.Pod).Unknown&trace.UnknownRejectors != 0 {
		return f.row("unsched", q, false, f.t("row.unsched.unknown", name), f.unknown(), nil)
	}
	sweep := f.s.SweepFor(q)
	at := f.clock(sweep)[:5]
	return f.row("unsched", q, false, f.t("row.unsched", name, str("plugins", commas(q.Rejectors)), str("at", at)), badges(q.Rejectors),
		f.countdown(sweep-f.s.At, sweep-q.WaitsSince(), sweep-f.s.At, minutes(sweep-f.s.At), f.t("row.sweep", str("at", at))))
}

// slot is the place that the pod of a walk is about to take, where the walk has decided and the pod has not moved yet.
func (f *frame) slot() *h.Node {
	if f.beat == nil || f.beat.Kind != trace.KindLook || f.pos == f.p.Len() || f.m.hidden(f.pos+1) {
		return nil
	}
	next := f.p.index.beats[f.pos]
	if next.Kind != trace.KindMove || next.Pod != f.beat.Pod || next.To != trace.UnschedulablePods || next.Address.Step != f.beat.Address.Step {
		return nil
	}
	sweep := next.State.SweepFor(next.State.Pods.At(int(next.Pod)).Queued)
	return h.El("div", h.Class("row", "row--slot"), f.token(next.Pod, "tok--ghost"),
		h.El("span", f.rich("row.slot", str("pod", f.name(next.Pod)))), h.El("span", h.Class("row__meta"), f.text("row.slot.until", str("at", f.clock(sweep)[:5]))))
}

func (f *frame) unknown() *h.Node { return h.El("span", h.Class("row__meta"), f.text("unknown")) }

// badges are plugins that rejected a pod; many of them are shown as the first and a number.
func badges(plugins []string) h.Part {
	if len(plugins) > 3 {
		return h.Group(badge(plugins[0]), badge(plugins[1]), h.El("span", h.Class("badge", "badge--code"), h.Attr("title", commas(plugins[2:])), h.Text("+"+itoa(len(plugins)-2))))
	}
	return h.Each(plugins, func(_ int, p string) *h.Node { return badge(p) })
}

func badge(plugin string) *h.Node {
	return h.El("span", h.Class("badge", "badge--code"), h.Attr("title", plugin), h.Text(plugin))
}

func commas(names []string) string {
	s := ""
	for i, n := range names {
		if i > 0 {
			s += ", "
		}
		s += n
	}
	return s
}
