package sched

import (
	"inflight/engine/api"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// condition is a pod's PodScheduled condition as the scheduler patched it; since is the second in which it became one.
type condition struct {
	reason, message string
	since           trace.Time
}

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

// diagnose notes which plugins rejected the pod; an error leaves what the entry had, or nothing from 1.36.
func (l *Loop) diagnose(a *attempt) {
	a.next = trace.PhaseRefetch
	if l.profile.AtPop == profile.RejectorsUntilFailure && len(a.entry.Rejectors)+len(a.entry.Pending) > 0 {
		next := *a.entry
		next.Rejectors, next.Pending = nil, nil
		a.entry = &next
	}
	if !a.rejected {
		rule := why.Rule("phase.diagnose-error")
		args := []why.Arg{why.S("phase", string(a.failed))}
		switch {
		case len(a.entry.Rejectors) > 0:
			rule = "phase.diagnose-sticky"
			args = append(args, list("plugins", a.entry.Rejectors))
		case a.noNodes:
			rule, args = "phase.diagnose-no-nodes", nil
		case a.refused:
			rule = "phase.diagnose-nameless"
		}
		l.phase(a, trace.PhaseDiagnose, why.Reason{Rule: rule, Args: args})
		return
	}
	next := *a.entry
	next.Rejectors, next.Pending = a.rejectors, nil
	a.entry = &next
	if len(a.rejectors) == 0 {
		l.phase(a, trace.PhaseDiagnose, why.Reason{Rule: "phase.diagnose-nobody", Args: []why.Arg{why.S("message", a.message)}})
		return
	}
	if a.rejectors[0] == "" {
		l.phase(a, trace.PhaseDiagnose, why.Reason{Rule: "phase.diagnose-removed", Args: []why.Arg{why.S("message", a.message)}})
		return
	}
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

// abandon ends the attempt without returning the pod; Done is called for the UID that was popped. The condition is patched
// all the same, whatever pod of that name there is, unless it was made again and the release sees that.
func (l *Loop) abandon(a *attempt, r why.Reason) {
	l.phase(a, trace.PhaseRefetch, r)
	l.leave(a)
	l.end(a, "abandoned")
	l.queue.Done(a.uid)
	l.report(trace.Change{Kind: trace.KindNote, Pod: a.pod}, why.Reason{Rule: "attempt.abandoned", Pod: a.entry.Object.FullName()}, nil)
	l.tellFreed(a)
	if r.Rule != "refetch.skip-recreated" {
		l.patchCondition(a)
	}
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
	l.tellFreed(a)
	l.patchCondition(a)
}

// patchCondition writes the PodScheduled condition. A nomination that the pod had when it was popped goes with it, unless
// preemption was not even tried.
func (l *Loop) patchCondition(a *attempt) {
	reason, _ := a.blame()
	var none string
	nominate := &none
	if a.failed == trace.PhaseFilter && a.asked.PreemptionPolicy == "Never" {
		nominate = nil
	}
	l.patch(a, &condition{reason, a.message, l.now() / 1_000_000_000}, nominate)
}

// patch writes to the status of the pod that has the name now. A patch holds what differs from the status of the pod that
// was popped, and no precondition, so that a pod made again may get half of a condition (updatePod,
// util.PatchPodStatus). What changes in the API server comes back as an update.
func (l *Loop) patch(a *attempt, c *condition, nominate *string) {
	before, had := l.conditions[a.asked]
	if c != nil && had && before.reason == c.reason && before.message == c.message {
		c = nil
	}
	if nominate != nil && *nominate == a.asked.NominatedNodeName {
		nominate = nil
	}
	id, now := l.informed(a.asked)
	if now == nil || c == nil && nominate == nil {
		return
	}
	patched := *now
	was, has := l.conditions[now]
	is := was
	if c != nil {
		is.message, has = c.message, true
		if !had || before.reason != c.reason {
			is.reason = c.reason
		}
		if !had {
			is.since = c.since // else its status is False as before
		}
	}
	if nominate != nil {
		patched.NominatedNodeName = *nominate
	}
	if is == was && patched.NominatedNodeName == now.NominatedNodeName {
		return
	}
	if has {
		l.conditions[&patched] = is
	}
	l.cluster.SetPod(id, &patched)
	l.report(trace.Change{Kind: trace.KindObject, Pod: id}, patchReason(now, c, is, nominate), nil)
	if now.NodeName != "" {
		l.assignedUpdated(id, now, &patched)
	} else {
		l.unassignedUpdated(now, &patched)
	}
}

// patchReason tells what a patch changes: is what the condition comes to, c nil where it is not patched.
func patchReason(p *api.Pod, c *condition, is condition, nominate *string) why.Reason {
	r := why.Reason{Rule: "object.status-patch", Pod: p.FullName()}
	switch {
	case c == nil:
		r.Rule, r.Node = "object.nominated", *nominate
		if *nominate == "" {
			r.Rule, r.Node, r.Args = "object.nomination-patch", "", []why.Arg{why.S("nominated", p.NominatedNodeName)}
		}
	case nominate != nil:
		r.Rule, r.Args = "object.status-patch-nomination", []why.Arg{why.S("reason", is.reason), why.S("nominated", p.NominatedNodeName)}
	case is.reason == "":
		r.Rule = "object.status-patch-message"
	default:
		r.Args = []why.Arg{why.S("reason", is.reason)}
	}
	return r
}
