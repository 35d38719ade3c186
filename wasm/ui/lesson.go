package ui

import (
	"inflight/engine/profile"
	"inflight/engine/why"
)

// Lesson is a lesson as the page needs it: what a machine checks once, and words per language that refer to it by ID.
type Lesson struct {
	ID          string
	Number, Of  int
	Title       map[why.Lang]string
	Releases    []profile.Release
	Predictions []Prediction
	Exercises   []Exercise
	Text        map[why.Lang][]Block
	Words       map[why.Lang]Words
}

// Prediction is a question that is answered before the step that answers it is shown.
type Prediction struct {
	ID string
	// Before is where the page stops: an address (12 or 12.3), or a predicate that the hidden beat makes true.
	Before string
	// Term is what is asked for, in the words of predicates; the engine computes the answer: its value after the
	// step that was hidden.
	Term    string
	Choices []string
}

// Exercise is something to do, checked by the engine.
type Exercise struct {
	ID       string
	Scenario string   // the name of the scenario to work in; "" is the lesson's
	Allow    []string // action lines offered as buttons
	Goals    []Goal
	Par      int // actions of a good solution
	Hints    []string
	Solution []string
}

// Goal is one line of an exercise's checklist: a predicate over the run.
type Goal struct{ ID, Check string }

// Words are the texts of a language, by ID: "where-does-web-go" asks, "where-does-web-go.right" and ".wrong" answer;
// goals, hints and exercises have theirs.
type Words map[string][]Block

// BlockKind is what a block of prose is.
type BlockKind string

// The kinds.
const (
	Heading        BlockKind = "heading"
	Para           BlockKind = "para"
	Code           BlockKind = "code"
	ListItems      BlockKind = "list"
	FigureAt       BlockKind = "figure"     // a button that goes to a place of the run
	PredictionHere BlockKind = "prediction" // the card of the prediction with this ID
	ExerciseHere   BlockKind = "exercise"
)

// Block is a piece of prose.
type Block struct {
	Kind  BlockKind
	Level int      // of a heading
	Text  []Inline // of a heading or paragraph; the caption of a figure
	Items [][]Inline
	Code  string
	ID    string // of what stands here; of a figure the address
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

// Progress is what the reader has done in the lesson.
type Progress struct {
	Answers  map[string]string // by prediction
	Goals    map[string]bool   // done, by exercise/goal
	Hints    map[string]int    // shown, by exercise
	Exercise string            // the one that is being done
	Actions  int               // done in it
	Choice   map[string]string // chosen and not yet checked, by prediction
}
