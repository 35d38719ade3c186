package api

import (
	"maps"
	"slices"
)

// PodSchedulingEqual tells whether an update changed nothing that the scheduling queue regards as the pod
// (PriorityQueue's isPodUpdated, negated): everything counts but resourceVersion, generation, managedFields,
// finalizers and status. claims tells that the release looks at the resource claims in status as well (from 1.28).
func PodSchedulingEqual(a, b *Pod, claims bool) bool {
	return metaEqual(&a.Meta, &b.Meta) &&
		a.SchedulerName == b.SchedulerName && a.Priority == b.Priority && a.PriorityClass == b.PriorityClass &&
		a.PreemptionPolicy == b.PreemptionPolicy && a.NodeName == b.NodeName &&
		slices.Equal(a.SchedulingGates, b.SchedulingGates) &&
		containersEqual(a.Containers, b.Containers) && containersEqual(a.InitContainers, b.InitContainers) &&
		a.Overhead.Same(b.Overhead) && a.PodRequests.Same(b.PodRequests) && a.PodLimits.Same(b.PodLimits) &&
		slices.Equal(a.Tolerations, b.Tolerations) && termsEqual(a.RequiredPodAffinity, b.RequiredPodAffinity) &&
		(!claims || a.ClaimStatuses == b.ClaimStatuses)
}

// NodeEqual tells whether two versions of a node say the same, status included as far as it has a type here.
func NodeEqual(a, b *Node) bool {
	return metaEqual(&a.Meta, &b.Meta) && a.Unschedulable == b.Unschedulable && slices.Equal(a.Taints, b.Taints) &&
		a.Allocatable.Same(b.Allocatable) && maps.Equal(a.Conditions, b.Conditions)
}

func metaEqual(a, b *Meta) bool {
	return a.Name == b.Name && a.Namespace == b.Namespace && a.UID == b.UID && a.Created.Equal(b.Created) &&
		a.Deleting == b.Deleting && a.Rest == b.Rest &&
		maps.Equal(a.Labels, b.Labels) && maps.Equal(a.Annotations, b.Annotations)
}

func containersEqual(a, b []Container) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Sidecar != b[i].Sidecar ||
			!a[i].Requests.Same(b[i].Requests) || !a[i].Limits.Same(b[i].Limits) {
			return false
		}
	}
	return true
}

func termsEqual(a, b []PodAffinityTerm) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].TopologyKey != b[i].TopologyKey || !slices.Equal(a[i].Namespaces, b[i].Namespaces) ||
			!selectorsEqual(&a[i].Selector, &b[i].Selector) || !selectorsEqual(a[i].NamespaceSelector, b[i].NamespaceSelector) {
			return false
		}
	}
	return true
}

func selectorsEqual(a, b *Selector) bool {
	if a == nil || b == nil {
		return a == b
	}
	if len(a.Requirements) != len(b.Requirements) {
		return false
	}
	for i := range a.Requirements {
		if !a.Requirements[i].equal(b.Requirements[i]) {
			return false
		}
	}
	return true
}
