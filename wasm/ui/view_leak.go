package ui

import (
	"inflight/engine/profile"
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// leak is one of the run's leaks with the positions between which it lasts.
type leak struct {
	trace.Leak
	from, until int
}

func (x *index) leak(l trace.Leak) leak {
	out := leak{Leak: l, until: len(x.beats) + 1}
	for i, b := range x.beats {
		if out.from == 0 && !b.Address.Before(l.Since) {
			out.from = i + 1
		}
		if b.Address == l.Until {
			out.until = i + 1
		}
	}
	return out
}

// id names a leak in keys and messages: the pod, and the element that was its marker.
func (l leak) id() string { return itoa(int(l.Pod)) + ":" + itoa(l.Element) }

// leaks are those that last at the shown position.
func (f *frame) leaks() []leak { return f.m.leaksAt(f.pos) }

func (m *Model) leaksAt(pos int) []leak {
	var out []leak
	if m.Left.Trace == nil {
		return nil
	}
	for _, l := range m.Left.index.leaks {
		if l.from <= pos && pos < l.until {
			out = append(out, l)
		}
	}
	return out
}

// held is how many events a leak keeps in the list for nobody, and the element at which they end.
func (f *frame) held(l leak) (n, end int) {
	var all []trace.Leak
	for _, x := range f.leaks() {
		all = append(all, x.Leak)
	}
	return f.s.Held(l.Leak, all)
}

// leaked tells whether an element is the marker of a leak.
func (f *frame) leaked(el int) bool {
	for _, l := range f.leaks() {
		if l.Element == el && f.s.List.Log[el].Event == nil {
			return true
		}
	}
	return false
}

// leakOf is the leak of a pod that is in flight for ever, false where it is none.
func (f *frame) leakOf(pod trace.PodID) (leak, bool) {
	for _, l := range f.leaks() {
		if l.Pod == pod && f.pod(pod).InFlight && f.pod(pod).Marker == l.Element {
			return l, true
		}
	}
	return leak{}, false
}

// alarms are the leaks that the reader has not put away yet, each with what to do; those that are put away stand in the
// list's head as a badge.
func (f *frame) alarms() h.Part {
	var parts []h.Part
	for _, l := range f.leaks() {
		if !f.m.Open[f.m.quietKey(l)] {
			parts = append(parts, f.alarm(l))
		}
	}
	return h.Group(parts...)
}

// quietKey is set in Model.Open once the alarm was put away.
func (m *Model) quietKey(l leak) string { return "quiet:" + m.Left.Release.String() + ":" + l.id() }

// alarm is one leak. It is an alert to who cannot see it where it is met for the first time, and never again.
func (f *frame) alarm(l leak) *h.Node {
	p := f.pod(l.Pod)
	n, _ := f.held(l)
	role := "group"
	if f.m.Alarmed[f.m.quietKey(l)] == f.pos {
		role = "alert"
	}
	key, title := "alarm:"+l.id(), "alarm.title"
	if f.prof.InFlight == profile.PreviousEvent {
		title = "alarm.title.previous" // pods have no markers there
	}
	fixed := f.fixedIn(l)
	return h.El("div", h.Class("alert", "alert--leak"), h.Attr("role", role), h.Attr("aria-labelledby", key), h.Key(key), icon("warn"),
		h.El("b", h.Attr("id", key), f.text(title)),
		h.El("button", h.Class("btn", "btn--icon", "alert__close"), h.Key("do:quiet:"+l.id()), h.Attr("aria-label", f.t("alarm.quiet")), h.Attr("title", f.t("alarm.quiet")), h.Msg("quiet "+l.id()), icon("cross")),
		h.El("p", f.rich("alarm."+string(l.Cause), str("pod", podName(p)), str("uid", p.UID), str("now", f.uidNow(l.Pod)))),
		h.El("p", h.Class("muted"), f.text("alarm.since", str("at", f.clock(l.At)), str("step", l.Since.String()), num("n", n))),
		h.El("div", h.Class("btn-row"),
			h.El("button", h.Class("btn", "btn--line"), h.Key("do:leak:"+l.id()), h.Msg("goto "+l.Since.String()), f.text("alarm.goto")),
			h.If(fixed != "", h.El("button", h.Class("btn", "btn--line"), h.Key("do:fixed:"+l.id()), h.Msg("release "+fixed), f.text("alarm.fixed", str("release", fixed)))),
			h.If(fixed == "" && f.prof.InFlight != profile.ByCycle, h.El("span", h.Class("muted"), f.text("alarm.unfixed")))))
}

// uidNow is the UID of the youngest pod of the same name.
func (f *frame) uidNow(id trace.PodID) string {
	for i := f.s.Pods.Len() - 1; i > int(id); i-- {
		if p := f.s.Pods.At(i); p.FullName() == f.pod(id).FullName() {
			return p.UID
		}
	}
	return f.pod(id).UID
}

// fixedIn is the first later release that does not lose an entry in this way, "" where none of those that are modelled
// is made so.
func (f *frame) fixedIn(l leak) string {
	for _, r := range profile.All() {
		if r.Compare(f.p.Release) <= 0 {
			continue
		}
		if p, err := profile.For(r, nil); err == nil && l.Cause.Heals(p) {
			return r.String()
		}
	}
	return ""
}

// leakBadge stands in the list's head while something leaks: from then on the list only grows. It leads to the alarm.
func (f *frame) leakBadge() *h.Node {
	ls := f.leaks()
	if len(ls) == 0 {
		return nil
	}
	return h.El("button", h.Class("badge", "badge--alarm", "badge--press"), h.Key("do:loud"), h.Attr("title", f.t("alarm.show")), h.Msg("loud"),
		icon("warn"), f.text("star.growing"))
}

// quiet puts an alarm away: it stays in the list's head as a badge.
func (u *update) quiet(rest string) {
	for _, l := range u.m.leaksAt(u.m.Left.Pos) {
		if l.id() == rest {
			u.m.Open = with(u.m.Open, u.m.quietKey(l), true)
			u.do(Focus{"do:loud"})
		}
	}
}

// loud shows the alarms again.
func (u *update) loud(string) {
	ls := u.m.leaksAt(u.m.Left.Pos)
	for _, l := range ls {
		u.m.Open = with(u.m.Open, u.m.quietKey(l), false)
	}
	if len(ls) == 0 {
		return
	}
	u.showWhy()
	u.do(Reveal{Keys: []string{"alarm:" + ls[0].id()}}, Focus{"do:leak:" + ls[0].id()})
}

// showWhy opens the panel of reasons where it is not in sight.
func (u *update) showWhy() {
	if u.m.phone() {
		u.m.Tab = "why"
	} else if u.m.layout() >= below {
		u.m.Open = with(u.m.Open, "why", true)
	}
}

// broken explains the invariants that do not hold, or stops explaining.
func (u *update) broken(string) {
	u.open("broken")
	if u.m.Open["broken"] {
		u.showWhy()
		u.do(Reveal{Keys: []string{"broken"}})
	}
}

// alarmed notes where each leak is met for the first time: an alert is said once.
func (u *update) alarmed() {
	for _, l := range u.m.leaksAt(u.m.Left.Pos) {
		k := u.m.quietKey(l)
		at, met := u.m.Alarmed[k]
		switch {
		case !met:
			u.m.Alarmed = with(u.m.Alarmed, k, u.m.Left.Pos)
		case at != u.m.Left.Pos || at < 0:
			u.m.Alarmed = with(u.m.Alarmed, k, -1)
		}
	}
}
