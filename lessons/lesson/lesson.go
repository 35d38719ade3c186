// Package lesson reads a lesson as the page and the checks need it: what a machine checks once, and words per language
// that refer to it by ID. It reads bundles, in which package pack has turned Markdown into blocks; the folder's form is
// described in docs/lessons.md.
//
// It is part of the page's program: no Markdown, no reflection, nothing heavy.
package lesson

import (
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// Lesson is a lesson. It is not changed after it has been read.
type Lesson struct {
	ID         string // its folder: 05-lost-marker
	Number, Of int    // its place among the lessons of the bundle, from 1, and how many there are
	Chapter    string
	Subjects   []string
	Title      map[why.Lang]string
	Releases   []profile.Release // those of Scenario; the first is shown first
	// Scenario is the lesson's own; Scenarios are all of them by name, it among them.
	Scenario    *scenario.Scenario
	Scenarios   map[string]*scenario.Scenario
	Figures     []Figure
	Predictions []Prediction
	Exercises   []Exercise
	Text        map[why.Lang][]Block
	Words       map[why.Lang]Words
}

// Figure is a place of the run that the text points at.
type Figure struct {
	ID string
	// At is a predicate; the figure is the first beat at which it holds.
	At  string
	Pos tree.Pos
}

// Prediction is a question that is answered before the step that answers it is shown.
type Prediction struct {
	ID string
	// Before is where the page stops: before the step in which this predicate first holds, or before the step of an
	// address (12 or 12.3).
	Before string
	// Term is what is asked for, in the words of predicates. The engine computes the answer: the choice that Term
	// equals after the step that was hidden.
	Term    string
	Choices []string
	// Patches are pieces of code to choose from, by choice: then nothing is hidden, the question comes at the end of the
	// run, and the answer is the one choice under which each of Goals, by the name of a scenario, holds over its run.
	Patches map[string]Patch
	Goals   map[string]string
	// Releases are those on which the question is asked; empty for all of the lesson.
	Releases []profile.Release
	Pos      tree.Pos
}

// Patch is a way to change what happens: other code, and lines after the story.
type Patch struct {
	Variants map[string]string // as in a scenario's spec.variants
	Then     []string
}

// Asked tells whether the question is asked on a release.
func (p *Prediction) Asked(r profile.Release) bool { return among(p.Releases, r) }

// Exercise is something to do, checked by the engine.
type Exercise struct {
	ID       string
	Kind     Kind
	Scenario string // the name of the scenario to work in; "" is the lesson's
	// From is a predicate: the exercise begins after the first line of the story after which it holds; "" after all
	// of the story.
	From string
	// Releases are those on which the goals are checked; the first is the one to work in.
	Releases []profile.Release
	Allow    []string // action lines offered as buttons
	Goals    []Goal
	Par      int // actions of a good solution
	Hints    []string
	Solution []string
	Wrong    [][]string // tries that must not reach every goal
	Pos      tree.Pos
}

// Kind is what an exercise asks of its reader.
type Kind string

// The kinds.
const (
	Changing     Kind = "changing"     // change what happens in a story
	Constructing Kind = "constructing" // make one happen, from an empty timeline
)

// Goal is one line of an exercise's checklist: a predicate over the run.
type Goal struct {
	ID, Check string
	Pos       tree.Pos
}

// Words are the texts of a language, by ID: of a prediction the question, of an exercise what to do; goals and hints
// have theirs. The feedback of a choice is at "prediction/choice", or for one release at "prediction/choice@v1.28.1".
type Words map[string][]Block

// BlockKind is what a block of prose is.
type BlockKind string

// The kinds.
const (
	Heading        BlockKind = "heading"
	Para           BlockKind = "para"
	Code           BlockKind = "code"
	ListItems      BlockKind = "list"
	FigureAt       BlockKind = "figure"     // a button that goes to the figure with this ID
	PredictionHere BlockKind = "prediction" // the card of the prediction with this ID
	ExerciseHere   BlockKind = "exercise"
	PartHere       BlockKind = "part" // a button that shows where the part of the stage with this ID is
	End            BlockKind = "end"  // what the reader can do now: a sentence, items, and under Words[TryID] what to try
)

// TryID is the ID of the words about what to try on a cluster of one's own.
const TryID = "end/try"

// Parts are the IDs of the parts of the stage that a text can point at.
func Parts() []string {
	return []string{"activeQ", "attempt", "binding", "nodes", "list", "backoffQ", "unschedulablePods"}
}

// Block is a piece of prose.
type Block struct {
	Kind  BlockKind
	Level int      // of a heading, from 2
	Text  []Inline // of a heading or paragraph; the caption of a figure
	Items [][]Inline
	Code  string
	ID    string // of what stands here
}

// Inline is a run of text in one style.
type Inline struct {
	Text string
	Mark Mark
	Href string
}

// Mark is a style of prose.
type Mark string

// The styles.
const (
	NoMark Mark = ""
	Strong Mark = "strong"
	Emph   Mark = "em"
	Mono   Mark = "code"
	Link   Mark = "link"
)

// Feedback is what is said to a choice after the answer is known; nil where nothing is.
func (l *Lesson) Feedback(lang why.Lang, prediction, choice string, r profile.Release) []Inline {
	words := l.Words[lang]
	for _, id := range []string{FeedbackID(prediction, choice, r.String()), FeedbackID(prediction, choice, "")} {
		for _, b := range words[id] {
			return b.Text
		}
	}
	return nil
}

// FeedbackID is the ID of the words about a choice, on one release or ("") on any.
func FeedbackID(prediction, choice, release string) string {
	id := prediction + "/" + choice
	if release != "" {
		id += "@" + release
	}
	return id
}

// Prediction is the prediction of that ID, nil where there is none.
func (l *Lesson) Prediction(id string) *Prediction {
	for i := range l.Predictions {
		if l.Predictions[i].ID == id {
			return &l.Predictions[i]
		}
	}
	return nil
}

// Exercise is the exercise of that ID, nil where there is none.
func (l *Lesson) Exercise(id string) *Exercise {
	for i := range l.Exercises {
		if l.Exercises[i].ID == id {
			return &l.Exercises[i]
		}
	}
	return nil
}

// Figure is the figure of that ID, nil where there is none.
func (l *Lesson) Figure(id string) *Figure {
	for i := range l.Figures {
		if l.Figures[i].ID == id {
			return &l.Figures[i]
		}
	}
	return nil
}

// In is the scenario that an exercise works in; nil where the lesson has none of that name.
func (l *Lesson) In(e *Exercise) *scenario.Scenario {
	if e.Scenario == "" {
		return l.Scenario
	}
	return l.Scenarios[e.Scenario]
}

func among(rs []profile.Release, r profile.Release) bool {
	for _, x := range rs {
		if x == r {
			return true
		}
	}
	return len(rs) == 0
}
