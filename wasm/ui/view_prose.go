package ui

import h "inflight/wasm/vdom"

// prose draws blocks of a lesson; what stands in for a card is drawn by the caller.
func prose(blocks []Block, card func(Block) *h.Node) h.Part {
	var parts []h.Part
	var run []h.Part
	flush := func() {
		if len(run) > 0 {
			parts = append(parts, h.El("div", h.Class("lesson__prose"), h.Group(run...)))
			run = nil
		}
	}
	for _, b := range blocks {
		switch b.Kind {
		case PredictionHere, ExerciseHere:
			flush()
			parts = append(parts, card(b))
		default:
			run = append(run, paragraph(b))
		}
	}
	flush()
	return h.Group(parts...)
}

func paragraph(b Block) *h.Node {
	switch b.Kind {
	case Heading:
		tag := "h3"
		if b.Level > 2 {
			tag = "h4"
		}
		return h.El(tag, inline(b.Text))
	case Code:
		return h.El("pre", h.El("code", h.Text(b.Code)))
	case ListItems:
		return h.El("ul", h.Each(b.Items, func(_ int, item []Inline) *h.Node { return h.El("li", inline(item)) }))
	case FigureAt:
		return h.El("button", h.Class("btn", "btn--line", "figure"), h.Msg("goto "+b.ID), icon("lens"), h.El("span", inline(b.Text)))
	}
	return h.El("p", inline(b.Text))
}

func inline(text []Inline) h.Part {
	return h.Each(text, func(_ int, t Inline) *h.Node {
		switch t.Mark {
		case Strong:
			return h.El("b", h.Text(t.Text))
		case Emph:
			return h.El("em", h.Text(t.Text))
		case Mono:
			return h.El("code", h.Text(t.Text))
		case Link:
			return h.El("a", h.Attr("href", t.Href), h.Attr("target", "_blank"), h.Attr("rel", "noopener noreferrer"), h.Text(t.Text))
		}
		return h.Text(t.Text)
	})
}

// plain is the text of inlines without marks.
func plain(text []Inline) string {
	s := ""
	for _, t := range text {
		s += t.Text
	}
	return s
}

// words are the text of an ID in a lesson, as inlines; the ID itself where it has none.
func (l *Lesson) words(c *chrome, id string) []Inline {
	for _, b := range l.Words[c.lang][id] {
		return b.Text
	}
	return []Inline{{Text: id}}
}
