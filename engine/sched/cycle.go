package sched

import (
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
	a := &attempt{pod: e.Pod, uid: e.Object.UID, entry: e, n: l.attempts, cycle: l.queue.SchedulingCycle(), step: step, last: trace.PhasePop, next: trace.PhasePreFilter, started: l.now()}
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
	case l.cluster.On(a.entry.Object.UID) != "":
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
		a.failed, a.isError, a.noNodes, a.message, a.next = trace.PhasePreFilter, true, true, "no nodes available to schedule pods", trace.PhaseDiagnose
		l.phase(a, trace.PhasePreFilter, why.Reason{Rule: "phase.no-nodes"})
		return
	}
	a.next = trace.PhaseFilter
	if missing := a.entry.Object.Unmodelled; len(missing) > 0 {
		l.phase(a, trace.PhasePreFilter, why.Reason{Rule: "phase.prefilter-not-modelled", Args: []why.Arg{list("plugins", missing), why.N("nodes", len(a.nodes))}})
		return
	}
	l.phase(a, trace.PhasePreFilter, why.Reason{Rule: "phase.prefilter", Args: []why.Arg{why.N("nodes", len(a.nodes))}})
}

// filter asks about every node at once: upstream does it in parallel and under one snapshot.
func (l *Loop) filter(a *attempt) {
	if l.failsHere(a, trace.PhaseFilter) {
		return
	}
	names := make([]string, len(a.nodes))
	rejections := make([]*plugin.Status, len(a.nodes))
	for i, n := range a.nodes {
		names[i] = n.Node.Name
		rejections[i] = l.plugins.Filter(a.entry.Object, n)
	}
	a.judge(names, rejections)
	if len(a.feasible) > 0 {
		a.next = trace.PhaseReserve
		l.phase(a, trace.PhaseFilter, why.Reason{Rule: "filter.some", Args: []why.Arg{why.N("fit", len(a.feasible)), why.N("nodes", len(a.nodes))}})
		return
	}
	a.message, a.rejectors = fitError(len(a.nodes), rejections)
	a.failed, a.rejected, a.next = trace.PhaseFilter, true, trace.PhasePostFilter
	l.phase(a, trace.PhaseFilter, l.filterReason(rejections, a.rejectors))
}

// filterReason tells the numbers where one node decided, and the plugins where several did.
func (l *Loop) filterReason(rejections []*plugin.Status, rejectors []string) why.Reason {
	if len(rejections) == 1 {
		return rejections[0].Why
	}
	return why.Reason{Rule: "filter.none", Args: []why.Arg{why.N("nodes", len(rejections)), list("plugins", rejectors)}}
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
	if l.failsHere(a, trace.PhaseReserve) {
		return
	}
	var feasible []*api.NodeInfo
	for _, n := range a.nodes {
		if slices.Contains(a.feasible, n.Node.Name) {
			feasible = append(feasible, n)
		}
	}
	chosen, because := 0, why.Reason{Rule: "phase.reserve-only"}
	if len(feasible) > 1 {
		var score int64
		chosen, score = l.plugins.Choose(a.entry.Object, feasible)
		because = why.Reason{Rule: "phase.reserve", Args: []why.Arg{why.N("score", int(score)), why.N("fit", len(feasible))}}
	}
	a.node = feasible[chosen].Node.Name
	assumed := *a.entry.Object
	assumed.NodeName = a.node
	l.cluster.Place(a.entry.Pod, &assumed, a.node)
	a.assumed, a.next = true, trace.PhasePermit
	because.Node = a.node
	l.phase(a, trace.PhaseReserve, because)
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
	l.report(trace.Change{Kind: trace.KindMove, Pod: a.entry.Pod, From: trace.Scheduling, To: trace.Binding, Node: a.node, Phase: trace.PhasePermit},
		why.Reason{Rule: l.byCycle("phase.permit"), Pod: a.entry.Object.FullName(), Node: a.node}, nil)
}

// failsHere lets an arranged failure of the phase happen.
func (l *Loop) failsHere(a *attempt, p trace.Phase) bool {
	message, fails := l.fault(a, p)
	if fails {
		l.error(a, p, message)
	}
	return fails
}

// error is a failure that no plugin is to blame for.
func (l *Loop) error(a *attempt, p trace.Phase, message string) {
	a.failed, a.isError, a.message, a.next = p, true, message, trace.PhaseDiagnose
	l.phase(a, p, why.Reason{Rule: "phase.error", Args: []why.Arg{why.S("phase", string(p)), why.S("message", message)}})
	if a.assumed && !a.inBinding {
		l.forget(a)
	}
}
