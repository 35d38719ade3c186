package prose

import (
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"inflight/engine/profile"
	"inflight/lessons/lesson"
)

// card reads a quotation that is a prediction's or an exercise's card: a paragraph that begins with the directive, and
// a list.
func (r *reader) card(n *ast.Blockquote) {
	first := n.FirstChild()
	if first == nil || first.Kind() != ast.KindParagraph {
		r.problem(n, "is no card; begin it with {prediction: ID}, {exercise: ID} or {end}")
		return
	}
	kind, id, rest := directive(r.inline(first))
	if words, ok := bare("{end}", r.inline(first)); ok {
		r.end(first, words)
		return
	}
	kinds := map[string]lesson.BlockKind{"prediction": lesson.PredictionHere, "exercise": lesson.ExerciseHere}
	here, ok := kinds[kind]
	if !ok {
		r.problem(first, "is no card; begin it with {prediction: ID}, {exercise: ID} or {end}")
		return
	}
	if len(rest) == 0 {
		r.problem(first, "asks nothing; write the question after {"+kind+": "+id+"}")
	}
	if !r.mark(first, kind+":"+id) {
		return
	}
	r.say(first, id, rest)
	r.add(lesson.Block{Kind: here, ID: id})
	for x := first.NextSibling(); x != nil; x = x.NextSibling() {
		list, ok := x.(*ast.List)
		if !ok {
			r.problem(x, "cannot stand in a card; after the question comes a list")
			continue
		}
		for item := list.FirstChild(); item != nil; item = item.NextSibling() {
			words, ok := r.item(item)
			switch {
			case !ok:
			case here == lesson.PredictionHere:
				r.feedback(item, id, words)
			default:
				r.part(item, words)
			}
		}
	}
}

// say gives an ID its words.
func (r *reader) say(n ast.Node, id string, words []lesson.Inline) {
	if r.mark(n, id) {
		r.doc.Words[id] = []lesson.Block{{Kind: lesson.Para, Text: words}}
	}
}

// feedback is an item of a prediction's card: the choice as code, the releases that the feedback is for as code, and
// the words.
func (r *reader) feedback(n ast.Node, prediction string, words []lesson.Inline) {
	choice, releases := "", []string{}
	for len(words) > 0 {
		if words[0].Mark == lesson.Mono && choice == "" {
			choice = words[0].Text
		} else if _, err := profile.Parse(words[0].Text); words[0].Mark == lesson.Mono && err == nil {
			releases = append(releases, words[0].Text)
		} else if strings.TrimSpace(words[0].Text) != "" {
			break
		}
		words = words[1:]
	}
	if choice == "" || len(words) == 0 {
		r.problem(n, "is no feedback; write the choice as `code`, then what is to be said to those who chose it")
		return
	}
	words[0].Text = strings.TrimLeft(words[0].Text, " ")
	if len(releases) == 0 {
		releases = []string{""}
	}
	for _, release := range releases {
		r.say(n, lesson.FeedbackID(prediction, choice, release), words)
	}
}

// part is an item of an exercise's card: a goal or a hint.
func (r *reader) part(n ast.Node, words []lesson.Inline) {
	kind, id, rest := directive(words)
	if kind != "goal" && kind != "hint" || len(rest) == 0 {
		r.problem(n, "is no part of an exercise; begin it with {goal: ID} or {hint: ID}")
		return
	}
	r.say(n, id, rest)
}

// end is the card that a lesson ends with: what its reader can do now, and what to try.
func (r *reader) end(first ast.Node, words []lesson.Inline) {
	if !r.mark(first, "end") {
		return
	}
	if len(words) == 0 {
		r.problem(first, "says nothing; write a sentence after {end}, and then a list of what the reader can do now")
	}
	b := lesson.Block{Kind: lesson.End, Text: words}
	for x := first.NextSibling(); x != nil; x = x.NextSibling() {
		list, ok := x.(*ast.List)
		if !ok {
			r.problem(x, "cannot stand in a card; after the sentence comes a list")
			continue
		}
		for item := list.FirstChild(); item != nil; item = item.NextSibling() {
			words, ok := r.item(item)
			if !ok {
				continue
			}
			if try, is := bare("{try}", words); is {
				r.say(item, lesson.TryID, try)
				continue
			}
			b.Items = append(b.Items, words)
		}
	}
	r.add(b)
}

// bare takes a directive without an ID from the front of words.
func bare(name string, words []lesson.Inline) ([]lesson.Inline, bool) {
	if len(words) == 0 || words[0].Mark != lesson.NoMark || !strings.HasPrefix(words[0].Text, name) {
		return words, false
	}
	rest := slices.Clone(words)
	rest[0].Text = strings.TrimLeft(rest[0].Text[len(name):], " ")
	if rest[0].Text == "" {
		rest = rest[1:]
	}
	return rest, true
}

func itoa(n int) string { return strconv.Itoa(n) }
