package ui

import (
	"inflight/lessons/lesson"
	h "inflight/wasm/vdom"
)

// lessonsKey opens the list of lessons, and shows how far the reader is.
func (c *chrome) lessonsKey(l *lesson.Lesson) *h.Node {
	return h.El("div", h.Class("lesson__head"),
		h.El("button", h.Class("btn", "btn--line"), h.Key("do:lessons"), h.Attr("aria-haspopup", "dialog"), h.Msg("dialog lessons"),
			icon("list"), c.text("lessons.open", num("n", l.Number), num("all", l.Of))),
		c.progressBar(l))
}

// lessonList is all lessons by their chapters, each with what is done in it.
func (c *chrome) lessonList() h.Part {
	return h.Each(lesson.Chapters(), func(_ int, chapter string) *h.Node {
		var items []h.Part
		for i := range c.m.Lessons {
			if c.m.Lessons[i].Chapter == chapter {
				items = append(items, c.lessonItem(&c.m.Lessons[i]))
			}
		}
		if items == nil {
			return nil
		}
		return h.El("section", h.Class("lessons"), h.Attr("aria-labelledby", "ch-"+chapter),
			h.El("h3", h.Attr("id", "ch-"+chapter), c.text("chapter."+chapter)), h.El("ol", h.Group(items...)))
	})
}

func (c *chrome) lessonItem(e *lesson.Entry) *h.Node {
	done, all := c.m.score(e)
	now := c.m.Mode == Learn && c.m.Lesson != nil && c.m.Lesson.ID == e.ID
	state := h.El("small", c.text("lessons.score", num("done", done), num("all", all)))
	if done == all {
		state = h.El("small", h.Class("is-ok"), icon("check"), c.text("lessons.done"))
	}
	return h.El("li", h.El("button", h.Class("btn", "btn--line", "lessons__item"), h.Key("do:lesson:"+e.ID), h.If(now, h.Attr("aria-current", "true")), h.Msg("lesson "+e.ID),
		h.El("span", h.Text(e.Title[c.lang])), state))
}

// end is the card that a lesson ends with: what its reader can do now, what to try, and the way on.
// It tells answers, so it waits for the reader's own.
func (c *chrome) end(b lesson.Block) *h.Node {
	for i := range c.m.Lesson.Predictions {
		if c.unanswered(lesson.Block{Kind: lesson.PredictionHere, ID: c.m.Lesson.Predictions[i].ID}) {
			return nil
		}
	}
	next := h.El("button", h.Class("btn", "btn--fill"), h.Key("do:next-lesson"), h.Attr("aria-haspopup", "dialog"), h.Msg("dialog lessons"), icon("list"), c.text("lessons.all"))
	if e := c.m.after(); e != nil {
		next = h.El("button", h.Class("btn", "btn--fill"), h.Key("do:next-lesson"), h.Msg("lesson "+e.ID), c.text("lessons.next", str("title", e.Title[c.lang])), icon("step"))
	}
	return h.El("section", h.Class("card", "card--end"), h.Key("end"), h.Attr("aria-labelledby", "end"),
		h.El("h3", h.Attr("id", "end"), icon("done"), inline(b.Text)),
		h.El("ul", h.Each(b.Items, func(_ int, item []lesson.Inline) *h.Node { return h.El("li", inline(item)) })),
		h.El("h4", c.text("lessons.try")),
		h.El("p", c.wordsOf(lesson.TryID)),
		next)
}

// partHere is a button that shows where a part of the stage is.
func partHere(b lesson.Block) *h.Node {
	return h.El("button", h.Class("btn", "btn--line", "figure", "figure--part"), h.Key("do:part:"+b.ID), h.Msg("part "+b.ID), icon("lens"), h.El("span", inline(b.Text)))
}
