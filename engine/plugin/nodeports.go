package plugin

import (
	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/why"
)

// inTheWay is the first of the pod's host ports that another pod holds, and that pod's; ok where there is one.
func (s *Set) inTheWay(pod, other *api.Pod) (wanted, held api.HostPort, ok bool) {
	theirs := api.HostPorts(other, s.profile.SidecarPorts)
	for _, want := range api.HostPorts(pod, s.profile.SidecarPorts) {
		for _, port := range theirs {
			if want.Conflicts(port) {
				return want, port, true
			}
		}
	}
	return api.HostPort{}, api.HostPort{}, false
}

// filterPorts is NodePorts.Filter.
func (s *Set) filterPorts(pod *api.Pod, n *api.NodeInfo) *Status {
	if len(api.HostPorts(pod, s.profile.SidecarPorts)) == 0 {
		return nil // PreFilter says Skip
	}
	for _, other := range n.Pods {
		if want, held, found := s.inTheWay(pod, other); found {
			return &Status{Plugin: NodePorts, Reasons: []string{"node(s) didn't have free ports for the requested pod ports"},
				Why: why.Reason{Rule: "filter.ports", Plugin: NodePorts, Pod: pod.FullName(), Node: n.Node.Name,
					Args: []why.Arg{why.S("want", want.String()), why.S("held", held.String()), why.S("other", shortName(other))}}}
		}
	}
	return nil
}

func shortName(p *api.Pod) string {
	if p.Namespace == api.DefaultNamespace {
		return p.Name
	}
	return p.FullName()
}

// portsAfterPod is NodePorts' hint for pods: a pod on a node is gone that held one of the ports that the pod wants
// (isSchedulableAfterPodDeleted, from 1.29).
func (s *Set) portsAfterPod(pod *api.Pod, old, _ api.Object) (event.Answer, why.Reason) {
	gone := old.(*api.Pod)
	node := gone.NodeName
	if node == "" && s.profile.NominatedHolds {
		node = gone.NominatedNodeName
	}
	if node == "" {
		return event.AnswerSkip, why.Reason{Rule: "hint.ports.unassigned-gone"}
	}
	if len(api.HostPorts(gone, s.profile.SidecarPorts)) == 0 {
		return event.AnswerSkip, why.Reason{Rule: "hint.ports.held-none", Node: node}
	}
	want, held, found := s.inTheWay(pod, gone)
	if !found {
		return event.AnswerSkip, why.Reason{Rule: "hint.ports.held-others", Node: node}
	}
	return event.AnswerQueue, why.Reason{Rule: "hint.ports.freed", Node: node, Args: []why.Arg{why.S("want", want.String()), why.S("held", held.String())}}
}
