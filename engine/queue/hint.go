package queue

import (
	"slices"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// strategy is where a pod is to go.
type strategy uint8

const (
	queueSkip strategy = iota // stay in, or go to, unschedulablePods
	queueAfterBackoff
	queueImmediately
)

func (s strategy) String() string {
	return [...]string{"QueueSkip", "QueueAfterBackoff", "QueueImmediately"}[s]
}

// verdict is a strategy with its reason and the answers that led to it.
type verdict struct {
	strategy strategy
	why      why.Reason
	hints    []trace.Hint // only while recording
}

// isPodWorthRequeuing decides whether an event may make a pod schedulable, by asking the plugins that rejected it
// (PriorityQueue.isPodWorthRequeuing from 1.28; podMatchesEvent in 1.27).
func (q *Queue) isPodWorthRequeuing(e *trace.Queued, ev *event.Recorded) verdict {
	if len(e.Rejectors) == 0 && len(e.Pending) == 0 {
		return verdict{strategy: queueAfterBackoff, why: q.reason("hint.no-rejectors", e, ev)}
	}
	if ev.IsWildcard() {
		return q.judgeWildcard(e, ev)
	}
	registrations, known := q.registrations(e.Object.SchedulerName)
	if !known {
		return verdict{strategy: queueAfterBackoff, why: q.reason("hint.unknown-profile", e, ev, why.S("scheduler", e.Object.SchedulerName))}
	}
	v := verdict{}
	matched := false
	for i := range registrations {
		r := &registrations[i]
		if !event.Match(q.profile.EventMatch, r.Event, ev.ClusterEvent) || !rejectedBy(e, r.Plugin) {
			continue
		}
		answer, reason := q.ask(r, e, ev)
		if q.recording() {
			v.hints = append(v.hints, trace.Hint{Plugin: r.Plugin, Event: ev, Answer: q.word(answer), Why: reason})
		}
		s := q.weigh(answer, e, r.Plugin)
		if s > v.strategy || !matched {
			v.strategy, v.why = s, reason
		}
		matched = true
		if s == queueImmediately || s == queueAfterBackoff && q.profile.Hints != profile.ThreeHints && len(e.Pending) == 0 {
			return v
		}
	}
	if !matched {
		v.why = q.reason("hint.not-registered", e, ev, names("plugins", e.Rejectors))
	}
	return v
}

// registrations are those of the pod's profile; before hints there is one map for all profiles (clusterEventMap).
func (q *Queue) registrations(scheduler string) (rs []Registration, known bool) {
	if q.profile.Hints == profile.NoHints {
		return q.everyone, true
	}
	rs, known = q.cfg.Registrations[scheduler]
	return rs, known
}

// judgeWildcard: an event for everyone, or (from 1.32, with a pod as its new object) for that pod alone.
func (q *Queue) judgeWildcard(e *trace.Queued, ev *event.Recorded) verdict {
	if q.profile.ActivateInFlight && ev.New != nil {
		pod, ok := ev.New.(*api.Pod)
		if !ok || pod.UID != e.Object.UID {
			return verdict{why: q.reason("hint.wildcard-for-other", e, ev)}
		}
	}
	return verdict{strategy: queueAfterBackoff, why: q.reason("hint.wildcard", e, ev)}
}

// ask calls the hint function; a plugin without one answers Queue to every event that it registered for.
func (q *Queue) ask(r *Registration, e *trace.Queued, ev *event.Recorded) (Answer, why.Reason) {
	if r.Hint == nil {
		rule := why.Rule("hint.default")
		if q.profile.Hints == profile.NoHints {
			rule = "hint.registered"
		}
		reason := q.reason(rule, e, ev)
		reason.Plugin = r.Plugin
		return AnswerQueue, reason
	}
	answer, reason := r.Hint(e.Object, ev.Old, ev.New)
	if q.log != nil {
		q.log.answered(ev, r.Plugin, e.Object.UID, answer)
	}
	reason.Plugin, reason.Pod, reason.Event = r.Plugin, e.Object.FullName(), refOf(ev)
	return answer, reason
}

// weigh turns a plugin's answer into a strategy. From 1.29 "immediately" is no answer but follows from the plugin
// being one that the pod is pending on (KEP-4247).
func (q *Queue) weigh(a Answer, e *trace.Queued, plugin string) strategy {
	switch a {
	case AnswerSkip:
		return queueSkip
	case AnswerImmediately:
		return queueImmediately
	}
	if slices.Contains(e.Pending, plugin) {
		return queueImmediately
	}
	return queueAfterBackoff
}

// word is the answer in the release's vocabulary.
func (q *Queue) word(a Answer) string {
	switch {
	case a == AnswerSkip:
		return "QueueSkip"
	case a == AnswerImmediately:
		return "QueueImmediately"
	case q.profile.Hints == profile.TwoHints:
		return "Queue"
	}
	return "QueueAfterBackoff"
}

func rejectedBy(e *trace.Queued, plugin string) bool {
	return slices.Contains(e.Rejectors, plugin) || slices.Contains(e.Pending, plugin)
}

// determineSchedulingHintForInFlightPod decides where a failed pod goes, by the events that arrived while it was being
// scheduled, under the given UID. Every element looked at is a beat of its own.
func (q *Queue) determineSchedulingHintForInFlightPod(uid string, e *trace.Queued) verdict {
	if len(e.Rejectors) == 0 && len(e.Pending) == 0 && q.profile.NoRejector == profile.NoRejectorBackoff {
		return verdict{strategy: queueAfterBackoff, why: q.reason("return.error", e, nil)}
	}
	if len(e.Rejectors) == 0 && q.profile.NoRejector == profile.NoRejectorAnyReceived {
		return q.anyReceived(e)
	}
	if _, ok := q.inFlight.entry(uid); !ok {
		return q.notInFlight(e)
	}
	if len(e.Rejectors) == 0 && q.profile.NoRejector == profile.NoRejectorAnySincePop {
		return q.anySincePop(uid, e)
	}
	return q.walk(uid, e)
}

// walk asks about every event after the pod's marker, in order, until the strongest answer is found.
func (q *Queue) walk(uid string, e *trace.Queued) verdict {
	best := verdict{}
	asked := 0
	for id := q.inFlight.first(uid); id != trace.NoElement; id = q.inFlight.next(id) {
		ev := q.inFlight.event(id)
		if ev == nil {
			continue // another pod's marker
		}
		asked++
		v := q.isPodWorthRequeuing(e, ev)
		q.look(e, id, v)
		if v.strategy > best.strategy {
			best = v
		}
		if v.strategy == queueImmediately || v.strategy == queueAfterBackoff && q.profile.Hints == profile.TwoHints && len(e.Pending) == 0 {
			break
		}
	}
	if best.strategy != queueSkip {
		return best
	}
	best.hints = nil
	if missed, previous, gone := q.inFlight.lost(uid); gone && missed > 0 {
		q.lookNil(e, previous)
		best.why = q.reason("return.previous-gone", e, nil, why.S("previous", "E"+itoa(previous.N)), why.N("missed", missed))
		return best
	}
	if asked == 0 {
		best.why = q.reason("return.no-events", e, nil)
		return best
	}
	best.why = q.reason("return.all-skip", e, nil, why.N("events", asked), names("plugins", e.Rejectors))
	return best
}

// anyReceived: 1.28.1 retries a pod that nobody rejected if the list holds any event, kept for whomever.
func (q *Queue) anyReceived(e *trace.Queued) verdict {
	n := q.inFlight.events()
	if n == 0 {
		return verdict{why: q.reason("return.error-list-empty", e, nil)}
	}
	return verdict{strategy: queueAfterBackoff, why: q.reason("return.error-list-not-empty", e, nil, why.N("events", n))}
}

// anySincePop: 1.28.2 to 1.28.15 retry a pod that nobody rejected if anything happened since its pop.
func (q *Queue) anySincePop(uid string, e *trace.Queued) verdict {
	for id := q.inFlight.first(uid); id != trace.NoElement; id = q.inFlight.next(id) {
		if ev := q.inFlight.event(id); ev != nil {
			return verdict{strategy: queueAfterBackoff, why: q.reason("return.error-event-since", e, ev)}
		}
	}
	return verdict{why: q.reason("return.error-no-event-since", e, nil)}
}

// notInFlight: the pod has no entry, which is a bug of the scheduler or an earlier Done.
func (q *Queue) notInFlight(e *trace.Queued) verdict {
	if len(e.Rejectors) == 0 && q.profile.NoRejector == profile.NoRejectorAnySincePop {
		if q.inFlight.events() == 0 {
			return verdict{why: q.reason("return.error-no-event-since", e, nil)}
		}
		return verdict{strategy: queueAfterBackoff, why: q.reason("return.error-list-not-empty", e, nil, why.N("events", q.inFlight.events()))}
	}
	return verdict{strategy: queueAfterBackoff, why: q.reason("return.not-in-flight", e, nil)}
}
