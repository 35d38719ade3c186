package sim

import (
	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
)

// EventsOf are the cluster events that would come of an object being created, changed to what is given, or deleted
// (nil): what the informers' event handlers of the release would send now (sched/handlers.go, queue.Update).
func (s *Sim) EventsOf(r api.Ref, will api.Object) []event.ClusterEvent {
	if will != nil && will.Kind() == api.KindNode || will == nil && r.Kind == api.KindNode {
		return s.nodeEvents(s.cluster.Node(r.Name), will)
	}
	_, was := s.cluster.Pod(r.Namespace + "/" + r.Name)
	pod, _ := will.(*api.Pod)
	switch {
	case was == nil && (pod == nil || pod.NodeName == "" || pod.Terminal()):
		return nil
	case was == nil:
		return s.named(event.AssignedPod, event.Add)
	case pod == nil || pod.Terminal() && !was.Terminal():
		if was.NodeName != "" {
			return s.named(event.AssignedPod, event.Delete)
		}
		return nil
	}
	return s.podEvents(was, keepIdentity(was, pod).(*api.Pod))
}

func (s *Sim) named(r event.Resource, a event.ActionType) []event.ClusterEvent {
	return []event.ClusterEvent{event.Named(s.profile, r, a)}
}

func (s *Sim) nodeEvents(was *api.Node, will api.Object) []event.ClusterEvent {
	node, _ := will.(*api.Node)
	switch {
	case was == nil && node == nil:
		return nil
	case was == nil:
		return s.named(event.Node, event.Add)
	case node == nil && s.profile.NodeDeleteEvent:
		return s.named(event.Node, event.Delete)
	case node == nil:
		return nil
	}
	return event.NodeChanges(s.profile, was, node)
}

// podEvents: an assigned pod's change is an event for the others; an unassigned pod's change is one where the release
// asks the hints about it, and where it remembers what happens to a pod in flight.
func (s *Sim) podEvents(was, pod *api.Pod) []event.ClusterEvent {
	if pod.NodeName != "" {
		return event.AssignedChanges(s.profile, was, pod)
	}
	if s.profile.Unscheduled != profile.UpdateAsksHints || s.cluster.On(pod.UID) != "" || !s.loop.Responsible(pod) {
		return nil
	}
	if _, inFlight := s.queue.InFlight(pod.UID); inFlight && s.profile.UpdateInFlight {
		if s.profile.UpdateInFlightOnce {
			return []event.ClusterEvent{event.UpdateInFlight}
		}
		return event.PodChanges(s.profile, was, pod)
	}
	if s.pods.At(int(s.ids[pod.UID])).Queue == trace.UnschedulablePods {
		return event.PodChanges(s.profile, was, pod)
	}
	return nil
}

// Held are the pods whose attempts wait for a release.
func (s *Sim) Held() []trace.PodID { return s.loop.Held() }

// Waits tells whether a pod waits for a Permit plugin to answer.
func (s *Sim) Waits(id trace.PodID) bool { return s.loop.Waits(id) }

// Failable tells whether an error can be arranged in a phase, Rejectable whether a plugin's rejection can.
func Failable(p trace.Phase) bool   { return failable[p] }
func Rejectable(p trace.Phase) bool { return rejectable[p] }
