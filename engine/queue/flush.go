package queue

import (
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// FlushBackoffQCompleted moves every pod whose backoff is over to activeQ; it runs each second. It returns how many
// pods left a backoff queue (PriorityQueue.flushBackoffQCompleted).
func (q *Queue) FlushBackoffQCompleted() (left int) {
	if q.log != nil {
		q.log.line(q.cfg.Now(), "flush backoff")
	}
	for _, h := range []struct {
		place trace.Place
		heap  *heap
	}{{trace.BackoffQ, q.backoffQ}, {trace.ErrorBackoffQ, q.errorBackoffQ}} {
		for head := h.heap.peek(); head != nil && !q.isPodBackingoff(head); head = h.heap.peek() {
			left++
			q.moveToActiveQ(h.heap.pop(), route{from: h.place, fromBackoff: true,
				verdict: verdict{why: q.reason("backoff.over", head, nil)}})
		}
	}
	return left
}

// FlushUnschedulablePodsLeftover moves the pods that have waited in unschedulablePods for longer than the limit, five
// minutes unless configured; it runs every 30 seconds. It returns how many it tried to move
// (PriorityQueue.flushUnschedulablePodsLeftover).
func (q *Queue) FlushUnschedulablePodsLeftover() (overdue int) {
	if q.log != nil {
		q.log.line(q.cfg.Now(), "flush unschedulable")
	}
	var pods []*trace.Queued
	now := q.cfg.Now()
	for _, e := range q.unschedulable.inOrder() {
		if now-e.WaitsSince() > int64(q.cfg.MaxInUnschedulable) {
			pods = append(pods, q.sweep(e))
		}
	}
	if len(pods) > 0 {
		ev := q.newEvent(event.Recorded{ClusterEvent: event.UnschedulableTimeout})
		if q.recording() {
			q.report(trace.Change{Kind: trace.KindEvent, Pod: trace.NoPod, Event: ev}, q.reason("event.sweep", nil, ev, why.N("overdue", len(pods))), nil)
		}
		q.movePods(pods, ev)
	}
	return len(pods)
}

// sweep notes that the sweep took a pod, so that it comes back to it only after the limit if it could not move it (1.37).
func (q *Queue) sweep(e *trace.Queued) *trace.Queued {
	if !q.profile.SweepCounts {
		return e
	}
	next := *e
	next.FlushTimestamp = q.cfg.Now()
	q.changed(e, &next)
	return &next
}

// BackoffDue tells whether FlushBackoffQCompleted would move a pod now.
func (q *Queue) BackoffDue() bool {
	for _, h := range []*heap{q.backoffQ, q.errorBackoffQ} {
		if head := h.peek(); head != nil && !q.isPodBackingoff(head) {
			return true
		}
	}
	return false
}

// SweepDue tells whether FlushUnschedulablePodsLeftover would change anything that shows: a pod is overdue, and it is
// not gated or is asked all the same, or an attempt is under way that will look back at the sweep, or the sweep is the
// first move request of its cycle where cycles decide (before the first pop there is nobody to compare).
func (q *Queue) SweepDue() bool {
	overdue, gated := q.overdue()
	counts := q.profile.InFlight == profile.ByCycle && q.schedulingCycle > 0 && q.moveRequestCycle != q.schedulingCycle
	return overdue > gated || gated > 0 && (q.inFlight.pods() > 0 || counts || q.profile.WildcardReachesGated)
}

// SweepInVain is a sweep that finds none but gated pods and nobody in flight: it counts as a move request, no more.
func (q *Queue) SweepInVain() {
	if _, gated := q.overdue(); gated > 0 {
		if q.log != nil {
			q.log.line(q.cfg.Now(), "flush unschedulable")
		}
		q.moveRequestCycle = q.schedulingCycle
	}
}

// overdue counts the pods that have waited in unschedulablePods for longer than the limit, and the gated ones of them.
func (q *Queue) overdue() (overdue, gated int) {
	now := q.cfg.Now()
	for i := range q.unschedulable.entries.Len() {
		if e := q.unschedulable.entries.At(i); e != nil && now-e.WaitsSince() > int64(q.cfg.MaxInUnschedulable) {
			overdue++
			if e.Gating != "" {
				gated++
			}
		}
	}
	return overdue, gated
}

// WaitsForTimer tells whether a timer may still change anything: a pod waits in a backoff queue, or in
// unschedulablePods without a gate that no sweep opens.
func (q *Queue) WaitsForTimer() bool {
	if q.backoffQ.len()+q.errorBackoffQ.len() > 0 {
		return true
	}
	for i := range q.unschedulable.entries.Len() {
		if e := q.unschedulable.entries.At(i); e != nil && e.Gating == "" {
			return true
		}
	}
	return false
}

// RestartNumbering makes the next cluster event E1: what is in place before a story begins does not count.
func (q *Queue) RestartNumbering() { q.events = 0 }
