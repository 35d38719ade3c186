package ui

import h "inflight/wasm/vdom"

// nothing stands in the stage's place while there is no run: the page loads, failed to, or the reader has no objects.
func (c *chrome) nothing() h.Part {
	switch {
	case c.m.Failure != "":
		return c.state("failed", "state.failed", h.El("p", c.rich("state.failed.text")), h.El("details", h.Class("muted"), h.El("summary", c.text("state.details")), h.El("code", h.Text(c.m.Failure))))
	case c.m.Mode == Play:
		return c.state("empty", "state.empty", h.El("p", c.text("state.empty.text")),
			c.emptyButtons())
	}
	return c.state("loading", "state.loading", h.El("div", h.Class("state__bar"), h.Attr("role", "progressbar"), h.Attr("aria-label", c.t("state.loading"))))
}

func (c *chrome) state(art, title string, parts ...h.Part) *h.Node {
	return h.El("main", h.Class("stage", "stage--state"), h.Key("stage"), h.Attr("aria-label", c.t("stage.label")),
		h.El("section", h.Class("state"), h.Attr("aria-labelledby", "st"), stateArt(art), h.El("h2", h.Attr("id", "st"), c.text(title)), h.Group(parts...)))
}

// stateArt is the track with four cells on it.
func stateArt(kind string) *h.Node {
	cell := func(x int, class string) *h.Node {
		return h.Svg("rect", h.Class("art__"+class), h.Attr("x", itoa(x)), h.Attr("y", "14"), h.Attr("width", "46"), h.Attr("height", "36"), h.Attr("rx", "6"))
	}
	classes := map[string][4]string{
		"loading": {"pod", "cell", "cell", "slot"}, "empty": {"slot", "slot", "slot", "slot"}, "failed": {"cell", "cell", "bad", "slot"},
	}[kind]
	return h.Svg("svg", h.Class("state__art"), h.Attr("viewBox", "0 0 260 64"), hidden,
		h.Svg("path", h.Class("art__rail"), h.Attr("d", "M10 52h240")), h.Svg("path", h.Class("art__ties"), h.Attr("d", "M16 59h232")),
		cell(24, classes[0]), cell(84, classes[1]), cell(144, classes[2]), cell(204, classes[3]))
}
