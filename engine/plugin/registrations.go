package plugin

import (
	"inflight/engine/event"
	"inflight/engine/profile"
)

// Registrations are the events that the default plugins register, with their hint functions, in the order of the
// default profile, and last what ExamplePlugin registers, which others have registered too: it changes nothing for pods
// that it did not reject. Where queueing hints are off, every function is replaced by one that answers Queue.
func (s *Set) Registrations() []event.Registration {
	out := append(s.withImplicitTaints(s.registered()), on(Example, event.Pod, event.Delete, nil))
	if !s.profile.Gates.QueueingHints {
		for i := range out {
			out[i].Hint = nil
		}
	}
	return out
}

// registered are the registrations as the plugins make them (EventsToRegister).
func (s *Set) registered() []event.Registration {
	switch {
	case s.profile.Hints != profile.TwoHints:
		return s.withoutFunctions()
	case !s.profile.NarrowNodeEvents:
		return s.broad()
	}
	return s.narrow()
}

func on(plugin string, r event.Resource, a event.ActionType, hint event.HintFunc) event.Registration {
	return event.Registration{Plugin: plugin, Event: event.ClusterEvent{Resource: r, Action: a}, Hint: hint}
}

// withoutFunctions: up to 1.28 none of these plugins has a hint function.
func (s *Set) withoutFunctions() []event.Registration {
	return []event.Registration{
		on(TaintToleration, event.Node, event.Add|event.Update, nil),
		on(NodeResourcesFit, event.Pod, event.Delete, nil),
		on(NodeResourcesFit, event.Node, event.Add|event.Update, nil),
		on(SchedulingGates, event.Pod, event.Update, nil),
	}
}

// broad: 1.31 has functions, and every update of a node reaches them.
func (s *Set) broad() []event.Registration {
	out := []event.Registration{
		on(TaintToleration, event.Node, event.Add|event.Update, s.taintAfterNode),
		on(NodeResourcesFit, event.Pod, event.Delete, s.fitAfterPod),
		on(NodeResourcesFit, event.Node, event.Add|event.Update, s.fitAfterNode),
		on("NodeAffinity", event.Node, event.Add|event.Update, nil),
		on("InterPodAffinity", event.Pod, event.Add|event.UpdatePodLabel|event.Delete, nil),
		on("PodTopologySpread", event.Node, event.Add|event.Delete|event.UpdateNodeLabel|event.UpdateNodeTaint, nil),
	}
	if s.profile.Gates.QueueingHints {
		out = append(out, on(TaintToleration, event.Pod, event.Update, s.taintAfterPod), on(SchedulingGates, event.Pod, event.Update, s.gatesAfterPod))
	}
	return out
}

// narrow: from 1.32 plugins register what concerns them. Those that are not modelled here never reject a pod, so that
// they are never asked; but an event that nobody registered for is dropped, and theirs keep it in.
func (s *Set) narrow() []event.Registration {
	podEvents := event.Delete
	if s.profile.Resize {
		podEvents |= event.UpdatePodScaleDown
	}
	out := []event.Registration{
		on(TaintToleration, event.Node, event.Add|event.UpdateNodeTaint, s.taintAfterNode),
		on(TaintToleration, event.Pod, event.UpdatePodToleration, s.taintAfterPod),
		on(NodeResourcesFit, event.Pod, podEvents, s.fitAfterPod),
		on(NodeResourcesFit, event.Node, event.Add|event.UpdateNodeAllocatable, s.fitAfterNode),
		on(SchedulingGates, event.Pod, event.UpdatePodSchedulingGatesEliminated, s.gatesAfterPod),
		on("NodeAffinity", event.Node, event.Add|event.UpdateNodeLabel, nil),
		on("NodeUnschedulable", event.Node, event.Add|event.UpdateNodeTaint, nil),
		on("InterPodAffinity", event.Pod, event.Add|event.UpdatePodLabel|event.Delete, nil),
		on("PodTopologySpread", event.Pod, event.Add|event.UpdatePodLabel|event.Delete|event.UpdatePodToleration, nil),
		on("PodTopologySpread", event.Node, event.Add|event.Delete|event.UpdateNodeLabel|event.UpdateNodeTaint, nil),
	}
	if s.profile.ClaimEvents {
		out = append(out, on("DynamicResources", event.Pod, event.UpdatePodGeneratedResourceClaim, nil))
	}
	return out
}

// withImplicitTaints adds Node/UpdateNodeTaint, with a default hint, for every plugin that registers Node/Add without
// it: any taint change then wakes the pods that such a plugin rejected (buildQueueingHintMap 1.30 to 1.36, #122292).
func (s *Set) withImplicitTaints(rs []event.Registration) []event.Registration {
	if !s.profile.ImplicitNodeTaint {
		return rs
	}
	adds, taints := map[string]bool{}, map[string]bool{}
	for _, r := range rs {
		if r.Event.Resource == event.Node {
			adds[r.Plugin] = adds[r.Plugin] || r.Event.Action&event.Add != 0
			taints[r.Plugin] = taints[r.Plugin] || r.Event.Action&event.UpdateNodeTaint != 0
		}
	}
	out := rs
	for _, r := range rs {
		if adds[r.Plugin] && !taints[r.Plugin] {
			adds[r.Plugin] = false
			out = append(out, event.Registration{Plugin: r.Plugin, Event: event.ClusterEvent{Resource: event.Node, Action: event.UpdateNodeTaint}})
		}
	}
	return out
}
