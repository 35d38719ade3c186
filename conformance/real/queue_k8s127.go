//go:build k8s127

package real

import (
	"context"
	"reflect"
	"slices"
	"time"
	_ "unsafe" // linkname

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/klog/v2"
	resourcehelper "k8s.io/kubernetes/pkg/api/v1/resource"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"
	"k8s.io/kubernetes/pkg/scheduler/internal/heap"
	"k8s.io/kubernetes/pkg/scheduler/internal/queue"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// defaults are the feature gates that matter to the queue, as the release has them: none.
var defaults []script.Gate

// Variants are the settings of gates that are worth a comparison.
func Variants() [][]script.Gate { return [][]script.Gate{nil} }

// Features are those of 1.27: cycles, and neither a list nor hints.
func Features(script.Config) observe.Features {
	return observe.Features{AssignedByAffinity: true, PreCheck: true, ActivateShares: true}
}

func discard() klog.Logger { return logr.Discard() }

//go:linkname flushBackoff k8s.io/kubernetes/pkg/scheduler/internal/queue.(*PriorityQueue).flushBackoffQCompleted
func flushBackoff(*queue.PriorityQueue)

//go:linkname flushUnschedulable k8s.io/kubernetes/pkg/scheduler/internal/queue.(*PriorityQueue).flushUnschedulablePodsLeftover
func flushUnschedulable(*queue.PriorityQueue)

//go:linkname backoffTime k8s.io/kubernetes/pkg/scheduler/internal/queue.(*PriorityQueue).getBackoffTime
func backoffTime(*queue.PriorityQueue, *framework.QueuedPodInfo) time.Time

// Requests is what the scheduler counts a pod as requesting.
func Requests(pod *v1.Pod) v1.ResourceList {
	return resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{})
}

// Sidecar would make an init container one; the release has none.
func Sidecar(*v1.Container) {}

// setClaims does nothing: a pod's status does not hold them yet.
func setClaims(*v1.Pod, string) {}

// Queue is the real queue of 1.27.
type Queue struct {
	common
	pq *queue.PriorityQueue

	active, backoff    lane
	unschedulable      *map[string]*framework.QueuedPodInfo
	cycle, moveRequest *int64
	closed             *bool
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

// New makes an empty queue.
func New(c script.Config) *Queue {
	q := &Queue{common: newCommon(c)}
	interest := map[framework.ClusterEvent]sets.String{}
	enqueue := map[string][]framework.PreEnqueuePlugin{}
	for _, profile := range script.Profiles {
		for _, p := range c.PluginsOf(profile) {
			for _, e := range p.Events {
				if event := registered(e); event.ActionType != 0 {
					interest[event] = interest[event].Union(sets.NewString(p.Name))
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
			queue.WithClusterEventMap(interest),
			queue.WithPreEnqueuePluginMap(enqueue))
	})

	v := reflect.ValueOf(q.pq)
	q.active, q.backoff = newLane(v, "activeQ"), newLane(v, "podBackoffQ")
	q.unschedulable = pointer[map[string]*framework.QueuedPodInfo](v, "unschedulablePods", "podInfoMap")
	q.cycle, q.moveRequest = pointer[int64](v, "schedulingCycle"), pointer[int64](v, "moveRequestCycle")
	q.closed = pointer[bool](v, "closed")
	return q
}

// gate is a PreEnqueue plugin of the script.
type gate struct{ *script.Plugin }

func (g gate) Name() string { return g.Plugin.Name }

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
	},
	all: framework.All, update: framework.Update,
}

// labels are the release's own names of the events that its informers cause.
var labels = []framework.ClusterEvent{queue.NodeAdd, queue.NodeAllocatableChange, queue.NodeLabelChange,
	queue.NodeTaintChange, queue.NodeConditionChange, queue.AssignedPodAdd, queue.AssignedPodUpdate,
	queue.AssignedPodDelete, queue.PvAdd, queue.PvUpdate, queue.PvcAdd, queue.PvcUpdate, queue.WildCardEvent}

func registered(e script.Event) framework.ClusterEvent {
	return framework.ClusterEvent{Resource: framework.GVK(resource127(e.Resource)), ActionType: actions.bits(e.Actions)}
}

// resource127 is the resource's name up to 1.31: assigned and pending pods are not told apart.
func resource127(name string) string {
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

// Add implements observe.Driver.
func (q *Queue) Add(p *script.Pod) string { return failure(q.pq.Add(q.object(p))) }

// Update implements observe.Driver.
func (q *Queue) Update(old, updated *script.Pod) string {
	return failure(q.pq.Update(q.object(old), q.object(updated)))
}

// Delete implements observe.Driver.
func (q *Queue) Delete(p *script.Pod) string { return failure(q.pq.Delete(q.object(p))) }

// Pop implements observe.Driver.
func (q *Queue) Pop() (string, bool) {
	if len(*q.active.keys) == 0 && !*q.closed {
		return observe.Blocks, false
	}
	p, err := q.pq.Pop()
	if err != nil {
		return observe.IsClosed, false // the error says so, and nothing else can be wrong
	}
	q.attempts = append(q.attempts, p)
	return string(p.Pod.UID), true
}

// Done implements observe.Driver: there is no such thing yet.
func (q *Queue) Done(string) {}

// Return implements observe.Driver: a rejection replaces the plugins to blame, an error leaves them as they are.
func (q *Queue) Return(attempt int, latest *script.Pod, rejected, pending []string) string {
	p := q.attempts[attempt]
	q.attempts[attempt] = nil
	if len(rejected)+len(pending) > 0 {
		p.UnschedulablePlugins = sets.NewString(slices.Concat(rejected, pending)...)
	}
	p.PodInfo, _ = framework.NewPodInfo(q.object(latest).DeepCopy())
	return failure(q.pq.AddUnschedulableIfNotPresent(p, q.pq.SchedulingCycle()))
}

// Happen implements observe.Driver.
func (q *Queue) Happen(e script.Event) {
	var preCheck queue.PreEnqueueCheck
	if e.Only != nil {
		preCheck = func(pod *v1.Pod) bool { return passes(e.Only, pod) }
	}
	q.pq.MoveAllToActiveOrBackoffQueue(incoming(e), preCheck)
}

// AssignedAdd implements observe.Driver.
func (q *Queue) AssignedAdd(p *script.Pod) { q.pq.AssignedPodAdded(q.object(p)) }

// AssignedUpdate implements observe.Driver.
func (q *Queue) AssignedUpdate(_, updated *script.Pod) {
	q.pq.AssignedPodUpdated(q.object(updated))
}

// Activate implements observe.Driver.
func (q *Queue) Activate(p *script.Pod) {
	q.pq.Activate(map[string]*v1.Pod{p.Key(): q.object(p)})
}

// FlushBackoff implements observe.Driver.
func (q *Queue) FlushBackoff() { flushBackoff(q.pq) }

// FlushUnschedulable implements observe.Driver.
func (q *Queue) FlushUnschedulable() { flushUnschedulable(q.pq) }

// Close implements observe.Driver.
func (q *Queue) Close() { q.pq.Close() }

// Observe implements observe.Driver.
func (q *Queue) Observe() *observe.State {
	s := &observe.State{SchedulingCycle: *q.cycle, MoveRequestCycle: *q.moveRequest, Closed: *q.closed}
	for _, p := range q.active.pods() {
		s.ActiveQ = append(s.ActiveQ, q.pod(p, false))
	}
	for _, p := range q.backoff.pods() {
		s.BackoffQ = append(s.BackoffQ, q.pod(p, true))
	}
	observe.Untie(s.BackoffQ)
	for _, p := range *q.unschedulable {
		s.Unschedulable = append(s.Unschedulable, q.pod(p, true))
	}
	byKey(s.Unschedulable)
	for _, p := range q.attempts {
		if p != nil {
			s.Attempts = append(s.Attempts, q.pod(p, false))
		}
	}
	return s
}

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
