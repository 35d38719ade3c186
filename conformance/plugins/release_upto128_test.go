//go:build k8s127 || k8s128

package plugins

import (
	_ "unsafe" // for linkname

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/internal/queue"
)

type (
	clusterEvent = framework.ClusterEvent
	actionType   = framework.ActionType
)

var actionNames = []actionName{{"Add", framework.Add}, {"Delete", framework.Delete}, {"UpdateNodeAllocatable", framework.UpdateNodeAllocatable},
	{"UpdateNodeLabel", framework.UpdateNodeLabel}, {"UpdateNodeTaint", framework.UpdateNodeTaint}, {"UpdateNodeCondition", framework.UpdateNodeCondition}}

// every update; what no action above names is unexported (1.31 to 1.33).
const everyUpdate = framework.Update

func labelOf(e clusterEvent) string { return e.Label }

// The events that the handlers send of an object that came or went; a node that goes sends none.
var nodeAdd, podAdd, podDelete = queue.NodeAdd, queue.AssignedPodAdd, queue.AssignedPodDelete

func nodeDelete() []clusterEvent { return nil }

//go:linkname nodeSchedulingPropertiesChange k8s.io/kubernetes/pkg/scheduler.nodeSchedulingPropertiesChange
func nodeSchedulingPropertiesChange(new, old *v1.Node) *framework.ClusterEvent

func nodeChanges(old, new *v1.Node) []clusterEvent {
	if e := nodeSchedulingPropertiesChange(new, old); e != nil {
		return []clusterEvent{*e}
	}
	return nil
}

// podChanges: any change of an assigned pod is one event, and a change of another pod none.
func podChanges(_, new *v1.Pod, _ bool) []clusterEvent {
	if new.Spec.NodeName == "" {
		return nil
	}
	return []clusterEvent{queue.AssignedPodUpdate}
}

// matches is how the queue of these releases compares (isPodWorthRequeuing, podMatchesEvent).
func matches(registered, incoming clusterEvent) bool {
	return registered.Resource == incoming.Resource && registered.ActionType&incoming.ActionType != 0
}

//go:linkname preCheckForNode k8s.io/kubernetes/pkg/scheduler.preCheckForNode
func preCheckForNode(*framework.NodeInfo) queue.PreEnqueueCheck

func preCheck(pod *v1.Pod, node *v1.Node, on []*v1.Pod) bool {
	info := framework.NewNodeInfo(on...)
	info.SetNode(node)
	return preCheckForNode(info)(pod)
}
