package ui

import (
	"inflight/engine/profile"
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// counters stand where the list is in the releases that have none, and wherever hints are off: the cycle that a failed
// pod is compared with, and the cycle of the last move request. Their comparison decides where it goes.
func (f *frame) counters() *h.Node {
	c := f.compared()
	move := f.s.MoveRequestCycle
	begun, what := "–", "counter.attempt"
	if c.of != trace.NoPod {
		begun = itoa(int(c.cycle))
	}
	if c.binding {
		what = "counter.failed"
	}
	asked := itoa(int(move))
	if move < 0 {
		asked = "–1"
	}
	return h.El("section", h.Class("star", "star--counters"), h.Key("star"), h.Attr("aria-labelledby", "l-star"),
		h.El("div", h.Class("star__head"), h.El("h2", h.Attr("id", "l-star"), h.Text("moveRequestCycle")),
			h.El("span", h.Class("star__sub"), h.Attr("title", f.t("star.sub.cycle")), f.text("star.sub.cycle"))),
		h.El("div", h.Class("counters"),
			f.counter(what, begun, "podSchedulingCycle", c.of),
			h.El("div", h.Class("counters__than"), h.Key("than"), f.comparison(c, move)),
			f.counter("counter.move", asked, "moveRequestCycle", trace.NoPod)),
		h.El("p", h.Class("counters__rule"), f.ruleOfCycles(c, move)))
}

// comparedCycle is what the last move request is compared with when a pod fails.
type comparedCycle struct {
	of    trace.PodID // NoPod where no attempt shows
	cycle int64
	// binding: its binding cycle failed. It is compared with the cycle of that moment, which a later pop may have begun.
	binding bool
	// always: an earlier move request is no reason to park it, because no plugin is to blame.
	always bool
}

// compared is about the attempt that shows, or the one that this step judges.
func (f *frame) compared() comparedCycle {
	a := f.attemptShown()
	c := comparedCycle{of: trace.NoPod, cycle: f.s.SchedulingCycle}
	if a == nil {
		pod := f.returning()
		if pod == trace.NoPod {
			return c
		}
		a = f.p.stateAt(f.p.stepStart(f.pos)).AttemptOf(pod)
		c.binding = a.Cycle != c.cycle
	}
	c.of, c.always = a.Pod, a.Error && f.prof.NoRejector == profile.NoRejectorBackoff
	return c
}

func (f *frame) counter(key, n, field string, pod trace.PodID) *h.Node {
	return h.El("div", h.Class("counter"), h.If(pod != trace.NoPod, f.who(pod)),
		h.El("span", h.Class("counter__what"), f.text(key), h.If(pod != trace.NoPod, h.El("b", h.Text(" "+f.name(pod))))),
		h.El("b", h.Class("counter__n"), h.Text(n)), h.El("code", h.Text(field)))
}

// comparison is the sign between the counters: at least as late as the cycle, or earlier.
func (f *frame) comparison(c comparedCycle, move int64) *h.Node {
	switch {
	case c.of == trace.NoPod:
		return h.Text("?")
	case move >= c.cycle:
		return h.El("span", h.Class("is-yes"), h.Text("≤"))
	}
	return h.El("span", h.Class("is-no"), h.Text(">"))
}

func (f *frame) ruleOfCycles(c comparedCycle, move int64) h.Part {
	args := []value{str("pod", f.name(c.of)), num("move", int(move)), num("cycle", int(c.cycle))}
	switch {
	case c.of == trace.NoPod:
		return f.rich("counter.idle")
	case move >= c.cycle:
		return f.rich("counter.backoff", args...)
	case c.always:
		return f.rich("counter.error", args[0])
	}
	return f.rich("counter.park", args...)
}
