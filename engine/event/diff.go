package event

import (
	"maps"
	"slices"

	"inflight/engine/api"
	"inflight/engine/profile"
)

// NodeChanges are the cluster events of a node's update, in the order in which the handler sends them: one for the
// first property that changed, or one for each, as the release does (nodeSchedulingPropertiesChange 1.27,
// NodeSchedulingPropertiesChange from 1.30). A node that becomes schedulable and changes its taints in one update
// sends UpdateNodeTaint twice where each property counts.
func NodeChanges(p *profile.Profile, old, new *api.Node) []ClusterEvent {
	changes := []struct {
		changed bool
		action  ActionType
		byHand  string
	}{
		{old.Unschedulable && !new.Unschedulable, UpdateNodeTaint, "NodeSpecUnschedulableChange"},
		{!sameResources(p, old.Allocatable, new.Allocatable), UpdateNodeAllocatable, "NodeAllocatableChange"},
		{!maps.Equal(old.Labels, new.Labels), UpdateNodeLabel, "NodeLabelChange"},
		{!slices.Equal(old.Taints, new.Taints), UpdateNodeTaint, "NodeTaintChange"},
		{!maps.Equal(old.Conditions, new.Conditions), UpdateNodeCondition, "NodeConditionChange"},
		{p.NodeEvents == profile.NodeEveryChange && !maps.Equal(old.Annotations, new.Annotations), UpdateNodeAnnotation, "NodeAnnotationChange"},
	}
	var events []ClusterEvent
	for _, c := range changes {
		if !c.changed {
			continue
		}
		events = append(events, named(p, Node, c.action, c.byHand))
		if p.NodeEvents == profile.NodeFirstChange {
			break
		}
	}
	return events
}

// PodChanges are the events of a pod's update: one for each property that changed, or a general one
// (PodSchedulingPropertiesChange, from 1.31). A property counts for an assigned and for an unscheduled pod alike; of an
// unscheduled pod only the queue asks, about the pod itself.
func PodChanges(p *profile.Profile, old, new *api.Pod) []ClusterEvent {
	resource := AssignedPod
	if new.NodeName == "" {
		resource = UnschedulablePod
		if p.TargetPod {
			resource = TargetPod
		}
	}
	var events []ClusterEvent
	for _, c := range []struct {
		changed bool
		action  ActionType
	}{
		{!maps.Equal(old.Labels, new.Labels), UpdatePodLabel},
		{ScaledDown(p, old, new), UpdatePodScaleDown},
		{p.ScaleUpEvents && ScaledDown(p, new, old), UpdatePodScaleUp},
		{p.GateAndTolerationEvents && len(old.SchedulingGates) > 0 && len(new.SchedulingGates) == 0, UpdatePodSchedulingGatesEliminated},
		{p.GateAndTolerationEvents && len(old.Tolerations) != len(new.Tolerations), UpdatePodToleration},
		{p.ClaimEvents && old.ClaimStatuses != new.ClaimStatuses, UpdatePodGeneratedResourceClaim},
	} {
		if c.changed {
			events = append(events, named(p, resource, c.action, handLabel(resource, c.action)))
		}
	}
	if len(events) == 0 {
		action := Update
		if p.OtherUpdates {
			action = UpdatePodOther
		}
		events = append(events, named(p, resource, action, handLabel(resource, Update)))
	}
	return events
}

// AssignedChanges are the events that the handler makes of an assigned pod's update.
func AssignedChanges(p *profile.Profile, old, new *api.Pod) []ClusterEvent {
	general := Named(p, AssignedPod, Update)
	if p.AssignedUpdates == profile.AssignedOnce {
		return []ClusterEvent{general}
	}
	events := PodChanges(p, old, new)
	for i := range events {
		if p.AssignedUpdates == profile.AssignedGeneral && (!p.AssignedPodsByAffinity || events[i].Action&UpdatePodScaleDown != 0) {
			events[i] = general
		}
	}
	return events
}

// ScaledDown tells whether some resource is requested less, or no more (extractPodScaleDown; turned round,
// extractPodScaleUp).
func ScaledDown(p *profile.Profile, old, new *api.Pod) bool {
	o := api.RequestOptions{Sidecars: p.Sidecars, PodLevel: p.PodLevelResources}
	now := api.Request(new, o)
	for _, was := range api.Request(old, o) {
		if was.Value > now.Get(was.Name) || !now.Has(was.Name) {
			return true
		}
	}
	return false
}

// sameResources compares amounts (equality.Semantic); up to 1.29, where one event is sent of the first change, what the
// API server keeps, so that 1024 and 1Ki differ (reflect.DeepEqual).
func sameResources(p *profile.Profile, a, b api.Resources) bool {
	if p.NodeEvents == profile.NodeFirstChange {
		return a.Same(b)
	}
	return slices.EqualFunc(a, b, func(x, y api.Resource) bool {
		return x.Name == y.Name && x.Quantity.Cmp(y.Quantity) == 0
	})
}
