package queue

import (
	"slices"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Presence is the error of returning a pod that a queue holds already.
type Presence struct {
	Pod   string      // namespace/name
	Place trace.Place // the queue that holds it
}

// Error is the sentence of upstream's error, in our words.
func (p *Presence) Error() string { return "pod " + p.Pod + " is in " + p.Place.String() + " already" }

// AddUnschedulableIfNotPresent takes back a pod whose attempt failed. e carries the plugins that rejected it (none:
// an error) and the pod as the informer has it now; cycle is SchedulingCycle() at the time of the failure. Whatever
// it decides, and also when it returns a *Presence error, it ends with Done for the UID of the pod that e holds now
// (PriorityQueue.AddUnschedulableIfNotPresent).
func (q *Queue) AddUnschedulableIfNotPresent(e *trace.Queued, cycle int64) error {
	return q.AddUnschedulableAs(e.Object.UID, e, cycle)
}

// AddUnschedulableAs is AddUnschedulableIfNotPresent for the attempt of the given UID, which may be another than that of
// the pod that e holds now: its events are looked at, and Done is called for it. No release has it; it is the first draft
// of kubernetes#138324 (profile.RecreatedDraft).
func (q *Queue) AddUnschedulableAs(uid string, e *trace.Queued, cycle int64) error {
	if q.log != nil {
		q.log.returned(q.cfg.Now(), uid, e)
	}
	defer q.leaveFlight(uid)
	if place := q.presence(e); place != trace.Nowhere {
		err := &Presence{e.Object.FullName(), place}
		if q.recording() {
			q.report(trace.Change{Kind: trace.KindNote, Pod: e.Pod}, q.reason("return.present", e, nil, why.S("queue", place.String())), nil)
		}
		return err
	}
	next := *e
	if len(e.Rejectors) == 0 && len(e.Pending) == 0 {
		next.ConsecutiveErrors++
	} else {
		next.UnschedulableCount++
		next.ConsecutiveErrors = 0
	}
	if q.profile.BackoffCount != profile.CountFailures {
		next.ConsecutiveErrors, next.UnschedulableCount = 0, 0
	}
	next.Timestamp, next.FlushTimestamp = q.cfg.Now(), trace.NoTime
	back := q.renewed(next)
	if q.profile.InFlight == profile.ByCycle {
		q.returnByCycle(back, cycle)
		return nil
	}
	q.requeue(back, q.determineSchedulingHintForInFlightPod(uid, back), trace.Scheduling)
	return nil
}

// presence is the queue that holds the pod's name already, in the order in which upstream looks.
func (q *Queue) presence(e *trace.Queued) trace.Place {
	k := keyOf(e.Object)
	switch {
	case q.unschedulable.get(k) != nil:
		return trace.UnschedulablePods
	case q.activeQ.get(k) != nil:
		return trace.ActiveQ
	case q.backoffQ.get(k) != nil:
		return trace.BackoffQ
	case q.errorBackoffQ.get(k) != nil:
		return trace.ErrorBackoffQ
	}
	return trace.Nowhere
}

// returnByCycle: without a list of events, a move request since the pod's cycle sends it to backoffQ, whatever it was
// about, and even if nothing is left of its backoff (addUnschedulableWithoutQueueingHint).
func (q *Queue) returnByCycle(e *trace.Queued, cycle int64) {
	args := []why.Arg{why.N("move", int(q.moveRequestCycle)), why.N("cycle", int(cycle))}
	switch {
	case q.moveRequestCycle >= cycle:
		q.enterBackoffQ(e, trace.Scheduling, verdict{strategy: queueAfterBackoff, why: q.reason("return.move-request", e, nil, args...)})
	case len(e.Rejectors) == 0 && q.profile.NoRejector == profile.NoRejectorBackoff:
		q.enterBackoffQ(e, trace.Scheduling, verdict{strategy: queueAfterBackoff, why: q.reason("return.error", e, nil)})
	default:
		q.enterUnschedulable(e, trace.Scheduling, verdict{why: q.reason("return.no-move-request", e, nil, args...)})
	}
}

// requeue puts a pod where the verdict sends it, and returns where that was (requeuePodViaQueueingHint 1.28,
// requeuePodWithQueueingStrategy from 1.29).
func (q *Queue) requeue(e *trace.Queued, v verdict, from trace.Place) trace.Place {
	switch {
	case v.strategy == queueSkip:
		q.enterUnschedulable(e, from, v)
		return trace.UnschedulablePods
	case v.strategy == queueAfterBackoff && q.isPodBackingoff(e):
		return q.moveToBackoffQ(e, v, from)
	}
	if q.moveToActiveQ(e, route{from: from, verdict: v}) {
		return trace.ActiveQ
	}
	return trace.UnschedulablePods
}

// moveToBackoffQ puts the pod into a backoff queue. Where Pop may take it from there, PreEnqueue runs now, and a gated
// pod goes to unschedulablePods (backoffQueue from 1.33).
func (q *Queue) moveToBackoffQ(e *trace.Queued, v verdict, from trace.Place) trace.Place {
	if q.profile.PopFromBackoffQ {
		before := e
		var reason why.Reason
		e, reason = q.runPreEnqueue(e)
		if e.Gating != "" {
			if held := q.unschedulable.get(keyOf(e.Object)); held == nil || held == before || q.profile.GatedHeld != profile.GatedKeeps {
				reason.Plugin, reason.Pod = e.Gating, e.Object.FullName()
				q.enterUnschedulable(e, from, verdict{why: reason})
			}
			return trace.UnschedulablePods
		}
	}
	if from == trace.UnschedulablePods {
		q.unschedulable.remove(keyOf(e.Object))
	}
	q.enterBackoffQ(e, from, v)
	if q.profile.ErrorBackoffQ && len(e.Rejectors) == 0 && len(e.Pending) == 0 {
		return trace.ErrorBackoffQ
	}
	return trace.BackoffQ
}

// MoveAllToActiveOrBackoffQueue takes a cluster event: every pod in unschedulablePods that preCheck lets through (nil:
// all) is asked, and the event is recorded if any pod is in flight. Old or new is nil for an addition or a deletion.
func (q *Queue) MoveAllToActiveOrBackoffQueue(ce event.ClusterEvent, old, new api.Object, preCheck func(*api.Pod) bool) {
	rule := why.Rule("event.pre-check-priority")
	if q.profile.PreCheck {
		rule = "event.pre-check"
	}
	q.moveAll(ce, old, new, preCheck, rule)
}

// MoveOthersToActiveOrBackoffQueue is MoveAllToActiveOrBackoffQueue for every pod but one: the one whose own failure the
// event tells of (Scheduler.handleBindingCycleError).
func (q *Queue) MoveOthersToActiveOrBackoffQueue(ce event.ClusterEvent, old, new api.Object, uid string) {
	q.moveAll(ce, old, new, func(p *api.Pod) bool { return p.UID != uid }, "event.pre-check-self")
}

func (q *Queue) moveAll(ce event.ClusterEvent, old, new api.Object, preCheck func(*api.Pod) bool, held why.Rule) {
	if q.log != nil {
		q.log.happened(q.cfg.Now(), ce, old, new, preCheck != nil, q.namesOf(preCheck))
	}
	q.moveWaiting(q.newEvent(event.Recorded{ClusterEvent: ce, Old: old, New: new}), preCheck, held)
}

func (q *Queue) moveWaiting(ev *event.Recorded, preCheck func(*api.Pod) bool, held why.Rule) {
	if !q.ofInterest(ev) {
		return
	}
	q.arrives(ev)
	q.movePods(q.checked(preCheck, held), ev)
}

// AssignedPodAdded takes a pod that a node now has (releases that do not use MoveAllToActiveOrBackoffQueue for it):
// only pods with a required pod affinity term that matches it are asked, and from 1.31 those that PodTopologySpread
// rejected.
func (q *Queue) AssignedPodAdded(pod *api.Pod) {
	if q.log != nil {
		q.log.pod(q.cfg.Now(), "assigned add", pod, assigned)
	}
	q.moveByTopology(pod, q.newEvent(event.Recorded{ClusterEvent: event.Named(q.profile, event.AssignedPod, event.Add), New: pod}))
}

// AssignedPodUpdated is AssignedPodAdded for a changed pod, with the part of the handler that tells the changes apart.
// From 1.31 a request that shrank concerns every pod.
func (q *Queue) AssignedPodUpdated(old, pod *api.Pod) {
	if q.log != nil {
		q.log.pod(q.cfg.Now(), "assigned update", pod, assigned)
	}
	shrank := q.profile.AssignedUpdates != profile.AssignedOnce && event.ScaledDown(q.profile, old, pod)
	for _, ce := range event.AssignedChanges(q.profile, old, pod) {
		ev := q.newEvent(event.Recorded{ClusterEvent: ce, Old: old, New: pod})
		if shrank && ce.Action&event.UpdatePodScaleDown != 0 {
			q.moveWaiting(ev, nil, "")
		} else {
			q.moveByTopology(pod, ev)
		}
	}
}

// ofInterest tells whether anybody registered for the event; others are dropped and not even recorded (from 1.30).
func (q *Queue) ofInterest(ev *event.Recorded) bool {
	if !q.profile.EventFilter || ev.IsWildcard() {
		return true
	}
	for i := range q.everyone {
		if event.Match(q.profile.EventMatch, q.everyone[i].Event, ev.ClusterEvent) {
			return true
		}
	}
	if q.recording() {
		q.report(trace.Change{Kind: trace.KindEvent, Pod: trace.NoPod, Event: ev}, q.reason("event.no-interest", nil, ev), nil)
	}
	return false
}

// checked are the waiting pods that the preCheck lets through. Those it holds back are shown: up to 1.31 this is how
// an event can be swallowed; later only priorities are checked so.
func (q *Queue) checked(preCheck func(*api.Pod) bool, held why.Rule) []*trace.Queued {
	waiting := q.unschedulable.inOrder()
	if preCheck == nil {
		return waiting
	}
	passed := waiting[:0]
	for _, e := range waiting {
		if preCheck(e.Object) {
			passed = append(passed, e)
		} else if q.recording() {
			q.stays(e, verdict{why: q.reason(held, e, nil)})
		}
	}
	return passed
}

// podTopologySpread is the one plugin that releases from 1.31 know by name here.
const podTopologySpread = "PodTopologySpread"

// across are the waiting pods that a pod on a node may concern wherever it is.
func (q *Queue) across(pod *api.Pod) []*trace.Queued {
	var labels map[string]string
	if q.cfg.NamespaceLabels != nil {
		labels = q.cfg.NamespaceLabels(pod.Namespace)
	}
	var out []*trace.Queued
	for _, e := range q.unschedulable.inOrder() {
		if q.profile.AssignedPodsBySpread && e.Object.Namespace == pod.Namespace && slices.Contains(e.Rejectors, podTopologySpread) {
			out = append(out, e)
			continue
		}
		for i := range e.Object.RequiredPodAffinity {
			if e.Object.RequiredPodAffinity[i].Matches(e.Object, pod, labels) {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

// moveByTopology asks only the pods that the pod of the event may concern wherever it is
// (getUnschedulablePodsWithMatchingAffinityTerm, getUnschedulablePodsWithCrossTopologyTerm from 1.31).
func (q *Queue) moveByTopology(pod *api.Pod, ev *event.Recorded) {
	if !q.ofInterest(ev) {
		return
	}
	asked := q.across(pod)
	if q.recording() {
		kind := why.Rule("event.by-affinity")
		if q.profile.AssignedPodsBySpread {
			kind = "event.by-topology"
		}
		rule, while := q.meanwhile(kind)
		q.report(trace.Change{Kind: trace.KindEvent, Pod: trace.NoPod, Event: ev}, q.reason(rule, nil, ev,
			why.N("asked", len(asked)), why.N("waiting", q.unschedulable.len()), while), nil)
	}
	q.movePods(asked, ev)
}

// arrives reports that an event reaches the queue, while so many pods wait that it may concern.
func (q *Queue) arrives(ev *event.Recorded) {
	if q.recording() {
		rule, while := q.meanwhile("event.arrives")
		q.report(trace.Change{Kind: trace.KindEvent, Pod: trace.NoPod, Event: ev},
			q.reason(rule, nil, ev, why.N("waiting", q.unschedulable.len()), while), nil)
	}
}

// meanwhile is what an event meets on the way of a returning pod: the pods in flight or, where there is no list, the
// scheduling cycle.
func (q *Queue) meanwhile(rule why.Rule) (why.Rule, why.Arg) {
	if q.profile.InFlight == profile.ByCycle {
		return rule + "-by-cycle", why.N("cycle", int(q.schedulingCycle))
	}
	return rule, why.N("inflight", q.inFlight.pods())
}

// movePods asks each of the pods about the event and moves those for which it may matter; then the event is recorded
// for the pods in flight (movePodsToActiveOrBackoffQueue).
func (q *Queue) movePods(pods []*trace.Queued, ev *event.Recorded) {
	for _, e := range pods {
		q.movePod(e, ev)
	}
	q.moveRequested(q.reason("event.move-request", nil, ev, why.N("cycle", int(q.schedulingCycle))), ev)
	q.record(ev)
}

func (q *Queue) movePod(e *trace.Queued, ev *event.Recorded) {
	if q.passesBy(e, ev.ClusterEvent) {
		rule := why.Rule("event.passes-gated-always")
		if q.profile.GatedMove == profile.GatedByPluginEvents {
			rule = "event.passes-gated"
		}
		q.stays(e, verdict{why: q.reason(rule, e, ev, why.S("gate", e.Gating))})
		return
	}
	v := q.isPodWorthRequeuing(e, ev)
	if v.strategy == queueSkip {
		q.stays(e, v)
		return
	}
	if q.profile.Hints == profile.NoHints {
		q.moveInPlace(e, v)
		return
	}
	q.unschedulable.remove(keyOf(e.Object))
	q.requeue(e, v, trace.UnschedulablePods)
}

// moveInPlace is 1.27's way: the pod leaves unschedulablePods only once it is somewhere else.
func (q *Queue) moveInPlace(e *trace.Queued, v verdict) {
	if q.isPodBackingoff(e) {
		q.unschedulable.remove(keyOf(e.Object))
		q.enterBackoffQ(e, trace.UnschedulablePods, v)
		return
	}
	q.moveToActiveQ(e, route{from: trace.UnschedulablePods, cleanPool: true, verdict: v})
}
