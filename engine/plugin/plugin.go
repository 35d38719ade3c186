// Package plugin holds the in-tree plugins of the scheduling framework as far as they decide what the queue does:
// Filter, PreEnqueue, the registered events and the QueueingHint functions, one file a plugin.
//
// It knows nothing of queues, attempts or time. Which release it is for is a Profile.
package plugin

import (
	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/why"
)

// Names of the plugins, as upstream registers them.
const (
	NodeResourcesFit = "NodeResourcesFit"
	TaintToleration  = "TaintToleration"
	SchedulingGates  = "SchedulingGates"
)

// Status is a rejection of a pod by one plugin: the plugin's messages, as the release words them, and the reason with
// its numbers.
type Status struct {
	Plugin  string
	Reasons []string
	Why     why.Reason
}

// Set is the plugins of one release.
type Set struct {
	profile *profile.Profile
	request api.RequestOptions
}

// New makes the plugins of a release.
func New(p *profile.Profile) *Set {
	return &Set{profile: p, request: RequestOptions(p)}
}

// RequestOptions is how the release counts a pod's requests.
func RequestOptions(p *profile.Profile) api.RequestOptions {
	return api.RequestOptions{Sidecars: p.Sidecars, PodLevel: p.PodLevelResources}
}

// Filter asks the Filter plugins about one node, in the order of the default profile, and returns the first rejection
// or nil.
func (s *Set) Filter(pod *api.Pod, n *api.NodeInfo) *Status {
	if st := s.filterTaints(pod, n); st != nil {
		return st
	}
	return s.filterFit(pod, n)
}

// PreEnqueue asks the PreEnqueue plugins and returns the one that rejects the pod, or "". first is asked before the
// others.
func (s *Set) PreEnqueue(pod *api.Pod, first string) (rejectedBy string, reason why.Reason) {
	return s.preEnqueueGates(pod)
}

// Admits is what a node event's preCheck asks up to 1.31: would the node take the pod, its NoSchedule taints included
// (preCheckForNode, AdmissionCheck)?
func (s *Set) Admits(pod *api.Pod, n *api.NodeInfo) bool {
	if len(s.insufficient(pod, n)) > 0 {
		return false
	}
	_, untolerated := api.Untolerated(n.Node.Taints, pod.Tolerations, "NoSchedule")
	return !untolerated
}

// Registrations are the events that the default plugins register, with their hint functions, in the order of the
// default profile.
func (s *Set) Registrations() []event.Registration {
	var out []event.Registration
	for _, r := range s.registered() {
		if s.profile.Hints == profile.TwoHints && !s.profile.Gates.QueueingHints {
			r.Hint = nil
		}
		out = append(out, r)
	}
	return s.withImplicitTaints(out)
}

// registered are the registrations as the plugins make them.
func (s *Set) registered() []event.Registration {
	if s.profile.Hints != profile.TwoHints {
		return []event.Registration{
			{Plugin: TaintToleration, Event: event.ClusterEvent{Resource: event.Node, Action: event.Add | event.Update}},
			{Plugin: NodeResourcesFit, Event: event.ClusterEvent{Resource: event.Pod, Action: event.Delete}},
			{Plugin: NodeResourcesFit, Event: event.ClusterEvent{Resource: event.Node, Action: event.Add | event.Update}},
			{Plugin: SchedulingGates, Event: event.ClusterEvent{Resource: event.Pod, Action: event.Update}},
		}
	}
	return append([]event.Registration{
		{Plugin: TaintToleration, Event: event.ClusterEvent{Resource: event.Node, Action: event.Add | event.UpdateNodeTaint}, Hint: s.taintAfterNode},
		{Plugin: TaintToleration, Event: event.ClusterEvent{Resource: event.Pod, Action: event.UpdatePodToleration}, Hint: s.taintAfterPod},
		{Plugin: NodeResourcesFit, Event: event.ClusterEvent{Resource: event.Pod, Action: event.Delete | event.UpdatePodScaleDown}, Hint: s.fitAfterPod},
		{Plugin: NodeResourcesFit, Event: event.ClusterEvent{Resource: event.Node, Action: event.Add | event.UpdateNodeAllocatable}, Hint: s.fitAfterNode},
		{Plugin: SchedulingGates, Event: event.ClusterEvent{Resource: event.Pod, Action: event.UpdatePodSchedulingGatesEliminated}, Hint: s.gatesAfterPod},
	}, bystanders...)
}

// bystanders are what the default plugins that are not modelled here register. They never reject a pod, so that they
// are never asked; but an event that nobody registered for is dropped, and these keep it in
// (EventsToRegister of NodeAffinity, NodeUnschedulable, InterPodAffinity and PodTopologySpread, 1.34).
var bystanders = []event.Registration{
	{Plugin: "NodeAffinity", Event: event.ClusterEvent{Resource: event.Node, Action: event.Add | event.UpdateNodeLabel}},
	{Plugin: "NodeUnschedulable", Event: event.ClusterEvent{Resource: event.Node, Action: event.Add | event.UpdateNodeTaint}},
	{Plugin: "InterPodAffinity", Event: event.ClusterEvent{Resource: event.Pod, Action: event.Add | event.UpdatePodLabel | event.Delete}},
	{Plugin: "PodTopologySpread", Event: event.ClusterEvent{Resource: event.Pod, Action: event.Add | event.UpdatePodLabel | event.Delete | event.UpdatePodToleration}},
	{Plugin: "PodTopologySpread", Event: event.ClusterEvent{Resource: event.Node, Action: event.Add | event.Delete | event.UpdateNodeLabel | event.UpdateNodeTaint}},
}

// withImplicitTaints adds Node/UpdateNodeTaint, with a default hint, for every plugin that registers Node/Add without
// it: any taint change then wakes the pods that such a plugin rejected (buildQueueingHintMap 1.30 to 1.36, #122292).
func (s *Set) withImplicitTaints(rs []event.Registration) []event.Registration {
	if !s.profile.ImplicitNodeTaint {
		return rs
	}
	adds, taints := map[string]bool{}, map[string]bool{}
	for _, r := range rs {
		if r.Event.Resource == event.Node {
			adds[r.Plugin] = adds[r.Plugin] || r.Event.Action&event.Add != 0
			taints[r.Plugin] = taints[r.Plugin] || r.Event.Action&event.UpdateNodeTaint != 0
		}
	}
	out := rs
	for _, r := range rs {
		if adds[r.Plugin] && !taints[r.Plugin] {
			adds[r.Plugin] = false
			out = append(out, event.Registration{Plugin: r.Plugin, Event: event.ClusterEvent{Resource: event.Node, Action: event.UpdateNodeTaint}})
		}
	}
	return out
}
