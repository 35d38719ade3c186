// Package scenario reads what a run is made of: scenario files with their stories, and snapshots of plain manifests.
// docs/scenarios.md describes the files to those who write them.
//
// It knows the objects and the grammar of actions, and nothing of the engine that runs them.
package scenario

import (
	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// File is a file as it was given. Name is what problems say; it need not exist.
type File struct {
	Name string
	Data []byte
}

// Defaults of a scenario's clock.
const (
	DefaultClock trace.Time = 500_000_000
	DefaultTick  trace.Time = 1_000_000
)

// Scenario is a story and its objects, ready to run. It is not changed after it has been read.
type Scenario struct {
	// File is the file of the Scenario document, or the first file of a snapshot.
	File string
	// Name is metadata.name, or the file's name without directory and extension.
	Name  string
	Title map[why.Lang]string
	// Releases are those of the file, the first is the default; empty where it names none.
	Releases []profile.Release
	// Gates are feature gates that differ from the release's defaults.
	Gates map[string]bool
	// Variants are pieces of code that are not the release's own (profile.Variant).
	Variants map[string]string
	Config   Config
	// Clock is when the run begins, Tick what each action and phase costs; nanoseconds since the epoch.
	Clock, Tick trace.Time
	// Start are the objects that are there before the story, in their order; StartRefs is how spec.start names them,
	// nil where the file leaves it out.
	Start     []api.Object
	StartRefs []api.Ref
	Story     []Line
	// Objects are all documents that say an object, in the order of the files.
	Objects []api.Doc
	// Snapshot tells that there is no Scenario document: Start holds everything, in the order in which it arrives.
	Snapshot bool
	// Problems are the warnings.
	Problems []why.Problem
}

// Profile is a release with the scenario's gates and variants, as far as the release has them and lets them be set.
func (s *Scenario) Profile(r profile.Release) (*profile.Profile, error) {
	gates := map[string]bool{}
	for _, g := range profile.GatesOf(r) {
		if on, given := s.Gates[g.Name]; given && (g.Locked == "" || on == g.Default) {
			gates[g.Name] = on
		}
	}
	p, err := profile.For(r, gates)
	if err != nil {
		return nil, err
	}
	variants := map[string]string{}
	for _, v := range p.Variants() {
		if value, given := s.Variants[v.Name]; given {
			variants[v.Name] = value
		}
	}
	return p.With(variants)
}

// Config is the scheduler's configuration as far as it may be set. Zero is the release's default.
type Config struct {
	PodInitialBackoffSeconds int64
	PodMaxBackoffSeconds     int64
}

// Line is a line of the story.
type Line struct {
	Action action.Action
	Text   string // as written
	// File and Pos say where the text begins.
	File string
	Pos  tree.Pos
}

// Column is the column in the file of a column of the text, both from 1.
func (l Line) Column(column int) int {
	if l.Pos.Column == 0 || column == 0 {
		return 0
	}
	return l.Pos.Column + column - 1
}

// Lookup is the document that a reference means: with ~n the n-th of that name, or the last where there are fewer.
func (s *Scenario) Lookup(r api.Ref) (api.Doc, bool) {
	var found api.Doc
	n := 0
	for _, d := range s.Objects {
		if d.Ref() == r.Object() {
			n++
			found = d
			if n >= max(r.N, 1) {
				break
			}
		}
	}
	return found, n > 0
}
