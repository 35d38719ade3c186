//go:build k8s127

package real

import (
	"reflect"
	"slices"
	_ "unsafe" // linkname

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"
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

//go:linkname flushBackoff k8s.io/kubernetes/pkg/scheduler/internal/queue.(*PriorityQueue).flushBackoffQCompleted
func flushBackoff(*queue.PriorityQueue)

//go:linkname flushUnschedulable k8s.io/kubernetes/pkg/scheduler/internal/queue.(*PriorityQueue).flushUnschedulablePodsLeftover
func flushUnschedulable(*queue.PriorityQueue)

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

// Add implements observe.Driver.
func (q *Queue) Add(p *script.Pod) string { return failure(q.pq.Add(q.object(p))) }

// Update implements observe.Driver.
func (q *Queue) Update(old, updated *script.Pod) string {
	return failure(q.pq.Update(q.object(old), q.object(updated)))
}

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
