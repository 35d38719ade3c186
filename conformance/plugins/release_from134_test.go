//go:build k8s && !(k8s127 || k8s128 || k8s131 || k8s132)

package plugins

import (
	"reflect"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

type (
	clusterEvent = fwk.ClusterEvent
	actionType   = fwk.ActionType
)

var actionNames = append([]actionName{{"Add", fwk.Add}, {"Delete", fwk.Delete}, {"UpdateNodeAllocatable", fwk.UpdateNodeAllocatable},
	{"UpdateNodeLabel", fwk.UpdateNodeLabel}, {"UpdateNodeTaint", fwk.UpdateNodeTaint}, {"UpdateNodeCondition", fwk.UpdateNodeCondition},
	{"UpdateNodeAnnotation", fwk.UpdateNodeAnnotation}, {"UpdatePodLabel", fwk.UpdatePodLabel}, {"UpdatePodScaleDown", fwk.UpdatePodScaleDown},
	{"UpdatePodToleration", fwk.UpdatePodToleration}, {"UpdatePodSchedulingGatesEliminated", fwk.UpdatePodSchedulingGatesEliminated},
	{"UpdatePodGeneratedResourceClaim", fwk.UpdatePodGeneratedResourceClaim}}, moreActions...)

// every update; what no action above names is unexported (1.31 to 1.33).
const everyUpdate = fwk.Update

func labelOf(e clusterEvent) string { return e.Label() }

// The events that the handlers send of an object that came or went.
var nodeAdd, podAdd, podDelete = clusterEvent{Resource: fwk.Node, ActionType: fwk.Add}, framework.EventAssignedPodAdd, framework.EventAssignedPodDelete

func nodeDelete() []clusterEvent {
	return []clusterEvent{{Resource: fwk.Node, ActionType: fwk.Delete}}
}

func nodeChanges(old, new *v1.Node) []clusterEvent {
	return framework.NodeSchedulingPropertiesChange(new, old)
}

// podChanges: from 1.37 the function is told whether the pod is one that waits itself (which is all that the queue asks).
func podChanges(old, new *v1.Pod, target bool) []clusterEvent {
	f := reflect.ValueOf(framework.PodSchedulingPropertiesChange)
	args := []reflect.Value{reflect.ValueOf(new), reflect.ValueOf(old), reflect.ValueOf(target)}
	return f.Call(args[:f.Type().NumIn()])[0].Interface().([]clusterEvent)
}

func matches(registered, incoming clusterEvent) bool {
	return framework.MatchClusterEvents(registered, incoming)
}

// preCheck: there is none (or only where hints are off, which they cannot be).
func preCheck(*v1.Pod, *v1.Node, []*v1.Pod) bool { panic("this release asks no preCheck") }
