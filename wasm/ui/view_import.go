package ui

import (
	"strings"

	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// importForm takes YAML and says, in place, what kept the last text from being read.
func (c *chrome) importForm() h.Part {
	return h.Group(
		h.El("p", h.Class("muted"), c.rich("import.about")),
		h.If(c.m.Play.Repair != "", h.El("p", c.text("import.stored", str("name", c.m.Play.Repair)))),
		h.If(len(c.m.Import.Problems) > 0, c.problems()),
		h.If(len(c.m.Import.Problems) > 0, h.El("button", h.Class("btn", "btn--line", "import__text"), h.Key("do:text-file"), h.Msg("text-file"), icon("export"), c.text("import.keep-text"))),
		h.El("form", h.Class("import"), h.Attr("data-submit", "yaml"),
			h.El("label", h.Class("field"), c.text("import.field"),
				h.El("textarea", h.Key("yaml"), h.Attr("name", "yaml"), h.Attr("rows", "12"), h.Attr("spellcheck", "false"), h.Attr("autocapitalize", "off"),
					h.Attr("data-input", "draft"), h.Attr("placeholder", importExample), h.Property("value", c.m.Import.Text))),
			h.El("div", h.Class("btn-row"),
				h.El("button", h.Class("btn", "btn--fill"), h.Attr("type", "submit"), c.text("import.read")),
				h.El("label", h.Class("btn", "btn--line"), c.text("import.file"),
					h.El("input", h.Class("visually-hidden"), h.Attr("type", "file"), h.Attr("accept", ".yaml,.yml,.json"), h.Attr("multiple", ""), h.Attr("data-input", "file"))),
				h.El("button", h.Class("btn", "btn--line"), h.Attr("type", "button"), h.Msg("close"), c.keepText()))))
}

const importExample = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\n…"

func (c *chrome) keepText() *h.Node {
	if c.m.Left.Trace == nil {
		return c.text("dialog.close")
	}
	return c.text("import.keep")
}

// problems are shown in the text itself: the lines around each, the place marked, and the way out below.
func (c *chrome) problems() *h.Node {
	const most = 5
	ps := c.m.Import.Problems
	return h.El("section", h.Class("yaml-errors"), h.Key("problems"), h.Attr("tabindex", "-1"), h.Attr("aria-labelledby", "yaml-bad"),
		h.El("h3", h.Attr("id", "yaml-bad"), c.text("import.bad", num("n", len(ps)))),
		h.Each(ps[:min(most, len(ps))], func(i int, p why.Problem) *h.Node { return c.problem(p) }),
		h.If(len(ps) > most, h.El("p", h.Class("muted"), c.text("lane.more", num("n", len(ps)-most)))))
}

func (c *chrome) problem(p why.Problem) *h.Node {
	lines := strings.Split(c.m.Import.Text, "\n")
	var shown []h.Part
	if p.Line > 0 {
		for n := max(1, p.Line-2); n <= min(len(lines), p.Line+1); n++ {
			shown = append(shown, h.El("li", h.If(n == p.Line, h.Class("is-bad")), h.Attr("data-line", itoa(n)), markedLine(lines[n-1], n == p.Line, p.Column)))
		}
	}
	at := "import.at.file"
	switch {
	case p.Line > 0 && p.Column > 0:
		at = "import.at.column"
	case p.Line > 0:
		at = "import.at.line"
	}
	return h.El("div", h.Class("yaml"),
		h.If(len(shown) > 0, h.El("ol", h.Group(shown...))),
		h.El("p", h.Class("yaml__note"), h.Attr("role", "alert"),
			h.El("b", c.text(at, num("line", p.Line), num("column", p.Column), str("file", p.File))), h.Text(" "),
			h.If(p.Field != "", h.Group(h.El("code", h.Text(p.Field)), h.Text(" "))), spans(why.Sentence(c.lang, p.Why))))
}

// markedLine underlines the word at the column.
func markedLine(line string, mark bool, column int) h.Part {
	line = strings.TrimRight(line, "\r")
	if !mark || column < 1 || column > len(line) {
		return h.Text(line)
	}
	from := column - 1
	for from > 0 && line[from]&0xC0 == 0x80 {
		from--
	}
	to := from
	for to < len(line) && !strings.ContainsRune(" \t:,[]{}", rune(line[to])) {
		to++
	}
	if to == from {
		to = from + 1
	}
	return h.Group(h.Text(line[:from]), h.El("mark", h.Text(line[from:to])), h.Text(line[to:]))
}
