package harness

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// Met counts how often telling situations occurred.
type Met map[string]int

// moment is an operation with what was before and after it.
type moment struct {
	op            script.Op
	now           int64
	config        script.Config
	features      observe.Features
	before, after *observe.State
	attempts      []attempt // open before
	world         *script.World
}

// situation is something that a run must have met to be worth its name.
type situation struct {
	name string
	// applies tells whether the release can meet it.
	applies func(observe.Features) bool
	is      func(*moment) bool
}

func always(observe.Features) bool       { return true }
func listed(f observe.Features) bool     { return f.List }
func previous(f observe.Features) bool   { return f.List && !f.Markers }
func cycles(f observe.Features) bool     { return !f.List }
func discards(f observe.Features) bool   { return f.DiscardsDuplicates }
func duplicates(f observe.Features) bool { return f.List && !f.DiscardsDuplicates }

var situations = []situation{
	{"return with an event after the pod's marker", listed, func(m *moment) bool {
		return m.op.Verb == script.Return && m.eventsSincePop(m.op.UID) > 0 && m.returned()
	}},
	{"return of a pod whose position left the list", previous, func(m *moment) bool {
		return m.op.Verb == script.Return && m.returned() && m.position(m.op.UID) == "removed"
	}},
	{"return of a pod that is no longer in flight", listed, func(m *moment) bool {
		return m.op.Verb == script.Return && m.returned() && m.position(m.op.UID) == ""
	}},
	{"return with an error", always, func(m *moment) bool { return m.returned() && m.isError() }},
	{"return to a queue that holds the pod already", always, func(m *moment) bool {
		return m.returned() && strings.HasPrefix(m.after.Result, "already")
	}},
	{"return of a pod that was recreated meanwhile", always, func(m *moment) bool {
		return m.returned() && m.world.Pod(m.world.NameOf(m.op.UID)).UID != m.op.UID
	}},
	{"return of a pod that was deleted meanwhile", always, func(m *moment) bool {
		return m.op.Verb == script.Return && m.open(m.op.UID) && m.world.Pod(m.world.NameOf(m.op.UID)) == nil
	}},
	{"return pending", func(f observe.Features) bool { return f.Pending }, func(m *moment) bool {
		return m.returned() && len(m.op.Pending) > 0
	}},
	{"return straight to activeQ", func(f observe.Features) bool { return f.List }, func(m *moment) bool {
		return m.returned() && len(m.after.ActiveQ) > len(m.before.ActiveQ)
	}},
	{"return to backoffQ", always, func(m *moment) bool { return m.returned() && len(m.after.BackoffQ) > len(m.before.BackoffQ) }},
	{"return to unschedulablePods", always, func(m *moment) bool {
		return m.returned() && len(m.after.Unschedulable) > len(m.before.Unschedulable)
	}},
	{"prune of two or more events", listed, func(m *moment) bool {
		return events(m.before.List)-events(m.after.List) >= 2
	}},
	{"update of a pod in flight", always, func(m *moment) bool { return m.op.Verb == script.Update && m.inFlight(m.op.Pod) }},
	{"recreation of a pod in flight", always, func(m *moment) bool { return m.op.Verb == script.Add && m.inFlight(m.op.Pod) }},
	{"deletion of a pod in flight", always, func(m *moment) bool { return m.op.Verb == script.Delete && m.inFlight(m.op.Pod) }},
	{"activation of a pod in flight", always, func(m *moment) bool { return m.op.Verb == script.Activate && m.inFlight(m.op.Pod) }},
	{"activation from backoff", always, func(m *moment) bool {
		return m.op.Verb == script.Activate && (m.holds(m.before.BackoffQ) || m.holds(m.before.ErrorBackoffQ))
	}},
	{"activation from backoff of a pod that is held back", func(f observe.Features) bool { return !f.ActivateShares }, func(m *moment) bool {
		pod := m.world.Pod(m.op.Pod)
		if m.op.Verb != script.Activate || !m.holds(m.before.BackoffQ) || pod == nil {
			return false
		}
		_, held := pod.Label("hold")
		return held
	}},
	{"activation from unschedulablePods", always, func(m *moment) bool {
		return m.op.Verb == script.Activate && m.holds(m.before.Unschedulable) && !m.holds(m.after.Unschedulable)
	}},
	{"activation of a gated pod", always, func(m *moment) bool {
		return m.op.Verb == script.Activate && gated(m.before) > 0 && m.holds(m.after.Unschedulable)
	}},
	{"update of a pod in activeQ", always, func(m *moment) bool { return m.op.Verb == script.Update && m.holds(m.before.ActiveQ) }},
	{"update of a pod in backoffQ", always, func(m *moment) bool { return m.op.Verb == script.Update && m.holds(m.before.BackoffQ) }},
	{"update that moves a pod from unschedulablePods", always, func(m *moment) bool {
		return m.op.Verb == script.Update && m.holds(m.before.Unschedulable) && !m.holds(m.after.Unschedulable)
	}},
	{"update that leaves a pod in unschedulablePods", always, func(m *moment) bool {
		return m.op.Verb == script.Update && m.holds(m.after.Unschedulable)
	}},
	{"update that leaves a pod in backoffQ and in unschedulablePods", func(f observe.Features) bool { return f.UpdateSplits }, func(m *moment) bool {
		return m.op.Verb == script.Update && m.holds(m.after.BackoffQ) && m.holds(m.after.Unschedulable)
	}},
	{"update of a pod in backoffQ and in unschedulablePods", func(f observe.Features) bool { return f.UpdateSplits }, func(m *moment) bool {
		return m.op.Verb == script.Update && m.holds(m.before.BackoffQ) && m.holds(m.before.Unschedulable)
	}},
	{"pod gated when added", always, func(m *moment) bool {
		return m.op.Verb == script.Add && gated(m.after) > gated(m.before)
	}},
	{"gate that opens", always, func(m *moment) bool {
		return m.op.Verb == script.Update && gated(m.after) < gated(m.before) && len(m.after.ActiveQ) > len(m.before.ActiveQ)
	}},
	{"two copies of a pod", always, func(m *moment) bool { return m.after.ActiveQ != nil && m.copies() }},
	{"pop of a second copy", duplicates, func(m *moment) bool {
		uid, ok := strings.CutPrefix(m.after.Result, popped)
		return ok && m.op.Verb == script.Pop && m.position(uid) != ""
	}},
	{"pop that discards a copy", discards, func(m *moment) bool {
		taken := len(m.before.ActiveQ) + len(m.before.BackoffQ) - len(m.after.ActiveQ) - len(m.after.BackoffQ)
		return m.op.Verb == script.Pop && (taken > 1 || taken == 1 && m.after.Result == observe.Blocks)
	}},
	{"pop from backoffQ", func(f observe.Features) bool { return f.PopFromBackoffQ }, func(m *moment) bool {
		return m.op.Verb == script.Pop && len(m.before.ActiveQ) == 0 && strings.HasPrefix(m.after.Result, popped)
	}},
	{"pop after close", always, func(m *moment) bool { return m.op.Verb == script.Pop && m.before.Closed }},
	{"close with pods in flight", listed, func(m *moment) bool {
		return m.op.Verb == script.Close && len(m.before.InFlight) > 0
	}},
	{"event that moves to activeQ", always, func(m *moment) bool {
		return m.op.Verb == script.Happen && len(m.after.ActiveQ) > len(m.before.ActiveQ)
	}},
	{"event that moves to backoffQ", always, func(m *moment) bool {
		return m.op.Verb == script.Happen && len(m.after.BackoffQ) > len(m.before.BackoffQ)
	}},
	{"event that moves a gated pod", func(f observe.Features) bool { return f.UpdateRecorded }, func(m *moment) bool {
		return m.op.Verb == script.Happen && gated(m.before) > gated(m.after)
	}},
	{"event that finds a pod still gated", always, func(m *moment) bool {
		return m.op.Verb == script.Happen && gated(m.after) > 0 && m.op.Event.Resource != "*"
	}},
	{"event that a preCheck keeps from a pod", func(f observe.Features) bool { return f.PreCheck }, func(m *moment) bool {
		return m.op.Verb == script.Happen && m.op.Event.Only != nil && len(m.before.Unschedulable) > 0
	}},
	{"event dropped because nobody registered it", func(f observe.Features) bool { return f.EventFilter && f.List }, func(m *moment) bool {
		return m.op.Verb == script.Happen && len(m.before.InFlight) > 0 && len(m.after.List) == len(m.before.List)
	}},
	{"event after close", always, func(m *moment) bool { return m.op.Verb == script.Happen && m.before.Closed }},
	{"assigned pod that moves a pod by affinity", func(f observe.Features) bool { return f.AssignedByAffinity }, func(m *moment) bool {
		return strings.HasPrefix(string(m.op.Verb), "assigned") && len(m.after.Unschedulable) < len(m.before.Unschedulable)
	}},
	{"assigned pod whose smaller request moves a pod without affinity", func(f observe.Features) bool { return f.AssignedByAffinity && f.FinePodUpdates }, func(m *moment) bool {
		return m.op.Verb == script.AssignedUpdate && m.setsField("requests") && slices.ContainsFunc(m.before.Unschedulable, func(p observe.Pod) bool {
			return !m.hasAffinity(p.Key) && !slices.Contains(p.Rejectors, "PodTopologySpread") && !m.afterHolds(p.Key)
		})
	}},
	{"assigned pod that moves a pod that PodTopologySpread rejected", func(f observe.Features) bool { return f.AssignedByAffinity && f.FinePodUpdates }, func(m *moment) bool {
		return strings.HasPrefix(string(m.op.Verb), "assigned") && !m.setsField("requests") && slices.ContainsFunc(m.before.Unschedulable, func(p observe.Pod) bool {
			return !m.hasAffinity(p.Key) && slices.Contains(p.Rejectors, "PodTopologySpread") && !m.afterHolds(p.Key)
		})
	}},
	{"return after a move request of its cycle or a later one", cycles, func(m *moment) bool {
		return m.returned() && !m.isError() && m.before.MoveRequestCycle >= m.before.SchedulingCycle && len(m.after.BackoffQ) > len(m.before.BackoffQ)
	}},
	{"return without a move request since the latest pop", cycles, func(m *moment) bool {
		return m.returned() && m.before.MoveRequestCycle < m.before.SchedulingCycle && len(m.after.Unschedulable) > len(m.before.Unschedulable)
	}},
	{"flush when a backoff ends", always, func(m *moment) bool { return m.flushAt(0) }},
	{"flush a tick before a backoff ends", always, func(m *moment) bool { return m.flushAt(-int64(m.config.Tick)) }},
	{"flush a tick after a backoff ends", always, func(m *moment) bool { return m.flushAt(int64(m.config.Tick)) }},
	{"sweep when a pod has waited as long as it may", always, func(m *moment) bool { return m.sweepAt(0) }},
	{"sweep a nanosecond later", always, func(m *moment) bool { return m.sweepAt(1) }},
	{"sweep that finds a pod still gated", func(f observe.Features) bool { return f.SweepsGated }, func(m *moment) bool {
		return m.op.Verb == script.FlushUnschedulable && swept(m.after) > swept(m.before)
	}},
	{"sweep that passes by a pod that one took before", func(f observe.Features) bool { return f.SweepsGated }, func(m *moment) bool {
		return m.op.Verb == script.FlushUnschedulable && slices.ContainsFunc(m.before.Unschedulable, func(p observe.Pod) bool {
			limit := int64(m.config.MaxUnschedulable)
			return p.Timestamp+limit < m.now && p.Since()+limit >= m.now
		})
	}},
	{"sweep that moves a pod", always, func(m *moment) bool {
		return m.op.Verb == script.FlushUnschedulable && len(m.after.Unschedulable) < len(m.before.Unschedulable)
	}},
}

func (m Met) note(at moment) {
	for _, s := range situations {
		if s.applies(at.features) && s.is(&at) {
			m[s.name]++
		}
	}
}

// Report lists how often each situation of a release occurred, and those that never did.
func (m Met) Report(f observe.Features) (text string, missing []string) {
	var b strings.Builder
	for _, s := range situations {
		if !s.applies(f) {
			continue
		}
		fmt.Fprintf(&b, "  %7d  %s\n", m[s.name], s.name)
		if m[s.name] == 0 {
			missing = append(missing, s.name)
		}
	}
	return b.String(), missing
}

func (m *moment) open(uid string) bool {
	return slices.ContainsFunc(m.attempts, func(a attempt) bool { return a.uid == uid })
}

// returned: an attempt went back to the queue, rather than being done with because the pod is gone.
func (m *moment) returned() bool {
	return m.op.Verb == script.Return && m.open(m.op.UID) && m.world.Pod(m.world.NameOf(m.op.UID)) != nil
}

func (m *moment) isError() bool { return len(m.op.Rejected)+len(m.op.Pending) == 0 }

// position is where a UID in flight pointed in the list before, "" if it was not in flight.
func (m *moment) position(uid string) string {
	for _, f := range m.before.InFlight {
		if f.UID == uid {
			return f.At
		}
	}
	return ""
}

func (m *moment) eventsSincePop(uid string) int {
	at := m.position(uid)
	if at == "" || at == "removed" {
		return 0
	}
	from := -1
	if at != "none" {
		fmt.Sscan(at, &from)
	}
	return events(m.before.List[from+1:])
}

// events counts the elements of a list that are not markers.
func events(list []string) int {
	n := 0
	for _, e := range list {
		if !strings.HasPrefix(e, "<") {
			n++
		}
	}
	return n
}

// inFlight: the pod of that name is being tried, as this incarnation or an earlier one.
func (m *moment) inFlight(name string) bool {
	return slices.ContainsFunc(m.attempts, func(a attempt) bool { return a.name == "default/"+name })
}

func (m *moment) holds(pods []observe.Pod) bool {
	return slices.ContainsFunc(pods, func(p observe.Pod) bool { return p.Key == "default/"+m.op.Pod })
}

func (m *moment) setsField(name string) bool {
	return slices.ContainsFunc(m.op.Fields, func(f script.Field) bool { return f.Name == name })
}

func (m *moment) hasAffinity(key string) bool {
	p := m.world.Pod(key)
	return p == nil || len(p.Affinity) > 0
}

// afterHolds tells whether unschedulablePods still has the pod.
func (m *moment) afterHolds(key string) bool {
	return slices.ContainsFunc(m.after.Unschedulable, func(p observe.Pod) bool { return p.Key == key })
}

func gated(s *observe.State) int {
	n := 0
	for _, p := range s.Unschedulable {
		if p.Gating != "" {
			n++
		}
	}
	return n
}

// swept counts the gated pods that a sweep took.
func swept(s *observe.State) int {
	n := 0
	for _, p := range s.Unschedulable {
		if p.Gating != "" && p.Flushed != observe.NoTime {
			n++
		}
	}
	return n
}

// copies: a pod is in two queues, or in one and being tried.
func (m *moment) copies() bool {
	seen := map[string]bool{}
	for _, pods := range [][]observe.Pod{m.after.ActiveQ, m.after.BackoffQ, m.after.ErrorBackoffQ, m.after.Unschedulable, m.after.Attempts} {
		for _, p := range pods {
			if seen[p.UID] {
				return true
			}
			seen[p.UID] = true
		}
	}
	return false
}

func (m *moment) flushAt(after int64) bool {
	if m.op.Verb != script.FlushBackoff {
		return false
	}
	at := func(p observe.Pod) bool { return p.Expiry != observe.NoTime && p.Expiry+after == m.now }
	return slices.ContainsFunc(m.before.BackoffQ, at) || slices.ContainsFunc(m.before.ErrorBackoffQ, at)
}

func (m *moment) sweepAt(after int64) bool {
	return m.op.Verb == script.FlushUnschedulable && slices.ContainsFunc(m.before.Unschedulable, func(p observe.Pod) bool {
		return p.Since()+int64(m.config.MaxUnschedulable)+after == m.now
	})
}
