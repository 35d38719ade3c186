package sched

import (
	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// The informer's event handlers: a changed object changes the caches and becomes operations of the queue
// (pkg/scheduler/eventhandlers.go). A pod that ran to its end is none of the scheduler's any more: its informer does
// not list it, so that ending looks like a deletion.

// Responsible tells whether the pod names this scheduler.
func (l *Loop) Responsible(p *api.Pod) bool { return p.SchedulerName == DefaultScheduler }

// DefaultScheduler is the name of the one profile.
const DefaultScheduler = "default-scheduler"

// AddPod is a new pod.
func (l *Loop) AddPod(id trace.PodID, p *api.Pod) {
	if p.Terminal() {
		return
	}
	l.cluster.SetPod(id, p)
	if p.NodeName != "" {
		l.addAssigned(id, p, why.Reason{Rule: "object.pod-assigned", Pod: p.FullName(), Node: p.NodeName})
		return
	}
	if !l.Responsible(p) {
		l.report(trace.Change{Kind: trace.KindObject, Pod: id}, why.Reason{Rule: "object.pod-other-scheduler", Pod: p.FullName(), Args: []why.Arg{why.S("scheduler", p.SchedulerName)}}, nil)
		return
	}
	l.report(trace.Change{Kind: trace.KindObject, Pod: id}, why.Reason{Rule: "object.pod-added", Pod: p.FullName()}, nil)
	l.queue.Add(p)
}

// addAssigned is a pod that a node has: it counts there, and may make others schedulable.
func (l *Loop) addAssigned(id trace.PodID, p *api.Pod, r why.Reason) {
	l.cluster.Place(id, p, p.NodeName)
	l.report(trace.Change{Kind: trace.KindMove, Pod: id, From: trace.Nowhere, To: trace.Bound, Node: p.NodeName}, r, nil)
	if l.profile.AssignedPodsByAffinity {
		l.queue.AssignedPodAdded(p)
		return
	}
	l.queue.MoveAllToActiveOrBackoffQueue(event.Named(l.profile, event.AssignedPod, event.Add), nil, p, nil)
}

// UpdatePod is a changed pod. An unassigned pod that became an assigned one is taken out of the queue and counted on
// its node. Up to 1.34 the queue and the cache each have a handler for that, which hear of it side by side; here the
// queue's hears first. From 1.35 one handler tells the cache first.
func (l *Loop) UpdatePod(id trace.PodID, old, p *api.Pod) {
	if was := l.current(old); was != old {
		changed := *p
		changed.NodeName = was.NodeName
		old, p = was, &changed
	}
	if c, ok := l.conditions[old]; ok {
		l.conditions[p] = c
	}
	bound := why.Reason{Rule: "object.pod-bound", Pod: p.FullName(), Node: p.NodeName}
	switch {
	case p.Terminal() && old.Terminal():
	case p.Terminal():
		l.DeletePod(id, old)
	case old.NodeName == "" && p.NodeName != "" && l.profile.BoundQuietly:
		l.cluster.SetPod(id, p)
		l.addAssigned(id, p, bound)
		if l.Responsible(old) {
			l.queue.Delete(old)
		}
	case old.NodeName == "" && p.NodeName != "":
		l.cluster.SetPod(id, p)
		if l.Responsible(old) {
			l.leavesQueue(old)
		}
		l.addAssigned(id, p, bound)
	case p.NodeName == "":
		l.cluster.SetPod(id, p)
		l.report(trace.Change{Kind: trace.KindObject, Pod: id}, why.Reason{Rule: "object.pod-updated", Pod: p.FullName()}, nil)
		l.unassignedUpdated(old, p)
	default:
		l.cluster.SetPod(id, p)
		l.report(trace.Change{Kind: trace.KindObject, Pod: id, Node: p.NodeName}, why.Reason{Rule: "object.pod-updated", Pod: p.FullName(), Node: p.NodeName}, nil)
		l.assignedUpdated(id, old, p)
	}
}

// unassignedUpdated tells the queue of a changed pod; of an assumed one it does not hear
// (updatePodInSchedulingQueue).
func (l *Loop) unassignedUpdated(old, p *api.Pod) {
	switch {
	case !l.Responsible(p):
	case l.cluster.Assumed(p.UID):
		if l.profile.AssumedDeletion && p.Deleting && !old.Deleting {
			l.assumedDeleted(p)
		}
	default:
		l.queue.Update(old, p)
		if old.NominatedNodeName != p.NominatedNodeName {
			l.nominationGone(old)
		}
	}
}

// leavesQueue is an unassigned pod that is none any more: gone, or up to 1.34 on a node
// (deletePodFromSchedulingQueue). One that waits for a Permit plugin is rejected.
func (l *Loop) leavesQueue(p *api.Pod) {
	l.queue.Delete(p)
	switch {
	case l.profile.AssumedDeletion && l.cluster.Assumed(p.UID):
		l.assumedDeleted(p)
	case !l.profile.AssumedDeletion && l.reject(p.UID):
		l.reports("permit.removed", p, "")
		l.queue.MoveAllToActiveOrBackoffQueue(event.Named(l.profile, event.AssignedPod, event.Delete), p, nil, nil)
	default:
		l.nominationGone(p)
	}
}

// assumedDeleted is an assumed pod that is deleted, or begins to be: if it waits for a Permit plugin it is rejected, else
// it stops counting on its node at once, although its binding cycle goes on (Scheduler.handleAssumedPodDeletion).
func (l *Loop) assumedDeleted(p *api.Pod) {
	counted := l.cluster.Counted(p.UID)
	if l.reject(p.UID) {
		l.reports("permit.removed", p, counted.NodeName)
	} else {
		l.cluster.Forget(p.UID)
		l.reports("object.assumed-deleted", p, counted.NodeName)
	}
	l.queue.MoveAllToActiveOrBackoffQueue(event.Named(l.profile, event.AssignedPod, event.Delete), counted, nil, nil)
}

func (l *Loop) reports(rule why.Rule, p *api.Pod, node string) {
	id := trace.NoPod
	for _, a := range l.binding {
		if a.uid == p.UID {
			id = a.pod
		}
	}
	l.report(trace.Change{Kind: trace.KindObject, Pod: id, Node: node}, why.Reason{Rule: rule, Pod: p.FullName(), Node: node}, nil)
}

// nominationGone is a pod that was nominated to a node and no longer is: to pods of its priority and below it counted
// there, so to them it is an assigned pod's deletion (getLEPriorityPreCheck, from 1.33).
func (l *Loop) nominationGone(p *api.Pod) {
	if !l.profile.NominatedHolds || p.NominatedNodeName == "" {
		return
	}
	l.queue.MoveAllToActiveOrBackoffQueue(event.Named(l.profile, event.AssignedPod, event.Delete), p, nil,
		func(waiting *api.Pod) bool { return waiting.Priority <= p.Priority })
}

func (l *Loop) assignedUpdated(id trace.PodID, old, p *api.Pod) {
	l.cluster.Place(id, p, p.NodeName)
	if l.profile.AssignedPodsByAffinity {
		l.queue.AssignedPodUpdated(old, p)
		return
	}
	for _, ce := range event.AssignedChanges(l.profile, old, p) {
		l.queue.MoveAllToActiveOrBackoffQueue(ce, old, p, nil)
	}
}

// DeletePod is a pod that is gone. If it was in flight it stays so until its own attempt is done.
func (l *Loop) DeletePod(id trace.PodID, p *api.Pod) {
	p = l.current(p)
	l.cluster.DeletePod(p)
	if p.NodeName == "" {
		l.report(trace.Change{Kind: trace.KindObject, Pod: id, To: trace.Gone}, why.Reason{Rule: "object.pod-deleted", Pod: p.FullName()}, nil)
		if l.Responsible(p) {
			l.leavesQueue(p)
		}
		return
	}
	l.cluster.Remove(p.UID)
	l.report(trace.Change{Kind: trace.KindMove, Pod: id, From: trace.Bound, To: trace.Gone, Node: p.NodeName},
		why.Reason{Rule: "object.pod-deleted-assigned", Pod: p.FullName(), Node: p.NodeName}, nil)
	l.queue.MoveAllToActiveOrBackoffQueue(event.Named(l.profile, event.AssignedPod, event.Delete), p, nil, nil)
}

// AddNode is a new node.
func (l *Loop) AddNode(n *api.Node) {
	l.cluster.SetNode(n)
	l.node("object.node-added", n)
	l.queue.MoveAllToActiveOrBackoffQueue(event.Named(l.profile, event.Node, event.Add), nil, n, l.preCheck(n.Name))
}

// UpdateNode is a changed node: one event or several, as the release sends them; none if nothing changed that it
// looks at.
func (l *Loop) UpdateNode(old, n *api.Node) {
	l.cluster.SetNode(n)
	changes := event.NodeChanges(l.profile, old, n)
	if len(changes) == 0 {
		l.node("object.node-updated-nothing", n)
		return
	}
	l.node("object.node-updated", n, why.N("events", len(changes)))
	for _, ce := range changes {
		l.queue.MoveAllToActiveOrBackoffQueue(ce, old, n, l.preCheck(n.Name))
	}
}

// DeleteNode is a node that is gone; that it is an event, sent before the cache forgets the node, came with 1.32
// (#127464).
func (l *Loop) DeleteNode(n *api.Node) {
	if !l.profile.NodeDeleteEvent {
		l.cluster.DeleteNode(n.Name)
		l.node("object.node-deleted-silently", n)
		return
	}
	l.queue.MoveAllToActiveOrBackoffQueue(event.Named(l.profile, event.Node, event.Delete), n, nil, nil)
	l.cluster.DeleteNode(n.Name)
	l.node("object.node-deleted", n)
}

func (l *Loop) node(rule why.Rule, n *api.Node, args ...why.Arg) {
	l.report(trace.Change{Kind: trace.KindObject, Pod: trace.NoPod, Node: n.Name}, why.Reason{Rule: rule, Node: n.Name, Args: args}, nil)
}

// preCheck holds a node's event back from pods that the node would not take, up to 1.31 (preCheckForNode).
func (l *Loop) preCheck(node string) func(*api.Pod) bool {
	if !l.profile.PreCheck {
		return nil
	}
	info := l.cluster.NodeInfo(node)
	return func(p *api.Pod) bool { return l.plugins.Admits(p, info) }
}
