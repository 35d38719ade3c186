package plugin

import (
	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/why"
)

// cordon is the taint that stands for spec.unschedulable, whether the node has it or not (v1.TaintNodeUnschedulable).
var cordon = api.Taint{Key: "node.kubernetes.io/unschedulable", Effect: "NoSchedule"}

func toleratesCordon(pod *api.Pod) bool {
	_, untolerated := api.Untolerated([]api.Taint{cordon}, pod.Tolerations, cordon.Effect)
	return !untolerated
}

// filterUnschedulable is NodeUnschedulable.Filter.
func (s *Set) filterUnschedulable(pod *api.Pod, n *api.NodeInfo) *Status {
	if !n.Node.Unschedulable || toleratesCordon(pod) {
		return nil
	}
	return &Status{Plugin: NodeUnschedulable, Reasons: []string{"node(s) were unschedulable"}, Unresolvable: true,
		Why: why.Reason{Rule: "filter.unschedulable", Plugin: NodeUnschedulable, Pod: pod.FullName(), Node: n.Node.Name}}
}

// unschedulableAfterNode is NodeUnschedulable's hint for nodes: the node is new and not cordoned, or it was and no longer
// is; up to 1.31 it is enough that it is not (isSchedulableAfterNodeChange, #127220).
func (s *Set) unschedulableAfterNode(pod *api.Pod, old, new api.Object) (event.Answer, why.Reason) {
	node := new.(*api.Node)
	switch {
	case node.Unschedulable:
		return event.AnswerSkip, why.Reason{Rule: "hint.unschedulable.still", Node: node.Name}
	case !s.profile.NarrowNodeEvents:
		return event.AnswerQueue, why.Reason{Rule: "hint.unschedulable.is-not", Node: node.Name}
	case old == nil:
		return event.AnswerQueue, why.Reason{Rule: "hint.unschedulable.new-node", Node: node.Name}
	case old.(*api.Node).Unschedulable:
		return event.AnswerQueue, why.Reason{Rule: "hint.unschedulable.uncordoned", Node: node.Name}
	}
	return event.AnswerSkip, why.Reason{Rule: "hint.unschedulable.never", Node: node.Name}
}

// unschedulableAfterPod is NodeUnschedulable's hint for pods: the pod itself tolerates the cordon now
// (isSchedulableAfterPodTolerationChange, from 1.32).
func (s *Set) unschedulableAfterPod(pod *api.Pod, _, new api.Object) (event.Answer, why.Reason) {
	now := new.(*api.Pod)
	reason, taken := s.another(pod, now)
	switch {
	case taken && toleratesCordon(now):
		return event.AnswerQueue, reason
	case now.UID != pod.UID:
		return event.AnswerSkip, why.Reason{Rule: "hint.unschedulable.other-pod"}
	case toleratesCordon(now):
		return event.AnswerQueue, why.Reason{Rule: "hint.unschedulable.tolerated"}
	}
	return event.AnswerSkip, why.Reason{Rule: "hint.unschedulable.other-toleration"}
}
