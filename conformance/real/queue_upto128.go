//go:build k8s127 || k8s128

package real

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/internal/queue"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
)

// What follows is the same in 1.27 and 1.28.

// Sidecar would make an init container one; the release has none.
func Sidecar(*v1.Container) {}

var actions = actionSet[framework.ActionType]{
	each: []action[framework.ActionType]{
		{"Add", framework.Add}, {"Delete", framework.Delete},
		{"UpdateNodeAllocatable", framework.UpdateNodeAllocatable}, {"UpdateNodeLabel", framework.UpdateNodeLabel},
		{"UpdateNodeTaint", framework.UpdateNodeTaint}, {"UpdateNodeCondition", framework.UpdateNodeCondition},
	},
	all: framework.All, update: framework.Update,
}

// labels are the release's own names of the events that its informers cause.
var labels = []framework.ClusterEvent{queue.NodeAdd, queue.NodeAllocatableChange, queue.NodeLabelChange,
	queue.NodeTaintChange, queue.NodeConditionChange, queue.AssignedPodAdd, queue.AssignedPodUpdate,
	queue.AssignedPodDelete, queue.PvAdd, queue.PvUpdate, queue.PvcAdd, queue.PvcUpdate, queue.WildCardEvent}

func (q *Queue) pod(p *framework.QueuedPodInfo, backoff bool) observe.Pod {
	o := describe(p)
	o.Rejectors = sorted(p.UnschedulablePlugins)
	if p.Gated {
		o.Gating = "gated"
	}
	if backoff {
		o.Expiry = instant(backoffTime(q.pq, p))
	}
	return o
}
