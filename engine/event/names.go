package event

import "inflight/engine/profile"

// UnschedulableTimeout is the wildcard event of the sweep over unschedulablePods.
var UnschedulableTimeout = ClusterEvent{Wildcard, All, "UnschedulableTimeout"}

// ForceActivation is the wildcard event that activating a pod in flight records, for that pod alone.
var ForceActivation = ClusterEvent{Wildcard, All, "ForceActivate"}

// UpdateInFlight is what 1.31 records of an update of a pod in flight, whatever changed.
var UpdateInFlight = ClusterEvent{Pod, Update, "UnschedulablePodUpdate"}

// named completes an event with the release's label for it.
func named(p *profile.Profile, r Resource, a ActionType, byHand string) ClusterEvent {
	if p.Labels == profile.HandLabels {
		if isPod(r) {
			r = Pod
		}
		return ClusterEvent{r, a, byHand}
	}
	label := string(r) + a.String()
	if p.TolerationsLabel && a == UpdatePodToleration {
		label += "s" // its name in 1.32
	}
	return ClusterEvent{r, a, label}
}

// Named completes an event of one of the resources that have events with the release's label for it; conformance and
// tests build events with it.
func Named(p *profile.Profile, r Resource, a ActionType) ClusterEvent {
	return named(p, r, a, handLabel(r, a))
}

func handLabel(r Resource, a ActionType) string {
	switch {
	case r == Node && a == Add:
		return "NodeAdd"
	case r == Node && a == UpdateNodeAllocatable:
		return "NodeAllocatableChange"
	case r == Node && a == UpdateNodeLabel:
		return "NodeLabelChange"
	case r == Node && a == UpdateNodeTaint:
		return "NodeTaintChange"
	case r == Node && a == UpdateNodeCondition:
		return "NodeConditionChange"
	case r == Node && a == UpdateNodeAnnotation:
		return "NodeAnnotationChange"
	case r == Node && a == Delete:
		return "NodeDelete" // in 1.31, of a metric
	case a == UpdatePodLabel:
		return "PodLabelChange"
	case a == UpdatePodScaleDown:
		return "PodRequestScaledDown"
	case a == Add:
		return "AssignedPodAdd"
	case a == Delete:
		return "AssignedPodDelete"
	}
	return "AssignedPodUpdate"
}
