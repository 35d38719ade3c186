//go:build k8s

package ours

import (
	"slices"
	"strconv"
	"strings"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// buildPod makes the engine's object of a description.
func buildPod(p *script.Pod) *api.Pod {
	pod := &api.Pod{
		Meta:            api.Meta{Namespace: p.Namespace, Name: p.Name, UID: p.UID, Labels: script.Pairs(p.Labels)},
		SchedulerName:   p.Scheduler,
		Priority:        int32(p.Priority),
		SchedulingGates: p.Gates,
		Containers:      []api.Container{{Name: "main"}},
		ClaimStatuses:   p.Claims,
	}
	if p.Spec != "" {
		pod.Annotations = map[string]string{"spec": p.Spec}
	}
	for _, r := range p.Requests {
		text := strconv.FormatInt(r.N, 10)
		if r.Resource == "cpu" {
			text += "m"
		}
		pod.Containers[0].Requests = append(pod.Containers[0].Requests, api.Resource{Name: r.Resource, Quantity: api.MustQuantity(text)})
	}
	for _, key := range p.Tolerations {
		pod.Tolerations = append(pod.Tolerations, api.Toleration{Key: key, Operator: "Exists"})
	}
	for _, t := range p.Affinity {
		term := api.PodAffinityTerm{Namespaces: t.Namespaces, TopologyKey: "zone"}
		for _, r := range t.Requirements {
			term.Selector.Requirements = append(term.Selector.Requirements, api.Requirement{Key: r.Key, Operator: r.Operator, Values: r.Values})
		}
		pod.RequiredPodAffinity = append(pod.RequiredPodAffinity, term)
	}
	return pod
}

// buildObject makes the object that an event is about, from node/NAME or pod/NS/NAME.
func buildObject(ref string) api.Object {
	kind, name, _ := strings.Cut(ref, "/")
	if kind == "pod" {
		ns, name, _ := strings.Cut(name, "/")
		return &api.Pod{Meta: api.Meta{Namespace: ns, Name: name}}
	}
	return &api.Node{Meta: api.Meta{Name: name}}
}

// actions by name, in the order of the engine's bits.
var actions = []string{"Add", "Delete", "UpdateNodeAllocatable", "UpdateNodeLabel", "UpdateNodeTaint",
	"UpdateNodeCondition", "UpdateNodeAnnotation", "UpdatePodLabel", "UpdatePodScaleDown", "UpdatePodScaleUp",
	"UpdatePodToleration", "UpdatePodSchedulingGatesEliminated", "UpdatePodGeneratedResourceClaim"}

// Actions are the engine's bits of some actions that the release has.
func Actions(p *profile.Profile, names ...string) event.ActionType { return bits(p, names) }

// bits are the engine's bits of some actions; those that the release does not have are left out.
func bits(p *profile.Profile, names []string) event.ActionType {
	known := len(actions)
	switch { // what came with node annotations in 1.30, pods' labels and requests in 1.31, and everything else in 1.32
	case p.NodeEvents == profile.NodeFirstChange:
		known = slices.Index(actions, "UpdateNodeAnnotation")
	case p.AssignedUpdates == profile.AssignedOnce:
		known = slices.Index(actions, "UpdatePodLabel")
	case !p.GateAndTolerationEvents:
		known = slices.Index(actions, "UpdatePodToleration")
	}
	var set event.ActionType
	for _, name := range names {
		switch i := slices.Index(actions, name); {
		case name == "All":
			set |= event.All
		case name == "Update":
			set |= event.Update
		case name == "UpdatePodScaleUp" && !p.ScaleUpEvents:
		case i >= 0 && i < known:
			set |= 1 << i
		}
	}
	return set
}
