package ui

import (
	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// maxHistory is how many lines the history shows; the others are a number.
const maxHistory = 100

// history is what the reader did, the last of it first, with the other futures where there are any.
func (c *chrome) history() *h.Node {
	s := c.m.Play.session
	if s == nil {
		return nil
	}
	path := s.path(s.at())
	var rows []h.Part
	shown, given := 0, 0
	for i := len(path); i >= 0 && shown < maxHistory; i-- {
		n, next := 0, 0
		if i > 0 {
			n = path[i-1]
		}
		if i < len(path) {
			next = path[i]
		}
		for _, other := range s.children(n) {
			if other != next && s.matters(other) {
				rows = append(rows, c.otherFuture(s, other))
			}
		}
		if n > 0 && s.entry(n).given {
			given++
		}
		if n > 0 && (!s.entry(n).given || c.m.Open["given"]) {
			rows = append(rows, c.historyRow(s.entry(n), i-1))
			shown++
		}
	}
	return c.group("history", "play.history", h.El("span", h.Class("group__keys"), c.step("undo", "Z", s.now > 0), c.step("redo", "⇧Z", s.now < len(s.visits)-1)),
		h.If(len(rows) == 0 && given == 0, h.El("p", h.Class("group__note"), c.text("play.history.none"))),
		h.El("ol", h.Class("history"), h.Attr("reversed", ""), h.Group(rows...),
			h.If(given > 0, c.givenRow(given)),
			h.If(shown == maxHistory && len(path) > shown, h.El("li", h.Class("rows__more"), c.text("lane.more", num("n", len(path)-shown))))))
}

// givenRow stands for the lines that came with the file, and shows them.
func (c *chrome) givenRow(n int) *h.Node {
	return h.El("li", h.El("button", h.Class("history__row"), h.Key("do:given"), h.Attr("aria-expanded", boolean(c.m.Open["given"])), h.Msg("open given"),
		h.El("span", h.Class("muted"), c.text("play.given", num("n", n)))))
}

func (c *chrome) step(msg, key string, can bool) *h.Node {
	return h.El("button", h.Class("btn"), h.Key("do:"+msg), h.Msg(msg), h.If(!can, h.Attr("aria-disabled", "true")),
		icon(msg), c.text("play."+msg), h.El("kbd", hidden, h.Text(key)))
}

// historyRow is a line of the story with the time at which it happened. It leads there, where anything did.
func (c *chrome) historyRow(e entry, line int) *h.Node {
	p := &c.m.Left
	text, full := c.m.lineText(e), e.action.String()
	name := h.El("span", h.Class("history__what"), h.Attr("title", full), h.Text(text))
	steps, happened := p.index.line(line)
	if !happened {
		return h.El("li", h.If(p.Stuck != nil && line >= p.told(), h.Class("is-stuck")), h.El("span", h.Class("history__row"), name))
	}
	last := &p.Trace.Steps[steps.last]
	at := h.El("time", h.Text(why.FormatTime(p.Trace.Steps[steps.first].At-p.Trace.Initial.At)))
	later := p.Pos < p.Len() && (p.Pos == 0 || p.index.stepOf[p.Pos-1] < steps.first)
	return h.El("li", h.If(later, h.Class("is-later")),
		h.El("button", h.Class("history__row"), h.Key("line:"+itoa(line)), h.Msg("goto "+last.Beats[len(last.Beats)-1].Address.String()), name, at))
}

// otherFuture leads to a branch that was left.
func (c *chrome) otherFuture(s *session, n int) *h.Node {
	more, told := 0, n
	for at := n; ; more++ {
		if isSteps(s.entry(told).action) && !isSteps(s.entry(at).action) {
			told = at // steps say little: the first thing that the reader did there stands for the branch
		}
		next := s.children(at)
		if len(next) == 0 {
			break
		}
		at = next[len(next)-1]
	}
	return h.El("li", h.Class("history__other"), h.El("button", h.Class("history__row"), h.Key("branch:"+itoa(n)), h.Msg("branch "+itoa(n)),
		icon("branch"), h.El("span", h.Class("history__what"), h.Attr("title", s.entry(told).action.String()), c.text("play.other", str("what", c.m.lineText(s.entry(told))))),
		h.If(more > 0, h.El("span", h.Class("muted"), h.Text("+"+itoa(more))))))
}

// matters tells whether a branch holds more than steps, which anyone can take again.
func (s *session) matters(n int) bool {
	if !isSteps(s.entry(n).action) {
		return true
	}
	for _, next := range s.children(n) {
		if s.matters(next) {
			return true
		}
	}
	return false
}

// lineText is a line of the story in words.
func (m *Model) lineText(e entry) string {
	a := e.action
	what := str("object", objectText(a.Ref))
	say := func(key string, vs ...value) string { return say(m.Lang, "line."+key, vs...) }
	switch a.Verb {
	case action.Step:
		if isSteps(a) {
			return say("step", num("n", max(a.N, 1)))
		}
	case action.Apply:
		return say("apply", what)
	case action.Delete:
		return say("delete", what)
	case action.Recreate:
		return say("recreate", what)
	case action.Patch:
		return say("patch", what)
	case action.Activate:
		return say("activate", what)
	case action.Advance:
		if !a.ToTime {
			return say("advance", str("time", seconds(int64(a.Dur))))
		}
		return say("advance.to", str("time", action.FormatTime(a.To)))
	case action.Next:
		return say("timer")
	case action.Do:
		return say("do", str("id", a.Name))
	case action.Hold:
		return say("hold", what, str("phase", a.Phase))
	case action.Release:
		return say("release", what)
	case action.Permit:
		if a.Allow {
			return say("allow", what)
		}
		return say("reject", what, str("phase", "WaitOnPermit"))
	case action.Reject:
		return say("reject", what, str("phase", a.Phase))
	case action.Fail:
		return say("fail", what, str("phase", a.Phase))
	}
	return a.String()
}

// objectText is an object as people say it: pod web, node small.
func objectText(r api.Ref) string {
	kind := "pod"
	if r.Kind == api.KindNode {
		kind = "node"
	}
	name := r.Name
	if r.Namespace != "" && r.Namespace != api.DefaultNamespace {
		name = r.Namespace + "/" + name
	}
	return kind + " " + name
}
