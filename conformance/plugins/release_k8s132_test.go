//go:build k8s132

package plugins

import (
	_ "unsafe" // for linkname

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/scheduler/backend/queue"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

type (
	clusterEvent = framework.ClusterEvent
	actionType   = framework.ActionType
)

var actionNames = []actionName{{"Add", framework.Add}, {"Delete", framework.Delete}, {"UpdateNodeAllocatable", framework.UpdateNodeAllocatable},
	{"UpdateNodeLabel", framework.UpdateNodeLabel}, {"UpdateNodeTaint", framework.UpdateNodeTaint}, {"UpdateNodeCondition", framework.UpdateNodeCondition},
	{"UpdateNodeAnnotation", framework.UpdateNodeAnnotation}, {"UpdatePodLabel", framework.UpdatePodLabel}, {"UpdatePodScaleDown", framework.UpdatePodScaleDown},
	{"UpdatePodToleration", framework.UpdatePodTolerations}, {"UpdatePodSchedulingGatesEliminated", framework.UpdatePodSchedulingGatesEliminated},
	{"UpdatePodGeneratedResourceClaim", framework.UpdatePodGeneratedResourceClaim}}

// every update; what no action above names is unexported (1.31 to 1.33).
const everyUpdate = framework.Update

func labelOf(e clusterEvent) string { return e.Label() }

// The events that the handlers send of an object that came or went.
var nodeAdd, podAdd, podDelete = clusterEvent{Resource: framework.Node, ActionType: framework.Add}, framework.EventAssignedPodAdd, framework.EventAssignedPodDelete

func nodeDelete() []clusterEvent {
	return []clusterEvent{{Resource: framework.Node, ActionType: framework.Delete}}
}

func nodeChanges(old, new *v1.Node) []clusterEvent {
	return framework.NodeSchedulingPropertiesChange(new, old)
}

func podChanges(old, new *v1.Pod, _ bool) []clusterEvent {
	return framework.PodSchedulingPropertiesChange(new, old)
}

func matches(registered, incoming clusterEvent) bool { return registered.Match(incoming) }

//go:linkname preCheckForNode k8s.io/kubernetes/pkg/scheduler.preCheckForNode
func preCheckForNode(*framework.NodeInfo) queue.PreEnqueueCheck

func preCheck(pod *v1.Pod, node *v1.Node, on []*v1.Pod) bool {
	info := framework.NewNodeInfo(on...)
	info.SetNode(node)
	return preCheckForNode(info)(pod)
}
