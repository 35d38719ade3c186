package trace

import (
	"slices"
	"strconv"
	"strings"

	"inflight/engine/profile"
)

// shown is how many entries of a queue or of the list a state's line has at most; the rest is counted.
const shown = 40

// state is the line of a state: a[ activeQ ] b[ backoffQ ] e[ errorBackoffQ ] u[ unschedulablePods ] s[ scheduling ]
// bind[ binding ] and list[ … ] or cycle[ … ], each in its own order.
func (w *textWriter) state(s *State) string {
	w.names.Add(s)
	groups := []string{
		group("a", s.ActiveQ.Len(), popOrder(s.ActiveQ, prioritySort, shown), w.active),
		group("b", s.BackoffQ.Len(), popOrder(s.BackoffQ, s.backoffLess(), shown), w.backingOff),
	}
	if s.Profile.ErrorBackoffQ {
		groups = append(groups,
			group("e", s.ErrorBackoffQ.Len(), popOrder(s.ErrorBackoffQ, expiryLess, shown), w.backingOff))
	}
	groups = append(groups,
		group("u", waiting(s), s.unscheduled(shown), w.unschedulable),
		w.attempts("s", s.Scheduling), w.attempts("bind", s.Binding...))
	switch s.Profile.InFlight {
	case profile.ByCycle:
		groups = append(groups, "cycle["+strconv.FormatInt(s.SchedulingCycle, 10)+" move "+
			strconv.FormatInt(s.MoveRequestCycle, 10)+"]")
	case profile.PreviousEvent:
		groups = append(groups, w.sharedList(s))
	case profile.PodMarker:
		groups = append(groups, w.markedList(s))
	}
	line := "=  " + strings.Join(groups, " ")
	if s.Closed {
		line += " closed"
	}
	if s.Unknown != 0 {
		line += " ?"
	}
	return line
}

func group(name string, n int, queued []*Queued, entry func(*Queued) string) string {
	var out []string
	for _, q := range queued {
		out = append(out, entry(q))
	}
	return name + "[" + strings.Join(more(out, n), " ") + "]"
}

// waiting is how many pods unschedulablePods holds.
func waiting(s *State) int {
	n := 0
	for _, q := range s.Unschedulable.All() {
		if q != nil {
			n++
		}
	}
	return n
}

// more adds the number of entries that are not shown.
func more(entries []string, n int) []string {
	if rest := n - len(entries); rest > 0 {
		entries = append(entries, "…"+strconv.Itoa(rest)+" more")
	}
	return entries
}

func (w *textWriter) active(q *Queued) string { return w.names.Of(q.Pod) }

// backingOff is pod@expiry.
func (w *textWriter) backingOff(q *Queued) string {
	if q.BackoffExpiry == NoTime {
		return w.names.Of(q.Pod)
	}
	return w.names.Of(q.Pod) + "@" + Stamp(q.BackoffExpiry-w.start)
}

// unschedulable is pod(rejectors), with a star behind plugins that answered Pending, or pod(gated:plugin).
func (w *textWriter) unschedulable(q *Queued) string {
	name := w.names.Of(q.Pod)
	if q.Gating != "" {
		return name + "(gated:" + q.Gating + ")"
	}
	var plugins []string
	for _, r := range q.Rejectors {
		if slices.Contains(q.Pending, r) {
			r += "*"
		}
		plugins = append(plugins, r)
	}
	if plugins == nil {
		return name
	}
	return name + "(" + strings.Join(plugins, ",") + ")"
}

// attempts is pod:next phase@node, of the attempts that run.
func (w *textWriter) attempts(name string, attempts ...*Attempt) string {
	var out []string
	for _, a := range attempts {
		if a == nil {
			continue
		}
		entry := w.names.Of(a.Pod)
		if a.Next != "" {
			entry += ":" + string(a.Next)
		}
		if a.Node != "" {
			entry += "@" + a.Node
		}
		if a.Held {
			entry += "(held)"
		}
		out = append(out, entry)
	}
	return name + "[" + strings.Join(out, " ") + "]"
}

// markedList draws the list of markers and events: <web> e3 e4. A marker that Done will never remove has a bang.
func (w *textWriter) markedList(s *State) string {
	var out []string
	for e := range s.List.All() {
		if len(out) == shown {
			break
		}
		entry := w.element(e)
		if s.Orphan(e) {
			entry += "!"
		}
		out = append(out, entry)
	}
	return "list[" + strings.Join(more(out, s.List.Len), " ") + "]"
}

// sharedList draws the list of events with how many pods in flight still need each, and behind a bar where each pod
// in flight points: e3×2 e4×1 | web→e3 api→start. A bang marks a place that has left the list.
func (w *textWriter) sharedList(s *State) string {
	var out []string
	for e := range s.List.All() {
		if len(out) == shown {
			break
		}
		entry := w.element(e)
		if e.ID < s.List.Uses.Len() {
			entry += "×" + strconv.Itoa(int(s.List.Uses.At(e.ID)))
		}
		out = append(out, entry)
	}
	out = more(out, s.List.Len)
	pods := s.InFlightPods()
	if len(pods) > 0 {
		out = append(out, "|")
	}
	for i, id := range pods {
		if i == shown {
			out = append(out, "…"+strconv.Itoa(len(pods)-i)+" more")
			break
		}
		out = append(out, w.names.Of(id)+"→"+w.pointed(s, s.Pods.At(int(id)).Marker))
	}
	return "list[" + strings.Join(out, " ") + "]"
}

func (w *textWriter) pointed(s *State, element int) string {
	switch {
	case element == NoElement:
		return "start"
	case element >= len(s.List.Log):
		return "?"
	case !s.List.Has(element):
		return w.element(s.List.Log[element]) + "!"
	}
	return w.element(s.List.Log[element])
}

// gatesText are the feature gates that are on, and the code that is not the release's.
func gatesText(p *profile.Profile) string {
	var out string
	for _, name := range []string{"SchedulerQueueingHints", "SchedulerPopFromBackoffQ"} {
		if hasGate(p, name) && gateOn(p, name) {
			out += " " + name
		}
	}
	for _, v := range p.ChangedVariants() {
		out += " " + v[0] + "=" + v[1]
	}
	return out
}

// hasGate tells whether the profile's release has a feature gate.
func hasGate(p *profile.Profile, name string) bool {
	return slices.ContainsFunc(profile.GatesOf(p.Release), func(g profile.Gate) bool { return g.Name == name })
}

// gateOn tells whether a feature gate is on in a profile.
func gateOn(p *profile.Profile, name string) bool {
	switch name {
	case "SchedulerQueueingHints":
		return p.Gates.QueueingHints
	case "SchedulerPopFromBackoffQ":
		return p.Gates.PopFromBackoffQ
	}
	return false
}
