// Package plugin holds the in-tree plugins of the scheduling framework as far as they decide what the queue does:
// PreFilter, Filter, PreEnqueue, the scores that choose a node, the registered events and the QueueingHint functions, one file a plugin.
//
// It knows nothing of queues, attempts or time. Which release it is for is a Profile.
package plugin

import (
	"inflight/engine/api"
	"inflight/engine/profile"
	"inflight/engine/why"
)

// Names of the plugins, as upstream registers them.
const (
	NodeAffinity      = "NodeAffinity"
	NodeName          = "NodeName"
	NodePorts         = "NodePorts"
	NodeResourcesFit  = "NodeResourcesFit"
	NodeUnschedulable = "NodeUnschedulable"
	SchedulingGates   = "SchedulingGates"
	TaintToleration   = "TaintToleration"
	// Example is no plugin of the default profile: it makes pods wait at Permit and rejects them where somebody says so.
	Example = "ExamplePlugin"
)

// Status is a rejection of a pod by one plugin: the plugin's messages, as the release words them, and the reason with
// its numbers.
type Status struct {
	Plugin  string
	Reasons []string
	// Unresolvable: nothing that preemption could take away stands in the way (UnschedulableAndUnresolvable).
	Unresolvable bool
	Why          why.Reason
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

// FilterPlugin is a plugin that says of one node whether it would take the pod: nil, or why not.
type FilterPlugin struct {
	Name   string
	Filter func(pod *api.Pod, n *api.NodeInfo) *Status
}

// Filters are the Filter plugins in the order of the default profile.
func (s *Set) Filters() []FilterPlugin {
	first, second := FilterPlugin{NodeUnschedulable, s.filterUnschedulable}, FilterPlugin{NodeName, s.filterNodeName}
	if s.profile.NodeNameFirst {
		first, second = second, first
	}
	return []FilterPlugin{
		first,
		second,
		{TaintToleration, s.filterTaints},
		{NodeAffinity, s.filterAffinity},
		{NodePorts, s.filterPorts},
		{NodeResourcesFit, s.filterFit},
	}
}

// Filter asks the Filter plugins about one node and returns the first rejection or nil.
func (s *Set) Filter(pod *api.Pod, n *api.NodeInfo) *Status {
	for _, f := range s.Filters() {
		if st := f.Filter(pod, n); st != nil {
			return st
		}
	}
	return nil
}

// PreEnqueue asks the PreEnqueue plugins and returns the one that rejects the pod, or "". first is asked before the
// others.
func (s *Set) PreEnqueue(pod *api.Pod, first string) (rejectedBy string, reason why.Reason) {
	return s.preEnqueueGates(pod)
}

// Admits is what a node event's preCheck asks up to 1.31, and later where hints are off: would the node take the pod, its
// NoSchedule taints included? That it is cordoned does not count (preCheckForNode, AdmissionCheck).
func (s *Set) Admits(pod *api.Pod, n *api.NodeInfo) bool {
	if len(s.insufficient(pod, n)) > 0 || s.filterAffinity(pod, n) != nil || s.filterNodeName(pod, n) != nil || s.filterPorts(pod, n) != nil {
		return false
	}
	_, untolerated := api.Untolerated(n.Node.Taints, pod.Tolerations, "NoSchedule")
	return !untolerated
}

// another is a hint about the update of another pod that waits: none of it, up to 1.36. From 1.37 the functions that
// concern a pod itself do not look whose update it is, so that what happened to one pod in flight, an event in the list
// that all share, speaks for the others (TargetPod).
func (s *Set) another(pod, now *api.Pod) (why.Reason, bool) {
	return why.Reason{Rule: "hint.another-pod", Args: []why.Arg{why.S("other", now.FullName())}}, s.profile.TargetPod && now.UID != pod.UID && now.NodeName == ""
}
