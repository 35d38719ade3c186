// Package profile says what each Kubernetes release does differently. history.go is the one table; a Profile is
// what it resolves to for one release and one setting of the feature gates. Code elsewhere asks a Profile what
// was chosen and never which release it is.
package profile

import "slices"

// InFlight is how the queue remembers what happened while a pod was being scheduled.
type InFlight uint8

const (
	// ByCycle: no list. A failed pod compares the cycle of the last move request with its own cycle
	// (moveRequestCycle). Up to 1.27, and later wherever queueing hints are off.
	ByCycle InFlight = iota
	// PreviousEvent: one list of events; a popped pod points at the event that was last then, which belongs to
	// others and may leave the list (receivedEvents, 1.28.0 and 1.28.1).
	PreviousEvent
	// PodMarker: one list of events and pods; a popped pod has an element of its own (inFlightEvents, from
	// 1.28.2).
	PodMarker
)

// HintWords is the vocabulary of a QueueingHint function.
type HintWords uint8

const (
	// NoHints: plugins register events only; any registered event moves the pod (1.27, hints off).
	NoHints HintWords = iota
	// ThreeHints: QueueSkip, QueueAfterBackoff, QueueImmediately (1.28).
	ThreeHints
	// TwoHints: QueueSkip, Queue; "immediately" follows from pending plugins (from 1.29, KEP-4247).
	TwoHints
)

// NoRejector is where a failed pod goes that no plugin rejected (an error).
type NoRejector uint8

const (
	// NoRejectorByCycle: like any other failed pod, by moveRequestCycle (1.27).
	NoRejectorByCycle NoRejector = iota
	// NoRejectorAnyReceived: after backoff if the list of events is not empty, whoever they are kept for (1.28.1).
	NoRejectorAnyReceived
	// NoRejectorAnySincePop: after backoff if any event came after the pod's own marker (1.28.2).
	NoRejectorAnySincePop
	// NoRejectorBackoff: always after backoff (from 1.29).
	NoRejectorBackoff
)

// RejectorsAtPop is what Pop does with the plugins that rejected the pod's last attempt.
type RejectorsAtPop uint8

const (
	// RejectorsRenewed: a new empty set (1.27; from 1.28.3 to 1.35 the set is cleared, with the same effect here).
	RejectorsRenewed RejectorsAtPop = iota
	// RejectorsKept: they stay, so that they pile up over attempts (1.28.0 to 1.28.2).
	RejectorsKept
	// RejectorsUntilFailure: they stay until the attempt fails, which clears them first (from 1.36).
	RejectorsUntilFailure
)

// GatedOnMove is which gated pods a cluster event passes by.
type GatedOnMove uint8

const (
	// GatedAlwaysSkipped: every gated pod (1.27).
	GatedAlwaysSkipped GatedOnMove = iota
	// GatedNotSkipped: none; PreEnqueue decides again (1.28.0 to 1.28.3).
	GatedNotSkipped
	// GatedBySchedulingGates: those that SchedulingGates rejected (up to 1.33).
	GatedBySchedulingGates
	// GatedByPluginEvents: those whose gating plugin did not register the event (from 1.34, #127180).
	GatedByPluginEvents
)

// CleansOnMove is which other copies of a pod its move to activeQ removes.
type CleansOnMove uint8

const (
	// CallersClean: none; each caller removes what it knows of (up to 1.30).
	CallersClean CleansOnMove = iota
	// CleansAll: those in a backoff queue and in unschedulablePods (1.31 to 1.36).
	CleansAll
	// CleansUnschedulable: the one in unschedulablePods (from 1.37).
	CleansUnschedulable
)

// GatedInQueue is what happens when PreEnqueue rejects a pod that a queue already holds.
type GatedInQueue uint8

const (
	// GatedReplaces: it goes to unschedulablePods all the same (up to 1.30, and from 1.37).
	GatedReplaces GatedInQueue = iota
	// GatedKeepsQueued: nothing, if it is in activeQ or backoffQ (1.31, 1.32 and 1.36).
	GatedKeepsQueued
	// GatedKeeps: nothing, if it is in activeQ, backoffQ or unschedulablePods (1.33 to 1.35).
	GatedKeeps
)

// UnscheduledUpdate is what Update does with a pod that waits in unschedulablePods.
type UnscheduledUpdate uint8

const (
	// UpdateRequeues: any change that is not only status requeues it (up to 1.30, and wherever hints are off).
	UpdateRequeues UnscheduledUpdate = iota
	// UpdateAsksHints: the change becomes events, and the plugins that rejected the pod are asked (from 1.31
	// with hints, KEP-4247).
	UpdateAsksHints
)

// BackoffCount is what the backoff time grows with.
type BackoffCount uint8

const (
	// CountAttempts: every Pop (up to 1.33).
	CountAttempts BackoffCount = iota
	// CountAttemptsFromOne: the same, but a pod that was never tried has no backoff to wait for (1.32: it ends at its
	// Timestamp; 1.33: there is none).
	CountAttemptsFromOne
	// CountFailures: rejections, or consecutive errors while there are any (from 1.34, #128748).
	CountFailures
)

// EventMatch is how an event is compared with what a plugin registered.
type EventMatch uint8

const (
	// MatchBits: same resource and a common action, or a wildcard registration (1.27).
	MatchBits EventMatch = iota
	// MatchExactResource: the same without wildcard registrations (1.28 and 1.29).
	MatchExactResource
	// MatchAnyResource: as MatchBits, and a registration for any resource counts (1.30 and 1.31).
	MatchAnyResource
	// MatchPodKinds: as MatchAnyResource, and Pod covers assigned and unscheduled pods (1.32 and 1.33).
	MatchPodKinds
	// MatchMoreSpecific: Pod covers assigned and unscheduled pods, and a general update does not match a narrower
	// registration (from 1.34).
	MatchMoreSpecific
)

// NodeEvents is what one update of a Node becomes.
type NodeEvents uint8

const (
	// NodeFirstChange: one event, for the first property that changed (up to 1.29).
	NodeFirstChange NodeEvents = iota
	// NodeEveryChange: one event a changed property (from 1.30).
	NodeEveryChange
)

// AssignedUpdates is what one update of an assigned pod becomes.
type AssignedUpdates uint8

const (
	// AssignedOnce: one general event (up to 1.30).
	AssignedOnce AssignedUpdates = iota
	// AssignedGeneral: the handler tells the changes apart, and yet sends the general event for each of them (1.31).
	// Where it goes to AssignedPodUpdated, with hints off, only a request that shrank does so.
	AssignedGeneral
	// AssignedEach: one event a changed property (from 1.32).
	AssignedEach
)

// Labels is the naming of cluster events.
type Labels uint8

const (
	// HandLabels: NodeTaintChange, AssignedPodDelete, PodUpdate (up to 1.31).
	HandLabels Labels = iota
	// DerivedLabels: resource and action, NodeUpdateNodeTaint, UnschedulablePodAdd (from 1.32).
	DerivedLabels
)

// DoneAt is where a successful attempt stops being in flight.
type DoneAt uint8

const (
	// DoneNever: there is nothing to be done with (no list).
	DoneNever DoneAt = iota
	// DoneAtEnd: after PostBind (1.28 to 1.31).
	DoneAtEnd
	// DoneBeforeBind: after PreBind (1.32, #120586).
	DoneBeforeBind
	// DoneBeforePreBind: after WaitOnPermit (from 1.33, #130189).
	DoneBeforePreBind
)

// Profile is everything that one release does, as the engine asks for it.
type Profile struct {
	Release Release
	Gates   Gates

	InFlight   InFlight
	Hints      HintWords
	NoRejector NoRejector
	AtPop      RejectorsAtPop

	MoveCleans CleansOnMove
	// DeleteOne: Delete stops at the first queue that holds the pod (from 1.33).
	DeleteOne bool
	// ActivateChecksActiveQ: a pod in activeQ is not activated (up to 1.30; later it is simply not found).
	ActivateChecksActiveQ bool
	// EventFilter: an event that no plugin registered for is dropped before anything else (from 1.30).
	EventFilter bool
	// GateFirst: the plugin that gates a pod is asked first when PreEnqueue runs again, and is remembered (from 1.34).
	GateFirst bool
	// UpdateInFlight: an update of a pod that is in flight is recorded as an event and queues nothing (from 1.31
	// with hints); otherwise it adds a second copy of the pod.
	UpdateInFlight bool
	// UpdateInFlightOnce: that event is one general update, whatever changed (1.31); else one for each property.
	UpdateInFlightOnce bool
	Unscheduled        UnscheduledUpdate
	// UpdateKeepsUID: an update that brings another UID adds the pod anew instead of changing the queued copy (from 1.37).
	UpdateKeepsUID bool
	// GateAndTolerationEvents: a pod's lifted gates and changed tolerations have events of their own (from 1.32), as
	// labels and requests have (from 1.31).
	GateAndTolerationEvents bool
	// TolerationsLabel: an event of changed tolerations is labelled in the plural (1.32).
	TolerationsLabel bool
	// TargetPod: the events of a waiting pod's own update are about a resource of their own, for which plugins register
	// (from 1.37, #135905).
	TargetPod bool
	// ScaleUpEvents: requests that grow are an event of their own (from 1.37).
	ScaleUpEvents bool
	// OtherUpdates: a change of nothing in particular is an action of its own, which a general registration covers (1.31
	// to 1.33); from 1.34 it is a general update.
	OtherUpdates bool
	// ClaimStatusCounts: a change of status.resourceClaimStatuses counts as an update of the pod (from 1.28).
	ClaimStatusCounts bool
	// ClaimEvents: a change of status.resourceClaimStatuses is an event of its own (with DynamicResourceAllocation, on
	// from 1.34, #127497).
	ClaimEvents bool
	// DuplicatePop: popping a UID that is already in flight discards the copy (from 1.32, #127016); otherwise the
	// second marker orphans the first.
	DuplicatePop bool
	// CloseReleases: Close calls Done for every pod in flight (from 1.32).
	CloseReleases bool
	// ActivateInFlight: activating a pod that is in flight records a ForceActivate event (from 1.32, #128170).
	ActivateInFlight bool

	GatedMove GatedOnMove
	GatedHeld GatedInQueue
	// GatedBackoff: a gated pod that was tried before pays its backoff like others (from 1.32, #126029).
	GatedBackoff bool
	// WildcardReachesGated: the sweep asks gated pods, too (1.35.8, 1.36.4, 1.37.0, #139162).
	WildcardReachesGated bool
	// Entities: the queues hold entities, pods or groups of pods; unschedulablePods is named unschedulableEntities (from
	// 1.37, #138567).
	Entities bool
	// SweepCounts: what counts is the time since the last sweep that took the pod, not only since its last attempt (from
	// 1.37, #139331).
	SweepCounts bool
	// MoveRequests: the queue notes the cycle of the last move request, even where nothing is decided by it (up to 1.36).
	MoveRequests bool

	// PopFromBackoffQ: Pop takes the head of backoffQ when activeQ is empty; PreEnqueue runs on entry to backoffQ;
	// expiries are whole seconds (from 1.33, KEP-5142).
	PopFromBackoffQ bool
	// ActivateFromBackoff: a pod that is activated out of backoffQ is not asked to PreEnqueue again (from 1.35).
	ActivateFromBackoff bool
	// ErrorBackoffQ: pods that no plugin rejected wait in a heap of their own, which Pop never takes from (from 1.33).
	ErrorBackoffQ bool
	// ExpiryEqualWaits: a pod whose backoff ends exactly now is still backing off (from 1.33).
	ExpiryEqualWaits bool
	BackoffCount     BackoffCount
	// FlushOnWholeSecond: the backoff flush is aligned to whole seconds (from 1.33), else counted from the start.
	FlushOnWholeSecond bool

	EventMatch EventMatch
	NodeEvents NodeEvents
	Labels     Labels
	// PreCheck: a node event only reaches pods that the node admits (up to 1.31).
	PreCheck bool
	// NodeDeleteEvent: deleting a node is an event (from 1.32, #127464).
	NodeDeleteEvent bool
	// AssignedPodsByAffinity: an assigned pod's add or update only reaches pods with a matching required pod
	// affinity term (up to 1.30, and later wherever hints are off).
	AssignedPodsByAffinity bool
	// AssignedPodsBySpread: and those of its namespace that PodTopologySpread rejected (from 1.31).
	AssignedPodsBySpread bool
	AssignedUpdates      AssignedUpdates

	// Sidecars: init containers with restartPolicy Always are known (from 1.29). PodLevelResources: spec.resources of
	// a pod counts (from 1.34).
	Sidecars, PodLevelResources bool
	// ImplicitNodeTaint: a plugin that registers Node/Add without Node/UpdateNodeTaint gets the latter with a default
	// hint (1.30 to 1.36, #122292).
	ImplicitNodeTaint bool
	// FitAsksGrowth: NodeResourcesFit's hint wants more of something than before, not merely room (from 1.32, #127473).
	FitAsksGrowth bool
	// FitUnresolvable: NodeResourcesFit says that preemption would not help where the node as a whole has too little (from
	// 1.34).
	FitUnresolvable bool
	// MissingNamedFails: where PreFilter names a node that is not there, the attempt is an error (up to 1.28.9, #124559).
	MissingNamedFails bool
	// NarrowedBlamed: a plugin whose PreFilter left nodes out is one of those that rejected the pod (from 1.30, #119779).
	NarrowedBlamed bool
	// AbsentCounted: the message counts the nodes that PreFilter left out (from 1.32, #126022).
	AbsentCounted bool
	// NodeNameFirst: NodeName is asked before NodeUnschedulable (from 1.37).
	NodeNameFirst bool
	// SidecarPorts: the host ports of sidecars count (from 1.34, #132040).
	SidecarPorts bool
	// OverbookedTakesNone: a node on which more is requested of a resource than it has takes no pod that requests
	// anything, even if it is something else (up to 1.27, #116408).
	OverbookedTakesNone bool
	// BestEffortUnbalanced: NodeResourcesBalancedAllocation does not score a pod that requests neither cpu nor memory
	// (from 1.33, #130260).
	BestEffortUnbalanced bool
	// NominatedHolds: a deleted pod that was only nominated to a node frees something, too (from 1.33).
	NominatedHolds bool
	// NarrowNodeEvents: plugins register the node updates that concern them, not every one (from 1.32, #127220).
	NarrowNodeEvents bool
	// ReserveBlames, WaitBlames, PreBindBlames: a rejection in Reserve or Permit, in WaitOnPermit, in PreBind names its
	// plugin to the queue (from 1.28; from 1.29; in 1.31 and 1.32). Elsewhere a rejected pod is Unschedulable, yet to the
	// queue it is one that no plugin rejected.
	ReserveBlames, WaitBlames, PreBindBlames bool
	// AssumedDeletion: an assumed pod that is deleted stops counting on its node at once; before, only one that waits for a
	// Permit plugin does (from 1.35, #134157).
	AssumedDeletion bool
	// BoundQuietly: that a pod is bound takes it out of the queue without a word about its nomination, and after it counts
	// on its node (from 1.35, #134157).
	BoundQuietly bool
	// NominatesEarly: a pod that will wait for a Permit plugin or for PreBind is nominated to its node in the API
	// (NominatedNodeNameForExpectation, on from 1.35).
	NominatesEarly bool
	// Recreated may also be set by hand, see Variants.
	Recreated Recreated
	// Resize: the requests of a pod's containers may change while it exists (InPlacePodVerticalScaling, from 1.33).
	Resize bool
	// TaintNamed: the message of TaintToleration names the taint (up to 1.33).
	TaintNamed bool

	// Exceptions are the invariants of docs/trace.md that the release breaks, sorted.
	Exceptions []string

	DoneAt DoneAt
	// DoneOnSkip: an attempt that ends before it began (pod being deleted, assumed) calls Done (from 1.32, #126962).
	DoneOnSkip bool
}

// Breaks tells whether the release is known to break an invariant.
func (p *Profile) Breaks(invariant string) bool { return slices.Contains(p.Exceptions, invariant) }
