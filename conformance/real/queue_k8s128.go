//go:build k8s128

package real

import (
	"container/list"
	"reflect"
	"slices"
	"strconv"
	_ "unsafe" // linkname

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"
	"k8s.io/kubernetes/pkg/scheduler/internal/queue"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

const hintsGate = "SchedulerQueueingHints"

// defaults are the feature gates that matter to the queue, as the release has them: on from 1.28.0 to 1.28.5.
var defaults = []script.Gate{{Name: hintsGate, On: true}}

// Variants are the settings of gates that are worth a comparison.
func Variants() [][]script.Gate { return [][]script.Gate{nil, {{Name: hintsGate}}} }

// Features are those of 1.28.
func Features(c script.Config) observe.Features {
	f := observe.Features{AssignedByAffinity: true, PreCheck: true, ActivateShares: true}
	if !c.Off(hintsGate) {
		f.List, f.Markers = true, !New(script.DefaultConfig()).previous
	}
	return f
}

//go:linkname flushBackoff k8s.io/kubernetes/pkg/scheduler/internal/queue.(*PriorityQueue).flushBackoffQCompleted
func flushBackoff(*queue.PriorityQueue, klog.Logger)

//go:linkname flushUnschedulable k8s.io/kubernetes/pkg/scheduler/internal/queue.(*PriorityQueue).flushUnschedulablePodsLeftover
func flushUnschedulable(*queue.PriorityQueue, klog.Logger)

// setClaims puts the claim that was generated for the pod into its status.
func setClaims(pod *v1.Pod, claim string) {
	pod.Status.ResourceClaimStatuses = []v1.PodResourceClaimStatus{{Name: "claim", ResourceClaimName: &claim}}
}

// Queue is the real queue of 1.28.
type Queue struct {
	common
	pq *queue.PriorityQueue

	active, backoff     lane
	unschedulable       *map[string]*framework.QueuedPodInfo
	cycle, moveRequest  *int64
	closed              *bool
	previous            bool // 1.28.0 and 1.28.1: pods point at the event before them
	events              **list.List
	inFlight            *map[types.UID]*list.Element
	inFlightPrevious    *map[types.UID]previousEvent
	checkedEventMirrors bool
}

// previousEvent mirrors inFlightPod of 1.28.0 and 1.28.1.
type previousEvent struct{ previousEvent *list.Element }

// clusterEvent mirrors the queue's own; inFlightPodsNum is there in 1.28.0 and 1.28.1 only.
type clusterEvent struct {
	event          framework.ClusterEvent
	oldObj, newObj any
}

type countedEvent struct {
	event           framework.ClusterEvent
	oldObj, newObj  any
	inFlightPodsNum int
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
					hint := &queue.QueueingHintFunction{PluginName: p.Name, QueueingHintFn: hintOf(p.Name, c.Off(hintsGate))}
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
	if q.previous = has(v, "receivedEvents"); q.previous {
		q.events = pointer[*list.List](v, "receivedEvents")
		if err := mirrors(reach(v, "inFlightPods").Type().Elem(), reflect.TypeFor[previousEvent]()); err != nil {
			panic(err)
		}
		q.inFlightPrevious = pointer[map[types.UID]previousEvent](v, "inFlightPods")
	} else {
		q.events = pointer[*list.List](v, "inFlightEvents")
		q.inFlight = pointer[map[types.UID]*list.Element](v, "inFlightPods")
	}
	return q
}

// hintOf is the plugin's hint function; without the gate the scheduler puts the default in its place.
func hintOf(plugin string, off bool) framework.QueueingHintFn {
	if off {
		return func(klog.Logger, *v1.Pod, any, any) framework.QueueingHint { return framework.QueueAfterBackoff }
	}
	return func(_ klog.Logger, pod *v1.Pod, old, updated any) framework.QueueingHint {
		switch answer(plugin, pod, old, updated) {
		case script.Skip:
			return framework.QueueSkip
		case script.Now:
			return framework.QueueImmediately
		}
		return framework.QueueAfterBackoff
	}
}

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
	p, err := q.pq.Pop()
	if err != nil {
		return err.Error(), false
	}
	if p == nil {
		return observe.IsClosed, false
	}
	q.attempts = append(q.attempts, p)
	return string(p.Pod.UID), true
}

// Done implements observe.Driver.
func (q *Queue) Done(uid string) { q.pq.Done(types.UID(uid)) }

// Return implements observe.Driver: a rejection replaces the plugins to blame, an error leaves them as they are.
func (q *Queue) Return(attempt int, latest *script.Pod, rejected, pending []string) string {
	p := q.attempts[attempt]
	q.attempts[attempt] = nil
	if len(rejected)+len(pending) > 0 {
		p.UnschedulablePlugins = sets.New(slices.Concat(rejected, pending)...)
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
	q.pq.AssignedPodUpdated(quiet, q.object(old), q.object(updated))
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

func (q *Queue) observeList(s *observe.State) {
	events := *q.events
	for e := events.Front(); e != nil; e = e.Next() {
		s.List = append(s.List, q.element(e.Value))
	}
	index := indexes(events)
	if q.previous {
		for uid, p := range *q.inFlightPrevious {
			s.InFlight = append(s.InFlight, observe.InFlight{UID: string(uid), At: at(index, p.previousEvent)})
		}
	} else {
		for uid, e := range *q.inFlight {
			s.InFlight = append(s.InFlight, observe.InFlight{UID: string(uid), At: at(index, e)})
		}
	}
	byUID(s.InFlight)
}

// element is a marker, or an event (with how many pods still need it, in 1.28.0 and 1.28.1).
func (q *Queue) element(value any) string {
	if pod, ok := value.(*v1.Pod); ok {
		return "<" + string(pod.UID) + ">"
	}
	return q.event(value)
}

func (q *Queue) event(value any) string {
	v := reflect.ValueOf(value)
	mirror := reflect.TypeFor[clusterEvent]()
	if q.previous {
		mirror = reflect.TypeFor[countedEvent]()
	}
	if !q.checkedEventMirrors {
		if err := mirrors(v.Type().Elem(), mirror); err != nil {
			panic(err)
		}
		q.checkedEventMirrors = true
	}
	e := (*clusterEvent)(v.UnsafePointer())
	text := eventText(e.event.Label, string(e.event.Resource)+"/"+actions.text(e.event.ActionType), e.oldObj, e.newObj)
	if q.previous {
		text += "×" + strconv.Itoa((*countedEvent)(v.UnsafePointer()).inFlightPodsNum)
	}
	return text
}
