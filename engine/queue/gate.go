package queue

import (
	"slices"

	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// runPreEnqueue asks the PreEnqueue plugins and returns the pod's copy as it is afterwards: gated by the plugin that
// rejected it, or not gated. A plugin that gates is added to the rejectors, and stays there when the gate opens
// (runPreEnqueuePlugins).
func (q *Queue) runPreEnqueue(e *trace.Queued) (after *trace.Queued, reason why.Reason) {
	first := ""
	if q.profile.GateFirst {
		first = e.Gating
	}
	plugin, reason := q.cfg.PreEnqueue(e.Object, first)
	if plugin == e.Gating && (plugin == "" || slices.Contains(e.Rejectors, plugin)) {
		return e, reason
	}
	next := *e
	next.Gating = plugin
	if plugin != "" {
		next.Rejectors = with(e.Rejectors, plugin)
	}
	return &next, reason
}

// schedulingGates is the one plugin that releases up to 1.33 know by name here.
const schedulingGates = "SchedulingGates"

// with is the set with one more member; sets are sorted and never edited.
func with(set []string, member string) []string {
	i, found := slices.BinarySearch(set, member)
	if found {
		return set
	}
	return slices.Insert(slices.Clone(set), i, member)
}

// passesBy tells whether an event cannot concern a gated pod, so that it is not even asked.
func (q *Queue) passesBy(e *trace.Queued, ev event.ClusterEvent) bool {
	if e.Gating == "" || ev.IsWildcard() && q.profile.WildcardReachesGated {
		return false
	}
	switch q.profile.GatedMove {
	case profile.GatedAlwaysSkipped:
		return true
	case profile.GatedBySchedulingGates:
		return slices.Contains(e.Rejectors, schedulingGates)
	case profile.GatedByPluginEvents:
		return !event.MatchAny(q.profile.EventMatch, q.registeredBy(e.Gating), ev)
	}
	return false
}

// registeredBy are the events that a plugin registered, in any profile (buildEventMap, 1.34).
func (q *Queue) registeredBy(plugin string) []event.ClusterEvent {
	return q.byPlugin[plugin]
}
