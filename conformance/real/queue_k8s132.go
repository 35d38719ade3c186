//go:build k8s132

package real

import (
	"container/list"
	"context"
	"fmt"
	"reflect"
	"time"
	"unsafe" // also for linkname

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	resourcehelper "k8s.io/component-helpers/resource"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler/backend/heap"
	"k8s.io/kubernetes/pkg/scheduler/backend/queue"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"
	"k8s.io/kubernetes/pkg/scheduler/metrics"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// defaults are the feature gates that matter to the queue, as the release has them.
var defaults = []script.Gate{{Name: hintsGate, On: true}}

// Variants are the settings of gates that are worth a comparison.
func Variants() [][]script.Gate { return [][]script.Gate{nil, {{Name: hintsGate}}} }

// Features are those of 1.32.
func Features(c script.Config) observe.Features {
	hints := on(c, hintsGate)
	return observe.Features{EventFilter: true, Pending: true, FinePodUpdates: true,
		List: hints, Markers: hints, UpdateRecorded: hints, UpdateSplits: hints, DiscardsDuplicates: hints,
		AssignedByAffinity: !hints, PreCheck: !hints}
}

//go:linkname flushBackoff k8s.io/kubernetes/pkg/scheduler/backend/queue.(*PriorityQueue).flushBackoffQCompleted
func flushBackoff(*queue.PriorityQueue, klog.Logger)

//go:linkname flushUnschedulable k8s.io/kubernetes/pkg/scheduler/backend/queue.(*PriorityQueue).flushUnschedulablePodsLeftover
func flushUnschedulable(*queue.PriorityQueue, klog.Logger)

//go:linkname backoffTime k8s.io/kubernetes/pkg/scheduler/backend/queue.(*PriorityQueue).getBackoffTime
func backoffTime(*queue.PriorityQueue, *framework.QueuedPodInfo) time.Time

// Requests is what the scheduler counts a pod as requesting.
func Requests(pod *v1.Pod) v1.ResourceList {
	return resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{})
}

// Queue is the real queue of 1.32.
type Queue struct {
	common
	pq *queue.PriorityQueue

	active, backoff    lane
	unschedulable      *map[string]*framework.QueuedPodInfo
	cycle, moveRequest *int64
	closed             *bool
	events             **list.List
	inFlight           *map[types.UID]*list.Element
	checkedEventMirror bool
}

// lane is one heap, with its order and its rule laid open.
type lane struct {
	heap *heap.Heap[*framework.QueuedPodInfo]
	keys *[]string
	less *heap.LessFunc[*framework.QueuedPodInfo]
}

func newLane(pq reflect.Value, fields ...string) lane {
	return lane{
		heap: *pointer[*heap.Heap[*framework.QueuedPodInfo]](pq, fields...),
		keys: pointer[[]string](pq, append(fields, "data", "queue")...),
		less: pointer[heap.LessFunc[*framework.QueuedPodInfo]](pq, append(fields, "data", "lessFunc")...),
	}
}

// pods are the lane's in pop order.
func (l lane) pods() []*framework.QueuedPodInfo {
	var items []*framework.QueuedPodInfo
	for _, key := range *l.keys {
		item, _ := l.heap.GetByKey(key)
		items = append(items, item)
	}
	return popOrder(items, *l.less)
}

var recorder = metrics.NewMetricsAsyncRecorder(1000, time.Second, nil)

// New makes an empty queue.
func New(c script.Config) *Queue {
	q := &Queue{common: newCommon(c)}
	hints := queue.QueueingHintMapPerProfile{}
	enqueue := map[string][]framework.PreEnqueuePlugin{}
	for _, profile := range script.Profiles {
		hints[profile] = queue.QueueingHintMap{}
		for _, p := range c.PluginsOf(profile) {
			for _, e := range p.Events {
				if event := registered(e); event.ActionType != 0 {
					hint := &queue.QueueingHintFunction{PluginName: p.Name, QueueingHintFn: hintOf(p.Name, !on(c, hintsGate))}
					hints[profile][event] = append(hints[profile][event], hint)
				}
			}
			if p.Enqueue != "" {
				enqueue[profile] = append(enqueue[profile], gate{p})
			}
		}
	}
	withGates(c, func() {
		q.pq = queue.NewPriorityQueue((&queuesort.PrioritySort{}).Less, informerFactory,
			queue.WithClock(q.clock),
			queue.WithMetricsRecorder(*recorder),
			queue.WithPodInitialBackoffDuration(c.InitialBackoff),
			queue.WithPodMaxBackoffDuration(c.MaxBackoff),
			queue.WithPodMaxInUnschedulablePodsDuration(c.MaxUnschedulable),
			queue.WithQueueingHintMapPerProfile(hints),
			queue.WithPreEnqueuePluginMap(enqueue))
	})

	v := reflect.ValueOf(q.pq)
	q.active, q.backoff = newLane(v, "activeQ", "queue"), newLane(v, "podBackoffQ")
	q.unschedulable = pointer[map[string]*framework.QueuedPodInfo](v, "unschedulablePods", "podInfoMap")
	q.cycle, q.moveRequest = pointer[int64](v, "activeQ", "schedCycle"), pointer[int64](v, "moveRequestCycle")
	q.closed = pointer[bool](v, "activeQ", "closed")
	q.events = pointer[*list.List](v, "activeQ", "inFlightEvents")
	q.inFlight = pointer[map[types.UID]*list.Element](v, "activeQ", "inFlightPods")
	return q
}

func (g gate) PreEnqueue(_ context.Context, pod *v1.Pod) *framework.Status {
	if admits(g.Plugin, pod) {
		return nil
	}
	return framework.NewStatus(framework.UnschedulableAndUnresolvable, "gated")
}

var actions = actionSet[framework.ActionType]{
	each: []action[framework.ActionType]{
		{"Add", framework.Add}, {"Delete", framework.Delete},
		{"UpdateNodeAllocatable", framework.UpdateNodeAllocatable}, {"UpdateNodeLabel", framework.UpdateNodeLabel},
		{"UpdateNodeTaint", framework.UpdateNodeTaint}, {"UpdateNodeCondition", framework.UpdateNodeCondition},
		{"UpdateNodeAnnotation", framework.UpdateNodeAnnotation}, {"UpdatePodLabel", framework.UpdatePodLabel},
		{"UpdatePodScaleDown", framework.UpdatePodScaleDown}, {"UpdatePodToleration", framework.UpdatePodTolerations},
		{"UpdatePodSchedulingGatesEliminated", framework.UpdatePodSchedulingGatesEliminated},
		{"UpdatePodGeneratedResourceClaim", framework.UpdatePodGeneratedResourceClaim},
		{"Update", framework.UpdatePodGeneratedResourceClaim << 1}, // of nothing in particular, which has no public name
	},
	all: framework.All, update: framework.Update,
}

func registered(e script.Event) framework.ClusterEvent {
	return framework.ClusterEvent{Resource: framework.EventResource(e.Resource), ActionType: actions.bits(e.Actions)}
}

// labelled mirrors an event, whose label cannot be set from outside.
type labelled struct {
	resource   framework.EventResource
	actionType framework.ActionType
	label      string
}

func init() {
	event, mirror := reflect.TypeFor[framework.ClusterEvent](), reflect.TypeFor[labelled]()
	if event.Size() != mirror.Size() || event.Field(2).Name != "label" || event.Field(2).Offset != mirror.Field(2).Offset {
		panic(fmt.Sprintf("%s is not what its mirror says", event))
	}
}

func incoming(e script.Event) framework.ClusterEvent {
	event := registered(e)
	(*labelled)(unsafe.Pointer(&event)).label = e.Label
	return event
}

func labelOf(e framework.ClusterEvent) string { return e.Label() }

// Add implements observe.Driver.
func (q *Queue) Add(p *script.Pod) string {
	q.pq.Add(quiet, q.object(p))
	return ""
}

// Update implements observe.Driver.
func (q *Queue) Update(old, updated *script.Pod) string {
	q.pq.Update(quiet, q.object(old), q.object(updated))
	return ""
}

// Delete implements observe.Driver.
func (q *Queue) Delete(p *script.Pod) string {
	q.pq.Delete(q.object(p))
	return ""
}

// Pop implements observe.Driver. Where it finds nothing but copies of pods in flight, it discards them and would
// wait for ever; so the queue is told for the moment that it is closed, and answers instead.
func (q *Queue) Pop() (string, bool) {
	closed := *q.closed
	*q.closed = true
	p, err := q.pq.Pop(quiet)
	*q.closed = closed
	switch {
	case err != nil:
		return err.Error(), false
	case p == nil && closed:
		return observe.IsClosed, false
	case p == nil:
		return observe.Blocks, false
	}
	q.attempts = append(q.attempts, p)
	return string(p.Pod.UID), true
}
