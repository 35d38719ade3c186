// Package event holds cluster events: what the informers tell the scheduling queue, and which registrations of
// plugins they match. diff.go is the one place where two versions of an object become events.
package event

import (
	"strings"

	"inflight/engine/api"
)

// Resource is what a cluster event is about, in the scheduler's own words (framework.GVK, later EventResource).
type Resource string

// The resources that have events here.
const (
	Node             Resource = "Node"
	Pod              Resource = "Pod"              // registrations; up to 1.31 also the assigned pods' events
	AssignedPod      Resource = "AssignedPod"      // from 1.32
	UnschedulablePod Resource = "UnschedulablePod" // a pod that waits, 1.32 to 1.36
	TargetPod        Resource = "TargetPod"        // the waiting pod that is asked about, from 1.37
	UnscheduledPod   Resource = "UnscheduledPod"   // another pod that waits, from 1.37; nothing here sends it
	Wildcard         Resource = "*"
)

// ActionType is a set of actions. The order of the bits is upstream's: from 1.34 a registration is compared numerically,
// so the order matters.
type ActionType uint32

// The actions.
const (
	Add ActionType = 1 << iota
	Delete
	UpdateNodeAllocatable
	UpdateNodeLabel
	UpdateNodeTaint
	UpdateNodeCondition
	UpdateNodeAnnotation
	UpdatePodLabel
	UpdatePodScaleDown
	UpdatePodScaleUp
	UpdatePodToleration
	UpdatePodSchedulingGatesEliminated
	UpdatePodGeneratedResourceClaim
	// UpdatePodOther is a change of nothing in particular (updatePodOther, 1.31 to 1.33).
	UpdatePodOther

	// All is every action; Update is every update.
	All    ActionType = 1<<iota - 1
	Update            = All &^ (Add | Delete)
)

var actionNames = []string{"Add", "Delete", "UpdateNodeAllocatable", "UpdateNodeLabel", "UpdateNodeTaint",
	"UpdateNodeCondition", "UpdateNodeAnnotation", "UpdatePodLabel", "UpdatePodScaleDown", "UpdatePodScaleUp",
	"UpdatePodToleration", "UpdatePodSchedulingGatesEliminated", "UpdatePodGeneratedResourceClaim"}

// String names the actions, every update together as "Update" and all of them as "All", several joined by "|".
func (a ActionType) String() string {
	switch a {
	case All:
		return "All"
	case UpdatePodOther:
		return "Update"
	}
	every := a&Update == Update
	var names []string
	for i, name := range actionNames {
		if bit := ActionType(1) << i; a&bit != 0 && !(every && Update&bit != 0) {
			names = append(names, name)
		}
	}
	if every {
		names = append(names, "Update")
	}
	return strings.Join(names, "|")
}

// ClusterEvent is a kind of change: framework.ClusterEvent.
type ClusterEvent struct {
	Resource Resource
	Action   ActionType
	Label    string // as the release writes it in logs and metrics
}

// IsWildcard tells whether the event matches everything ("*", All): the sweep, forced activation.
func (e ClusterEvent) IsWildcard() bool { return e.Resource == Wildcard && e.Action == All }

// Recorded is a cluster event that happened: with its number, the objects before and after, and when.
type Recorded struct {
	ClusterEvent
	N        int // E1, E2, …: the n-th cluster event of the run, from 1
	Old, New api.Object
	At       int64 // virtual nanoseconds since the epoch
}

// Object is the REF of the object that changed, "" for an event without objects: node/big, pod/default/web.
func (r *Recorded) Object() string {
	o := r.New
	if o == nil {
		o = r.Old
	}
	return Ref(o)
}

// Ref is the REF of an object, "" for nil.
func Ref(o api.Object) string {
	if o == nil {
		return ""
	}
	return api.RefOf(o).String()
}
