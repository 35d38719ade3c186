package trace

import (
	"inflight/engine/api"
	"inflight/engine/cow"
	"inflight/engine/event"
	"inflight/engine/profile"
)

// Time is virtual time: nanoseconds since the epoch 2024-01-01T00:00:00Z.
type Time = int64

// PodID is the index of a pod incarnation in State.Pods, in order of creation. It is also its letter: 0 is A.
// NoPod is none.
type PodID int32

// NoPod is no pod.
const NoPod PodID = -1

// Place is where a pod is.
type Place uint8

// The places. In flight is a set beside them, not a place.
const (
	Nowhere Place = iota // not created yet; the From of a pod's first move
	ActiveQ
	BackoffQ
	ErrorBackoffQ
	UnschedulablePods
	Scheduling // its attempt is in the scheduling cycle
	Binding    // its attempt is in the binding cycle
	Bound
	Gone
)

var placeNames = []string{"nowhere", "activeQ", "backoffQ", "errorBackoffQ", "unschedulablePods", "scheduling", "binding", "bound", "gone"}

// String is the place's word in traces, predicates and JSON.
func (p Place) String() string { return placeNames[p] }

// ParsePlace reads a place's word.
func ParsePlace(s string) (Place, bool) {
	for i, name := range placeNames {
		if name == s && Place(i) != Nowhere {
			return Place(i), true
		}
	}
	return Nowhere, false
}

// Queued is what the queue knows of a pod: framework.QueuedPodInfo. The lanes of a State hold these, so that two
// copies of one pod (which some releases make) each show their own numbers. Values are immutable; a change makes a
// new one.
type Queued struct {
	Pod                PodID
	Object             *api.Pod // the queue's own copy of the pod
	Attempts           int
	UnschedulableCount int  // from 1.34
	ConsecutiveErrors  int  // from 1.34
	Timestamp          Time // when it was added, or returned after its last attempt
	FlushTimestamp     Time // when a sweep last took it (from 1.37); NoTime before
	InitialAttempt     Time // first time in activeQ; NoTime before
	BackoffExpiry      Time // when its backoff ends, as the release computes it now; NoTime where it has none
	// Rejectors are the plugins that rejected it (UnschedulablePlugins), Pending those of them that answered
	// Pending; sorted.
	Rejectors, Pending []string
	// Gating is the PreEnqueue plugin that holds the pod, "" where none does.
	Gating string
}

// NoTime is the absence of an instant.
const NoTime Time = -1 << 63

// Pod is one incarnation of a pod as a frame shows it. Values are immutable.
type Pod struct {
	ID     PodID
	UID    string
	Object *api.Pod // as the informer has it now (or had it last)
	Place  Place
	// Queue is the queue that holds it now (ActiveQ … UnschedulablePods) or Nowhere. It differs from Place only
	// while an attempt runs for a pod of which a second copy is queued.
	Queue  Place
	Queued *Queued // nil for a pod that never was in the queue
	Node   string  // where it is assumed or bound
	// InFlight: its UID is in inFlightPods. Marker is its element in the list (PodMarker), or the event that it
	// points at (PreviousEvent); NoElement where there is none.
	InFlight bool
	Marker   int
	// Popped is when it was last popped; NoTime before.
	Popped Time
	// Unknown marks what a recording made from logs could not tell.
	Unknown Unknown
}

// NoElement is no element of the list.
const NoElement = -1

// Unknown is a set of things that are not known of a pod or of a state, because it was made from a log that does
// not tell. The zero value: everything is known.
type Unknown uint32

// What can be unknown.
const (
	UnknownPlace Unknown = 1 << iota
	UnknownAttempts
	UnknownTimestamp
	UnknownBackoff
	UnknownRejectors
	UnknownObject
	UnknownInFlight
	UnknownList
	UnknownOrder
)

// Element is an element that the list has or had: a pod's marker or an event. ID is its index in the log.
type Element struct {
	ID    int
	Pod   PodID           // the marker's pod, NoPod for an event
	Event *event.Recorded // nil for a marker
}

// List is the event list: a shared append-only log of elements, of which those that have not been removed are in
// the list. Up to 1.27, and with hints off, there is none and everything is empty.
type List struct {
	Log     []Element // every element ever appended, by ID; shared with later states, never written
	Head    int       // no element before this ID is in the list
	Removed cow.View[uint64]
	Len     int             // elements in the list
	Uses    cow.View[int32] // PreviousEvent only: per ID, how many pods in flight still need the event (inFlightPodsNum)
}

// Has tells whether the element is in the list.
func (l *List) Has(id int) bool {
	if id < l.Head || id >= len(l.Log) {
		return false
	}
	w := id >> 6
	return w >= l.Removed.Len() || l.Removed.At(w)&(1<<(id&63)) == 0
}

// All iterates over the elements in the list, from head to tail.
func (l *List) All() func(yield func(Element) bool) {
	return func(yield func(Element) bool) {
		for id := l.Head; id < len(l.Log); id++ {
			if l.Has(id) && !yield(l.Log[id]) {
				return
			}
		}
	}
}

// Node is a node as a frame shows it. Values are immutable.
type Node struct {
	Object *api.Node
	Pods   []PodID // assumed and bound here, in order of arrival
	Gone   bool
}

// Phase is where an attempt stands, in the words of the scheduling framework.
type Phase string

// The phases of an attempt, in the order of the loop; Diagnose, Refetch and Requeue after a failure.
const (
	PhasePop          Phase = "Pop"
	PhasePreFilter    Phase = "PreFilter"
	PhaseFilter       Phase = "Filter"
	PhasePostFilter   Phase = "PostFilter"
	PhaseReserve      Phase = "Reserve"
	PhasePermit       Phase = "Permit"
	PhaseWaitOnPermit Phase = "WaitOnPermit"
	PhaseDone         Phase = "Done"
	PhasePreBind      Phase = "PreBind"
	PhaseBind         Phase = "Bind"
	PhasePostBind     Phase = "PostBind"
	PhaseDiagnose     Phase = "Diagnose"
	PhaseRefetch      Phase = "Refetch"
	PhaseRequeue      Phase = "Requeue"
	PhaseFinished     Phase = "Finished"
)

// Verdict is one reason for which nodes were rejected, with the nodes that it holds for.
type Verdict struct {
	Plugin string
	Reason string // the plugin's own message: Insufficient cpu
	Nodes  []string
}

// Attempt is one trip of a pod through the scheduling and binding cycle. Values are immutable.
type Attempt struct {
	Pod   PodID
	N     int // the n-th attempt of the run, from 1
	Cycle int64
	// Next is the phase that runs next; Last the one that ran last.
	Last, Next Phase
	// Failed is set from the phase that rejected the pod or failed, "" while all is well; Error tells a failure
	// that no plugin is to blame for.
	Failed   Phase
	Error    bool
	Message  string // what is reported: 0/3 nodes are available: …
	Verdicts []Verdict
	Feasible []string // nodes that passed Filter
	Node     string   // chosen
	Held     bool     // a hold stands before the next phase
	Started  Time
}

// State is everything that a frame shows. It is immutable and shares what has not changed with the states before it.
type State struct {
	Profile *profile.Profile
	At      Time
	Pods    cow.View[*Pod]
	Nodes   cow.View[*Node]

	// ActiveQ, BackoffQ and ErrorBackoffQ are the heaps as they lie in memory; order.go gives them in pop order.
	// Unschedulable is in order of arrival (a map upstream, so no order can be relied on); entries that have left
	// are nil.
	ActiveQ, BackoffQ, ErrorBackoffQ cow.View[*Queued]
	Unschedulable                    cow.View[*Queued]

	InFlight int // how many UIDs are in flight
	List     List
	// SchedulingCycle counts pops; MoveRequestCycle is its value at the last move request, -1 before any.
	SchedulingCycle, MoveRequestCycle int64

	Scheduling *Attempt // nil between attempts
	Binding    []*Attempt
	// NextBackoffFlush and NextSweep are when the two timers fire next.
	NextBackoffFlush, NextSweep Time
	Closed                      bool
	Unknown                     Unknown
}
