package queue

import (
	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Add puts a new pod into activeQ, or into unschedulablePods if PreEnqueue rejects it. It does not look whether the
// pod is in flight (PriorityQueue.Add).
func (q *Queue) Add(pod *api.Pod) {
	if q.log != nil {
		q.log.pod(q.cfg.Now(), "add", pod, unassigned)
	}
	e := q.newEntry(pod)
	q.moveToActiveQ(e, route{from: q.whereNow(e), cleanBackoff: true, cleanPool: true,
		verdict: verdict{why: q.reason("add.new", e, nil, why.N("priority", int(pod.Priority)))}})
}

func (q *Queue) newEntry(pod *api.Pod) *trace.Queued {
	return q.renewed(trace.Queued{Pod: q.cfg.IDOf(pod.UID), Object: pod, Timestamp: q.cfg.Now(), FlushTimestamp: trace.NoTime, InitialAttempt: trace.NoTime})
}

// whereNow is the queue that holds a copy of this very pod now.
func (q *Queue) whereNow(e *trace.Queued) trace.Place {
	if place, held := q.Holds(e.Object); held != nil && held.Pod == e.Pod {
		return place
	}
	return trace.Nowhere
}

// route is how a pod comes to activeQ.
type route struct {
	from        trace.Place
	fromBackoff bool // its backoff is over: PreEnqueue ran when it entered backoffQ, where the release does that
	// cleanBackoff and cleanPool: which other copies the caller removes after success, in releases where the move does
	// not remove them all by itself.
	cleanBackoff, cleanPool bool
	verdict                 verdict
}

// moveToActiveQ runs PreEnqueue and puts the pod into activeQ, or into unschedulablePods if it is gated. It tells
// whether the pod reached activeQ (addToActiveQ up to 1.30, moveToActiveQ from 1.31).
func (q *Queue) moveToActiveQ(e *trace.Queued, r route) bool {
	before := e
	if !(q.profile.PopFromBackoffQ && r.fromBackoff) {
		var reason why.Reason
		e, reason = q.runPreEnqueue(e)
		if e.Gating != "" {
			q.hold(before, e, r.from, reason)
			return false
		}
	}
	k := keyOf(e.Object)
	if e.InitialAttempt == trace.NoTime {
		next := *e
		next.InitialAttempt = q.cfg.Now()
		e = &next
	}
	if q.profile.MoveCleans != profile.CallersClean || r.cleanPool {
		q.displaced(q.unschedulable.get(k), e, trace.UnschedulablePods)
		q.unschedulable.remove(k)
	}
	if q.profile.MoveCleans == profile.CleansAll || q.profile.MoveCleans == profile.CallersClean && r.cleanBackoff {
		q.displaced(q.backoffQ.remove(k), e, trace.BackoffQ)
		q.displaced(q.errorBackoffQ.remove(k), e, trace.ErrorBackoffQ)
	}
	q.enterActiveQ(e, r.from, r.verdict)
	return true
}

// changed puts a changed record in the place of the one that it was, wherever that is held: upstream, queues hold the
// very object that changes, and in 1.31 and 1.32 two of them may hold the same one.
func (q *Queue) changed(before, e *trace.Queued) {
	for _, h := range []*heap{q.activeQ, q.backoffQ, q.errorBackoffQ} {
		h.replace(before, e)
	}
	q.unschedulable.replace(before, e)
}

// hold keeps a gated pod in unschedulablePods. From 1.31 to 1.36 a copy that a queue holds already is left alone.
func (q *Queue) hold(before, e *trace.Queued, from trace.Place, reason why.Reason) {
	k := keyOf(e.Object)
	q.changed(before, e)
	held := q.unschedulable.get(k)
	if held == e {
		held = before
	}
	queued := q.activeQ.get(k) != nil || q.backoffQ.get(k) != nil || q.errorBackoffQ.get(k) != nil
	if queued && q.profile.GatedHeld != profile.GatedReplaces || held != nil && held != before && q.profile.GatedHeld == profile.GatedKeeps {
		q.gated(e, reason)
		return
	}
	if held != nil {
		from = trace.UnschedulablePods
	}
	reason.Plugin, reason.Pod = e.Gating, e.Object.FullName()
	q.enterUnschedulable(e, from, verdict{why: reason})
}

// Update takes a changed pod into the queue (PriorityQueue.Update).
func (q *Queue) Update(old, pod *api.Pod) {
	if q.log != nil {
		q.log.pod(q.cfg.Now(), "update", pod, unassigned)
	}
	var events []event.ClusterEvent
	if q.profile.Unscheduled == profile.UpdateAsksHints {
		events = event.PodChanges(q.profile, old, pod)
		if q.recordUpdateInFlight(old, pod, events) {
			return
		}
	}
	k := keyOf(old)
	for _, h := range []struct {
		place trace.Place
		heap  *heap
	}{{trace.ActiveQ, q.activeQ}, {trace.BackoffQ, q.backoffQ}, {trace.ErrorBackoffQ, q.errorBackoffQ}} {
		if e := h.heap.get(k); e != nil && q.takes(e, pod) {
			next := q.withObject(e, pod)
			h.heap.put(next)
			q.changed(e, next)
			q.updatedInPlace(next, h.place)
			return
		}
	}
	if e := q.unschedulable.get(keyOf(pod)); e != nil && q.takes(e, pod) {
		q.updateUnschedulable(q.replaceHeld(e, pod), old, pod, events)
		return
	}
	e := q.newEntry(pod)
	rule := why.Rule("update.new")
	if _, inFlight := q.inFlight.entry(pod.UID); inFlight {
		rule = "update.second-copy"
	}
	q.moveToActiveQ(e, route{from: trace.Nowhere, verdict: verdict{why: q.reason(rule, e, nil, why.N("priority", int(pod.Priority)))}})
}

// recordUpdateInFlight: a pod that is being scheduled is not queued; what changed is remembered for its return (from
// 1.31 with hints, #125578).
func (q *Queue) recordUpdateInFlight(old, pod *api.Pod, events []event.ClusterEvent) bool {
	if _, inFlight := q.inFlight.entry(pod.UID); !q.profile.UpdateInFlight || !inFlight {
		return false
	}
	if q.profile.UpdateInFlightOnce {
		events = []event.ClusterEvent{event.UpdateInFlight}
	}
	for _, ce := range events {
		q.record(q.newEvent(event.Recorded{ClusterEvent: ce, Old: old, New: pod}))
	}
	return true
}

// takes tells whether a queued copy takes the object of an update. One of a new UID (an update that skipped a deletion) is
// refused from 1.37 on, and is added like a new pod.
func (q *Queue) takes(e *trace.Queued, pod *api.Pod) bool {
	return !q.profile.UpdateKeepsUID || e.Object.UID == pod.UID
}

// withObject is the copy with another object; a new UID makes it another pod.
func (q *Queue) withObject(e *trace.Queued, pod *api.Pod) *trace.Queued {
	next := *e
	next.Object, next.Pod = pod, q.cfg.IDOf(pod.UID)
	return &next
}

func (q *Queue) replaceHeld(e *trace.Queued, pod *api.Pod) *trace.Queued {
	next := q.withObject(e, pod)
	q.unschedulable.put(next)
	return next
}

// updateUnschedulable decides whether a pod that waits in unschedulablePods is worth another try now that it changed.
func (q *Queue) updateUnschedulable(e *trace.Queued, old, pod *api.Pod, events []event.ClusterEvent) {
	if q.profile.Unscheduled == profile.UpdateAsksHints {
		q.askAboutUpdate(e, old, pod, events)
		return
	}
	if api.PodSchedulingEqual(old, pod, q.profile.ClaimStatusCounts) {
		q.stays(e, verdict{why: q.reason("update.status-only", e, nil)})
		return
	}
	if q.isPodBackingoff(e) {
		q.unschedulable.remove(keyOf(pod))
		q.enterBackoffQ(e, trace.UnschedulablePods, verdict{strategy: queueAfterBackoff,
			why: q.reason("update.requeue-backoff", e, nil, q.left(e))})
		return
	}
	q.moveToActiveQ(e, route{from: trace.UnschedulablePods, cleanPool: true,
		verdict: verdict{strategy: queueAfterBackoff, why: q.reason("update.requeue", e, nil)}})
}

// askAboutUpdate asks the plugins that rejected the pod about each change of it, until one moves it.
func (q *Queue) askAboutUpdate(e *trace.Queued, old, pod *api.Pod, events []event.ClusterEvent) {
	k := keyOf(pod)
	from := trace.UnschedulablePods
	for _, ce := range events {
		ev := q.newEvent(event.Recorded{ClusterEvent: ce, Old: old, New: pod})
		to := q.requeue(e, q.isPodWorthRequeuing(e, ev), from)
		if to != trace.UnschedulablePods {
			q.unschedulable.remove(k)
			from = to
		}
		if to == trace.ActiveQ || q.profile.PopFromBackoffQ && (to == trace.BackoffQ || to == trace.ErrorBackoffQ) {
			return
		}
		if held := q.unschedulable.get(k); held != nil {
			e = held
		}
	}
}

// Delete takes a pod out of the queue. What is in flight is not touched: the attempt's own Done clears it
// (PriorityQueue.Delete).
func (q *Queue) Delete(pod *api.Pod) {
	if q.log != nil {
		q.log.line(q.cfg.Now(), "delete", pod.FullName())
	}
	k := keyOf(pod)
	if e := q.activeQ.remove(k); e != nil {
		q.dropped(e, trace.ActiveQ, q.reason("delete.from", e, nil, why.S("queue", trace.ActiveQ.String())))
		return
	}
	from := trace.Nowhere
	e := q.backoffQ.remove(k)
	if e != nil {
		from = trace.BackoffQ
	} else if e = q.errorBackoffQ.remove(k); e != nil {
		from = trace.ErrorBackoffQ
	}
	if e != nil && q.profile.DeleteOne {
		q.dropped(e, from, q.reason("delete.from", e, nil, why.S("queue", from.String())))
		return
	}
	if held := q.unschedulable.get(k); held != nil {
		q.unschedulable.remove(k)
		e, from = held, trace.UnschedulablePods
	}
	if e != nil {
		q.dropped(e, from, q.reason("delete.from", e, nil, why.S("queue", from.String())))
	}
}

// left is how much backoff a pod has before it.
func (q *Queue) left(e *trace.Queued) why.Arg {
	return why.D("left", e.BackoffExpiry-q.cfg.Now())
}
