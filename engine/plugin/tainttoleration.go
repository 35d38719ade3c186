package plugin

import (
	"fmt"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/why"
)

// untolerated is the first taint that keeps the pod off the node: NoSchedule or NoExecute and not tolerated.
func untolerated(pod *api.Pod, n *api.Node) (api.Taint, bool) {
	return api.Untolerated(n.Taints, pod.Tolerations, "NoSchedule", "NoExecute")
}

// filterTaints is TaintToleration.Filter.
func (s *Set) filterTaints(pod *api.Pod, n *api.NodeInfo) *Status {
	taint, found := untolerated(pod, n.Node)
	if !found {
		return nil
	}
	message := "node(s) had untolerated taint(s)"
	if s.profile.TaintNamed {
		message = fmt.Sprintf("node(s) had untolerated taint {%s: %s}", taint.Key, taint.Value)
	}
	return &Status{Plugin: TaintToleration, Reasons: []string{message}, Unresolvable: true, Why: why.Reason{Rule: "filter.taint", Plugin: TaintToleration,
		Pod: pod.FullName(), Node: n.Node.Name, Args: []why.Arg{why.S("taint", taint.String())}}}
}

// taintAfterNode is TaintToleration's hint for nodes: a taint stood in the way (or the node is new), and none does now
// (isSchedulableAfterNodeChange).
func (s *Set) taintAfterNode(pod *api.Pod, old, new api.Object) (event.Answer, why.Reason) {
	node := new.(*api.Node)
	if taint, found := untolerated(pod, node); found {
		return event.AnswerSkip, why.Reason{Rule: "hint.taint.still", Node: node.Name, Args: []why.Arg{why.S("taint", taint.String())}}
	}
	if old == nil {
		return event.AnswerQueue, why.Reason{Rule: "hint.taint.new-node", Node: node.Name}
	}
	if taint, was := untolerated(pod, old.(*api.Node)); was {
		return event.AnswerQueue, why.Reason{Rule: "hint.taint.gone", Node: node.Name, Args: []why.Arg{why.S("taint", taint.String())}}
	}
	return event.AnswerSkip, why.Reason{Rule: "hint.taint.never", Node: node.Name}
}

// taintAfterPod is TaintToleration's hint for pods: the pod itself has other tolerations now
// (isSchedulableAfterPodTolerationChange).
func (s *Set) taintAfterPod(pod *api.Pod, old, new api.Object) (event.Answer, why.Reason) {
	now := new.(*api.Pod)
	if now.UID == pod.UID && !s.profile.GateAndTolerationEvents && len(old.(*api.Pod).Tolerations) == len(now.Tolerations) {
		return event.AnswerSkip, why.Reason{Rule: "hint.taint.same-tolerations"}
	}
	if now.UID == pod.UID {
		return event.AnswerQueue, why.Reason{Rule: "hint.taint.tolerations"}
	}
	if reason, taken := s.another(pod, now); taken {
		return event.AnswerQueue, reason
	}
	return event.AnswerSkip, why.Reason{Rule: "hint.taint.other-pod"}
}
