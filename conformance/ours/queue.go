//go:build k8s

// Package ours drives the engine's queue as package real drives the real one.
package ours

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/queue"
	"inflight/engine/trace"
	"inflight/engine/why"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// Queue is the engine's queue with a release's profile.
type Queue struct {
	config    script.Config
	profile   *profile.Profile
	q         *queue.Queue
	now       int64
	objects   map[*script.Pod]*api.Pod
	revisions map[api.Object]int
	hints     map[api.Object]script.Hints
	ids       map[string]trace.PodID
	uids      []string        // by PodID
	attempts  []*trace.Queued // by number of Pop; nil when over
}

// New makes an empty queue.
func New(p *profile.Profile, c script.Config) *Queue {
	d := &Queue{config: c, profile: p, now: int64(c.Clock), objects: map[*script.Pod]*api.Pod{},
		revisions: map[api.Object]int{}, hints: map[api.Object]script.Hints{}, ids: map[string]trace.PodID{}}
	registrations := map[string][]queue.Registration{}
	for _, scheduler := range script.Profiles {
		registrations[scheduler] = []queue.Registration{}
		for _, plugin := range c.PluginsOf(scheduler) {
			for _, e := range plugin.Events {
				ce := event.ClusterEvent{Resource: event.Resource(e.Resource), Action: bits(p, e.Actions)}
				if ce.Action != 0 {
					registrations[scheduler] = append(registrations[scheduler],
						queue.Registration{Plugin: plugin.Name, Event: ce, Hint: d.hintOf(plugin.Name)})
				}
			}
		}
	}
	d.q = queue.New(queue.Config{
		Profile: p, Now: func() trace.Time { return d.now },
		InitialBackoff: c.InitialBackoff, MaxBackoff: c.MaxBackoff, MaxInUnschedulable: c.MaxUnschedulable,
		Registrations: registrations,
		PreEnqueue:    d.preEnqueue,
		IDOf:          d.idOf,
	})
	return d
}

func (d *Queue) hintOf(plugin string) queue.HintFunc {
	if d.profile.Hints == profile.NoHints || !d.profile.Gates.QueueingHints {
		return nil // the scheduler puts the default in its place
	}
	return func(pod *api.Pod, old, updated api.Object) (queue.Answer, why.Reason) {
		object := updated
		if object == nil {
			object = old
		}
		switch d.hints[object].For(plugin, pod.UID) {
		case script.Skip:
			return queue.AnswerSkip, why.Reason{}
		case script.Now:
			if d.profile.Hints == profile.ThreeHints {
				return queue.AnswerImmediately, why.Reason{}
			}
		case script.Fail:
			if d.profile.Hints == profile.TwoHints {
				return queue.AnswerError, why.Reason{}
			}
		}
		return queue.AnswerQueue, why.Reason{}
	}
}

func (d *Queue) preEnqueue(pod *api.Pod, first string) (string, why.Reason) {
	neutral := &script.Pod{Gates: pod.SchedulingGates}
	for k, v := range pod.Labels {
		neutral.Labels = append(neutral.Labels, k+":"+v)
	}
	rejectedBy := ""
	for _, p := range d.config.PluginsOf(pod.SchedulerName) {
		if !p.Admits(neutral) && (rejectedBy == "" || p.Name == first) {
			rejectedBy = p.Name
		}
	}
	return rejectedBy, why.Reason{}
}

func (d *Queue) idOf(uid string) trace.PodID {
	id, ok := d.ids[uid]
	if !ok {
		id = trace.PodID(len(d.uids))
		d.ids[uid] = id
		d.uids = append(d.uids, uid)
	}
	return id
}

func (d *Queue) object(p *script.Pod) *api.Pod {
	o := d.objects[p]
	if o == nil {
		o = buildPod(p)
		d.objects[p], d.revisions[o], d.hints[o] = o, p.Revision, p.Hints
	}
	return o
}

// SetTime implements observe.Driver.
func (d *Queue) SetTime(now int64) { d.now = now }

// Add implements observe.Driver.
func (d *Queue) Add(p *script.Pod) string {
	d.q.Add(d.object(p))
	return ""
}

// Update implements observe.Driver.
func (d *Queue) Update(old, updated *script.Pod) string {
	d.q.Update(d.object(old), d.object(updated))
	return ""
}

// Delete implements observe.Driver.
func (d *Queue) Delete(p *script.Pod) string {
	d.q.Delete(d.object(p))
	return ""
}

// Pop implements observe.Driver.
func (d *Queue) Pop() (string, bool) {
	next := d.snapshot().NextPop()
	e, ok := d.q.Pop()
	if ok && !d.profile.DuplicatePop && next.Object != e.Object {
		panic("NextPop is not what Pop took")
	}
	if !ok && d.closed() {
		return observe.IsClosed, false
	}
	if !ok {
		return observe.Blocks, false
	}
	d.attempts = append(d.attempts, e)
	return e.Object.UID, true
}

func (d *Queue) closed() bool { return d.snapshot().Closed }

// Done implements observe.Driver.
func (d *Queue) Done(uid string) { d.q.Done(uid) }

// Return implements observe.Driver, with the part of the failure handler that notes who is to blame.
func (d *Queue) Return(attempt int, latest *script.Pod, rejected, pending []string) string {
	next := *d.attempts[attempt]
	d.attempts[attempt] = nil
	next.Object, next.Pod = d.object(latest), d.idOf(latest.UID)
	if d.profile.AtPop == profile.RejectorsUntilFailure {
		next.Rejectors, next.Pending = nil, nil
	}
	if len(rejected)+len(pending) > 0 {
		next.Rejectors = set(slices.Concat(rejected, pending))
		if next.Pending = nil; d.profile.Hints == profile.TwoHints {
			next.Pending = set(pending)
		}
	}
	err := d.q.AddUnschedulableIfNotPresent(&next, d.q.SchedulingCycle())
	var present *queue.Presence
	if !errors.As(err, &present) {
		return ""
	}
	switch present.Place {
	case trace.ActiveQ:
		return observe.AlreadyActive
	case trace.UnschedulablePods:
		return observe.AlreadyUnschedulable
	}
	return observe.AlreadyBackoff
}

func set(members []string) []string {
	s := slices.Sorted(slices.Values(members))
	return slices.Compact(s)
}

// Drop implements observe.Driver.
func (d *Queue) Drop(attempt int) { d.attempts[attempt] = nil }

// Happen implements observe.Driver.
func (d *Queue) Happen(e script.Event) {
	ce := event.ClusterEvent{Resource: event.Wildcard, Action: bits(d.profile, e.Actions), Label: e.Label}
	if e.Resource != "*" {
		ce = event.Named(d.profile, event.Resource(e.Resource), bits(d.profile, e.Actions))
		ce.Label = cmp.Or(e.Label, ce.Label)
	}
	var old, updated api.Object
	if e.Object != "" {
		object := buildObject(e.Object)
		d.hints[object] = e.Hints
		if e.Actions[0] != "Add" {
			old = object
		}
		if e.Actions[0] != "Delete" {
			updated = object
		}
	}
	var preCheck func(*api.Pod) bool
	if e.Only != nil {
		preCheck = func(pod *api.Pod) bool {
			return slices.Contains(e.Only, pod.Name) || slices.Contains(e.Only, pod.FullName())
		}
	}
	d.q.MoveAllToActiveOrBackoffQueue(ce, old, updated, preCheck)
}

// AssignedAdd implements observe.Driver.
func (d *Queue) AssignedAdd(p *script.Pod) { d.q.AssignedPodAdded(d.object(p)) }

// AssignedUpdate implements observe.Driver.
func (d *Queue) AssignedUpdate(old, updated *script.Pod) {
	d.q.AssignedPodUpdated(d.object(old), d.object(updated))
}

// Activate implements observe.Driver.
func (d *Queue) Activate(p *script.Pod) { d.q.Activate(d.object(p)) }

// FlushBackoff implements observe.Driver.
func (d *Queue) FlushBackoff() {
	due := d.q.BackoffDue()
	if left := d.q.FlushBackoffQCompleted(); due != (left > 0) {
		panic(fmt.Sprintf("BackoffDue said %v, and %d pods left backoff", due, left))
	}
}

// FlushUnschedulable implements observe.Driver.
func (d *Queue) FlushUnschedulable() {
	due := d.q.SweepDue()
	if overdue := d.q.FlushUnschedulablePodsLeftover(); due && overdue == 0 {
		panic(fmt.Sprintf("SweepDue said %v, and %d pods were overdue", due, overdue))
	}
}

// Close implements observe.Driver.
func (d *Queue) Close() { d.q.Close() }

func (d *Queue) snapshot() *trace.State {
	s := &trace.State{Profile: d.profile}
	d.q.Snapshot(s)
	return s
}

// Observe implements observe.Driver.
func (d *Queue) Observe() *observe.State {
	s := d.snapshot()
	o := &observe.State{SchedulingCycle: s.SchedulingCycle, MoveRequestCycle: s.MoveRequestCycle, Closed: s.Closed}
	if !d.profile.MoveRequests {
		o.MoveRequestCycle = observe.NoCycle
	}
	for _, e := range s.ActiveOrder() {
		o.ActiveQ = append(o.ActiveQ, d.pod(e, false))
	}
	for _, e := range s.BackoffOrder() {
		o.BackoffQ = append(o.BackoffQ, d.pod(e, true))
	}
	for _, e := range s.ErrorBackoffOrder() {
		o.ErrorBackoffQ = append(o.ErrorBackoffQ, d.pod(e, true))
	}
	observe.Untie(o.ErrorBackoffQ)
	if !d.profile.PopFromBackoffQ {
		observe.Untie(o.BackoffQ)
	}
	for _, e := range s.Unscheduled() {
		o.Unschedulable = append(o.Unschedulable, d.pod(e, true))
	}
	slices.SortFunc(o.Unschedulable, func(a, b observe.Pod) int { return cmp.Compare(a.Key, b.Key) })
	for _, e := range d.attempts {
		if e != nil {
			o.Attempts = append(o.Attempts, d.pod(e, false))
		}
	}
	d.observeList(s, o)
	return o
}

func (d *Queue) pod(e *trace.Queued, backoff bool) observe.Pod {
	p := observe.Pod{
		Key: e.Object.FullName(), UID: e.Object.UID, Revision: d.revisions[e.Object],
		Attempts: e.Attempts, Unschedulable: e.UnschedulableCount, Errors: e.ConsecutiveErrors,
		Timestamp: e.Timestamp, Initial: e.InitialAttempt, Expiry: observe.NoTime, Flushed: e.FlushTimestamp,
		Rejectors: e.Rejectors, Pending: e.Pending, Gating: e.Gating,
	}
	if e.Pod != d.ids[e.Object.UID] {
		p.UID += fmt.Sprintf(" but shown as %s", d.uids[e.Pod])
	}
	if backoff {
		p.Expiry = e.BackoffExpiry
	}
	if p.Gating != "" && !d.profile.GateFirst { // before 1.34 the plugin's name is not kept
		p.Gating = "gated"
	}
	return p
}

func (d *Queue) observeList(s *trace.State, o *observe.State) {
	index := map[int]int{}
	for e := range s.List.All() {
		index[e.ID] = len(index)
		o.List = append(o.List, d.element(s, e))
	}
	for _, uid := range d.uids {
		element, ok := d.q.InFlight(uid)
		if !ok {
			continue
		}
		at := "none"
		if i, in := index[element]; in {
			at = strconv.Itoa(i)
		} else if element != trace.NoElement {
			at = "removed"
		}
		o.InFlight = append(o.InFlight, observe.InFlight{UID: uid, At: at})
	}
	slices.SortFunc(o.InFlight, func(a, b observe.InFlight) int { return strings.Compare(a.UID, b.UID) })
}

func (d *Queue) element(s *trace.State, e trace.Element) string {
	if e.Event == nil {
		return "<" + d.uids[e.Pod] + ">"
	}
	text := fmt.Sprintf("%s(%s/%s", e.Event.Label, e.Event.Resource, e.Event.Action)
	object := e.Event.New
	if object == nil {
		object = e.Event.Old
	}
	switch o := object.(type) {
	case *api.Node:
		text += " node/" + o.Name
	case *api.Pod:
		text += " pod/" + o.FullName()
		if o.UID != "" {
			text += fmt.Sprintf(" %s r%d", o.UID, d.revisions[o])
		}
	}
	text += ")"
	if d.profile.InFlight == profile.PreviousEvent {
		text += "×" + strconv.Itoa(int(s.List.Uses.At(e.ID)))
	}
	return text
}
