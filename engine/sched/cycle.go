package sched

import (
	"fmt"
	"slices"

	"inflight/engine/api"
	"inflight/engine/plugin"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Pop begins the next attempt (Scheduler.scheduleOne).
func (l *Loop) Pop(step int) {
	e, ok := l.queue.Pop()
	if !ok {
		return
	}
	l.attempts++
	a := &attempt{pod: e.Pod, uid: e.Object.UID, asked: e.Object, entry: e, n: l.attempts, cycle: l.queue.SchedulingCycle(), step: step, last: trace.PhasePop, next: trace.PhasePreFilter, started: l.now()}
	if l.skips(a) {
		return
	}
	l.scheduling = a
	l.report(trace.Change{Kind: trace.KindPhase, Pod: e.Pod, Phase: trace.PhasePop},
		why.Reason{Rule: "phase.pop", Pod: e.Object.FullName(), Args: []why.Arg{why.N("n", a.n)}}, nil)
}

// skips ends an attempt before it begins: the pod is being deleted, or is assumed on a node already
// (Scheduler.skipPodSchedule). Up to 1.31 nobody calls Done then (#126962).
func (l *Loop) skips(a *attempt) bool {
	rule := why.Rule("skip.deleting")
	switch {
	case a.entry.Object.Deleting:
	case l.cluster.Assumed(a.entry.Object.UID):
		rule = "skip.assumed"
	default:
		return false
	}
	l.end(a, "skipped")
	l.report(trace.Change{Kind: trace.KindPhase, Pod: a.entry.Pod, Phase: trace.PhaseFinished}, why.Reason{Rule: rule, Pod: a.entry.Object.FullName()}, nil)
	if l.profile.DoneOnSkip {
		l.queue.Done(a.entry.Object.UID)
	}
	return true
}

// Cycle runs the next phase of the scheduling cycle.
func (l *Loop) Cycle() {
	a := l.scheduling
	switch a.next {
	case trace.PhasePreFilter:
		l.preFilter(a)
	case trace.PhaseFilter:
		l.filter(a)
	case trace.PhasePostFilter:
		l.postFilter(a)
	case trace.PhaseReserve:
		l.reserve(a)
	case trace.PhasePermit:
		l.permit(a)
	default:
		l.failure(a)
	}
	a.touch()
}

// preFilter takes the snapshot of the nodes that the whole scheduling cycle looks at (Cache.UpdateSnapshot).
func (l *Loop) preFilter(a *attempt) {
	a.nodes = l.cluster.Snapshot()
	if l.failsHere(a, trace.PhasePreFilter) {
		return
	}
	if len(a.nodes) == 0 {
		a.failed, a.isError, a.refused, a.noNodes, a.message, a.next = trace.PhasePreFilter, true, true, true, "no nodes available to schedule pods", trace.PhaseDiagnose
		l.phase(a, trace.PhasePreFilter, why.Reason{Rule: "phase.no-nodes"})
		return
	}
	var rejection *plugin.Status
	if a.narrowed, rejection = l.plugins.PreFilter(a.entry.Object); rejection != nil {
		l.rejectEach(a, rejection)
		return
	}
	a.next = trace.PhaseFilter
	if missing := a.entry.Object.Unmodelled; len(missing) > 0 {
		l.phase(a, trace.PhasePreFilter, why.Reason{Rule: "phase.prefilter-not-modelled", Args: []why.Arg{list("plugins", missing), why.N("nodes", len(a.nodes))}})
		return
	}
	if a.narrowed != nil {
		l.phase(a, trace.PhasePreFilter, why.Reason{Rule: "phase.prefilter-narrows", Plugin: a.narrowed.Plugin, Args: []why.Arg{
			why.L("named", a.narrowed.Nodes), why.N("left", len(a.left())), why.N("nodes", len(a.nodes))}})
		return
	}
	l.phase(a, trace.PhasePreFilter, why.Reason{Rule: "phase.prefilter", Args: []why.Arg{why.N("nodes", len(a.nodes))}})
}

// rejectEach is a rejection by PreFilter: no node is looked at, and each counts as rejected for the same reason.
func (l *Loop) rejectEach(a *attempt, st *plugin.Status) {
	names, rejections := make([]string, len(a.nodes)), make([]*plugin.Status, len(a.nodes))
	for i, n := range a.nodes {
		names[i], rejections[i] = n.Node.Name, st
	}
	a.judge(names, rejections)
	a.message = noneAvailable(len(a.nodes), st.Reasons)
	a.rejectors = []string{st.Plugin}
	a.failed, a.rejected, a.next = trace.PhasePreFilter, true, trace.PhasePostFilter
	l.phase(a, trace.PhasePreFilter, st.Why)
}

// filter asks about every node that PreFilter left at once: upstream does it in parallel and under one snapshot.
func (l *Loop) filter(a *attempt) {
	if l.failsHere(a, trace.PhaseFilter) {
		return
	}
	if l.nominated(a) {
		return
	}
	if missing := a.missing(); missing != "" && l.profile.MissingNamedFails {
		l.error(a, trace.PhaseFilter, fmt.Sprintf("nodeinfo not found for node name %q", missing))
		return
	}
	var names []string
	var rejections []*plugin.Status
	for _, n := range a.nodes {
		st := (*plugin.Status)(nil)
		if a.narrowed.Leaves(n.Node.Name) {
			st = l.plugins.Filter(a.entry.Object, n)
		} else if st = l.plugins.Outside(a.entry.Object, a.narrowed, n.Node.Name); st == nil {
			continue // nobody says anything of the node
		}
		names, rejections = append(names, n.Node.Name), append(rejections, st)
	}
	a.judge(names, rejections)
	if len(a.feasible) > 0 {
		a.next = trace.PhaseReserve
		l.phase(a, trace.PhaseFilter, why.Reason{Rule: "filter.some", Args: []why.Arg{why.N("fit", len(a.feasible)), why.N("nodes", len(a.nodes))}})
		return
	}
	a.message, a.rejectors = fitError(len(a.nodes), rejections)
	if a.narrowed != nil && l.profile.NarrowedBlamed && !slices.Contains(a.rejectors, a.narrowed.Plugin) {
		a.rejectors = append(a.rejectors, a.narrowed.Plugin)
		slices.Sort(a.rejectors)
	}
	a.failed, a.rejected, a.next = trace.PhaseFilter, true, trace.PhasePostFilter
	l.phase(a, trace.PhaseFilter, filterReason(a, rejections))
}

// nominated looks at the node that the pod is nominated to before any other, and at no other if it fits
// (Scheduler.evaluateNominatedNode).
func (l *Loop) nominated(a *attempt) (fits bool) {
	for _, n := range a.nodes {
		if n.Node.Name == a.entry.Object.NominatedNodeName && l.plugins.Filter(a.entry.Object, n) == nil {
			a.judge([]string{n.Node.Name}, []*plugin.Status{nil})
			a.next = trace.PhaseReserve
			l.phase(a, trace.PhaseFilter, why.Reason{Rule: "filter.nominated", Node: n.Node.Name, Args: []why.Arg{why.N("nodes", len(a.nodes))}})
			return true
		}
	}
	return false
}

// filterReason tells the numbers where one node decided, and the plugins where several did.
func filterReason(a *attempt, rejections []*plugin.Status) why.Reason {
	switch {
	case len(a.nodes) == 1 && len(rejections) == 1:
		return rejections[0].Why
	case a.narrowed != nil && len(a.left()) == 0:
		return why.Reason{Rule: "filter.none-named", Args: []why.Arg{why.L("named", a.narrowed.Nodes), list("plugins", a.rejectors)}}
	case a.narrowed != nil:
		return why.Reason{Rule: "filter.none-left", Args: []why.Arg{why.L("named", a.narrowed.Nodes), list("plugins", a.rejectors)}}
	}
	return why.Reason{Rule: "filter.none", Args: []why.Arg{why.N("nodes", len(rejections)), list("plugins", a.rejectors)}}
}

// postFilter is where preemption would look for victims; it is not modelled yet, and says so where it would matter.
func (l *Loop) postFilter(a *attempt) {
	a.next = trace.PhaseDiagnose
	rule := why.Rule("phase.postfilter-no-victims")
	lower := 0
	for _, n := range a.nodes {
		for _, p := range n.Pods {
			if p.Priority < a.entry.Object.Priority {
				lower++
			}
		}
	}
	if lower > 0 && a.entry.Object.PreemptionPolicy != "Never" {
		rule = "phase.postfilter-not-modelled"
	}
	l.phase(a, trace.PhasePostFilter, why.Reason{Rule: rule, Args: []why.Arg{why.N("lower", lower)}})
}

// reserve picks the node and assumes the pod there, so that the next attempt counts with it (Scheduler.assume). Where only
// one node fits, nothing is scored (Scheduler.schedulePod).
func (l *Loop) reserve(a *attempt) {
	var feasible []*api.NodeInfo
	for _, n := range a.nodes {
		if slices.Contains(a.feasible, n.Node.Name) {
			feasible = append(feasible, n)
		}
	}
	chosen, because := 0, why.Reason{Rule: "phase.reserve-only"}
	switch {
	case len(feasible) == 1 && feasible[0].Node.Name == a.entry.Object.NominatedNodeName:
		because.Rule = "phase.reserve-nominated"
	case len(feasible) > 1:
		var score int64
		var problem string
		if chosen, score, problem = l.plugins.Choose(a.entry.Object, feasible); problem != "" {
			l.error(a, trace.PhaseReserve, problem)
			return
		}
		because = why.Reason{Rule: "phase.reserve", Args: []why.Arg{why.N("score", int(score)), why.N("fit", len(feasible))}}
	}
	a.node = feasible[chosen].Node.Name
	assumed := *a.entry.Object
	assumed.NodeName = a.node
	if !l.cluster.Assume(a.entry.Pod, &assumed, a.node) {
		a.node = ""
		l.error(a, trace.PhaseReserve, "pod "+assumed.UID+"("+assumed.FullName()+") is in the cache, so can't be assumed")
		return
	}
	a.assumed, a.next = true, trace.PhasePermit
	because.Node = a.node
	l.phase(a, trace.PhaseReserve, because)
	l.failsHere(a, trace.PhaseReserve)
}

// permit ends the scheduling cycle: the binding cycle runs beside the next attempt, and the pod is still in flight where
// the release has pods in flight.
func (l *Loop) permit(a *attempt) {
	if l.failsHere(a, trace.PhasePermit) {
		return
	}
	a.next, a.inBinding = trace.PhaseWaitOnPermit, true
	l.scheduling = nil
	l.binding = append(l.binding, a)
	a.last = trace.PhasePermit
	a.touch()
	rule := l.byCycle("phase.permit")
	if asked := (fault{trace.PhaseWaitOnPermit, a.entry.Object.FullName()}); l.holds[asked] {
		delete(l.holds, asked)
		a.waits, rule = true, l.byCycle("phase.permit-wait")
	}
	r := why.Reason{Rule: rule, Pod: a.entry.Object.FullName(), Node: a.node}
	if a.waits {
		r.Plugin = plugin.Example
	}
	l.report(trace.Change{Kind: trace.KindMove, Pod: a.entry.Pod, From: trace.Scheduling, To: trace.Binding, Node: a.node, Phase: trace.PhasePermit}, r, nil)
	l.nominate(a)
}

// nominate tells the API where a pod will go that is not bound at once: it waits for a Permit plugin, or a PreBind plugin
// has something to do for it, of which there is none but that of an arranged failure.
func (l *Loop) nominate(a *attempt) {
	_, prepares := l.faults[fault{trace.PhasePreBind, a.entry.Object.FullName()}]
	if l.profile.NominatesEarly && (a.waits || prepares) {
		l.patch(a, nil, &a.node)
	}
}

// failsHere lets an arranged failure of the phase happen, and undoes the assumption.
func (l *Loop) failsHere(a *attempt, p trace.Phase) bool {
	how, fails := l.fault(a, p)
	if !fails {
		return false
	}
	l.fails(a, p, how)
	if a.assumed && !a.inBinding {
		l.forget(a)
	}
	return true
}

// fails is the failure of a phase. To the queue a rejection is one only if the release names its plugin.
func (l *Loop) fails(a *attempt, p trace.Phase, how arranged) {
	if !how.rejects {
		l.error(a, p, how.message)
		return
	}
	l.rejects(a, p, plugin.Example, how.message)
}

func (l *Loop) rejects(a *attempt, p trace.Phase, by, message string) {
	a.failed, a.refused, a.message, a.next = p, true, message, trace.PhaseDiagnose
	if l.blames(p) {
		a.rejected, a.rejectors = true, []string{by}
		a.message, _ = fitError(1, []*plugin.Status{{Plugin: by, Reasons: []string{message}}})
	} else {
		a.isError = true
	}
	rule := why.Rule("phase.rejected")
	if by == "" {
		rule = "phase.rejected-removed"
	}
	l.phase(a, p, why.Reason{Rule: rule, Plugin: by, Args: []why.Arg{why.S("phase", string(p)), why.S("message", message)}})
}

// blames tells whether a rejection in the phase names its plugin to the queue.
func (l *Loop) blames(p trace.Phase) bool {
	switch p {
	case trace.PhaseReserve, trace.PhasePermit:
		return l.profile.ReserveBlames
	case trace.PhaseWaitOnPermit:
		return l.profile.WaitBlames
	case trace.PhasePreBind:
		return l.profile.PreBindBlames
	}
	return false
}

// error is a failure that no plugin is to blame for.
func (l *Loop) error(a *attempt, p trace.Phase, message string) {
	a.failed, a.isError, a.message, a.next = p, true, message, trace.PhaseDiagnose
	l.phase(a, p, why.Reason{Rule: "phase.error", Args: []why.Arg{why.S("phase", string(p)), why.S("message", message)}})
}
