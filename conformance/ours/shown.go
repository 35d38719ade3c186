//go:build k8s

package ours

import (
	"cmp"
	"slices"

	"inflight/engine/trace"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
)

// Shown is what a frame shows of the queue: which pods are in which queue and in which order, what is gated, what is
// in the list, and the cycles.
func Shown(s *trace.State) *observe.State {
	pods := func(entries []*trace.Queued) []observe.Pod {
		var out []observe.Pod
		for _, e := range entries {
			out = append(out, observe.Pod{Key: e.Object.FullName(), UID: e.Object.UID, Gating: e.Gating, Expiry: e.BackoffExpiry})
		}
		return out
	}
	o := &observe.State{ActiveQ: pods(s.ActiveOrder()), BackoffQ: pods(s.BackoffOrder()), ErrorBackoffQ: pods(s.ErrorBackoffOrder()),
		Unschedulable: pods(s.Unscheduled()), SchedulingCycle: s.SchedulingCycle, MoveRequestCycle: s.MoveRequestCycle, Closed: s.Closed}
	observe.Untie(o.ErrorBackoffQ)
	if !s.Profile.PopFromBackoffQ {
		observe.Untie(o.BackoffQ)
	}
	slices.SortFunc(o.Unschedulable, func(a, b observe.Pod) int { return cmp.Compare(a.Key, b.Key) })
	for e := range s.List.All() {
		name := ""
		if e.Event != nil {
			name = e.Event.Label
		}
		o.List = append(o.List, name)
	}
	return o
}
