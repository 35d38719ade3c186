package sched

import (
	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Bind runs the next phase of the pod's binding cycle; it tells whether there was one that can go on
// (Scheduler.bindingCycle).
func (l *Loop) Bind(pod trace.PodID) bool {
	for _, a := range l.binding {
		if a.pod == pod && !l.held(a) {
			l.bind(a)
			a.touch()
			return true
		}
	}
	return false
}

func (l *Loop) bind(a *attempt) {
	switch a.next {
	case trace.PhaseWaitOnPermit:
		l.waitOnPermit(a)
	case trace.PhasePreBind:
		l.preBind(a)
	case trace.PhaseBind:
		l.bindToNode(a)
	case trace.PhasePostBind:
		l.postBind(a)
	default:
		l.failure(a)
	}
}

// waitOnPermit is the last point at which a pod can be rejected as unschedulable; from 1.33 it stops being in flight
// right after (#130189).
func (l *Loop) waitOnPermit(a *attempt) {
	if l.bindingFails(a, trace.PhaseWaitOnPermit) {
		return
	}
	r := why.Reason{Rule: "phase.wait-on-permit"}
	if p := a.permission; p != nil {
		if !p.allowed {
			l.rejects(a, trace.PhaseWaitOnPermit, p.plugin, p.message)
			l.bindingFailed(a)
			return
		}
		r = why.Reason{Rule: "phase.permit-allowed", Plugin: p.plugin}
	}
	a.next = trace.PhasePreBind
	l.phase(a, trace.PhaseWaitOnPermit, r)
	if l.profile.DoneAt == profile.DoneBeforePreBind {
		l.queue.Done(a.entry.Object.UID)
	}
}

// preBind prepares the node; in 1.32 the pod stops being in flight right after (#120586).
func (l *Loop) preBind(a *attempt) {
	if l.bindingFails(a, trace.PhasePreBind) {
		return
	}
	a.next = trace.PhaseBind
	l.phase(a, trace.PhasePreBind, why.Reason{Rule: "phase.prebind", Node: a.node})
	if l.profile.DoneAt == profile.DoneBeforeBind {
		l.queue.Done(a.entry.Object.UID)
	}
}

// bindToNode asks the API server, which refuses if the pod is gone, another one by that name, being deleted, or on a node.
// It does not ask whether there is such a node (BindingREST).
func (l *Loop) bindToNode(a *attempt) {
	if l.bindingFails(a, trace.PhaseBind) {
		return
	}
	pod := a.entry.Object
	_, now := l.informed(pod)
	const refused = `running Bind plugin "DefaultBinder": `
	switch {
	case now == nil:
		l.bindingError(a, trace.PhaseBind, refused+`pods "`+pod.Name+`" not found`)
	case now.UID != pod.UID:
		l.bindingError(a, trace.PhaseBind, refused+"the UID in the precondition ("+pod.UID+") does not match "+now.UID)
	case now.Deleting:
		l.bindingError(a, trace.PhaseBind, refused+"pod "+pod.Name+" is being deleted, cannot be assigned to a host")
	case now.NodeName != "":
		l.bindingError(a, trace.PhaseBind, refused+"pod "+pod.Name+" is already assigned to node \""+now.NodeName+"\"")
	default:
		a.next, a.bound = trace.PhasePostBind, true
		l.phase(a, trace.PhaseBind, why.Reason{Rule: "phase.bind", Node: a.node})
	}
}

// postBind ends the attempt well; from 1.28 to 1.31 only now the pod stops being in flight. Then the informer tells
// that the pod is on its node, unless it had to earlier.
func (l *Loop) postBind(a *attempt) {
	if !a.bound {
		l.leave(a)
		l.end(a, "bound")
	}
	l.phase(a, trace.PhasePostBind, why.Reason{Rule: "phase.postbind", Node: a.node})
	if l.profile.DoneAt == profile.DoneAtEnd {
		l.queue.Done(a.entry.Object.UID)
	}
	if a.bound {
		l.leave(a)
		l.end(a, "bound")
		l.tellBound(a)
	}
}

// tellBound lets the informer tell that the API server has bound the attempt's pod.
func (l *Loop) tellBound(a *attempt) {
	a.bound = false
	if _, now := l.informed(a.entry.Object); now != nil && now.UID == a.uid && now.NodeName == "" {
		bound := *now
		bound.NodeName = a.node
		l.UpdatePod(a.entry.Pod, now, &bound)
	}
}

// current is the pod as the API server has it. One that is bound has its node, although the informer may not have told
// yet; then it tells now, before it tells of anything else.
func (l *Loop) current(p *api.Pod) *api.Pod {
	for _, a := range l.binding {
		if a.uid == p.UID && a.bound {
			l.tellBound(a)
			_, p = l.informed(p)
			return p
		}
	}
	return p
}

func (l *Loop) bindingFails(a *attempt, p trace.Phase) bool {
	how, fails := l.fault(a, p)
	if fails {
		l.fails(a, p, how)
		l.bindingFailed(a)
	}
	return fails
}

func (l *Loop) bindingError(a *attempt, p trace.Phase, message string) {
	l.error(a, p, message)
	l.bindingFailed(a)
}

// bindingFailed undoes the assumption and tells the queue that the assumed pod's place is free: at once after an error,
// so that the pod itself may be retried for it; after a rejection once the failure is handled, and to every pod but
// this one (Scheduler.handleBindingCycleError).
func (l *Loop) bindingFailed(a *attempt) {
	assumed := *a.entry.Object
	assumed.NodeName = a.node
	switch {
	case !l.forget(a):
	case a.refused:
		a.freed = &assumed
	default:
		l.queue.MoveAllToActiveOrBackoffQueue(event.Named(l.profile, event.AssignedPod, event.Delete), &assumed, nil, nil)
	}
}

// tellFreed is the end of handling a rejection in the binding cycle.
func (l *Loop) tellFreed(a *attempt) {
	if a.freed != nil {
		l.queue.MoveOthersToActiveOrBackoffQueue(event.Named(l.profile, event.AssignedPod, event.Delete), a.freed, nil, a.freed.UID)
	}
}

// forget stops counting the assumed pod on its node (Unreserve, Cache.ForgetPod). It refuses where the pod is not assumed
// any more: bound by somebody, or up to 1.34 deleted.
func (l *Loop) forget(a *attempt) (ok bool) {
	ok = l.cluster.Forget(a.uid)
	rule := why.Rule("phase.forget")
	switch {
	case ok:
	case l.profile.AssumedDeletion && l.cluster.On(a.uid) == "":
		ok, rule = true, "phase.forget-gone"
	default:
		rule = "phase.forget-nothing"
	}
	node := a.node
	a.assumed, a.node = false, ""
	a.touch()
	l.report(trace.Change{Kind: trace.KindObject, Pod: a.pod, Node: node}, why.Reason{Rule: rule, Pod: a.entry.Object.FullName(), Node: node}, nil)
	return ok
}

// leave takes the attempt out of the cycle that it is in.
func (l *Loop) leave(a *attempt) {
	if l.scheduling == a {
		l.scheduling = nil
	}
	for i, b := range l.binding {
		if b == a {
			l.binding = append(l.binding[:i:i], l.binding[i+1:]...)
			return
		}
	}
}

// end records how the attempt ended.
func (l *Loop) end(a *attempt, result string) {
	if l.finished != nil {
		a.touch()
		l.finished(trace.AttemptRecord{Attempt: *a.shown(), Step: a.step, Result: result})
	}
}
