package ui

import (
	"inflight/engine/trace"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// own is the panel of the reader's own objects: the file, what was ignored in it, and what can happen now.
func (c *chrome) own() h.Part {
	return h.Group(
		h.El("section", h.Class("group"), h.Attr("aria-labelledby", "own-file"),
			h.El("div", h.Class("group__head"), h.El("h2", h.Attr("id", "own-file"), c.text("own.file")), h.El("code", h.Class("muted"), h.Text(c.m.Import.Name))),
			h.El("button", h.Class("btn", "btn--line"), h.Key("do:yaml"), h.Msg("dialog import"), icon("import"), c.text("own.paste"))),
		c.ignored(),
		c.possible())
}

// ignored lists what was read and not as written; nothing is dropped in silence.
func (c *chrome) ignored() *h.Node {
	ws := c.m.Import.Warnings
	if len(ws) == 0 {
		return nil
	}
	return h.El("section", h.Class("group"), h.Attr("aria-labelledby", "own-ignored"),
		h.El("h2", h.Attr("id", "own-ignored"), c.text("own.ignored", num("n", len(ws)))),
		h.El("ul", h.Class("warnings"), h.Each(ws[:min(len(ws), maxRows)], func(_ int, p why.Problem) *h.Node {
			return h.El("li", h.If(p.Line > 0, h.El("span", h.Class("warnings__at"), h.Text(itoa(p.Line)))), h.El("span",
				h.If(p.Field != "", h.El("code", h.Text(p.Field))), h.Text(" "), spans(why.Sentence(c.lang, p.Why))))
		})))
}

// possible is what can happen now, as buttons.
func (c *chrome) possible() *h.Node {
	list := c.m.Possible
	if c.m.Left.Trace == nil || len(list) == 0 || c.m.Left.Pos < c.m.Left.Len() {
		return nil // the run has told already what comes next
	}
	next := trace.Since(c.m.Left.Trace.Next, c.m.Left.Trace.Initial.At)
	return h.El("section", h.Class("group"), h.Attr("aria-labelledby", "own-next"),
		h.El("h2", h.Attr("id", "own-next"), c.text("own.possible")),
		h.If(next.Rule != "", h.El("p", h.Class("muted"), spans(why.Sentence(c.lang, next)))),
		h.El("div", h.Class("btn-list"), h.Each(list, func(_ int, p Possible) *h.Node {
			return h.El("button", h.Class("btn", "btn--line"), h.Key("do:"+p.ID), h.Msg("act do "+p.ID), spans(why.Sentence(c.lang, p.Why)))
		})))
}
