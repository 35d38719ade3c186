package ui

import (
	"inflight/lessons/lesson"
	h "inflight/wasm/vdom"
)

// prose draws blocks of a lesson; what stands in for a card is drawn by the caller.
//
// What stands between a question that folds and the next card is left out.
func prose(blocks []lesson.Block, folds func(lesson.Block) bool, card func(lesson.Block) *h.Node) h.Part {
	folded := false
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
		case lesson.End:
			flush()
			parts = append(parts, card(b))
		case lesson.PredictionHere, lesson.ExerciseHere:
			flush()
			parts = append(parts, card(b))
			folded = folds(b)
		default:
			if !folded {
				run = append(run, paragraph(b))
			}
		}
	}
	flush()
	return h.Group(parts...)
}

func paragraph(b lesson.Block) *h.Node {
	switch b.Kind {
	case lesson.Heading:
		tag := "h3"
		if b.Level > 2 {
			tag = "h4"
		}
		return h.El(tag, inline(b.Text))
	case lesson.Code:
		return h.El("pre", h.El("code", h.Text(b.Code)))
	case lesson.ListItems:
		return h.El("ul", h.Each(b.Items, func(_ int, item []lesson.Inline) *h.Node { return h.El("li", inline(item)) }))
	case lesson.PartHere:
		return partHere(b)
	case lesson.FigureAt:
		return h.El("button", h.Class("btn", "btn--line", "figure"), h.Msg("figure "+b.ID), icon("lens"), h.El("span", inline(b.Text)))
	}
	return h.El("p", inline(b.Text))
}

func inline(text []lesson.Inline) h.Part {
	return h.Each(text, func(_ int, t lesson.Inline) *h.Node {
		switch t.Mark {
		case lesson.Strong:
			return h.El("b", h.Text(t.Text))
		case lesson.Emph:
			return h.El("em", h.Text(t.Text))
		case lesson.Mono:
			return h.El("code", h.Text(t.Text))
		case lesson.Link:
			return h.El("a", h.Attr("href", t.Href), h.Attr("target", "_blank"), h.Attr("rel", "noopener noreferrer"), h.Text(t.Text))
		}
		return h.Text(t.Text)
	})
}

// wordsOf are the lesson's words for an ID in the page's language.
func (c *chrome) wordsOf(id string) h.Part {
	for _, b := range c.m.Lesson.Words[c.lang][id] {
		return inline(b.Text)
	}
	return h.Text(id)
}
