package plugin

import (
	"strings"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/why"
)

// preEnqueueGates is SchedulingGates.PreEnqueue: a pod with scheduling gates is not queued (KEP-3521).
func (s *Set) preEnqueueGates(pod *api.Pod) (rejectedBy string, reason why.Reason) {
	if len(pod.SchedulingGates) == 0 {
		return "", why.Reason{}
	}
	return SchedulingGates, why.Reason{Rule: "gate.scheduling-gates",
		Args: []why.Arg{{Name: "gates", Kind: why.ArgList, Str: strings.Join(pod.SchedulingGates, ", ")}, why.N("count", len(pod.SchedulingGates))}}
}

// gatesAfterPod is SchedulingGates' hint: the pod itself has lost its last gate
// (isSchedulableAfterUpdatePodSchedulingGatesEliminated).
func (s *Set) gatesAfterPod(pod *api.Pod, _, new api.Object) (event.Answer, why.Reason) {
	now := new.(*api.Pod)
	if now.UID == pod.UID && len(now.SchedulingGates) > 0 {
		return event.AnswerSkip, why.Reason{Rule: "hint.gates.left", Args: []why.Arg{why.N("count", len(now.SchedulingGates))}}
	}
	if now.UID == pod.UID {
		return event.AnswerQueue, why.Reason{Rule: "hint.gates.eliminated"}
	}
	if reason, taken := s.another(pod, now); taken {
		return event.AnswerQueue, reason
	}
	return event.AnswerSkip, why.Reason{Rule: "hint.gates.other-pod"}
}
