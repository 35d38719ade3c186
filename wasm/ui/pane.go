package ui

import (
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Pane is one run of the engine as it is looked at: a trace and how much of it is shown.
type Pane struct {
	Release  profile.Release
	Scenario *scenario.Scenario
	Sim      *sim.Sim
	Trace    *trace.Trace // nil until a scenario runs
	Pos      int          // beats shown, 0 … Len
	Stuck    *why.Problem // the line of the story that this release cannot do, and why
	index    *index
	playing  bool         // it is a run of Play, to which more can be told
	rest     *trace.State // at its end, where time has passed that no beat shows
	stops    []stop       // where predictions wait for an answer
	// Flips are the feature gates that the reader set, Varied the pieces of code: the scenario has them, too.
	Flips  map[string]bool
	Varied map[string]string
}

// stop is where a prediction hides what follows: the last position that may be shown before its answer. truth is the
// right choice in this run.
type stop struct {
	id    string
	pos   int
	truth string
}

// look makes a pane of a trace, at its start.
func look(t *trace.Trace) Pane {
	return Pane{Release: t.Profile.Release, Trace: t, index: newIndex(t)}
}

// Len is the number of beats there are to show.
func (p *Pane) Len() int { return len(p.index.beats) }

// Beat is the beat that is shown last, nil at the start.
func (p *Pane) Beat() *trace.Beat {
	if p.Pos == 0 {
		return nil
	}
	return p.index.beats[p.Pos-1]
}

// State is what is shown.
func (p *Pane) State() *trace.State { return p.stateAt(p.Pos) }

func (p *Pane) stateAt(pos int) *trace.State {
	if p.rest != nil && pos == p.Len() {
		return p.rest
	}
	if pos == 0 {
		return p.Trace.Initial
	}
	return p.index.beats[pos-1].State
}

// Step is the step that the shown beat belongs to, nil at the start.
func (p *Pane) Step() *trace.Step { return p.stepAt(p.Pos) }

func (p *Pane) stepAt(pos int) *trace.Step {
	if pos == 0 {
		return nil
	}
	return &p.Trace.Steps[p.index.stepOf[pos-1]]
}

// Find is the position of an address, or of the last beat before it where it has none.
func (p *Pane) Find(a trace.Address) int {
	pos := 0
	for i, b := range p.index.beats {
		if b.Address.Step > a.Step || b.Address.Step == a.Step && b.Address.Beat > a.Beat {
			break
		}
		pos = i + 1
	}
	return pos
}

// stepStart is the position before the first beat of the step that the position belongs to.
func (p *Pane) stepStart(pos int) int {
	for pos > 1 && p.index.stepOf[pos-2] == p.index.stepOf[pos-1] {
		pos--
	}
	return pos - 1
}
