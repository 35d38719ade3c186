// Package trace holds what the engine produces: steps of beats, each with its reason and the State after it. Text
// and JSON forms are those of docs/trace.md. Everything that shows, checks or exports a run reads these types and
// nothing else.
package trace

import (
	"fmt"

	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/why"
)

// Kind is what a beat shows.
type Kind string

// The kinds of beats.
const (
	KindMove   Kind = "move"   // a pod changes place (From → To)
	KindStay   Kind = "stay"   // a pod was asked and stays where it is
	KindGate   Kind = "gate"   // PreEnqueue was asked
	KindPush   Kind = "push"   // an element joins the list at its tail
	KindRemove Kind = "remove" // elements leave the list
	KindLook   Kind = "look"   // a returning pod looks at one element of the list
	KindEvent  Kind = "event"  // a cluster event reaches the queue, or is dropped
	KindPhase  Kind = "phase"  // a phase of an attempt ends, with its verdicts
	KindObject Kind = "object" // an object changes in the informer cache
	KindUpdate Kind = "update" // the queue's copy of a pod changes in place
	KindDone   Kind = "done"   // Done(uid)
	KindTimer  Kind = "timer"  // a timer fires
	KindNote   Kind = "note"   // the author says something, or sets a mark
)

// Change is what a beat changes, as data.
type Change struct {
	Kind     Kind
	Pod      PodID // NoPod where it is about no pod
	From, To Place
	Node     string
	Event    *event.Recorded // the cluster event involved
	Elements []int           // IDs of the list elements that joined, left or were looked at
	Phase    Phase
	// Strategy is the answer where a hint decided: QueueSkip, QueueAfterBackoff, QueueImmediately; "" elsewhere.
	Strategy string
	Note     string
	// Hints are the answers that were asked for this beat's decision, in the order asked.
	Hints []Hint
}

// Hint is one plugin's answer about one event.
type Hint struct {
	Plugin string
	Event  *event.Recorded
	Answer string // in the release's own words: QueueSkip, Queue, QueueAfterBackoff, QueueImmediately
	Why    why.Reason
}

// Beat is one visible change with its reason and the state after it.
type Beat struct {
	Address Address
	At      Time
	Change
	Why      why.Reason
	Decision bool // the rule is marked as a decision
	State    *State
}

// Address names a beat: step.beat, both from 1.
type Address struct{ Step, Beat int }

// String is "12.3".
func (a Address) String() string { return fmt.Sprintf("%d.%d", a.Step, a.Beat) }

// Step is one action or one atomic step of the scheduler: what happens under its lock.
type Step struct {
	N      int
	At     Time
	Action string // in the one-line text form
	// Story is the index of the scenario's story line that this step belongs to; -1 for an action of the learner.
	Story int
	// SilentTicks is how many timers fired before this step without changing anything.
	SilentTicks int
	Beats       []Beat
	// Operations are the queue's public operations that this step performed, in the text form that conformance
	// replays.
	Operations []string
}

// Trace is a run. The engine appends to it; readers never write.
type Trace struct {
	Profile *profile.Profile
	Initial *State
	Steps   []Step
	// Attempts are the finished and running attempts, by N.
	Attempts []AttemptRecord
	Broken   []Violation
	Warnings []why.Problem // what the input said that was accepted but not as written
	// Next says what only timers would still do once nothing else can happen.
	Next why.Reason
}

// AttemptRecord is one attempt's outcome.
type AttemptRecord struct {
	Attempt
	Step   int    // in which it was popped
	Result string // bound, unschedulable, error, skipped, running
}

// Violation is an invariant that stopped holding, with the beat where it did.
type Violation struct {
	Name     string // I1 … I5
	At       Address
	Expected bool // the profile lists it as an exception of its release
	Why      why.Reason
}

// Beats is the number of beats.
func (t *Trace) Beats() int {
	n := 0
	for i := range t.Steps {
		n += len(t.Steps[i].Beats)
	}
	return n
}

// Beat returns the i-th beat of the run, counted over all steps from 0.
func (t *Trace) Beat(i int) *Beat {
	for s := range t.Steps {
		if n := len(t.Steps[s].Beats); i < n {
			return &t.Steps[s].Beats[i]
		} else {
			i -= n
		}
	}
	return nil
}

// Final is the state after the last beat, the initial one before any.
func (t *Trace) Final() *State {
	for s := len(t.Steps) - 1; s >= 0; s-- {
		if n := len(t.Steps[s].Beats); n > 0 {
			return t.Steps[s].Beats[n-1].State
		}
	}
	return t.Initial
}
