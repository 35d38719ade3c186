// Package action is the inputs of a run: what a story, a link, the console or a button says, one action a line.
// Parse and String are inverse to each other; docs/actions.md describes the lines to their readers.
//
// It knows the grammar alone. Whether an action is possible at a moment is the simulation's to say.
package action

import (
	"time"

	"inflight/engine/api"
)

// Verb is what an action does.
type Verb string

// The verbs. The comment is the line's form.
const (
	Step     Verb = "step"     // step | step N | step bind REF | step until PHASE or PREDICATE
	Run      Verb = "run"      // run | run until PREDICATE
	Do       Verb = "do"       // do ID
	Apply    Verb = "apply"    // apply REF
	Delete   Verb = "delete"   // delete REF
	Recreate Verb = "recreate" // recreate REF
	Patch    Verb = "patch"    // patch REF {merge patch}
	Activate Verb = "activate" // activate POD
	Advance  Verb = "advance"  // advance DURATION | advance to TIME
	Next     Verb = "next"     // next timer
	Permit   Verb = "permit"   // permit allow POD | permit reject POD
	Fail     Verb = "fail"     // fail PHASE POD ["message"]
	Reject   Verb = "reject"   // reject PHASE POD ["message"]
	Hold     Verb = "hold"     // hold PHASE POD
	Release  Verb = "release"  // release POD
	Note     Verb = "note"     // note "text"
	Mark     Verb = "mark"     // mark NAME
)

// Verbs are all verbs, in the order in which they are told.
func Verbs() []Verb {
	return []Verb{Step, Run, Do, Apply, Delete, Recreate, Patch, Activate, Advance, Next, Permit, Fail, Reject, Hold, Release, Note, Mark}
}

// Phases are the phases of an attempt that an action may name, in the order of the scheduling loop.
func Phases() []string {
	return []string{"Pop", "PreFilter", "Filter", "PostFilter", "Reserve", "Permit", "WaitOnPermit", "PreBind", "Bind",
		"PostBind", "Diagnose", "Refetch", "Requeue", "Done"}
}

// IsPhase tells whether s is one of Phases.
func IsPhase(s string) bool {
	for _, p := range Phases() {
		if p == s {
			return true
		}
	}
	return false
}

// Action is one input. Two actions are the same if they are equal, but for UntilCol.
type Action struct {
	Verb Verb
	// Ref is the object: of apply, delete, recreate, patch, activate, permit, fail, reject, hold, release, step bind.
	Ref api.Ref
	// N is how many steps a bare step does, from 1; 0 for every other action.
	N int
	// Bind is true for step bind REF.
	Bind bool
	// Until is where a step or a run stops: a phase (IsPhase), or a predicate of docs/checks.md as it was written.
	// UntilCol is the column at which it begins in the line, from 1.
	Until    string
	UntilCol int
	// Dur is how far advance goes; zero where To or nothing is meant.
	Dur time.Duration
	// To is the instant that advance goes to, in nanoseconds since the start of the run; ToTime tells that it is meant.
	To     int64
	ToTime bool
	// Phase is one of Phases, for fail, reject and hold.
	Phase string
	// Allow is the answer of permit.
	Allow bool
	// Text is the words of a note or the message of a failure or rejection ("" where none is given).
	Text string
	// Patch is the merge patch, as written.
	Patch string
	// Name is the mark, or the ID of do.
	Name string
}
