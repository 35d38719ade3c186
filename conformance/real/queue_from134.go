//go:build k8s134 || k8s135

package real

import (
	"container/list"
	"context"
	"errors"
	"reflect"
	"slices"
	"time"
	"unsafe" // also for linkname

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	resourcehelper "k8s.io/component-helpers/resource"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/backend/heap"
	"k8s.io/kubernetes/pkg/scheduler/backend/queue"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

const popFromBackoffGate = "SchedulerPopFromBackoffQ"

// defaults are the feature gates that matter to the queue, as the release has them; hints are locked to on.
var defaults = []script.Gate{{Name: popFromBackoffGate, On: true}}

// Variants are the settings of gates that are worth a comparison.
func Variants() [][]script.Gate { return [][]script.Gate{nil, {{Name: popFromBackoffGate}}} }

// Features are those of 1.34 and 1.35.
func Features(c script.Config) observe.Features {
	return observe.Features{List: true, Markers: true, EventFilter: true, UpdateRecorded: true, DiscardsDuplicates: true,
		Pending: true, ErrorBackoffQ: true, PopFromBackoffQ: !c.Off(popFromBackoffGate)}
}

//go:linkname flushBackoff k8s.io/kubernetes/pkg/scheduler/backend/queue.(*PriorityQueue).flushBackoffQCompleted
func flushBackoff(*queue.PriorityQueue, klog.Logger)

//go:linkname flushUnschedulable k8s.io/kubernetes/pkg/scheduler/backend/queue.(*PriorityQueue).flushUnschedulablePodsLeftover
func flushUnschedulable(*queue.PriorityQueue, klog.Logger)

//go:linkname backoffTime k8s.io/kubernetes/pkg/scheduler/backend/queue.(*backoffQueue).getBackoffTime
func backoffTime(backoffQueue unsafe.Pointer, p *framework.QueuedPodInfo) time.Time

// Requests is what the scheduler counts a pod as requesting.
func Requests(pod *v1.Pod) v1.ResourceList {
	return resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{})
}

// Sidecar makes an init container one.
func Sidecar(c *v1.Container) {
	always := v1.ContainerRestartPolicyAlways
	c.RestartPolicy = &always
}

// setClaims puts the claim that was generated for the pod into its status.
func setClaims(pod *v1.Pod, claim string) {
	pod.Status.ResourceClaimStatuses = []v1.PodResourceClaimStatus{{Name: "claim", ResourceClaimName: &claim}}
}

// Queue is the real queue of 1.34 and 1.35.
type Queue struct {
	common
	pq *queue.PriorityQueue

	active, backoff, errors lane
	backoffQueue            unsafe.Pointer
	unschedulable           *map[string]*framework.QueuedPodInfo
	cycle, moveRequest      *int64
	closed                  *bool
	events                  **list.List
	inFlight                *map[types.UID]*list.Element
	checkedEventMirror      bool
}

// clusterEvent mirrors the queue's own.
type clusterEvent struct {
	event          fwk.ClusterEvent
	oldObj, newObj any
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

// New makes an empty queue.
func New(c script.Config) *Queue {
	q := &Queue{common: newCommon(c)}
	hints := queue.QueueingHintMapPerProfile{}
	enqueue := map[string]map[string]preEnqueuePlugin{}
	for _, profile := range script.Profiles {
		hints[profile] = queue.QueueingHintMap{}
		enqueue[profile] = map[string]preEnqueuePlugin{}
		for _, p := range c.PluginsOf(profile) {
			for _, e := range p.Events {
				if event := registered(e); event.ActionType != 0 {
					hint := &queue.QueueingHintFunction{PluginName: p.Name, QueueingHintFn: hintOf(p.Name)}
					hints[profile][event] = append(hints[profile][event], hint)
				}
			}
			if p.Enqueue != "" {
				enqueue[profile][p.Name] = gate{p}
			}
		}
	}
	withGates(c, func() {
		q.pq = queue.NewPriorityQueue((&queuesort.PrioritySort{}).Less, informerFactory,
			queue.WithClock(q.clock),
			withRecorder,
			queue.WithPodInitialBackoffDuration(c.InitialBackoff),
			queue.WithPodMaxBackoffDuration(c.MaxBackoff),
			queue.WithPodMaxInUnschedulablePodsDuration(c.MaxUnschedulable),
			queue.WithQueueingHintMapPerProfile(hints),
			queue.WithPreEnqueuePluginMap(enqueue))
	})

	v := reflect.ValueOf(q.pq)
	q.active = newLane(v, "activeQ", "queue")
	q.backoff, q.errors = newLane(v, "backoffQ", "podBackoffQ"), newLane(v, "backoffQ", "podErrorBackoffQ")
	q.backoffQueue = reach(v, "backoffQ").Elem().UnsafePointer()
	q.unschedulable = pointer[map[string]*framework.QueuedPodInfo](v, "unschedulablePods", "podInfoMap")
	q.cycle, q.moveRequest = pointer[int64](v, "activeQ", "schedCycle"), pointer[int64](v, "moveRequestCycle")
	q.closed = pointer[bool](v, "activeQ", "closed")
	q.events = pointer[*list.List](v, "activeQ", "inFlightEvents")
	q.inFlight = pointer[map[types.UID]*list.Element](v, "activeQ", "inFlightPods")
	return q
}

func hintOf(plugin string) fwk.QueueingHintFn {
	return func(_ klog.Logger, pod *v1.Pod, old, updated any) (fwk.QueueingHint, error) {
		switch answer(plugin, pod, old, updated) {
		case script.Skip:
			return fwk.QueueSkip, nil
		case script.Fail:
			return fwk.QueueSkip, errors.New("the script says so")
		}
		return fwk.Queue, nil
	}
}

func (g gate) PreEnqueue(_ context.Context, pod *v1.Pod) *fwk.Status {
	if admits(g.Plugin, pod) {
		return nil
	}
	return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, "gated")
}

var actions = actionSet[fwk.ActionType]{
	each: []action[fwk.ActionType]{
		{"Add", fwk.Add}, {"Delete", fwk.Delete},
		{"UpdateNodeAllocatable", fwk.UpdateNodeAllocatable}, {"UpdateNodeLabel", fwk.UpdateNodeLabel},
		{"UpdateNodeTaint", fwk.UpdateNodeTaint}, {"UpdateNodeCondition", fwk.UpdateNodeCondition},
		{"UpdateNodeAnnotation", fwk.UpdateNodeAnnotation}, {"UpdatePodLabel", fwk.UpdatePodLabel},
		{"UpdatePodScaleDown", fwk.UpdatePodScaleDown}, {"UpdatePodToleration", fwk.UpdatePodToleration},
		{"UpdatePodSchedulingGatesEliminated", fwk.UpdatePodSchedulingGatesEliminated},
		{"UpdatePodGeneratedResourceClaim", fwk.UpdatePodGeneratedResourceClaim},
	},
	all: fwk.All, update: fwk.Update,
}

func registered(e script.Event) fwk.ClusterEvent {
	return fwk.ClusterEvent{Resource: fwk.EventResource(e.Resource), ActionType: actions.bits(e.Actions)}
}

func incoming(e script.Event) fwk.ClusterEvent {
	event := registered(e)
	event.CustomLabel = e.Label
	return event
}

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

// Done implements observe.Driver.
func (q *Queue) Done(uid string) { q.pq.Done(types.UID(uid)) }

// Return implements observe.Driver: a rejection sets the plugins to blame, of which those that answered Pending are
// told apart; an error leaves both sets empty, as Pop made them.
func (q *Queue) Return(attempt int, latest *script.Pod, rejected, pending []string) string {
	p := q.attempts[attempt]
	q.attempts[attempt] = nil
	if len(rejected)+len(pending) > 0 {
		p.UnschedulablePlugins = sets.New(slices.Concat(rejected, pending)...)
		p.PendingPlugins = sets.New(pending...)
	}
	p.PodInfo, _ = framework.NewPodInfo(q.object(latest).DeepCopy())
	return failure(q.pq.AddUnschedulableIfNotPresent(quiet, p, q.pq.SchedulingCycle()))
}

// Happen implements observe.Driver.
func (q *Queue) Happen(e script.Event) {
	old, updated := beforeAndAfter(e)
	var preCheck queue.PreEnqueueCheck
	if e.Only != nil {
		preCheck = func(pod *v1.Pod) bool { return passes(e.Only, pod) }
	}
	q.pq.MoveAllToActiveOrBackoffQueue(quiet, incoming(e), old, updated, preCheck)
}

// AssignedAdd implements observe.Driver.
func (q *Queue) AssignedAdd(p *script.Pod) { q.pq.AssignedPodAdded(quiet, q.object(p)) }

// AssignedUpdate implements observe.Driver.
func (q *Queue) AssignedUpdate(old, updated *script.Pod) {
	for _, event := range framework.PodSchedulingPropertiesChange(q.object(updated), q.object(old)) {
		q.pq.AssignedPodUpdated(quiet, q.object(old), q.object(updated), event)
	}
}

// Activate implements observe.Driver.
func (q *Queue) Activate(p *script.Pod) {
	q.pq.Activate(quiet, map[string]*v1.Pod{p.Key(): q.object(p)})
}

// FlushBackoff implements observe.Driver.
func (q *Queue) FlushBackoff() { flushBackoff(q.pq, quiet) }

// FlushUnschedulable implements observe.Driver.
func (q *Queue) FlushUnschedulable() { flushUnschedulable(q.pq, quiet) }

// Observe implements observe.Driver.
func (q *Queue) Observe() *observe.State {
	s := &observe.State{SchedulingCycle: *q.cycle, MoveRequestCycle: *q.moveRequest, Closed: *q.closed}
	for _, p := range q.active.pods() {
		s.ActiveQ = append(s.ActiveQ, q.pod(p, false))
	}
	for _, p := range q.backoff.pods() {
		s.BackoffQ = append(s.BackoffQ, q.pod(p, true))
	}
	for _, p := range q.errors.pods() {
		s.ErrorBackoffQ = append(s.ErrorBackoffQ, q.pod(p, true))
	}
	observe.Untie(s.ErrorBackoffQ)
	if q.config.Off(popFromBackoffGate) {
		observe.Untie(s.BackoffQ)
	}
	for _, p := range *q.unschedulable {
		s.Unschedulable = append(s.Unschedulable, q.pod(p, true))
	}
	byKey(s.Unschedulable)
	for _, p := range q.attempts {
		if p != nil {
			s.Attempts = append(s.Attempts, q.pod(p, false))
		}
	}
	q.observeList(s)
	return s
}

func (q *Queue) pod(p *framework.QueuedPodInfo, backoff bool) observe.Pod {
	o := describe(p)
	o.Unschedulable, o.Errors = p.UnschedulableCount, p.ConsecutiveErrorsCount
	o.Rejectors, o.Pending, o.Gating = sorted(p.UnschedulablePlugins), sorted(p.PendingPlugins), p.GatingPlugin
	if backoff {
		o.Expiry = instant(backoffTime(q.backoffQueue, p))
	}
	return o
}

func (q *Queue) observeList(s *observe.State) {
	events := *q.events
	for e := events.Front(); e != nil; e = e.Next() {
		s.List = append(s.List, q.element(e.Value))
	}
	index := indexes(events)
	for uid, e := range *q.inFlight {
		s.InFlight = append(s.InFlight, observe.InFlight{UID: string(uid), At: at(index, e)})
	}
	byUID(s.InFlight)
}

// element is a marker or an event.
func (q *Queue) element(value any) string {
	if pod, ok := value.(*v1.Pod); ok {
		return "<" + string(pod.UID) + ">"
	}
	v := reflect.ValueOf(value)
	if !q.checkedEventMirror {
		if err := mirrors(v.Type().Elem(), reflect.TypeFor[clusterEvent]()); err != nil {
			panic(err)
		}
		q.checkedEventMirror = true
	}
	e := (*clusterEvent)(v.UnsafePointer())
	return eventText(e.event.Label(), string(e.event.Resource)+"/"+actions.text(e.event.ActionType), e.oldObj, e.newObj)
}
