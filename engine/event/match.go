package event

import "inflight/engine/profile"

// Match tells whether a plugin's registration covers an incoming event, as the release compares them. An incoming
// wildcard matches no ordinary registration: the queue handles it before (PriorityQueue.podMatchesEvent 1.27;
// isPodWorthRequeuing 1.28; framework.MatchClusterEvents 1.34).
func Match(how profile.EventMatch, registered, incoming ClusterEvent) bool {
	switch how {
	case profile.MatchExactResource:
		return registered.Resource == incoming.Resource && registered.Action&incoming.Action != 0
	case profile.MatchAnyResource:
		return registered.IsWildcard() ||
			(registered.Resource == Wildcard || registered.Resource == incoming.Resource) && registered.Action&incoming.Action != 0
	case profile.MatchPodKinds:
		return registered.IsWildcard() || covers(registered.Resource, incoming.Resource) && registered.Action&incoming.Action != 0
	case profile.MatchMoreSpecific:
		return registered.IsWildcard() ||
			covers(registered.Resource, incoming.Resource) && registered.Action&incoming.Action != 0 && incoming.Action <= registered.Action
	}
	return registered.IsWildcard() || registered.Resource == incoming.Resource && registered.Action&incoming.Action != 0
}

// covers: a registration for Pod is one for assigned and for unscheduled pods.
func covers(registered, incoming Resource) bool {
	return registered == Wildcard || registered == incoming || registered == Pod && isPod(incoming)
}

func isPod(r Resource) bool {
	return r == AssignedPod || r == UnschedulablePod || r == UnscheduledPod || r == TargetPod
}

// MatchAny tells whether any of the registrations covers the event.
func MatchAny(how profile.EventMatch, registered []ClusterEvent, incoming ClusterEvent) bool {
	for _, r := range registered {
		if Match(how, r, incoming) {
			return true
		}
	}
	return false
}
