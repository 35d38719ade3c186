//go:build k8s131

package real

import (
	"container/list"
	"reflect"
	_ "unsafe" // linkname

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"
	"k8s.io/kubernetes/pkg/scheduler/internal/queue"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// defaults are the feature gates that matter to the queue, as the release has them.
var defaults = []script.Gate{{Name: hintsGate}}

// Variants are the settings of gates that are worth a comparison.
func Variants() [][]script.Gate { return [][]script.Gate{nil, {{Name: hintsGate, On: true}}} }

// Features are those of 1.31. Whether a node is looked at before its event moves a pod does not depend on the gate yet.
func Features(c script.Config) observe.Features {
	hints := on(c, hintsGate)
	return observe.Features{PreCheck: true, EventFilter: true, Pending: true, FinePodUpdates: true,
		List: hints, Markers: hints, UpdateRecorded: hints, UpdateSplits: hints, AssignedByAffinity: !hints}
}

//go:linkname flushBackoff k8s.io/kubernetes/pkg/scheduler/internal/queue.(*PriorityQueue).flushBackoffQCompleted
func flushBackoff(*queue.PriorityQueue, klog.Logger)

//go:linkname flushUnschedulable k8s.io/kubernetes/pkg/scheduler/internal/queue.(*PriorityQueue).flushUnschedulablePodsLeftover
func flushUnschedulable(*queue.PriorityQueue, klog.Logger)

// Queue is the real queue of 1.31.
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
			queue.WithPodInitialBackoffDuration(c.InitialBackoff),
			queue.WithPodMaxBackoffDuration(c.MaxBackoff),
			queue.WithPodMaxInUnschedulablePodsDuration(c.MaxUnschedulable),
			queue.WithQueueingHintMapPerProfile(hints),
			queue.WithPreEnqueuePluginMap(enqueue))
	})

	v := reflect.ValueOf(q.pq)
	q.active, q.backoff = newLane(v, "activeQ"), newLane(v, "podBackoffQ")
	q.unschedulable = pointer[map[string]*framework.QueuedPodInfo](v, "unschedulablePods", "podInfoMap")
	q.cycle, q.moveRequest = pointer[int64](v, "schedulingCycle"), pointer[int64](v, "moveRequestCycle")
	q.closed = pointer[bool](v, "closed")
	q.events = pointer[*list.List](v, "inFlightEvents")
	q.inFlight = pointer[map[types.UID]*list.Element](v, "inFlightPods")
	return q
}

var actions = actionSet[framework.ActionType]{
	each: []action[framework.ActionType]{
		{"Add", framework.Add}, {"Delete", framework.Delete},
		{"UpdateNodeAllocatable", framework.UpdateNodeAllocatable}, {"UpdateNodeLabel", framework.UpdateNodeLabel},
		{"UpdateNodeTaint", framework.UpdateNodeTaint}, {"UpdateNodeCondition", framework.UpdateNodeCondition},
		{"UpdateNodeAnnotation", framework.UpdateNodeAnnotation}, {"UpdatePodLabel", framework.UpdatePodLabel},
		{"UpdatePodScaleDown", framework.UpdatePodScaleDown},
		{"Update", framework.UpdatePodScaleDown << 1}, // of nothing in particular, which has no public name
	},
	all: framework.All, update: framework.Update,
}

// labels are the release's own names of the events that its informers cause.
var labels = []framework.ClusterEvent{framework.NodeAdd, framework.NodeDelete, framework.NodeAllocatableChange,
	framework.NodeLabelChange, framework.NodeTaintChange, framework.NodeConditionChange, framework.NodeAnnotationChange,
	framework.AssignedPodAdd, framework.AssignedPodUpdate, framework.AssignedPodDelete, framework.PodLabelChange,
	framework.PodRequestScaledDown, framework.PvAdd, framework.PvUpdate, framework.PvcAdd, framework.PvcUpdate,
	framework.WildCardEvent}

func labelOf(e framework.ClusterEvent) string { return e.Label }

// Add implements observe.Driver.
func (q *Queue) Add(p *script.Pod) string { return failure(q.pq.Add(quiet, q.object(p))) }

// Update implements observe.Driver.
func (q *Queue) Update(old, updated *script.Pod) string {
	return failure(q.pq.Update(quiet, q.object(old), q.object(updated)))
}

// Pop implements observe.Driver.
func (q *Queue) Pop() (string, bool) {
	if len(*q.active.keys) == 0 && !*q.closed {
		return observe.Blocks, false
	}
	p, err := q.pq.Pop(quiet)
	if err != nil {
		return err.Error(), false
	}
	if p == nil {
		return observe.IsClosed, false
	}
	q.attempts = append(q.attempts, p)
	return string(p.Pod.UID), true
}
