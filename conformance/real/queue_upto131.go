//go:build k8s127 || k8s128 || k8s131

package real

import (
	"context"
	"reflect"
	"time"
	_ "unsafe" // linkname

	v1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/kubernetes/pkg/api/v1/resource"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/internal/heap"
	"k8s.io/kubernetes/pkg/scheduler/internal/queue"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// What follows is the same from 1.27 to 1.31.

//go:linkname backoffTime k8s.io/kubernetes/pkg/scheduler/internal/queue.(*PriorityQueue).getBackoffTime
func backoffTime(*queue.PriorityQueue, *framework.QueuedPodInfo) time.Time

// Requests is what the scheduler counts a pod as requesting.
func Requests(pod *v1.Pod) v1.ResourceList {
	return resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{})
}

// lane is one heap, with its order and its rule laid open.
type lane struct {
	heap *heap.Heap
	keys *[]string
	less *func(a, b any) bool
}

func newLane(pq reflect.Value, field string) lane {
	return lane{
		heap: *pointer[*heap.Heap](pq, field),
		keys: pointer[[]string](pq, field, "data", "queue"),
		less: pointer[func(a, b any) bool](pq, field, "data", "lessFunc"),
	}
}

// pods are the lane's in pop order.
func (l lane) pods() []*framework.QueuedPodInfo {
	var items []*framework.QueuedPodInfo
	for _, key := range *l.keys {
		item, _, _ := l.heap.GetByKey(key)
		items = append(items, item.(*framework.QueuedPodInfo))
	}
	less := *l.less
	return popOrder(items, func(a, b *framework.QueuedPodInfo) bool { return less(a, b) })
}

func (g gate) PreEnqueue(_ context.Context, pod *v1.Pod) *framework.Status {
	if admits(g.Plugin, pod) {
		return nil
	}
	return framework.NewStatus(framework.UnschedulableAndUnresolvable, "gated")
}

func registered(e script.Event) framework.ClusterEvent {
	return framework.ClusterEvent{Resource: framework.GVK(resourceName(e.Resource)), ActionType: actions.bits(e.Actions)}
}

// resourceName is the resource's name up to 1.31: assigned and pending pods are not told apart.
func resourceName(name string) string {
	if name == "AssignedPod" || name == "UnschedulablePod" {
		return "Pod"
	}
	return name
}

func incoming(e script.Event) framework.ClusterEvent {
	event := registered(e)
	event.Label = e.Label
	for _, known := range labels {
		if e.Label == "" && known.Resource == event.Resource && known.ActionType == event.ActionType {
			event.Label = known.Label
		}
	}
	return event
}

// Delete implements observe.Driver.
func (q *Queue) Delete(p *script.Pod) string { return failure(q.pq.Delete(q.object(p))) }
