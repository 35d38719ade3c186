//go:build k8s137

package real

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"time"
	"unsafe" // also for linkname

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/backend/heap"
	"k8s.io/kubernetes/pkg/scheduler/backend/queue"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"
	"k8s.io/kubernetes/pkg/scheduler/metrics"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// Features are those of 1.37.
func Features(c script.Config) observe.Features {
	return observe.Features{List: true, Markers: true, EventFilter: true, UpdateRecorded: true, DiscardsDuplicates: true,
		Pending: true, SweepsGated: true, ErrorBackoffQ: true, PopFromBackoffQ: !c.Off(popFromBackoffGate)}
}

//go:linkname flushBackoff k8s.io/kubernetes/pkg/scheduler/backend/queue.(*PriorityQueue).flushBackoffQCompleted
func flushBackoff(*queue.PriorityQueue, klog.Logger)

//go:linkname flushUnschedulable k8s.io/kubernetes/pkg/scheduler/backend/queue.(*PriorityQueue).flushUnschedulableEntitiesLeftover
func flushUnschedulable(*queue.PriorityQueue, klog.Logger)

//go:linkname backoffTime k8s.io/kubernetes/pkg/scheduler/backend/queue.(*backoffQueue).getBackoffTime
func backoffTime(backoffQueue unsafe.Pointer, entity framework.QueuedEntityInfo) time.Time

// Queue is the real queue of 1.37, which holds entities; each is a pod here.
type Queue struct {
	common
	inside
	pq            *queue.PriorityQueue
	unschedulable *map[string]framework.QueuedEntityInfo
}

// lane is one heap, with its rule laid open.
type lane struct {
	heap *heap.Heap[framework.QueuedEntityInfo]
	less *heap.LessFunc[framework.QueuedEntityInfo]
}

func newLane(pq reflect.Value, fields ...string) lane {
	return lane{
		heap: *pointer[*heap.Heap[framework.QueuedEntityInfo]](pq, fields...),
		less: pointer[heap.LessFunc[framework.QueuedEntityInfo]](pq, append(fields, "data", "lessFunc")...),
	}
}

// pods are the lane's in pop order.
func (l lane) pods() []*framework.QueuedPodInfo { return podsOf(popOrder(l.heap.List(), *l.less)) }

func podsOf(entities []framework.QueuedEntityInfo) []*framework.QueuedPodInfo {
	var pods []*framework.QueuedPodInfo
	for _, e := range entities {
		pods = append(pods, e.(*framework.QueuedPodInfo))
	}
	return pods
}

var recorder = metrics.NewMetricsAsyncRecorder(1000, time.Second, nil)

// New makes an empty queue.
func New(c script.Config) *Queue {
	q := &Queue{common: newCommon(c)}
	hints := queue.QueueingHintMapPerProfile{}
	enqueue := map[string]map[string]fwk.PreEnqueuePlugin{}
	for _, profile := range script.Profiles {
		hints[profile] = queue.QueueingHintMap{}
		enqueue[profile] = map[string]fwk.PreEnqueuePlugin{}
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
			queue.WithMetricsRecorder(recorder),
			queue.WithPodInitialBackoffDuration(c.InitialBackoff),
			queue.WithPodMaxBackoffDuration(c.MaxBackoff),
			queue.WithPodMaxInUnschedulablePodsDuration(c.MaxUnschedulable),
			queue.WithQueueingHintMapPerProfile(hints),
			queue.WithPreEnqueuePluginMap(enqueue))
	})

	q.layOpen()
	return q
}

// Over observes a queue that somebody else made, with the default gates.
func Over(pq *queue.PriorityQueue) *Queue {
	q := &Queue{pq: pq}
	q.layOpen()
	return q
}

// layOpen finds what is not exported.
func (q *Queue) layOpen() {
	v := reflect.ValueOf(q.pq)
	q.inside = newInside(v, "entityBackoffQ", "entityErrorBackoffQ")
	q.unschedulable = pointer[map[string]framework.QueuedEntityInfo](v, "unschedulableEntities", "entityInfoMap")
}

var actions = actionSet[fwk.ActionType]{
	each: []action[fwk.ActionType]{
		{"Add", fwk.Add}, {"Delete", fwk.Delete},
		{"UpdateNodeAllocatable", fwk.UpdateNodeAllocatable}, {"UpdateNodeLabel", fwk.UpdateNodeLabel},
		{"UpdateNodeTaint", fwk.UpdateNodeTaint}, {"UpdateNodeCondition", fwk.UpdateNodeCondition},
		{"UpdateNodeAnnotation", fwk.UpdateNodeAnnotation}, {"UpdatePodLabel", fwk.UpdatePodLabel},
		{"UpdatePodScaleDown", fwk.UpdatePodScaleDown}, {"UpdatePodScaleUp", fwk.UpdatePodScaleUp},
		{"UpdatePodToleration", fwk.UpdatePodToleration},
		{"UpdatePodSchedulingGatesEliminated", fwk.UpdatePodSchedulingGatesEliminated},
		{"UpdatePodGeneratedResourceClaim", fwk.UpdatePodGeneratedResourceClaim},
	},
	all: fwk.All, update: fwk.Update,
}

var background = klog.NewContext(context.Background(), quiet)

// Add implements observe.Driver.
func (q *Queue) Add(p *script.Pod) string {
	q.pq.Add(background, q.object(p))
	return ""
}

// Update implements observe.Driver.
func (q *Queue) Update(old, updated *script.Pod) string {
	q.pq.Update(background, q.object(old), q.object(updated))
	return ""
}

// Delete implements observe.Driver.
func (q *Queue) Delete(p *script.Pod) string {
	q.pq.Delete(quiet, q.object(p))
	return ""
}

// Pop implements observe.Driver. Where it finds nothing but copies of pods in flight, it discards them and would
// wait for ever; so the queue is told for the moment that it is closed, and answers instead.
func (q *Queue) Pop() (string, bool) {
	closed := *q.closed
	*q.closed = true
	entity, err := q.pq.Pop(quiet)
	*q.closed = closed
	switch {
	case err != nil:
		return err.Error(), false
	case entity == nil && closed:
		return observe.IsClosed, false
	case entity == nil:
		return observe.Blocks, false
	}
	p := entity.(*framework.QueuedPodInfo)
	q.attempts = append(q.attempts, p)
	return string(p.Pod.UID), true
}

// Return implements observe.Driver: the failure handler works on a copy, and clears what rejected the pod before; a
// rejection sets the plugins to blame, of which those that answered Pending are told apart.
func (q *Queue) Return(attempt int, latest *script.Pod, rejected, pending []string) string {
	p := q.attempts[attempt].DeepCopy()
	q.attempts[attempt] = nil
	p.ClearRejectorPlugins()
	if len(rejected)+len(pending) > 0 {
		p.UnschedulablePlugins = sets.New(slices.Concat(rejected, pending)...)
		p.PendingPlugins = sets.New(pending...)
	}
	p.PodInfo, _ = framework.NewPodInfo(q.object(latest).DeepCopy())
	return failure(q.pq.AddUnschedulablePodIfNotPresent(quiet, p, q.pq.SchedulingCycle()))
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

// AssignedAdd implements observe.Driver: the handlers call MoveAllToActiveOrBackoffQueue instead.
func (q *Queue) AssignedAdd(*script.Pod) { panic("there is no AssignedPodAdded any more") }

// AssignedUpdate implements observe.Driver, likewise.
func (q *Queue) AssignedUpdate(_, _ *script.Pod) { panic("there is no AssignedPodUpdated any more") }

// Activate implements observe.Driver.
func (q *Queue) Activate(p *script.Pod) {
	q.pq.Activate(quiet, map[string]*v1.Pod{p.Key(): q.object(p)})
}

// FlushUnschedulable implements observe.Driver.
func (q *Queue) FlushUnschedulable() { flushUnschedulable(q.pq, quiet) }

func (q *Queue) waiting() []*framework.QueuedPodInfo {
	return podsOf(slices.Collect(maps.Values(*q.unschedulable)))
}

// moveRequestCycle: there is no such thing any more.
func (q *Queue) moveRequestCycle() int64 { return observe.NoCycle }

func flushed(p *framework.QueuedPodInfo) int64 { return instant(p.FlushTimestamp) }
