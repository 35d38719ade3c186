// Package tracetest makes traces by hand, for tests of what reads traces. It moves pods between places as it is told
// and knows nothing of what a scheduler would do.
package tracetest

import (
	"slices"
	"strconv"

	"inflight/engine/api"
	"inflight/engine/cow"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Builder makes a trace. Now is the virtual time of what comes next.
type Builder struct {
	Trace *trace.Trace
	Now   trace.Time

	pods          []*trace.Pod
	lanes         map[trace.Place][]*trace.Queued
	log           []trace.Element
	removed       []uint64
	uses          []int32
	list          trace.List
	events        int
	scheduling    *trace.Attempt
	binding       []*trace.Attempt
	cycle, moved  int64
	start         trace.Time
	incarnationOf map[string]int
}

// New begins a trace at half a second.
func New(p *profile.Profile) *Builder {
	b := &Builder{Now: 500_000_000, start: 500_000_000, moved: -1, lanes: map[trace.Place][]*trace.Queued{},
		incarnationOf: map[string]int{}, Trace: &trace.Trace{Profile: p}}
	b.Trace.Initial = b.State()
	return b
}

// State is a snapshot.
func (b *Builder) State() *trace.State {
	s := &trace.State{Profile: b.Trace.Profile, At: b.Now, Pods: cow.Of(b.pods...), ActiveQ: cow.Of(b.lanes[trace.ActiveQ]...),
		BackoffQ: cow.Of(b.lanes[trace.BackoffQ]...), ErrorBackoffQ: cow.Of(b.lanes[trace.ErrorBackoffQ]...),
		Unschedulable: cow.Of(b.lanes[trace.UnschedulablePods]...), Scheduling: b.scheduling,
		Binding: slices.Clone(b.binding), SchedulingCycle: b.cycle, MoveRequestCycle: b.moved}
	for _, p := range b.pods {
		if p.InFlight {
			s.InFlight++
		}
	}
	b.list.Log = b.log
	s.List = b.list
	s.List.Removed = cow.Of(b.removed...)
	s.List.Uses = cow.Of(b.uses...)
	since := b.Now - b.start
	s.NextBackoffFlush = b.start + (since/trace.BackoffFlushPeriod+1)*trace.BackoffFlushPeriod
	s.NextSweep = b.start + (since/trace.SweepPeriod+1)*trace.SweepPeriod
	return s
}

// Step begins a step.
func (b *Builder) Step(action string) {
	b.Trace.Steps = append(b.Trace.Steps, trace.Step{N: len(b.Trace.Steps) + 1, At: b.Now, Action: action, Story: -1})
}

// Beat records a beat of the current step with the state as it is.
func (b *Builder) Beat(c trace.Change, r why.Reason) {
	s := &b.Trace.Steps[len(b.Trace.Steps)-1]
	s.Beats = append(s.Beats, trace.Beat{Address: trace.Address{Step: s.N, Beat: len(s.Beats) + 1}, At: b.Now,
		Change: c, Why: r, Decision: c.Kind == trace.KindMove && c.Strategy != "", State: b.State()})
}

// Pod makes a pod, in no place yet.
func (b *Builder) Pod(name string, priority int32) trace.PodID {
	b.incarnationOf[name]++
	id := trace.PodID(len(b.pods))
	o := &api.Pod{Meta: api.Meta{Name: name, Namespace: "default"}, Priority: priority}
	b.pods = append(b.pods, &trace.Pod{ID: id, UID: name + "-" + strconv.Itoa(b.incarnationOf[name]), Object: o,
		Marker: trace.NoElement, Popped: trace.NoTime, Queued: &trace.Queued{Pod: id, Object: o, Timestamp: b.Now,
			FlushTimestamp: trace.NoTime, InitialAttempt: trace.NoTime, BackoffExpiry: trace.NoTime}})
	return id
}

// Queued changes what the queue knows of a pod.
func (b *Builder) Queued(id trace.PodID, change func(q *trace.Queued)) {
	b.change(id, func(p *trace.Pod) {
		q := *p.Queued
		change(&q)
		for _, lane := range b.lanes {
			for i := range lane {
				if lane[i] == p.Queued {
					lane[i] = &q
				}
			}
		}
		p.Queued = &q
	})
}

func (b *Builder) change(id trace.PodID, f func(p *trace.Pod)) {
	p := *b.pods[id]
	f(&p)
	b.pods[id] = &p
}

// Put moves a pod to a place, without a beat.
func (b *Builder) Put(id trace.PodID, to trace.Place) (from trace.Place) {
	p := b.pods[id]
	from = p.Place
	b.lanes[from] = slices.DeleteFunc(slices.Clone(b.lanes[from]), func(q *trace.Queued) bool { return q == p.Queued })
	b.change(id, func(p *trace.Pod) { p.Place, p.Queue = to, trace.Nowhere })
	switch to {
	case trace.ActiveQ, trace.BackoffQ, trace.ErrorBackoffQ, trace.UnschedulablePods:
		b.lanes[to] = append(slices.Clone(b.lanes[to]), p.Queued)
		b.change(id, func(p *trace.Pod) { p.Queue = to })
	}
	b.binding = slices.DeleteFunc(slices.Clone(b.binding), func(a *trace.Attempt) bool { return a.Pod == id })
	if b.scheduling != nil && b.scheduling.Pod == id {
		b.scheduling = nil
	}
	switch to {
	case trace.Scheduling:
		b.scheduling = &trace.Attempt{Pod: id, N: int(b.cycle), Next: trace.PhaseFilter}
	case trace.Binding:
		b.binding = append(b.binding, &trace.Attempt{Pod: id, Next: trace.PhaseBind, Node: p.Node})
	}
	return from
}

// Attempt changes the attempt in the scheduling cycle.
func (b *Builder) Attempt(f func(a *trace.Attempt)) {
	a := *b.scheduling
	f(&a)
	b.scheduling = &a
}

// Move moves a pod and records the beat.
func (b *Builder) Move(id trace.PodID, to trace.Place, r why.Reason) {
	from := b.Put(id, to)
	b.Beat(trace.Change{Kind: trace.KindMove, Pod: id, From: from, To: to}, r)
}

// OnNode sets the node of a pod.
func (b *Builder) OnNode(id trace.PodID, node string) {
	b.change(id, func(p *trace.Pod) { p.Node = node })
}

// Pop puts a pod into an attempt and in flight, with a marker or pointing at the last event.
func (b *Builder) Pop(id trace.PodID) {
	b.cycle++
	b.Queued(id, func(q *trace.Queued) { q.Attempts++ })
	marker := trace.NoElement
	switch b.Trace.Profile.InFlight {
	case profile.PodMarker:
		marker = b.push(trace.Element{Pod: id})
	case profile.PreviousEvent:
		s := b.State()
		for e := range s.List.All() {
			marker = e.ID
		}
	}
	b.change(id, func(p *trace.Pod) {
		p.InFlight, p.Marker, p.Popped = b.Trace.Profile.InFlight != profile.ByCycle, marker, b.Now
	})
	b.Move(id, trace.Scheduling, why.Reason{Rule: "test.head"})
}

func (b *Builder) push(e trace.Element) int {
	e.ID = len(b.log)
	b.log = append(slices.Clip(b.log), e)
	b.list.Len++
	if b.Trace.Profile.InFlight == profile.PreviousEvent {
		b.uses = append(b.uses, 0)
	}
	return e.ID
}

// Event puts a NodeAdd of that node into the list and records two beats.
func (b *Builder) Event(node string) *event.Recorded {
	b.events++
	r := &event.Recorded{ClusterEvent: event.ClusterEvent{Resource: event.Node, Action: event.Add, Label: "NodeAdd"},
		N: b.events, New: &api.Node{Meta: api.Meta{Name: node}}, At: b.Now}
	b.Beat(trace.Change{Kind: trace.KindEvent, Pod: trace.NoPod, Event: r}, why.Reason{Rule: "test.node-add"})
	id := b.push(trace.Element{Pod: trace.NoPod, Event: r})
	for _, p := range b.pods {
		if p.InFlight && b.uses != nil {
			b.uses[id]++
		}
	}
	b.Beat(trace.Change{Kind: trace.KindPush, Pod: trace.NoPod, Event: r, Elements: []int{id}},
		why.Reason{Rule: "test.event"})
	return r
}

// Drop takes elements out of the list and records the beat.
func (b *Builder) Drop(ids ...int) {
	for _, id := range ids {
		for len(b.removed) <= id>>6 {
			b.removed = append(b.removed, 0)
		}
		b.removed = slices.Clone(b.removed)
		b.removed[id>>6] |= 1 << (id & 63)
		b.list.Len--
	}
	for b.list.Head < len(b.log) && b.removed != nil && b.list.Head>>6 < len(b.removed) &&
		b.removed[b.list.Head>>6]&(1<<(b.list.Head&63)) != 0 {
		b.list.Head++
	}
	b.Beat(trace.Change{Kind: trace.KindRemove, Pod: trace.NoPod, Elements: ids}, why.Reason{Rule: "test.prune"})
}

// Done ends a pod's being in flight, without a beat.
func (b *Builder) Done(id trace.PodID) {
	b.change(id, func(p *trace.Pod) { p.InFlight, p.Marker = false, trace.NoElement })
}

// Unknown marks what is not known of a pod.
func (b *Builder) Unknown(id trace.PodID, u trace.Unknown) {
	b.change(id, func(p *trace.Pod) { p.Unknown = u })
}
