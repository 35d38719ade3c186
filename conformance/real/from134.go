//go:build k8s134 || k8s135 || k8s137

package real

import (
	"container/list"
	"context"
	"errors"
	"reflect"
	"unsafe"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	resourcehelper "k8s.io/component-helpers/resource"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

const popFromBackoffGate = "SchedulerPopFromBackoffQ"

// defaults are the feature gates that matter to the queue, as the release has them; hints are locked to on.
var defaults = []script.Gate{{Name: popFromBackoffGate, On: true}}

// Variants are the settings of gates that are worth a comparison.
func Variants() [][]script.Gate { return [][]script.Gate{nil, {{Name: popFromBackoffGate}}} }

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

// clusterEvent mirrors the queue's own.
type clusterEvent struct {
	event          fwk.ClusterEvent
	oldObj, newObj any
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

// Actions are the release's bits of some actions.
func Actions(names ...string) fwk.ActionType { return actions.bits(names) }

func registered(e script.Event) fwk.ClusterEvent {
	return fwk.ClusterEvent{Resource: fwk.EventResource(e.Resource), ActionType: actions.bits(e.Actions)}
}

func incoming(e script.Event) fwk.ClusterEvent {
	event := registered(e)
	event.CustomLabel = e.Label
	return event
}

// inside is what a queue keeps to itself, laid open.
type inside struct {
	active, backoff, errors lane
	backoffQueue            unsafe.Pointer
	cycle                   *int64
	closed                  *bool
	events                  **list.List
	inFlight                *map[types.UID]*list.Element
	checkedEventMirror      bool
}

// newInside reaches into a queue whose heaps in backoffQ have these names.
func newInside(pq reflect.Value, backoff, errors string) inside {
	return inside{
		active: newLane(pq, "activeQ", "queue"), backoff: newLane(pq, "backoffQ", backoff), errors: newLane(pq, "backoffQ", errors),
		backoffQueue: reach(pq, "backoffQ").Elem().UnsafePointer(),
		cycle:        pointer[int64](pq, "activeQ", "schedCycle"),
		closed:       pointer[bool](pq, "activeQ", "closed"),
		events:       pointer[*list.List](pq, "activeQ", "inFlightEvents"),
		inFlight:     pointer[map[types.UID]*list.Element](pq, "activeQ", "inFlightPods"),
	}
}

// Done implements observe.Driver.
func (q *Queue) Done(uid string) { q.pq.Done(types.UID(uid)) }

// FlushBackoff implements observe.Driver.
func (q *Queue) FlushBackoff() { flushBackoff(q.pq, quiet) }

// Observe implements observe.Driver.
func (q *Queue) Observe() *observe.State {
	s := &observe.State{SchedulingCycle: *q.cycle, MoveRequestCycle: q.moveRequestCycle(), Closed: *q.closed}
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
	for _, p := range q.waiting() {
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
	o.Flushed = flushed(p)
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
