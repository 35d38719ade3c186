package observe

import "k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"

// Driver is one scheduling queue, real or ours, behind the operations of a script. Attempts are numbered by the
// successful Pops, from 0. What an operation answers beyond its effect (an error, a pop's UID) is a word or two,
// the same on both sides.
type Driver interface {
	// SetTime sets the virtual clock: nanoseconds since the epoch.
	SetTime(now int64)

	Add(p *script.Pod) string
	Update(old, updated *script.Pod) string
	Delete(p *script.Pod) string
	// Pop answers the UID and true, or false where it would block (having discarded what it discards) or the queue
	// is closed and empty.
	Pop() (uid string, ok bool)
	Done(uid string)
	// Return is what the failure handler does with the attempt once the informer gave it the pod's latest version:
	// it notes the plugins to blame and calls AddUnschedulableIfNotPresent. The attempt is over.
	Return(attempt int, latest *script.Pod, rejected, pending []string) string
	// Drop forgets an attempt that ended otherwise.
	Drop(attempt int)
	// Happen moves pods by a cluster event.
	Happen(e script.Event)
	AssignedAdd(p *script.Pod)
	AssignedUpdate(old, updated *script.Pod)
	Activate(p *script.Pod)
	FlushBackoff()
	FlushUnschedulable()
	Close()

	// Observe is the state now; Result is left empty.
	Observe() *State
}

// The words that operations answer with. An empty answer is success without more to say.
const (
	Blocks               = "blocks"
	IsClosed             = "closed"
	AlreadyActive        = "already in activeQ"
	AlreadyBackoff       = "already in backoffQ"
	AlreadyUnschedulable = "already in unschedulablePods"
)

// Features say what a release has, so that a generator makes sense and what it must have met is known.
type Features struct {
	// List: events are recorded while pods are in flight; Markers: pods have elements of their own in it.
	List, Markers bool
	// EventFilter: events that nobody registered for are dropped.
	EventFilter bool
	// FinePodUpdates: a pod's update is told apart by what changed, also where AssignedPodUpdated is called.
	FinePodUpdates bool
	// UpdateRecorded: an update of a pod in flight becomes events.
	UpdateRecorded bool
	// UpdateSplits: a pod that waits in unschedulablePods can be in backoffQ too after an update of several things, if
	// they are asked about one by one and the last says no (1.31 and 1.32).
	UpdateSplits bool
	// DiscardsDuplicates: popping a UID in flight discards it.
	DiscardsDuplicates bool
	// Pending: plugins can answer Pending.
	Pending         bool
	PopFromBackoffQ bool
	// ErrorBackoffQ: errors wait in a backoff queue of their own.
	ErrorBackoffQ bool
	// AssignedByAffinity: AssignedPodAdded and Updated are what the handlers call.
	AssignedByAffinity bool
	PreCheck           bool
	// SweepsGated: the sweep asks gated pods, too.
	SweepsGated bool
	// ActivateShares: activating a pod of backoffQ that PreEnqueue rejects leaves one and the same record in backoffQ
	// and in unschedulablePods, so that what happens to one is seen in the other (up to 1.30). Nothing in the
	// scheduler's own plugins brings a pod there, and copies are not shared in ours; made-up scripts keep off it.
	ActivateShares bool
}
