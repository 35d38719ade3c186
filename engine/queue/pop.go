package queue

import (
	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Pop takes the pod that is tried next and puts it in flight. ok is false where upstream would block, or where the
// queue is closed. From 1.33 an empty activeQ lets it take the head of backoffQ, whose backoff is not waited for
// (PriorityQueue.Pop, activeQueue.unlockedPop).
func (q *Queue) Pop() (e *trace.Queued, ok bool) {
	if q.log != nil {
		q.log.line(q.cfg.Now(), "pop")
	}
	for {
		from := trace.ActiveQ
		switch {
		case q.activeQ.len() > 0:
			e = q.activeQ.pop()
		case q.profile.PopFromBackoffQ && q.backoffQ.len() > 0:
			e, from = q.backoffQ.pop(), trace.BackoffQ
		default:
			return nil, false
		}
		next := *e
		next.Attempts++
		if _, twice := q.inFlight.entry(e.Object.UID); twice && q.profile.DuplicatePop {
			q.dropped(q.renewed(next), from, q.reason("pop.duplicate", e, nil))
			continue
		}
		q.schedulingCycle++
		if q.profile.AtPop == profile.RejectorsRenewed {
			next.Rejectors, next.Pending = nil, nil
		}
		if q.profile.GateFirst {
			next.Gating = ""
		}
		popped := q.renewed(next)
		q.popped(popped, from)
		return popped, true
	}
}

func (q *Queue) popped(e *trace.Queued, from trace.Place) {
	rule := why.Rule("pop.head")
	if from == trace.BackoffQ {
		rule = "pop.from-backoff"
	}
	args := []why.Arg{why.N("priority", int(e.Object.Priority)), why.N("attempt", e.Attempts)}
	if from == trace.BackoffQ {
		args = append(args, q.left(e))
	}
	q.moved(e, from, trace.Scheduling, verdict{why: q.reason(rule, e, nil, args...)})
	q.enterFlight(e)
	if q.log != nil {
		q.log.popped(e)
	}
}

// Done ends an attempt: the pod stops being in flight, and events that nobody needs any more leave the list. It is a
// no-op for a UID that is not in flight (PriorityQueue.Done, from 1.28).
func (q *Queue) Done(uid string) {
	if q.log != nil {
		q.log.line(q.cfg.Now(), "done", uid)
	}
	q.leaveFlight(uid)
}

// Close stops the queue; from 1.32 it calls Done for every pod in flight (PriorityQueue.Close).
func (q *Queue) Close() {
	if q.log != nil {
		q.log.line(q.cfg.Now(), "close")
	}
	if q.profile.CloseReleases {
		for _, uid := range q.inFlight.uids() {
			q.leaveFlight(uid)
		}
	}
	q.closed = true
}

// Activate moves a pod to activeQ at once, from unschedulablePods or backoffQ. From 1.32, if it is in neither but in
// flight, that it was activated is remembered for its return (PriorityQueue.Activate, #128170).
func (q *Queue) Activate(pods ...*api.Pod) {
	for _, pod := range pods {
		if q.log != nil {
			q.log.line(q.cfg.Now(), "activate", pod.FullName())
		}
		q.activate(pod)
	}
}

func (q *Queue) activate(pod *api.Pod) {
	if q.tryActivate(pod) || !q.profile.ActivateInFlight {
		return
	}
	if _, inFlight := q.inFlight.entry(pod.UID); inFlight {
		q.record(q.newEvent(event.Recorded{ClusterEvent: event.ForceActivation, New: pod}))
	}
	q.moveRequested(why.Reason{Rule: "activate.move-request", Pod: pod.FullName(), Args: []why.Arg{why.N("cycle", int(q.schedulingCycle))}}, nil)
}

func (q *Queue) tryActivate(pod *api.Pod) bool {
	k := keyOf(pod)
	if q.profile.ActivateChecksActiveQ && q.activeQ.get(k) != nil {
		return false
	}
	from := trace.UnschedulablePods
	e := q.unschedulable.get(k)
	if e == nil {
		from, e = trace.BackoffQ, q.backoffQ.get(k)
		if e == nil {
			from, e = trace.ErrorBackoffQ, q.errorBackoffQ.get(k)
		}
		if e == nil {
			return false
		}
		if q.profile.ErrorBackoffQ {
			q.backoffQ.remove(k)
			q.errorBackoffQ.remove(k)
		}
	}
	return q.moveToActiveQ(e, route{from: from, fromBackoff: q.profile.ActivateFromBackoff && from != trace.UnschedulablePods, cleanBackoff: true, cleanPool: true,
		verdict: verdict{strategy: queueImmediately, why: q.reason("activate", e, nil)}})
}
