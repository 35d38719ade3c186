package queue

import (
	"strconv"
	"strings"

	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// This file holds every change of the queue that a beat shows, and all of the reporting.

func (q *Queue) recording() bool { return q.cfg.Observe != nil }

func (q *Queue) report(c trace.Change, r why.Reason, e *trace.Queued) {
	if q.recording() {
		q.cfg.Observe(c, r, e)
	}
}

// enterActiveQ puts the pod into activeQ.
func (q *Queue) enterActiveQ(e *trace.Queued, from trace.Place, v verdict) {
	q.displaced(q.activeQ.get(keyOf(e.Object)), e, trace.ActiveQ)
	q.activeQ.put(e)
	q.moved(e, from, trace.ActiveQ, v)
}

// enterBackoffQ puts the pod into backoffQ; from 1.33 into the error backoffQ if no plugin rejected it. A copy in the
// other of the two heaps is an error of the scheduler, which removes it (backoffQueue.add).
func (q *Queue) enterBackoffQ(e *trace.Queued, from trace.Place, v verdict) {
	if q.profile.ErrorBackoffQ && len(e.Rejectors) == 0 && len(e.Pending) == 0 {
		q.errorBackoffQ.put(e)
		q.backoffQ.remove(keyOf(e.Object))
		q.moved(e, from, trace.ErrorBackoffQ, v)
		return
	}
	q.backoffQ.put(e)
	q.errorBackoffQ.remove(keyOf(e.Object))
	q.moved(e, from, trace.BackoffQ, v)
}

// enterUnschedulable puts the pod into unschedulablePods, or shows that it stays there.
func (q *Queue) enterUnschedulable(e *trace.Queued, from trace.Place, v verdict) {
	q.displaced(q.unschedulable.get(keyOf(e.Object)), e, trace.UnschedulablePods)
	q.unschedulable.put(e)
	if from == trace.UnschedulablePods {
		q.stays(e, v)
		return
	}
	q.moved(e, from, trace.UnschedulablePods, v)
}

func (q *Queue) moved(e *trace.Queued, from, to trace.Place, v verdict) {
	if q.recording() {
		q.report(trace.Change{Kind: trace.KindMove, Pod: e.Pod, From: from, To: to, Strategy: v.word(), Hints: v.hints}, v.why, e)
	}
}

// stays reports that a pod was asked about and does not move.
func (q *Queue) stays(e *trace.Queued, v verdict) {
	if q.recording() {
		q.report(trace.Change{Kind: trace.KindStay, Pod: e.Pod, From: trace.UnschedulablePods, To: trace.UnschedulablePods,
			Strategy: v.word(), Hints: v.hints}, v.why, e)
	}
}

// word is the strategy as it is shown: only where something decided by it.
func (v verdict) word() string {
	if v.hints == nil && v.strategy == queueSkip && v.why.Event.N == 0 && !strings.HasPrefix(string(v.why.Rule), "return.") {
		return ""
	}
	return v.strategy.String()
}

// updatedInPlace reports that the queue's copy of a pod has a new object.
func (q *Queue) updatedInPlace(e *trace.Queued, at trace.Place) {
	if q.recording() {
		q.report(trace.Change{Kind: trace.KindUpdate, Pod: e.Pod, From: at, To: at}, q.reason("update.in-place", e, nil, why.S("queue", at.String())), e)
	}
}

// gated reports that PreEnqueue rejected the pod.
func (q *Queue) gated(e *trace.Queued, r why.Reason) {
	if q.recording() {
		r.Plugin, r.Pod = e.Gating, e.Object.FullName()
		q.report(trace.Change{Kind: trace.KindGate, Pod: e.Pod}, r, e)
	}
}

// dropped reports that a copy leaves a queue without going anywhere.
func (q *Queue) dropped(e *trace.Queued, from trace.Place, r why.Reason) {
	q.report(trace.Change{Kind: trace.KindMove, Pod: e.Pod, From: from, To: trace.Gone}, r, e)
}

// displaced reports that an entry makes room for another pod of the same name.
func (q *Queue) displaced(old, by *trace.Queued, from trace.Place) {
	if old != nil && old.Pod != by.Pod && q.recording() {
		q.dropped(old, from, q.reason("add.displaced", old, nil, why.S("queue", from.String()), why.S("uid", by.Object.UID)))
	}
}

// enterFlight notes that an attempt began.
func (q *Queue) enterFlight(e *trace.Queued) {
	element := q.inFlight.popped(e.Object.UID, e.Pod)
	if !q.recording() {
		return
	}
	switch _, ok := q.inFlight.entry(e.Object.UID); {
	case !ok: // no list
		q.report(trace.Change{Kind: trace.KindUpdate, Pod: e.Pod}, q.reason("pop.cycle", e, nil,
			why.N("cycle", int(q.schedulingCycle)), why.N("move", int(q.moveRequestCycle))), e)
	case element == trace.NoElement:
		q.report(trace.Change{Kind: trace.KindUpdate, Pod: e.Pod}, q.reason("pop.points-at-nothing", e, nil), e)
	case q.inFlight.event(element) != nil:
		q.report(trace.Change{Kind: trace.KindUpdate, Pod: e.Pod, Elements: []int{element}},
			q.reason("pop.points-at", e, q.inFlight.event(element)), e)
	default:
		q.report(trace.Change{Kind: trace.KindPush, Pod: e.Pod, Elements: []int{element}}, q.reason("pop.marker", e, nil), e)
	}
}

// record appends an event to the list if any pod is in flight.
func (q *Queue) record(ev *event.Recorded) (recorded bool) {
	element := q.inFlight.arrived(ev)
	if element == trace.NoElement {
		return false
	}
	if q.recording() {
		q.report(trace.Change{Kind: trace.KindPush, Pod: trace.NoPod, Event: ev, Elements: []int{element}},
			q.reason("event.recorded", nil, ev, why.N("pods", q.inFlight.pods())), nil)
	}
	return true
}

// moveRequested notes the cycle of a move request, up to 1.36. It shows where cycles decide, and there only if it is another one.
func (q *Queue) moveRequested(r why.Reason, ev *event.Recorded) {
	if !q.profile.MoveRequests {
		return
	}
	shows := q.profile.InFlight == profile.ByCycle && q.moveRequestCycle != q.schedulingCycle
	q.moveRequestCycle = q.schedulingCycle
	if shows && q.recording() {
		q.report(trace.Change{Kind: trace.KindUpdate, Pod: trace.NoPod, Event: ev}, r, nil)
	}
}

// look reports one element of the list that a returning pod looks at.
func (q *Queue) look(e *trace.Queued, element int, v verdict) {
	if q.recording() {
		q.report(trace.Change{Kind: trace.KindLook, Pod: e.Pod, Event: q.inFlight.event(element), Elements: []int{element},
			Strategy: v.strategy.String(), Hints: v.hints}, v.why, e)
	}
}

// lookNil reports that a returning pod's position has no next element, because it left the list.
func (q *Queue) lookNil(e *trace.Queued, previous *event.Recorded) {
	if q.recording() {
		q.report(trace.Change{Kind: trace.KindLook, Pod: e.Pod, Event: previous}, q.reason("look.nil", e, previous), e)
	}
}

// leaveFlight is done(uid) with its beats: the pod leaves, then the events that nobody needs any more.
func (q *Queue) leaveFlight(uid string) {
	marker, unneeded, known := q.inFlight.done(uid)
	if q.recording() {
		q.reportDone(uid, marker, known)
	}
	for _, id := range unneeded {
		q.inFlight.remove(id)
	}
	if q.recording() && len(unneeded) > 0 {
		q.report(trace.Change{Kind: trace.KindRemove, Pod: q.cfg.IDOf(uid), Elements: unneeded}, q.pruneReason(unneeded, marker), nil)
	}
}

func (q *Queue) reportDone(uid string, marker int, known bool) {
	c := trace.Change{Kind: trace.KindDone, Pod: q.cfg.IDOf(uid)}
	r := why.Reason{Rule: "done.uses", Args: []why.Arg{why.S("uid", uid)}}
	_, noList := q.inFlight.(cycleTracker)
	switch {
	case noList:
		return
	case !known:
		r.Rule = "done.unknown"
	case marker != trace.NoElement:
		c.Elements, r.Rule = []int{marker}, "done.marker"
	}
	q.report(c, r, nil)
}

func (q *Queue) pruneReason(pruned []int, marker int) why.Reason {
	rule := why.Rule("done.prune-unused")
	if marker != trace.NoElement {
		rule = "done.prune"
	}
	first, last := q.inFlight.event(pruned[0]), q.inFlight.event(pruned[len(pruned)-1])
	return why.Reason{Rule: rule, Args: []why.Arg{why.N("events", len(pruned)), why.S("first", "E"+itoa(first.N)), why.S("last", "E"+itoa(last.N))}}
}

// newEvent numbers a cluster event.
func (q *Queue) newEvent(ev event.Recorded) *event.Recorded {
	q.events++
	ev.N = q.events
	ev.At = q.cfg.Now()
	if q.log != nil {
		q.log.caused(&ev)
	}
	return &ev
}

// reason makes a reason about a pod and an event; either may be nil. Nothing is made where nothing is recorded.
func (q *Queue) reason(rule why.Rule, e *trace.Queued, ev *event.Recorded, args ...why.Arg) why.Reason {
	if !q.recording() {
		return why.Reason{}
	}
	r := why.Reason{Rule: rule, Args: args, Event: refOf(ev)}
	if e != nil {
		r.Pod = e.Object.FullName()
	}
	return r
}

func refOf(ev *event.Recorded) why.EventRef {
	if ev == nil {
		return why.EventRef{}
	}
	return why.EventRef{N: ev.N, Label: ev.Label, Object: ev.Object()}
}

func names(name string, members []string) why.Arg {
	return why.Arg{Name: name, Kind: why.ArgList, Str: strings.Join(members, ", ")}
}

func itoa(n int) string { return strconv.Itoa(n) }
