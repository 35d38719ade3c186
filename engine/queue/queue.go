package queue

import (
	"maps"
	"slices"
	"time"

	"inflight/engine/api"
	"inflight/engine/cow"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Defaults of KubeSchedulerConfiguration and of the scheduler's flags.
const (
	DefaultInitialBackoff     = 1 * time.Second
	DefaultMaxBackoff         = 10 * time.Second
	DefaultMaxInUnschedulable = 5 * time.Minute
)

// The vocabulary of plugins, as the queue hears it.
type (
	Answer       = event.Answer
	HintFunc     = event.HintFunc
	Registration = event.Registration
)

// The answers of a QueueingHint function.
const (
	AnswerSkip        = event.AnswerSkip
	AnswerQueue       = event.AnswerQueue
	AnswerImmediately = event.AnswerImmediately
	AnswerError       = event.AnswerError
)

// PreEnqueueFunc runs the PreEnqueue plugins of the pod's profile and returns the first that rejects the pod, or "".
// first is the plugin that gates the pod already; it is asked before the others. "" asks in the usual order.
type PreEnqueueFunc func(pod *api.Pod, first string) (rejectedBy string, reason why.Reason)

// Observer is told of every change, after it has been made. q is the queue's copy of the pod that the change is
// about, nil where there is none.
type Observer func(c trace.Change, r why.Reason, q *trace.Queued)

// Config is what a queue needs of the world.
type Config struct {
	Profile *profile.Profile
	// Now is virtual time.
	Now func() trace.Time
	// InitialBackoff, MaxBackoff and MaxInUnschedulable are used as they are: a MaxBackoff of 0 means what the release
	// makes of it.
	InitialBackoff, MaxBackoff, MaxInUnschedulable time.Duration
	// Registrations are, per scheduler name, in the order in which plugins are asked (upstream: a map, in no order).
	Registrations map[string][]Registration
	PreEnqueue    PreEnqueueFunc
	// IDOf names a pod by UID.
	IDOf func(uid string) trace.PodID
	// NamespaceLabels are the labels of a namespace, for required pod affinity terms with a namespaceSelector.
	NamespaceLabels func(namespace string) map[string]string
	// Observe is nil where nothing is recorded.
	Observe Observer
	// Log, if not nil, is given every operation as a line of text; see operations.go.
	Log func(line string)
}

// Queue is a scheduling queue (PriorityQueue). The zero value is not usable; see New.
type Queue struct {
	cfg     Config
	profile *profile.Profile

	activeQ       *heap
	backoffQ      *heap
	errorBackoffQ *heap // stays empty in releases that have none
	unschedulable *pool
	inFlight      tracker
	log           *operations // nil where nobody listens
	// everyone is the registrations of all profiles; byPlugin the events that each plugin registered in any of them.
	everyone []Registration
	byPlugin map[string][]event.ClusterEvent

	schedulingCycle  int64
	moveRequestCycle int64
	events           int // cluster events seen, for E1, E2, …
	closed           bool
}

// New makes an empty queue.
func New(cfg Config) *Queue {
	q := &Queue{cfg: cfg, profile: cfg.Profile, moveRequestCycle: -1, unschedulable: newPool()}
	q.activeQ = newHeap(priorityLess)
	q.backoffQ = newHeap(q.backoffLess())
	q.errorBackoffQ = newHeap(expiryLess)
	q.inFlight = newTracker(cfg.Profile.InFlight)
	q.log = newOperations(&q.cfg)
	q.byPlugin = map[string][]event.ClusterEvent{}
	for _, scheduler := range slices.Sorted(maps.Keys(cfg.Registrations)) {
		for _, r := range cfg.Registrations[scheduler] {
			q.everyone = append(q.everyone, r)
			q.byPlugin[r.Plugin] = append(q.byPlugin[r.Plugin], r.Event)
		}
	}
	return q
}

// SchedulingCycle is the number of pops so far.
func (q *Queue) SchedulingCycle() int64 { return q.schedulingCycle }

// InFlight tells whether a UID is in flight, and the list element that stands for it: its marker, or the event it
// points at (trace.NoElement where there is none).
func (q *Queue) InFlight(uid string) (element int, ok bool) { return q.inFlight.entry(uid) }

// Holds tells which queue holds a pod of that namespace and name, and its copy there.
func (q *Queue) Holds(pod *api.Pod) (trace.Place, *trace.Queued) {
	k := keyOf(pod)
	for _, h := range []struct {
		place trace.Place
		heap  *heap
	}{{trace.ActiveQ, q.activeQ}, {trace.BackoffQ, q.backoffQ}, {trace.ErrorBackoffQ, q.errorBackoffQ}} {
		if e := h.heap.get(k); e != nil {
			return h.place, e
		}
	}
	if e := q.unschedulable.get(k); e != nil {
		return trace.UnschedulablePods, e
	}
	return trace.Nowhere, nil
}

// CanPop tells whether Pop would return a pod rather than block.
func (q *Queue) CanPop() bool {
	return q.activeQ.len() > 0 || q.profile.PopFromBackoffQ && q.backoffQ.len() > 0
}

// Snapshot writes the queue's part of a State.
func (q *Queue) Snapshot(s *trace.State) {
	s.ActiveQ = q.activeQ.view()
	s.BackoffQ = q.backoffQ.view()
	s.ErrorBackoffQ = q.errorBackoffQ.view()
	s.Unschedulable = q.unschedulable.view()
	s.InFlight = q.inFlight.pods()
	s.List = q.inFlight.view()
	s.SchedulingCycle, s.MoveRequestCycle = q.schedulingCycle, q.moveRequestCycle
	s.Closed = q.closed
}

// pool is unschedulablePods: a map upstream. Order of arrival is kept, so that runs repeat.
type pool struct {
	entries cow.Vec[*trace.Queued] // nil where an entry has left
	at      map[key]int
}

func newPool() *pool { return &pool{at: map[key]int{}} }

func (p *pool) len() int { return len(p.at) }

func (p *pool) get(k key) *trace.Queued {
	if i, ok := p.at[k]; ok {
		return p.entries.At(i)
	}
	return nil
}

// put adds an entry, or replaces the one of the same key in its place.
func (p *pool) put(e *trace.Queued) {
	k := entityOf(e).key()
	if i, ok := p.at[k]; ok {
		p.entries.Set(i, e)
		return
	}
	p.at[k] = p.entries.Len()
	p.entries.Append(e)
}

// replace puts an entry in the place of one that it is a changed copy of.
func (p *pool) replace(before, e *trace.Queued) {
	if before != nil && p.get(keyOf(before.Object)) == before {
		p.put(e)
	}
}

func (p *pool) remove(k key) {
	i, ok := p.at[k]
	if !ok {
		return
	}
	p.entries.Set(i, nil)
	delete(p.at, k)
	if n := p.entries.Len(); n > 64 && len(p.at) < n/2 {
		p.compact()
	}
}

func (p *pool) compact() {
	var kept cow.Vec[*trace.Queued]
	for _, e := range p.entries.View().All() {
		if e != nil {
			p.at[entityOf(e).key()] = kept.Len()
			kept.Append(e)
		}
	}
	p.entries = kept
}

// inOrder is the entries in order of arrival; the slice is the caller's.
func (p *pool) inOrder() []*trace.Queued {
	out := make([]*trace.Queued, 0, len(p.at))
	for i := range p.entries.Len() {
		if e := p.entries.At(i); e != nil {
			out = append(out, e)
		}
	}
	return out
}

func (p *pool) view() cow.View[*trace.Queued] { return p.entries.View() }
