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
		on(NodeUnschedulable, event.Node, event.Add|event.UpdateNodeTaint, nil),
		on(NodeName, event.Node, event.Add|event.Update, nil),
		on(TaintToleration, event.Node, event.Add|event.Update, nil),
		on(NodeAffinity, event.Node, event.Add|event.Update, nil),
		on(NodePorts, event.Pod, event.Delete, nil),
		on(NodePorts, event.Node, event.Add|event.Update, nil),
		on(NodeResourcesFit, event.Pod, event.Delete, nil),
		on(NodeResourcesFit, event.Node, event.Add|event.Update, nil),
		on(SchedulingGates, event.Pod, event.Update, nil),
	}
}

// broad: 1.31 has functions, and every update of a node reaches them.
func (s *Set) broad() []event.Registration {
	out := []event.Registration{
		on(NodeUnschedulable, event.Node, event.Add|event.Update, s.unschedulableAfterNode),
		on(NodeName, event.Node, event.Add|event.Update, nil),
		on(TaintToleration, event.Node, event.Add|event.Update, s.taintAfterNode),
		on(NodeAffinity, event.Node, event.Add|event.Update, s.affinityAfterNode),
		on(NodePorts, event.Pod, event.Delete, s.portsAfterPod),
		on(NodePorts, event.Node, event.Add|event.Update, nil),
		on(NodeResourcesFit, event.Pod, event.Delete, s.fitAfterPod),
		on(NodeResourcesFit, event.Node, event.Add|event.Update, s.fitAfterNode),
		on("PodTopologySpread", event.Pod, event.Add|event.UpdatePodLabel|event.Delete, nil),
		on("PodTopologySpread", event.Node, event.Add|event.Delete|event.UpdateNodeLabel|event.UpdateNodeTaint, nil),
		on("InterPodAffinity", event.Pod, event.Add|event.UpdatePodLabel|event.Delete, nil),
	}
	if s.profile.Gates.QueueingHints {
		out = append(out, on(TaintToleration, event.Pod, event.Update, s.taintAfterPod), on(SchedulingGates, event.Pod, event.Update, s.gatesAfterPod))
	}
	return out
}

// narrow: from 1.32 plugins register what concerns them; where hints are off, new taints and labels of a node as well,
// because preCheck may have kept its arrival from a pod (#109437), and no update of the pod itself. Plugins that are not
// modelled here never reject a pod, so that they are never asked; but an event that nobody registered for is dropped, and
// theirs keep it in.
func (s *Set) narrow() []event.Registration {
	hints, resized, late := s.profile.Gates.QueueingHints, event.ActionType(0), event.ActionType(0)
	if !hints {
		late = event.UpdateNodeTaint | event.UpdateNodeLabel
	}
	if s.profile.Resize {
		resized = event.UpdatePodScaleDown
	}
	out := []event.Registration{
		on(NodeUnschedulable, event.Node, event.Add|event.UpdateNodeTaint|late, s.unschedulableAfterNode),
		on(NodeName, event.Node, event.Add|late, nil),
		on(TaintToleration, event.Node, event.Add|event.UpdateNodeTaint|late, s.taintAfterNode),
		on(NodeAffinity, event.Node, event.Add|event.UpdateNodeLabel|late, s.affinityAfterNode),
		on(NodePorts, event.Node, event.Add|late, nil),
		on(NodeResourcesFit, event.Node, event.Add|event.UpdateNodeAllocatable|late, s.fitAfterNode),
		on("PodTopologySpread", event.Node, event.Add|event.Delete|event.UpdateNodeLabel|event.UpdateNodeTaint, nil),
	}
	out = append(out, s.onPods(NodePorts, event.Delete, 0, s.portsAfterPod)...)
	out = append(out, s.onPods(NodeResourcesFit, event.Delete|resized, resized, s.fitAfterPod)...)
	out = append(out, s.onPods("InterPodAffinity", event.Add|event.UpdatePodLabel|event.Delete, event.UpdatePodLabel, nil)...)
	if hints {
		out = append(out, s.onPods(NodeUnschedulable, 0, event.UpdatePodToleration, s.unschedulableAfterPod)...)
		out = append(out, s.onPods(TaintToleration, 0, event.UpdatePodToleration, s.taintAfterPod)...)
		out = append(out, s.onPods(SchedulingGates, 0, event.UpdatePodSchedulingGatesEliminated, s.gatesAfterPod)...)
		out = append(out, s.onPods("PodTopologySpread", 0, event.UpdatePodToleration, nil)...)
	}
	if s.profile.ClaimEvents {
		out = append(out, s.onPods("DynamicResources", 0, event.UpdatePodGeneratedResourceClaim, nil)...)
	}
	if s.profile.TargetPod {
		out = append(out, s.onPods("NodeDeclaredFeatures", 0, event.Update, nil)...)
	}
	return out
}

// onPods registers for events of assigned pods and of the waiting pod itself: in one, or from 1.37 apart.
func (s *Set) onPods(plugin string, assigned, itself event.ActionType, hint event.HintFunc) (out []event.Registration) {
	if !s.profile.TargetPod {
		return []event.Registration{on(plugin, event.Pod, assigned|itself, hint)}
	}
	if assigned != 0 {
		out = append(out, on(plugin, event.AssignedPod, assigned, hint))
	}
	if itself != 0 {
		out = append(out, on(plugin, event.TargetPod, itself, hint))
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
