package ui

import (
	"path"

	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// why is the panel on the right: the one sentence of this beat, where it comes from, who was asked, and what the
// queue knows of the pod.
func (f *frame) why() *h.Node {
	return h.El("aside", h.Class("why"), h.Key("why"), h.Attr("aria-label", f.t("why.label")), h.Attr("id", "why"), h.Attr("tabindex", "-1"),
		f.alarms(), f.sentence(), f.source(), f.alert(), f.broken(), f.reported(), f.hints(), f.eventFacts(), f.reasons(), f.facts())
}

// sentence is the badge of the decision and the sentence; it is the page's one live region.
func (f *frame) sentence() h.Part {
	return h.Group(
		h.El("div", h.Class("eyebrow"), h.El("h2", f.eyebrow()), f.verdictBadge()),
		h.El("p", h.Class("why__sentence"), h.Key("sentence"), h.Attr("role", "status"), h.Attr("aria-live", f.spoken()), h.Attr("aria-atomic", "true"),
			h.If(f.beat != nil, h.El("span", h.Class("visually-hidden"), f.text("why.step", num("n", f.pos)), h.If(f.m.Stopped.Key != "", h.Text(" "+f.t(f.m.Stopped.Key, f.m.Stopped.Values...)+" ")))),
			f.words()))
}

func (f *frame) eyebrow() *h.Node {
	if f.m.phone() {
		return h.Text(f.t("transport.at.plain", num("n", f.pos), num("all", f.p.Len())))
	}
	return f.text("why.label")
}

// spoken is off for what nobody needs to hear while the page plays by itself: then decisions and changes of lane are
// spoken, from twice the speed on only decisions.
func (f *frame) spoken() string {
	if f.m.Playing == Paused || f.beat == nil || f.beat.Decision || f.beat.Kind == trace.KindMove && speeds[f.m.Speed] < 2 {
		return "polite"
	}
	return "off"
}

func (f *frame) verdictBadge() *h.Node {
	if f.beat == nil || f.beat.Strategy == "" {
		return nil
	}
	return strategyBadge(f.beat.Strategy)
}

func strategyBadge(s string) *h.Node {
	if s == "QueueSkip" {
		return h.El("span", h.Class("badge", "badge--skip"), h.Text(s))
	}
	return h.El("span", h.Class("badge", "badge--queue"), icon("check"), h.Text(s))
}

// words are the sentence of the beat, or what the start looks like.
func (f *frame) words() h.Part {
	if f.beat == nil {
		return f.rich("why.start", num("pods", f.waiting()), num("nodes", f.s.Nodes.Len()), str("release", f.p.Release.String()))
	}
	if f.beat.Kind == trace.KindNote && f.beat.Note != "" {
		return h.Text(f.beat.Note)
	}
	return f.says(f.beat.Why)
}

// says is a reason in words; its instants count from the start of the run.
func (f *frame) says(r why.Reason) h.Part {
	return spans(why.Sentence(f.lang, trace.Since(r, f.p.Trace.Initial.At)))
}

func spans(list []why.Span) h.Part {
	return h.Each(list, func(_ int, s why.Span) *h.Node {
		switch s.Style {
		case why.PodName, why.Number:
			return h.El("b", h.Text(s.Text))
		case why.Code:
			return h.El("code", h.Text(s.Text))
		}
		return h.Text(s.Text)
	})
}

// waiting is how many pods wait or are being tried.
func (f *frame) waiting() int {
	n := 0
	for _, p := range f.s.Pods.All() {
		if p.Place != trace.Bound && p.Place != trace.Gone && p.Place != trace.Nowhere {
			n++
		}
	}
	return n
}

// source leads to the upstream function that the beat's behaviour comes from.
func (f *frame) source() *h.Node {
	if f.beat == nil {
		return nil
	}
	tag := f.p.Release.String()
	at, ok := why.Locate(f.beat.Why.Rule, tag, f.p.Release.Minor)
	if !ok {
		return nil
	}
	return h.El("a", h.Class("source"), h.Attr("href", at.URL), h.Attr("target", "_blank"), h.Attr("rel", "noopener noreferrer"), icon("code"),
		h.El("span", h.El("code", h.Text(at.Func)), h.Text(f.t("source.at", str("file", path.Base(at.File)), num("line", at.Line), str("release", tag)))))
}

// alert says that an invariant stopped holding at this very beat, and why.
func (f *frame) alert() *h.Node {
	if f.beat == nil {
		return nil
	}
	for _, v := range f.p.Trace.Broken {
		if v.At == f.beat.Address {
			return h.El("div", h.Class("alert"), h.Attr("role", "alert"), h.Key("alert:"+v.Name), icon("warn"),
				h.El("b", f.text("invariant."+v.Name)), h.El("p", f.says(v.Why)),
				h.If(v.Expected, h.El("p", h.Class("muted"), f.text("invariant.expected", str("release", f.p.Release.String())))))
		}
	}
	return nil
}

// broken explains the invariants that do not hold here, once the reader asks what the badge means.
func (f *frame) broken() *h.Node {
	if !f.m.Open["broken"] || f.pos == 0 {
		return nil
	}
	var list []h.Part
	for i, v := range f.p.Trace.Broken {
		if f.p.Find(v.At) > f.pos {
			continue
		}
		list = append(list, h.El("li", h.El("b", f.text("invariant."+v.Name)), h.El("p", f.says(v.Why)),
			h.El("p", h.Class("muted"), f.text("invariant.since", str("step", v.At.String())), h.If(v.Expected, h.Text(" "+f.t("invariant.expected", str("release", f.p.Release.String()))))),
			h.El("button", h.Class("btn", "btn--line", "btn--small"), h.Key("do:broken:"+itoa(i)), h.Msg("goto "+v.At.String()), f.text("alarm.goto"))))
	}
	if len(list) == 0 {
		return nil
	}
	return h.El("section", h.Class("block"), h.Key("broken"), h.Attr("aria-labelledby", "w-broken"),
		h.El("h3", h.Attr("id", "w-broken"), f.text("broken.title"), h.El("button", h.Class("btn", "btn--small"), h.Key("do:broken"), h.Msg("broken"), f.text("event.close"))),
		h.El("p", h.Class("muted"), f.text("broken.about")),
		h.El("ul", h.Class("broken"), h.Group(list...)))
}

// reasons are what the plugins said of the nodes in the last attempt of a pod that waits now.
func (f *frame) reasons() *h.Node {
	a := f.lastAttempt()
	if a == nil {
		return nil
	}
	return h.El("section", h.Class("block"), h.Key("reasons"), h.Attr("aria-labelledby", "w-reasons"),
		h.El("h3", h.Attr("id", "w-reasons"), f.text("reasons.title", num("n", a.N)), h.El("span", h.Class("pod"), f.token(a.Pod, "tok--sm"), h.El("span", h.Class("pod__name"), h.Text(f.name(a.Pod))))),
		h.If(a.Message != "", h.El("p", h.Class("reported"), h.Text(a.Message))),
		h.If(len(a.Verdicts) > 0, h.El("table", h.Class("hints"), h.El("caption", h.Class("visually-hidden"), f.text("attempt.verdicts")),
			h.El("tbody", h.Each(a.Verdicts, func(_ int, v trace.Verdict) *h.Node {
				return h.El("tr", h.El("th", h.Attr("scope", "row"), h.Text(v.Plugin), h.El("small", h.Text(v.Reason))), h.El("td", h.Attr("title", commas(v.Nodes)), h.Text(someOf(v.Nodes))))
			})))))
}

// someOf are the first of some names, and how many more there are.
func someOf(names []string) string {
	const few = 2
	if len(names) <= few {
		return commas(names)
	}
	return commas(names[:few]) + " +" + itoa(len(names)-few)
}

// lastAttempt is the last one of the pod in question, nil where that pod does not wait in a queue after one.
func (f *frame) lastAttempt() *trace.AttemptRecord {
	if f.sel == trace.NoPod || f.step == nil || f.s.AttemptOf(f.sel) != nil {
		return nil
	}
	switch f.pod(f.sel).Place {
	case trace.UnschedulablePods, trace.BackoffQ, trace.ErrorBackoffQ, trace.ActiveQ:
	default:
		return nil
	}
	if a := f.attemptShown(); a != nil && a.Pod == f.sel {
		return nil // its lane says it all
	}
	var last *trace.AttemptRecord
	for i := range f.p.Trace.Attempts {
		if a := &f.p.Trace.Attempts[i]; a.Pod == f.sel && a.Step <= f.step.N && (last == nil || a.N > last.N) {
			last = a
		}
	}
	return last
}

// reported is what the attempt reports about the nodes, as kubectl shows it.
func (f *frame) reported() *h.Node {
	a := f.attemptShown()
	if a == nil || a.Message == "" {
		return nil
	}
	return h.El("section", h.Class("block"), h.El("h3", f.text("why.reported")), h.El("p", h.Class("reported"), h.Text(a.Message)))
}

// facts are the queue's own record of the selected pod.
func (f *frame) facts() *h.Node {
	if f.sel == trace.NoPod {
		return nil
	}
	p := f.pod(f.sel)
	head := h.El("h3", h.Attr("id", "w-info"), h.El("code", h.Text("QueuedPodInfo")),
		h.El("span", h.Class("pod"), f.token(f.sel, "tok--sm"), h.El("span", h.Class("pod__name"), h.Text(podName(p)))))
	if p.Queued == nil {
		return h.El("section", h.Class("block"), h.Key("facts"), h.Attr("aria-labelledby", "w-info"), head,
			h.El("p", h.Class("muted"), f.text("facts.none", str("place", p.Place.String()))))
	}
	return h.El("section", h.Class("block"), h.Key("facts"), h.Attr("aria-labelledby", "w-info"), head,
		h.El("dl", h.Class("facts"), h.Each(f.factList(p), func(_ int, x fact) *h.Node { return x.node() })))
}

// fact is one field and its value; names set in code belong to upstream's struct.
type fact struct {
	name  string
	value h.Part
}

func (x fact) node() *h.Node {
	return h.El("div", h.El("dt", breakable(x.name)), h.El("dd", x.value))
}

func (f *frame) factList(p *trace.Pod) []fact {
	q := p.Queued
	known := func(flag trace.Unknown, v h.Part) h.Part {
		if p.Unknown&flag != 0 {
			return f.unknown()
		}
		return v
	}
	list := []fact{
		{f.t("facts.place"), known(trace.UnknownPlace, breakable(p.Place.String()))},
		{"Attempts", known(trace.UnknownAttempts, h.Text(itoa(q.Attempts)))},
	}
	if f.prof.BackoffCount == profile.CountFailures {
		list = append(list, fact{"UnschedulableCount", known(trace.UnknownAttempts, h.Text(itoa(q.UnschedulableCount)))},
			fact{"ConsecutiveErrorsCount", known(trace.UnknownAttempts, h.Text(itoa(q.ConsecutiveErrors)))})
	}
	list = append(list, fact{"Timestamp", known(trace.UnknownTimestamp, h.Text(f.moment(q.Timestamp)))})
	if f.prof.SweepCounts {
		list = append(list, fact{"FlushTimestamp", known(trace.UnknownTimestamp, h.Text(f.moment(q.FlushTimestamp)))})
	}
	list = append(list, fact{"InitialAttemptTimestamp", known(trace.UnknownTimestamp, h.Text(f.moment(q.InitialAttempt)))},
		fact{"UnschedulablePlugins", known(trace.UnknownRejectors, f.plugins(q.Rejectors))})
	if f.prof.Hints == profile.TwoHints {
		list = append(list, fact{"PendingPlugins", known(trace.UnknownRejectors, f.plugins(q.Pending))})
	}
	if q.Gating != "" {
		list = append(list, fact{f.t("facts.gating"), badge(q.Gating)})
	}
	return append(list, fact{f.t("facts.backoff"), known(trace.UnknownBackoff, h.Text(f.moment(q.BackoffExpiry)))})
}

func (f *frame) plugins(names []string) h.Part {
	if len(names) == 0 {
		return h.Text("–")
	}
	return h.Each(names, func(_ int, n string) *h.Node { return badge(n) })
}
