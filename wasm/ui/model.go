package ui

import (
	"io/fs"

	"inflight/engine/trace"
	"inflight/engine/why"
	"inflight/lessons/lesson"
)

// Mode is what the page is used for.
type Mode string

// The modes.
const (
	Learn Mode = "learn" // a lesson beside the stage
	Play  Mode = "play"  // the reader's own objects
)

// Model is everything that the page shows. Update never changes a model's maps in place, so that a model may be kept
// and compared.
type Model struct {
	Width, Height int
	Lang          why.Lang
	Theme         string // light, dark, projector, or "" for what the system prefers
	Dark, Still   bool   // what the system prefers
	Mac           bool
	Memory        string // why files are not kept, "" where they are
	Mode          Mode
	Title         map[why.Lang]string // of the reader's own file
	Bundle        fs.FS               // the lessons that came with the page
	Lessons       []lesson.Entry      // all of them, in their order
	Lesson        *lesson.Lesson      // nil until it is read
	Part          string              // of the stage that the lesson points at
	Progress      Progress
	Left          Pane
	Panes         map[Mode]Pane     // those of the modes that do not show
	Kept          map[string]string // small settings, as they are kept
	Resume        string            // a recording to replay, once what it needs is here
	ResumeAt      string            // the address to go to
	Fragment      string
	Import        Import
	Play          Playground // what the reader does in Play
	Loading       Loading
	Possible      []Possible // what can happen at the end of the run
	Notice        Notice
	Failure       string      // what went wrong with the page's own files
	Selected      trace.PodID // chosen by the reader; NoPod: the page follows the beat
	Element       int         // the list element chosen by the reader, or NoElement
	Playing       Playing
	Speed         int             // index into speeds
	Tab           string          // which panel shows where there is room for one: see tabs
	Drawer        bool            // the lesson is open where it is a drawer
	Open          map[string]bool // what the reader unfolded, by key
	Until         Until           // the condition that is being written
	Stopped       Notice          // why playing stopped at the shown step
	Missing       string          // what "go to" did not find
	Alarmed       map[string]int  // where each leak was met first, -1 once the page has moved on
	Rove          map[string]string
	NoLetters     bool   // single letters are no shortcuts
	Dialog        string // keys, import, goto, lessons, releases, stops, menu, or "" for none
}

// Import is the text that the reader gives, and what is wrong with it.
type Import struct {
	Name, Text string
	Problems   []why.Problem // what kept it from being read; the old cluster stays
	Warnings   []why.Problem // what was read and not as written
}

// Loading is how far the page's own files have come.
type Loading struct {
	Done, All int // bytes; 0 where nothing loads
}

// Notice is a line at the foot of the page: a key of the texts with its values. The zero value is none.
type Notice struct {
	Key    string
	Values []value
}

// Playing is how the page steps by itself.
type Playing uint8

// The ways.
const (
	Paused   Playing = iota
	ToStop           // up to the next stop
	ToTheEnd         // without stops
)

// Possible is something that can happen next: the action "do ID".
type Possible struct {
	ID  string
	Why why.Reason
}
