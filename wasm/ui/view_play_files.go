package ui

import (
	h "inflight/wasm/vdom"
)

// scenarioHead is the scenario that shows, and the way to the others.
func (c *chrome) scenarioHead() *h.Node {
	return h.El("section", h.Class("group", "scenario"), h.Key("group:scenario"), h.Attr("aria-label", c.t("scenarios.one")),
		h.El("button", h.Class("btn", "btn--line", "scenario__name"), h.Key("do:scenarios"), h.Attr("aria-haspopup", "dialog"), h.Msg("dialog scenarios"),
			icon("folder"), h.El("span", h.Class("visually-hidden"), c.text("scenarios.open")), h.El("b", h.Text(c.m.Play.Name)), h.El("span", h.Class("muted"), h.Text(itoa(max(1, len(c.m.Play.Files)))))),
		h.El("button", h.Class("btn", "btn--icon"), h.Key("do:yaml"), h.Msg("dialog import"), h.Attr("aria-label", c.t("own.paste")), h.Attr("title", c.t("own.paste")), icon("import")))
}

// scenarios is the list of what is kept.
func (c *chrome) scenarios() h.Part {
	gone := c.m.Play.Gone
	return h.Group(
		h.El("form", h.Class("form-line"), h.Attr("data-submit", "rename-scenario"),
			h.El("label", h.Class("field"), c.text("scenarios.name"), h.El("input", h.Key("field:scenario.name"), h.Attr("name", "scenario.name"), h.Attr("autocomplete", "off"), h.Attr("spellcheck", "false"),
				c.describes("scenario.name"), h.Attr("data-input", "form scenario.name"), h.Property("value", c.m.typed("scenario.name")))),
			h.El("button", h.Class("btn", "btn--line"), h.Attr("type", "submit"), c.text("scenarios.rename")),
			c.wrongs("scenario.name", c.m.Play.Wrong["scenario.name"])),
		h.El("div", h.Class("btn-row"),
			h.El("button", h.Class("btn", "btn--fill"), h.Key("do:new"), h.Msg("new"), icon("plus"), c.text("scenarios.new")),
			h.El("button", h.Class("btn", "btn--line"), h.Key("do:sample"), h.Msg("sample"), icon("node"), c.text("state.empty.sample")),
			h.El("button", h.Class("btn", "btn--line"), h.Key("do:import-2"), h.Msg("dialog import"), icon("import"), c.text("scenarios.import"))),
		h.If(gone.Name != "", h.El("p", h.Class("scenarios__gone"), c.rich("scenarios.gone", str("name", gone.Name)),
			h.El("button", h.Class("btn", "btn--line"), h.Key("do:restore"), h.Msg("restore"), icon("undo"), c.text("scenarios.restore")))),
		h.El("h3", h.Attr("id", "kept"), c.text("scenarios.kept")),
		h.If(len(c.m.Play.Files) == 0, h.El("p", h.Class("muted"), c.text("scenarios.none"))),
		h.El("ul", h.Class("scenarios"), h.Attr("aria-labelledby", "kept"), h.Each(c.m.Play.Files, func(_ int, name string) *h.Node {
			tool := func(msg, glyph, key string) *h.Node {
				label := c.t(key, str("name", name))
				return h.El("button", h.Class("btn", "btn--icon"), h.Key(msg+":"+name), h.Msg(msg+" "+name), h.Attr("aria-label", label), h.Attr("title", label), icon(glyph))
			}
			return h.El("li", h.If(name == c.m.Play.Name, h.Class("is-open")),
				h.El("button", h.Class("btn", "scenarios__open"), h.Key("open:"+name), h.If(name == c.m.Play.Name, h.Attr("aria-current", "true")), h.Msg("open-scenario "+name), h.Text(name)),
				tool("duplicate", "copy", "scenarios.duplicate"), tool("export-one", "export", "scenarios.export"), tool("discard", "trash", "scenarios.delete"))
		})))
}

// emptyCluster stands where the lanes would all be empty: it leads to a cluster.
func (c *chrome) emptyCluster() *h.Node {
	return h.El("main", h.Class("stage", "stage--state"), h.Key("stage"), h.Attr("aria-label", c.t("stage.label")), c.emptyCard())
}

func (c *chrome) emptyCard() *h.Node {
	return h.El("section", h.Class("state"), h.Attr("aria-labelledby", "st"), stateArt("empty"), h.El("h2", h.Attr("id", "st"), c.text("state.empty")),
		h.El("p", h.Attr("role", "status"), c.text("state.empty.text")), c.emptyButtons())
}

func (c *chrome) emptyButtons() *h.Node {
	return h.El("div", h.Class("btn-row"),
		h.El("button", h.Class("btn", "btn--fill"), h.Key("do:empty-sample"), h.Msg("sample"), icon("node"), c.text("state.empty.sample")),
		h.El("button", h.Class("btn", "btn--line"), h.Key("do:empty-yaml"), h.Msg("dialog import"), c.text("own.paste")))
}

// isEmpty tells whether Play shows a cluster in which nothing is and nothing was done.
func (m *Model) isEmpty() bool {
	s := m.Play.session
	return m.Mode == Play && m.Left.Trace != nil && s != nil && len(s.entries) == 0 && len(s.base.Objects) == 0
}
