package ui

import (
	"strings"

	"inflight/lessons/lesson"
	h "inflight/wasm/vdom"
)

// side is the panel on the left: the lesson, or the reader's own file with what can be done.
func (c *chrome) side() *h.Node {
	if c.m.layout() >= drawer && !c.m.Drawer {
		label := "lesson.label"
		if c.m.Mode == Play {
			label = "own.label"
		}
		return h.El("button", h.Class("drawer-key"), h.Key("do:drawer"), h.Attr("aria-expanded", "false"), h.Msg("drawer"), icon("arrow"), c.text(label))
	}
	label, class := "lesson.label", "lesson"
	if c.m.Mode == Play {
		label, class = "own.label", "actions"
	}
	return h.El("aside", h.Class(class, when(c.m.layout() >= drawer, "drawer")), h.Key("side"), h.Attr("aria-label", c.t(label)), h.Attr("tabindex", "-1"),
		h.If(c.m.layout() >= drawer, h.El("button", h.Class("btn", "btn--icon", "drawer__close"), h.Key("do:drawer"), h.Attr("aria-label", c.t("drawer.close")), h.Msg("drawer"), icon("cross"))),
		c.sideParts())
}

func (c *chrome) sideParts() h.Part {
	if c.m.Mode == Play {
		return c.actions()
	}
	return c.lesson()
}

// lesson is the prose with its prediction and exercise cards.
func (c *chrome) lesson() h.Part {
	l := c.m.Lesson
	if l == nil {
		return h.El("p", h.Class("muted"), c.text("lesson.loading"))
	}
	return h.Group(
		h.If(l.Of > 1, c.lessonsKey(l)),
		h.El("h2", h.Key("lesson-title"), h.Attr("tabindex", "-1"), h.Text(l.Title[c.lang])),
		prose(l.Text[c.lang], c.unanswered, func(b lesson.Block) *h.Node {
			switch b.Kind {
			case lesson.PredictionHere:
				return c.prediction(l, b.ID)
			case lesson.ExerciseHere:
				return c.exercise(l, b.ID)
			}
			return c.end(b)
		}),
		c.lessonFoot(l))
}

// unanswered tells whether a block is a question that this run still asks: what follows it would give the answer away.
func (c *chrome) unanswered(b lesson.Block) bool {
	if b.Kind != lesson.PredictionHere || c.m.Progress.Answers[b.ID] != "" {
		return false
	}
	p := c.m.Lesson.Prediction(b.ID)
	return p != nil && p.Asked(c.m.Left.Release)
}

// progressBar is a bar for each lesson: done, begun, or not yet.
func (c *chrome) progressBar(l *lesson.Lesson) *h.Node {
	return h.El("div", h.Class("progress"), hidden, h.Each(c.m.Lessons, func(_ int, e lesson.Entry) *h.Node {
		done, all := c.m.score(&e)
		return h.El("span", h.Class(when(done == all, "is-done"), when(e.ID == l.ID, "is-now")), h.Style("--done", fraction(done, all)))
	}))
}

// prediction is the card that asks before the step that answers is shown.
func (c *chrome) prediction(l *lesson.Lesson, id string) *h.Node {
	p := l.Prediction(id)
	if p == nil {
		return nil
	}
	mine := c.m.Progress.Answers[id]
	truth, known := c.m.Left.truth(id)
	open := mine == ""
	now := c.m.asking() == p
	return h.El("section", h.Class("card", when(now, "card--now")), h.Key("card:"+id), h.Attr("aria-labelledby", "q-"+id),
		h.El("h3", h.Attr("id", "q-"+id), icon("bulb"), c.text("prediction.title", num("n", 1+numberOf(l.Predictions, p)), num("all", len(l.Predictions)))),
		h.El("form", h.Attr("data-submit", "answer "+id), h.El("fieldset", h.Attr("data-widget", "choices"), h.If(!open, h.Property("disabled", true)), h.If(open, h.Property("disabled", false)),
			h.El("legend", c.wordsOf(id)),
			h.Each(p.Choices, func(i int, choice string) *h.Node { return c.choice(id, choice, mine, truth, open, i) })),
			h.If(open && now, h.El("button", h.Class("btn", "btn--fill"), h.Attr("type", "submit"), c.text("prediction.check"))),
			h.If(open && !now, h.El("p", h.Class("muted"), c.whenAsked(p)))),
		h.If(!open && known, h.El("p", h.Class("reveal"), h.Key("reveal:"+id), h.Attr("id", "reveal-"+id), h.Attr("tabindex", "-1"), inline(l.Feedback(c.lang, id, mine, c.m.Left.Release)))))
}

// numberOf is which element of a list p points at.
func numberOf[T any](list []T, p *T) int {
	for i := range list {
		if &list[i] == p {
			return i
		}
	}
	return -1
}

// whenAsked says when the question will come, or under which releases.
func (c *chrome) whenAsked(p *lesson.Prediction) *h.Node {
	if p.Asked(c.m.Left.Release) {
		return c.text("prediction.later")
	}
	var names []string
	for _, r := range p.Releases {
		names = append(names, r.String())
	}
	return c.text("prediction.elsewhere", str("releases", commas(names)))
}

// askKey is the key of a choice; the first is where a question is come to.
func askKey(id string, i int) string {
	if i == 0 {
		return "ask:" + id
	}
	return "ask:" + id + ":" + itoa(i)
}

func (c *chrome) choice(id, choice, mine, truth string, open bool, i int) *h.Node {
	isTrue := !open && choice == truth
	isMine := !open && choice == mine
	return h.El("label", h.Class("choice", when(isMine, "choice--mine"), when(isTrue, "choice--true")),
		h.El("input", h.Key(askKey(id, i)), h.Attr("type", "radio"), h.Attr("name", id), h.Attr("value", choice), h.Attr("data-input", "choose "+id),
			h.Property("checked", c.m.Progress.Choice[id] == choice || isMine)),
		h.El("code", h.Text(choiceName(choice))),
		h.If(isMine && !isTrue, h.El("small", c.text("prediction.mine"))),
		h.If(isTrue, h.El("small", icon("check"), h.Text(c.m.Left.Release.String()+when(isMine, " · "+c.t("prediction.mine"))))))
}

// choiceName is a choice as the page writes it: events are E2 there, not e2 as in predicates.
func choiceName(choice string) string {
	if len(choice) > 1 && choice[0] == 'e' && strings.Trim(choice[1:], "0123456789") == "" {
		return "E" + choice[1:]
	}
	return choice
}

// truth is the right choice of a prediction in this run.
func (p *Pane) truth(id string) (string, bool) {
	for _, s := range p.stops {
		if s.id == id {
			return s.truth, s.truth != ""
		}
	}
	return "", false
}

// exercise is a checklist that the engine checks, with hints one by one and a solution.
func (c *chrome) exercise(l *lesson.Lesson, id string) *h.Node {
	e := l.Exercise(id)
	if e == nil {
		return nil
	}
	done := 0
	for _, g := range e.Goals {
		if c.m.Progress.met(id, g.ID) {
			done++
		}
	}
	working := c.m.Progress.Exercise == id
	begin := "exercise.begin"
	if done == len(e.Goals) {
		begin = "exercise.again"
	}
	count := h.El("small", h.Text(itoa(done)+" / "+itoa(len(e.Goals))))
	if done == 0 && c.m.Kept[solvedName(l.ID, id)] != "" {
		count = h.El("small", h.Class("is-ok"), icon("check"), c.text("exercise.solved"))
	}
	return h.El("section", h.Class("block", "exercise"), h.Key("exercise:"+id), h.Attr("aria-labelledby", "ex-"+id),
		h.El("h3", h.Attr("id", "ex-"+id), c.text("exercise.title", num("n", 1+numberOf(l.Exercises, e))), count),
		h.El("p", h.Class("exercise__ask"), c.wordsOf(id)),
		h.El("ul", h.Class("checks"), h.Each(e.Goals, func(_ int, g lesson.Goal) *h.Node {
			return c.check(h.Group(c.wordsOf(g.ID), c.notYet(id, g.ID)), c.m.Progress.met(id, g.ID))
		})),
		h.If(!working, h.El("button", h.Class("btn", "btn--line"), h.Key("begin:"+id), h.Msg("exercise "+id), c.text(begin))),
		h.If(working, c.workbench(e)),
		c.hintsOf(l, e))
}

// notYet names the releases on which a goal is not reached although it is on another.
func (c *chrome) notYet(exercise, goal string) h.Part {
	bad := c.m.Progress.failing(exercise, goal)
	if bad == "" || len(c.m.Progress.Actions) == 0 {
		return nil
	}
	return h.Group(h.Text(" "), h.El("small", h.Class("is-no"), c.text("exercise.not-on", str("releases", bad))))
}

func (c *chrome) check(text h.Part, done bool) *h.Node {
	if done {
		return h.El("li", h.Class("is-done"), icon("done"), h.El("span", h.El("span", h.Class("visually-hidden"), c.text("check.done")), h.Text(" "), text))
	}
	return h.El("li", h.Class("is-todo"), icon("circle"), h.El("span", h.El("span", h.Class("visually-hidden"), c.text("check.todo")), h.Text(" "), text))
}

// workbench is what the reader may do in an exercise.
func (c *chrome) workbench(e *lesson.Exercise) *h.Node {
	return h.El("div", h.Class("workbench"), h.Key("workbench"),
		h.El("div", h.Class("btn-grid"), h.Each(e.Allow, func(_ int, line string) *h.Node {
			return h.El("button", h.Class("btn", "btn--line"), h.Key("act:"+strings.ReplaceAll(line, " ", "_")), h.Msg("act "+line), h.El("code", h.Text(line)))
		})),
		h.El("div", h.Class("hint"), h.El("span", h.Class("muted"), c.text("exercise.count", num("n", len(c.m.Progress.Actions)), num("par", e.Par))),
			h.El("button", h.Class("btn"), h.Key("do:restart"), h.Msg("exercise "+e.ID), icon("recreate"), c.text("exercise.again"))))
}

func (c *chrome) hintsOf(l *lesson.Lesson, e *lesson.Exercise) *h.Node {
	shown := c.m.Progress.Hints[e.ID]
	var list []h.Part
	for i := 0; i < shown && i < len(e.Hints); i++ {
		list = append(list, h.El("li", c.wordsOf(e.Hints[i])))
	}
	next := h.El("button", h.Class("btn", "btn--line"), h.Key("hint:"+e.ID), h.Msg("hint "+e.ID), c.text("exercise.hint", num("n", shown+1), num("all", len(e.Hints))))
	if shown >= len(e.Hints) {
		next = h.El("button", h.Class("btn", "btn--line"), h.Key("solve:"+e.ID), h.Msg("solve "+e.ID), c.text("exercise.solution"))
	}
	return h.El("div", h.Class("hints-list"), h.If(len(list) > 0, h.El("ol", h.Group(list...))), h.El("div", h.Class("hint"), h.El("span"), next))
}

// lessonFoot leads to the same point in the other release.
func (c *chrome) lessonFoot(l *lesson.Lesson) *h.Node {
	if len(l.Releases) < 2 {
		return nil
	}
	other := l.Releases[0]
	for i, r := range l.Releases {
		if r == c.m.Left.Release {
			other = l.Releases[(i+1)%len(l.Releases)]
		}
	}
	return h.El("div", h.Class("lesson__foot"),
		h.El("button", h.Class("btn"), h.Key("do:leave"), h.Msg("leave"), icon("back"), c.text("lesson.restart")),
		h.El("button", h.Class("btn", "btn--fill"), h.Key("do:other"), h.Msg("release "+other.String()), c.text("lesson.other", str("release", other.String())), icon("step")))
}
