package ui

import (
	"strings"

	h "inflight/wasm/vdom"
)

// dialog is the one that is open.
func (c *chrome) dialog() *h.Node {
	switch c.m.Dialog {
	case "import":
		return c.modal("import", c.importForm())
	case "scenarios":
		return c.modal("scenarios", c.scenarios())
	case "edit":
		return c.modal("edit", c.editForm())
	case "keys":
		return c.modal("keys", c.keyTable())
	case "lessons":
		return c.modal("lessons", c.lessonList())
	case "goto":
		return c.modal("goto", c.gotoForm())
	case "stops":
		return c.modal("stops", c.stops())
	case "releases":
		return c.modal("releases", c.releaseTable())
	case "menu":
		return c.modal("menu", h.El("div", h.Class("menu"), c.modes(), h.El("div", h.Class("btn-row"), c.runButtons()), h.El("div", h.Class("btn-row"), c.fileButtons(), c.pageButtons())))
	}
	return nil
}

// modal is a dialog that closes with Escape or its button.
func (c *chrome) modal(name string, what h.Part) *h.Node {
	return h.El("dialog", h.Class("dialog", "dialog--"+name), h.Key("dialog:"+name), h.Attr("aria-labelledby", "d-"+name), h.Attr("data-close", "close"), h.Attr("data-widget", "dialog"),
		h.Property("modal", true),
		h.El("div", h.Class("dialog__head"), h.El("h2", h.Attr("id", "d-"+name), c.text(name+".title")),
			h.El("button", h.Class("btn", "btn--icon"), h.Key("do:close"), h.Attr("aria-label", c.t("dialog.close")), h.Msg("close"), icon("cross"))),
		what)
}

// keyRow is a line of the table of keys: what to press, and the text of what it does.
type keyRow struct{ keys, does string }

var keyRows = []keyRow{
	{"→ N PageDown", "keys.step"}, {"← P PageUp", "keys.back"}, {"Space", "keys.play"}, {"K", "keys.run"},
	{"Home End", "keys.ends"}, {"D Shift+D", "keys.decision"}, {"R", "keys.replay"}, {"G", "keys.goto"}, {"B", "keys.bookmark"}, {"Shift+B", "keys.breakpoint"}, {"U", "keys.until"},
	{"< >", "keys.speed"}, {"V", "keys.version"}, {"Z Shift+Z", "keys.undo"}, {"L W", "keys.panels"}, {"1 … 9", "keys.select"}, {"[ ]", "keys.marker"},
	{"? Esc", "keys.help"},
}

func (c *chrome) keyTable() h.Part {
	return h.Group(
		h.El("table", h.Class("keys"), h.El("caption", h.Class("visually-hidden"), c.text("keys.title")),
			h.El("tbody", h.Each(keyRows, func(_ int, r keyRow) *h.Node {
				return h.El("tr", h.El("th", h.Attr("scope", "row"), kbds(r.keys)), h.El("td", c.text(r.does)))
			}))),
		h.El("p", h.Class("muted"), c.text("keys.note")),
		h.El("fieldset", h.Class("themes"), h.El("legend", c.text("keys.theme")), h.Each(append([]string{"system"}, themes...), func(_ int, t string) *h.Node {
			return h.El("label", h.Class("switch"), h.El("input", h.Attr("type", "radio"), h.Attr("name", "theme"), h.Attr("value", t), h.Attr("data-input", "theme"),
				h.Property("checked", t == c.m.Theme || t == "system" && c.m.Theme == "")), c.text("theme."+t))
		})),
		h.El("label", h.Class("switch"), h.El("input", h.Attr("type", "checkbox"), h.Attr("data-input", "letters"), h.Property("checked", !c.m.NoLetters)), c.text("keys.letters")))
}

func kbds(keys string) h.Part {
	var parts []h.Part
	for i, word := range strings.Fields(keys) {
		if i > 0 {
			parts = append(parts, h.Text(" "))
		}
		if word == "…" {
			parts = append(parts, h.Text(word))
			continue
		}
		parts = append(parts, h.El("kbd", h.Text(word)))
	}
	return h.Group(parts...)
}

// notice is a line at the foot of the page, until it is closed.
func (c *chrome) notice() *h.Node {
	if c.m.Notice.Key == "" {
		return nil
	}
	return h.El("aside", h.Class("notice"), h.Key("notice"), h.Attr("aria-label", c.t("notice.label")), h.El("p", c.rich(c.m.Notice.Key, c.m.Notice.Values...)),
		h.El("button", h.Class("btn", "btn--icon"), h.Key("do:unnotice"), h.Attr("aria-label", c.t("notice.close")), h.Msg("notice"), icon("cross")))
}
