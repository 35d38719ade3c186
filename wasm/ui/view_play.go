package ui

import (
	"inflight/engine/api"
	"inflight/engine/trace"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// actions is the left column of Play: what can be done to the cluster, to the clock and to the run.
func (c *chrome) actions() h.Part {
	return h.Group(
		c.scenarioHead(),
		c.ignored(),
		h.If(c.m.Left.Trace != nil, h.Group(c.podForm(), c.podGroup(), c.nodeGroup(), h.If(!c.m.isEmpty(), h.Group(c.eventGroup(), c.clockGroup(), c.whatNext(), c.history())))))
}

// group is a part of the column with its heading.
func (c *chrome) group(id, title string, head h.Part, parts ...h.Part) *h.Node {
	return h.El("section", h.Class("group"), h.Key("group:"+id), h.Attr("aria-labelledby", "a-"+id),
		h.El("div", h.Class("group__head"), h.El("h2", h.Attr("id", "a-"+id), c.text(title)), head), h.Group(parts...))
}

// ignored lists what was read and not as written; nothing is dropped in silence.
func (c *chrome) ignored() *h.Node {
	ws := c.m.Import.Warnings
	if len(ws) == 0 {
		return nil
	}
	return c.group("ignored", "own.ignored", h.El("span", h.Class("muted"), h.Text(itoa(len(ws)))),
		h.El("ul", h.Class("warnings"), h.Each(ws[:min(len(ws), maxRows)], func(_ int, p why.Problem) *h.Node {
			return h.El("li", h.If(p.Line > 0, h.El("span", h.Class("warnings__at"), h.Text(itoa(p.Line)))), h.El("span",
				h.If(p.Field != "", h.El("code", h.Text(p.Field))), h.Text(" "), spans(why.Sentence(c.lang, p.Why))))
		})))
}

// whatNext is what the scheduler can do next, as buttons: the reader chooses the interleaving. At an earlier moment
// another choice begins a branch.
func (c *chrome) whatNext() *h.Node {
	p := &c.m.Left
	o := &c.m.Play.Offer
	known := o.of == p.Trace && o.pos == p.Pos && o.len == p.Len()
	earlier := p.Pos < p.Len()
	next := trace.Since(p.Trace.Next, p.Trace.Initial.At)
	var head h.Part
	if earlier {
		head = h.El("button", h.Class("btn"), h.Key("do:to-end"), h.Msg("last"), c.text("play.to-end"))
	}
	return c.group("next", "play.next", head,
		h.If(earlier, h.El("p", h.Class("group__note"), c.rich("play.earlier"))),
		c.stuck(),
		h.If(!earlier && next.Rule != "", h.El("p", h.Class("group__note"), spans(why.Sentence(c.lang, next)))),
		h.If(!earlier && known && len(o.Possible)+len(o.Held) == 0 && next.Rule == "", h.El("p", h.Class("group__note"), c.text("play.nothing"))),
		h.If(earlier && !known && p.Len() > quickly, h.El("button", h.Class("btn", "btn--line"), h.Key("do:rested"), h.Msg("rested"), c.text("play.ask"))),
		h.If(known && len(o.Possible)+len(o.Held) > 0, h.El("ul", h.Class("btn-list"),
			h.Each(o.Possible, func(i int, x Possible) *h.Node { return c.possibleRow(i, x, i == 0 && !earlier) }),
			h.Each(o.Held, func(_ int, id trace.PodID) *h.Node { return c.heldRow(id) }))))
}

// heldRow lets go of a pod that was held, or answers for the plugin that it waits for.
func (c *chrome) heldRow(id trace.PodID) *h.Node {
	ref := api.RefOf(c.m.Left.State().Pods.At(int(id)).Object)
	pod := str("pod", why.ShortPod(ref.Namespace+"/"+ref.Name))
	if c.m.Play.Offer.Waiting[id] {
		return h.El("li", h.El("p", h.Class("group__note"), c.rich("play.waits", pod)), h.El("div", h.Class("btn-pair"),
			h.El("button", h.Class("btn", "btn--line"), h.Key("allow:"+ref.String()), h.Msg("act permit allow "+ref.String()), icon("check"), c.text("play.allow")),
			h.El("button", h.Class("btn", "btn--line"), h.Key("reject:"+ref.String()), h.Msg("act permit reject "+ref.String()), icon("cross"), c.text("play.reject"))))
	}
	return h.El("li", h.El("button", h.Class("btn", "btn--line"), h.Key("release:"+ref.String()), h.Msg("act release "+ref.String()),
		h.El("span", c.rich("play.held", pod)), icon("play")))
}

// stuck says which line this release cannot do.
func (c *chrome) stuck() *h.Node {
	p := &c.m.Left
	if p.Stuck == nil {
		return nil
	}
	return h.El("div", h.Class("stuck"), h.El("b", c.text("play.stuck", num("line", p.told()+1), str("release", p.Release.String()))), h.Text(" "), spans(why.Sentence(c.lang, p.Stuck.Why)))
}

// advances are how far the clock can be put forward at once, and how that is written.
var advances = []struct{ line, text string }{{"advance 1s", "+1 s"}, {"advance 10s", "+10 s"}, {"advance 5m", "+5 min"}}

// clockGroup lets time pass.
func (c *chrome) clockGroup() *h.Node {
	return c.group("clock", "play.clock", nil, h.El("div", h.Class("btn-row", "btn-row--fill"),
		h.Each(advances, func(_ int, a struct{ line, text string }) *h.Node {
			return h.El("button", h.Class("btn", "btn--line"), h.Key("do:"+a.line), h.Msg("act "+a.line), h.Text(a.text))
		}),
		h.El("button", h.Class("btn", "btn--line"), h.Key("do:next timer"), h.Msg("act next timer"), h.Attr("title", c.t("play.timer.title")), c.text("play.timer"))))
}
