//go:build k8s131 || k8s132

package real

import (
	"errors"
	"reflect"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// What follows is the same in 1.31 and 1.32.

const hintsGate = "SchedulerQueueingHints"

// Sidecar makes an init container one.
func Sidecar(c *v1.Container) {
	always := v1.ContainerRestartPolicyAlways
	c.RestartPolicy = &always
}

// setClaims puts the claim that was generated for the pod into its status.
func setClaims(pod *v1.Pod, claim string) {
	pod.Status.ResourceClaimStatuses = []v1.PodResourceClaimStatus{{Name: "claim", ResourceClaimName: &claim}}
}

// clusterEvent mirrors the queue's own.
type clusterEvent struct {
	event          framework.ClusterEvent
	oldObj, newObj any
}

// hintOf is the plugin's hint function; without the gate the scheduler puts the default in its place.
func hintOf(plugin string, off bool) framework.QueueingHintFn {
	return func(_ klog.Logger, pod *v1.Pod, old, updated any) (framework.QueueingHint, error) {
		if off {
			return framework.Queue, nil
		}
		switch answer(plugin, pod, old, updated) {
		case script.Skip:
			return framework.QueueSkip, nil
		case script.Fail:
			return framework.QueueSkip, errors.New("the script says so")
		}
		return framework.Queue, nil
	}
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
	var preCheck func(*v1.Pod) bool
	if e.Only != nil {
		preCheck = func(pod *v1.Pod) bool { return passes(e.Only, pod) }
	}
	q.pq.MoveAllToActiveOrBackoffQueue(quiet, incoming(e), old, updated, preCheck)
}

// AssignedAdd implements observe.Driver.
func (q *Queue) AssignedAdd(p *script.Pod) { q.pq.AssignedPodAdded(quiet, q.object(p)) }

// AssignedUpdate implements observe.Driver, with the part of the handler that tells the changes apart.
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
	q.observeList(s)
	return s
}

func (q *Queue) pod(p *framework.QueuedPodInfo, backoff bool) observe.Pod {
	o := describe(p)
	o.Rejectors, o.Pending = sorted(p.UnschedulablePlugins), sorted(p.PendingPlugins)
	if p.Gated {
		o.Gating = "gated"
	}
	if backoff {
		o.Expiry = instant(backoffTime(q.pq, p))
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
	return eventText(labelOf(e.event), string(e.event.Resource)+"/"+actions.text(e.event.ActionType), e.oldObj, e.newObj)
}
