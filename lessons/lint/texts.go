package lint

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"inflight/engine/why"
	"inflight/lessons/lesson"
)

// texts holds each language's words against lesson.yaml.
func (c *checker) texts() {
	for _, lang := range why.Langs() {
		doc := c.Prose[lang]
		if title, ok := c.l.Scenario.Title[lang]; !ok || title != doc.Title {
			c.text(lang, 1, "the title is %q, that of scenario.yaml %q; make them the same", doc.Title, title)
		}
		known := c.known(lang)
		for _, id := range slices.Sorted(maps.Keys(doc.Lines)) {
			if !known[id] {
				c.text(lang, doc.Lines[id], "%s is not in lesson.yaml; add it there, or take it away here", id)
			}
		}
		c.ending(lang)
		c.links(lang)
		if lang == why.Japanese {
			c.japanese()
		}
	}
}

// ending: a lesson ends with what its reader can do now and what to try, and points at the same parts in every language.
func (c *checker) ending(lang why.Lang) {
	doc, parts := c.Prose[lang], map[string]bool{}
	items, last := 0, lesson.BlockKind("")
	for _, b := range doc.Text {
		last = b.Kind
		switch b.Kind {
		case lesson.PartHere:
			parts[b.ID] = true
		case lesson.End:
			items = len(b.Items)
		}
	}
	if last != lesson.End || items == 0 || doc.Words[lesson.TryID] == nil {
		c.text(lang, doc.Lines["end"], "does not end with what its reader can do now; write as the last a > card that begins with {end}, and in it a list with an item that begins with {try}")
	}
	for _, b := range c.Prose[why.English].Text {
		if b.Kind == lesson.PartHere && !parts[b.ID] {
			c.text(lang, 0, "part:%s has no words; write a paragraph that begins with {part: %s}", b.ID, b.ID)
		}
	}
}

// known are the IDs that lesson.yaml asks words for; those without words are problems.
func (c *checker) known(lang why.Lang) map[string]bool {
	doc, known := c.Prose[lang], map[string]bool{}
	need := func(id, what string) {
		known[id] = true
		if doc.Lines[id] == 0 {
			c.text(lang, 0, "%s has no words; %s", id, what)
		}
	}
	known["end"], known[lesson.TryID] = true, true
	for _, b := range c.Prose[why.English].Text {
		if b.Kind == lesson.PartHere {
			known["part:"+b.ID] = true
		}
	}
	for _, f := range c.l.Figures {
		need("figure:"+f.ID, "write a paragraph that begins with {figure: "+f.ID+"}")
	}
	for i := range c.l.Predictions {
		p := &c.l.Predictions[i]
		need("prediction:"+p.ID, "write a > card that begins with {prediction: "+p.ID+"}")
		known[p.ID] = true
		c.feedback(lang, p, known)
	}
	for _, e := range c.l.Exercises {
		need("exercise:"+e.ID, "write a > card that begins with {exercise: "+e.ID+"}")
		known[e.ID] = true
		for _, g := range e.Goals {
			need(g.ID, "write an item of the card of "+e.ID+" that begins with {goal: "+g.ID+"}")
		}
		for _, h := range e.Hints {
			need(h, "write an item of the card of "+e.ID+" that begins with {hint: "+h+"}")
		}
	}
	return known
}

// feedback: whatever is chosen, on whichever release, something is said to it.
func (c *checker) feedback(lang why.Lang, p *lesson.Prediction, known map[string]bool) {
	for _, choice := range p.Choices {
		known[lesson.FeedbackID(p.ID, choice, "")] = true
		for _, r := range c.l.Releases {
			if !p.Asked(r) {
				continue
			}
			known[lesson.FeedbackID(p.ID, choice, r.String())] = true
			if c.l.Feedback(lang, p.ID, choice, r) == nil {
				c.text(lang, c.Prose[lang].Lines["prediction:"+p.ID], "nothing is said to %s on %s; write an item that begins with `%s`", choice, r, choice)
			}
		}
	}
}

// links: every address of lesson.yaml is referred to in every language.
func (c *checker) links(lang why.Lang) {
	used := map[string]bool{}
	each(c.Prose[lang].Text, c.l.Words[lang], func(words []lesson.Inline) {
		for _, t := range words {
			used[t.Href] = true
		}
	})
	for _, name := range slices.Sorted(maps.Keys(c.Links)) {
		if !used[c.Links[name]] {
			c.text(lang, 0, "the link %s is not used; write [%s][] where it helps, or take it out of lesson.yaml", name, name)
		}
	}
}

// sentence is how long a Japanese sentence may be, in characters; a piece of code counts as one.
const sentence = 60

func (c *checker) japanese() {
	each(c.Prose[why.Japanese].Text, c.l.Words[why.Japanese], func(words []lesson.Inline) {
		var b strings.Builder
		for _, t := range words {
			if t.Mark == lesson.Mono {
				b.WriteString("x")
			} else {
				b.WriteString(t.Text)
			}
		}
		for _, s := range strings.FieldsFunc(b.String(), func(r rune) bool { return r == '。' || r == '？' }) {
			if n := utf8.RuneCountInString(strings.TrimSpace(s)); n > sentence {
				c.text(why.Japanese, 0, "a sentence has %d characters, %d are the limit; make two of %q", n, sentence, s)
			}
		}
	})
}

// each calls f for every run of words of a language.
func each(text []lesson.Block, words lesson.Words, f func([]lesson.Inline)) {
	visit := func(blocks []lesson.Block) {
		for _, b := range blocks {
			f(b.Text)
			for _, item := range b.Items {
				f(item)
			}
		}
	}
	visit(text)
	for _, id := range slices.Sorted(maps.Keys(words)) {
		visit(words[id])
	}
}
