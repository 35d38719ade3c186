package sched

import (
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// condition is a pod's PodScheduled condition as the scheduler last patched it.
type condition struct{ reason, message string }

// failure runs the next phase of handling a failed attempt (Scheduler.handleSchedulingFailure). Refetch is a step of
// its own because a pod deleted and made again between it and the failure is what leaks a marker (#138316).
func (l *Loop) failure(a *attempt) {
	switch a.next {
	case trace.PhaseDiagnose:
		l.diagnose(a)
	case trace.PhaseRefetch:
		l.refetch(a)
	case trace.PhaseRequeue:
		l.requeue(a)
	}
}

// diagnose notes which plugins rejected the pod; an error leaves what the entry had.
func (l *Loop) diagnose(a *attempt) {
	a.next = trace.PhaseRefetch
	if !a.rejected {
		rule := why.Rule("phase.diagnose-error")
		args := []why.Arg{why.S("phase", string(a.failed))}
		if len(a.entry.Rejectors) > 0 {
			rule = "phase.diagnose-sticky"
			args = append(args, list("plugins", a.entry.Rejectors))
		}
		l.phase(a, trace.PhaseDiagnose, why.Reason{Rule: rule, Args: args})
		return
	}
	next := *a.entry
	next.Rejectors, next.Pending = a.rejectors, nil
	a.entry = &next
	l.phase(a, trace.PhaseDiagnose, why.Reason{Rule: "phase.diagnose", Args: []why.Arg{list("plugins", a.rejectors), why.S("message", a.message)}})
}

// refetch reads the pod back from the informer cache.
func (l *Loop) refetch(a *attempt) {
	popped := a.entry.Object
	id, now := l.informed(popped)
	switch {
	case now == nil:
		l.abandon(a, why.Reason{Rule: "refetch.gone"})
	case now.NodeName != "":
		l.abandon(a, why.Reason{Rule: "refetch.assigned", Node: now.NodeName})
	case now.UID != popped.UID && l.profile.Recreated == profile.RecreatedSkipped:
		l.abandon(a, why.Reason{Rule: "refetch.skip-recreated", Args: []why.Arg{why.S("uid", popped.UID), why.S("now", now.UID)}})
	default:
		a.next = trace.PhaseRequeue
		rule := why.Rule("refetch.same")
		if now.UID != popped.UID && l.profile.Recreated == profile.RecreatedDraft {
			rule = "refetch.recreated-draft"
		} else if now.UID != popped.UID {
			rule = l.byCycle("refetch.recreated")
		} else if now != popped {
			rule = "refetch.newer"
		}
		l.phase(a, trace.PhaseRefetch, why.Reason{Rule: rule, Args: []why.Arg{why.S("uid", popped.UID), why.S("now", now.UID)}})
		next := *a.entry
		next.Object, next.Pod = now, id
		a.entry = &next
		a.touch()
	}
}

// abandon ends the attempt without returning the pod; Done is called for the UID that was popped.
func (l *Loop) abandon(a *attempt, r why.Reason) {
	l.phase(a, trace.PhaseRefetch, r)
	l.leave(a)
	l.end(a, "abandoned")
	l.queue.Done(a.entry.Object.UID)
	l.report(trace.Change{Kind: trace.KindNote, Pod: a.pod}, why.Reason{Rule: "attempt.abandoned", Pod: a.entry.Object.FullName()}, nil)
}

// requeue gives the pod back to the queue; then the patched condition comes back as an update.
func (l *Loop) requeue(a *attempt) {
	a.last, a.next = trace.PhaseRequeue, trace.PhaseFinished
	l.leave(a)
	_, result := a.blame()
	l.end(a, result)
	cycle := l.queue.SchedulingCycle() // a *Presence error is a beat already
	if l.profile.Recreated == profile.RecreatedDraft {
		_ = l.queue.AddUnschedulableAs(a.uid, a.entry, cycle)
	} else {
		_ = l.queue.AddUnschedulableIfNotPresent(a.entry, cycle)
	}
	l.patchCondition(a)
}

// patchCondition writes the PodScheduled condition; if it says something new, the API server sends the pod back as an
// update whose status alone changed.
func (l *Loop) patchCondition(a *attempt) {
	reason, _ := a.blame()
	id, now := l.informed(a.entry.Object)
	c := condition{reason, a.message}
	if now == nil || now.NodeName != "" || l.conditions[now.UID] == c {
		return
	}
	l.conditions[now.UID] = c
	patched := *now
	l.cluster.SetPod(id, &patched)
	l.report(trace.Change{Kind: trace.KindObject, Pod: id}, why.Reason{Rule: "object.status-patch", Pod: now.FullName(), Args: []why.Arg{why.S("reason", reason)}}, nil)
	l.queue.Update(now, &patched)
}
