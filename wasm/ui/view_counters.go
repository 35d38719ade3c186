package ui

import (
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// counters stand where the list is in the releases that have none: the cycle in which this attempt began, and the
// cycle of the last move request. Their comparison decides where a failed pod goes.
func (f *frame) counters() *h.Node {
	cycle, of := f.attemptCycle()
	move := f.s.MoveRequestCycle
	begun := "–"
	if of != trace.NoPod {
		begun = itoa(int(cycle))
	}
	asked := itoa(int(move))
	if move < 0 {
		asked = "–1"
	}
	return h.El("section", h.Class("star", "star--counters"), h.Key("star"), h.Attr("aria-labelledby", "l-star"),
		h.El("div", h.Class("star__head"), h.El("h2", h.Attr("id", "l-star"), h.Text("moveRequestCycle")),
			h.El("span", h.Class("star__sub"), h.Attr("title", f.t("star.sub.cycle")), f.text("star.sub.cycle"))),
		h.El("div", h.Class("counters"),
			f.counter("counter.attempt", begun, "podSchedulingCycle", of),
			h.El("div", h.Class("counters__than"), h.Key("than"), f.comparison(cycle, move, of)),
			f.counter("counter.move", asked, "moveRequestCycle", trace.NoPod)),
		h.El("p", h.Class("counters__rule"), f.ruleOfCycles(cycle, move, of)))
}

// attemptCycle is the cycle of the attempt that shows, or of the one that this step judges.
func (f *frame) attemptCycle() (int64, trace.PodID) {
	if a := f.attemptShown(); a != nil {
		return a.Cycle, a.Pod
	}
	if pod := f.returning(); pod != trace.NoPod {
		return f.p.stateAt(f.p.stepStart(f.pos)).AttemptOf(pod).Cycle, pod
	}
	return f.s.SchedulingCycle, trace.NoPod
}

func (f *frame) counter(key, n, field string, pod trace.PodID) *h.Node {
	return h.El("div", h.Class("counter"), h.If(pod != trace.NoPod, f.who(pod)),
		h.El("span", h.Class("counter__what"), f.text(key), h.If(pod != trace.NoPod, h.El("b", h.Text(" "+f.name(pod))))),
		h.El("b", h.Class("counter__n"), h.Text(n)), h.El("code", h.Text(field)))
}

// comparison is the sign between the counters: at least as late as the attempt, or earlier.
func (f *frame) comparison(cycle, move int64, of trace.PodID) *h.Node {
	switch {
	case of == trace.NoPod:
		return h.Text("?")
	case move >= cycle:
		return h.El("span", h.Class("is-yes"), h.Text("≤"))
	}
	return h.El("span", h.Class("is-no"), h.Text(">"))
}

func (f *frame) ruleOfCycles(cycle, move int64, of trace.PodID) h.Part {
	switch {
	case of == trace.NoPod:
		return f.rich("counter.idle")
	case move >= cycle:
		return f.rich("counter.backoff", str("pod", f.name(of)), num("move", int(move)), num("cycle", int(cycle)))
	}
	return f.rich("counter.park", str("pod", f.name(of)), num("move", int(move)), num("cycle", int(cycle)))
}
