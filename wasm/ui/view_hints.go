package ui

import (
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// hints is the table of who was asked about which event, and what it answered: for a pod that returns from a failed
// attempt all the events that it must consider, for an event that has just arrived all the pods that wait.
func (f *frame) hints() *h.Node {
	if f.beat == nil || f.prof.Hints == profile.NoHints {
		return nil
	}
	if pod := f.returning(); pod != trace.NoPod {
		return f.walkTable(pod)
	}
	return f.arrivalTable()
}

// returning is the pod that the shown step returns to the queue after a failed attempt, NoPod where it does not.
func (f *frame) returning() trace.PodID {
	if f.pos == 0 {
		return trace.NoPod
	}
	start := f.p.stepStart(f.pos)
	before := f.p.stateAt(start)
	for pos := start + 1; pos <= f.pos; pos++ {
		b := f.p.index.beats[pos-1]
		if b.Kind != trace.KindLook && (b.Kind != trace.KindMove || b.Strategy == "") || int(b.Pod) >= before.Pods.Len() {
			continue
		}
		if a := before.AttemptOf(b.Pod); a != nil && a.Failed != "" {
			return b.Pod
		}
	}
	return trace.NoPod
}

// asked is what is known of one event and a returning pod.
type asked struct {
	ev      *event.Recorded
	id      int
	answers []trace.Hint
	looked  bool
	skipped bool // nobody who rejected the pod has registered for it
}

// walkOf are the events that the returning pod must consider, with the answers so far, and whether the walk is over.
func (f *frame) walkOf(pod trace.PodID) (list []asked, visited int, over bool) {
	before := f.p.stateAt(f.p.stepStart(f.pos))
	for _, id := range considered(before, pod) {
		list = append(list, asked{ev: before.List.Log[id].Event, id: id})
	}
	begin := f.p.stepStart(f.pos)
	for pos := begin + 1; pos <= f.pos; pos++ {
		b := f.p.index.beats[pos-1]
		switch {
		case b.Pod != pod:
		case b.Kind == trace.KindMove || b.Kind == trace.KindLook && len(b.Elements) == 0:
			over = true
		case b.Kind == trace.KindLook:
			for i := range list {
				if list[i].id == b.Elements[0] {
					list[i].answers, list[i].looked = b.Hints, true
					list[i].skipped = len(b.Hints) == 0 && b.Strategy == "QueueSkip"
					visited++
				}
			}
		}
	}
	return list, visited, over
}

// considered are the events in the list that came during the pod's attempt, also those that it cannot find any more.
func considered(s *trace.State, pod trace.PodID) []int {
	p := s.Pods.At(int(pod))
	var out []int
	for e := range s.List.All() {
		if e.Event != nil && (p.Marker == trace.NoElement || e.ID > p.Marker) {
			out = append(out, e.ID)
		}
	}
	return out
}

// maxAsked is how many events the table lists.
const maxAsked = 50

func (f *frame) walkTable(pod trace.PodID) *h.Node {
	list, visited, over := f.walkOf(pod)
	if len(list) == 0 {
		return nil
	}
	before := f.p.stateAt(f.p.stepStart(f.pos))
	rejectors := rejectorsOf(before.AttemptOf(pod))
	shown := list[:min(len(list), maxAsked)]
	next := false
	return h.El("section", h.Class("block"), h.Key("hints"), h.Attr("aria-labelledby", "w-hints"),
		h.El("h3", h.Attr("id", "w-hints"), f.text("hints.title", str("pod", f.name(pod))), h.El("small", f.text("hints.visited", num("n", visited), num("all", len(list))))),
		h.El("table", h.Class("hints"),
			h.El("caption", h.Class("visually-hidden"), f.text("hints.caption")),
			h.El("thead", h.El("tr", h.El("th", h.Attr("scope", "col"), f.text("hints.col.event")), h.El("th", h.Attr("scope", "col"), f.text("hints.col.answer")))),
			h.Each(shown, func(_ int, a asked) *h.Node {
				soon := !a.looked && !over && !next
				next = next || soon
				return f.askedRows(a, rejectors, over, soon)
			})),
		h.If(len(list) > len(shown), h.El("p", h.Class("rows__more"), f.text("lane.more", num("n", len(list)-len(shown))))))
}

// rejectorsOf are the plugins that rejected the attempt's pod, in the order in which they did.
func rejectorsOf(a *trace.Attempt) []string {
	var out []string
	for _, v := range a.Verdicts {
		known := false
		for _, p := range out {
			known = known || p == v.Plugin
		}
		if !known {
			out = append(out, v.Plugin)
		}
	}
	return out
}

// askedRows are one event and the answer of each plugin that rejected the pod.
func (f *frame) askedRows(a asked, rejectors []string, over, soon bool) *h.Node {
	unasked := "hints.later"
	switch {
	case a.skipped:
		unasked = "hints.unregistered"
	case over || a.looked:
		unasked = "hints.unasked"
	case soon:
		unasked = "hints.next"
	}
	return h.El("tbody", h.Class(when(f.m.Element == a.id, "is-chosen")), h.Key("asked:"+itoa(a.id)),
		f.eventRow(a.ev),
		h.Each(rejectors, func(_ int, plugin string) *h.Node {
			if x, ok := answerOf(a.answers, plugin); ok {
				return f.answerRow(x)
			}
			return h.El("tr", h.El("th", h.Attr("scope", "row"), h.Text(plugin)),
				h.El("td", h.El("span", h.Class("badge", "badge--unseen"), f.text(unasked))))
		}),
		h.Each(a.answers, func(_ int, x trace.Hint) *h.Node { return f.reasonRow(x) }))
}

func answerOf(answers []trace.Hint, plugin string) (trace.Hint, bool) {
	for _, x := range answers {
		if x.Plugin == plugin {
			return x, true
		}
	}
	return trace.Hint{}, false
}

func (f *frame) eventRow(e *event.Recorded) *h.Node {
	return h.El("tr", h.Class("hints__event"), h.El("th", h.Attr("scope", "rowgroup"), h.Attr("colspan", "2"),
		icon(eventIcon(e)), h.El("b", h.Text("E"+itoa(e.N)+" "+e.Label)), h.Text(" "+objectName(e.Object()))))
}

func (f *frame) answerRow(x trace.Hint) *h.Node {
	return h.El("tr", h.El("th", h.Attr("scope", "row"), h.Text(x.Plugin)), h.El("td", strategyBadge(x.Answer)))
}

// reasonRow says why a plugin answered as it did, with its numbers.
func (f *frame) reasonRow(x trace.Hint) *h.Node {
	return h.El("tr", h.El("td", h.Class("hints__why"), h.Attr("colspan", "2"), f.says(x.Why)))
}

// arrivalTable is about the event that the shown step brought to the queue: the pods that were asked about so far.
func (f *frame) arrivalTable() *h.Node {
	var bodies []*h.Node
	var ev *event.Recorded
	for pos := f.p.stepStart(f.pos) + 1; pos <= f.pos; pos++ {
		b := f.p.index.beats[pos-1]
		if b.Kind == trace.KindEvent {
			ev, bodies = b.Event, nil
		}
		if b.Pod == trace.NoPod || len(b.Hints) == 0 || b.Kind != trace.KindMove && b.Kind != trace.KindStay {
			continue
		}
		bodies = append(bodies, f.podAnswers(b))
	}
	if ev == nil || len(bodies) == 0 {
		return nil
	}
	return h.El("section", h.Class("block"), h.Key("hints"), h.Attr("aria-labelledby", "w-hints"),
		h.El("h3", h.Attr("id", "w-hints"), f.text("hints.arrival", str("event", "E"+itoa(ev.N)+" "+ev.Label)),
			h.El("small", f.text("hints.asked", num("n", len(bodies))))),
		h.El("table", h.Class("hints"), h.El("caption", h.Class("visually-hidden"), f.text("hints.caption.pods")),
			h.Each(bodies[max(0, len(bodies)-maxAsked):], func(_ int, n *h.Node) *h.Node { return n })))
}

// podAnswers are the answers about one waiting pod.
func (f *frame) podAnswers(b *trace.Beat) *h.Node {
	return h.El("tbody", h.Key("answers:"+itoa(int(b.Pod))),
		h.El("tr", h.Class("hints__event"), h.El("th", h.Attr("scope", "rowgroup"), h.Attr("colspan", "2"), f.token(b.Pod, "tok--sm"), h.El("b", h.Text(f.name(b.Pod))))),
		h.Each(b.Hints, func(_ int, x trace.Hint) *h.Node { return f.answerRow(x) }),
		h.Each(b.Hints, func(_ int, x trace.Hint) *h.Node { return f.reasonRow(x) }))
}

// eventFacts tells of the list element that the reader chose.
func (f *frame) eventFacts() *h.Node {
	id := f.m.Element
	if id == trace.NoElement || id >= len(f.s.List.Log) || f.s.List.Log[id].Event == nil {
		return nil
	}
	e := f.s.List.Log[id].Event
	list := []fact{
		{f.t("event.object"), h.El("code", h.Text(e.Object()))},
		{f.t("event.at"), h.Text(f.clock(e.At))},
		{f.t("event.listed"), f.text(map[bool]string{true: "event.listed.yes", false: "event.listed.no"}[f.s.List.Has(id)])},
	}
	if f.prof.InFlight == profile.PreviousEvent {
		list = append(list, fact{"inFlightPodsNum", h.Text(itoa(f.uses(id)))})
	}
	return h.El("section", h.Class("block"), h.Key("event-facts"), h.Attr("aria-labelledby", "w-event"),
		h.El("h3", h.Attr("id", "w-event"), h.El("span", h.El("code", h.Text("E"+itoa(e.N))), h.Text(" "+e.Label)),
			h.El("button", h.Class("btn", "btn--small"), h.Msg("element -"), f.text("event.close"))),
		h.El("dl", h.Class("facts"), h.Each(list, func(_ int, x fact) *h.Node { return x.node() })))
}
