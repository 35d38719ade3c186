// Package observe is what can be seen of a scheduling queue after an operation: a plain value that the real
// queue's side and ours fill alike, compared as text.
package observe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// NoTime is the absence of an instant.
const NoTime int64 = -1 << 63

// State is everything that is compared. Instants are nanoseconds since the epoch 2024-01-01T00:00:00Z.
type State struct {
	Now int64
	// Result is what the operation answered.
	Result string
	// ActiveQ, BackoffQ and ErrorBackoffQ are in the order in which they would be popped.
	ActiveQ, BackoffQ, ErrorBackoffQ []Pod
	Unschedulable                    []Pod // by key; a map in the real queue
	Attempts                         []Pod // popped and neither returned nor dropped, in the order of Pop
	InFlight                         []InFlight
	List                             []string // <uid> for a pod's marker, else the event
	// SchedulingCycle counts pops; MoveRequestCycle is its value at the last move request, NoCycle where the
	// release has no such thing.
	SchedulingCycle, MoveRequestCycle int64
	Closed                            bool
}

// Untie puts pods whose backoff ends at the same instant in order of their keys, in a queue that is ordered by nothing
// else. Which of them comes first depends on the order in which one event moved them, and that is chance in the real
// queue; nothing follows from it.
func Untie(pods []Pod) {
	for from := 0; from < len(pods); {
		to := from + 1
		for to < len(pods) && pods[to].Expiry == pods[from].Expiry {
			to++
		}
		slices.SortFunc(pods[from:to], func(a, b Pod) int { return cmp.Compare(a.Key, b.Key) })
		from = to
	}
}

// NoCycle is the MoveRequestCycle of a release without one.
const NoCycle = -1 << 62

// Pod is a pod as the queue holds it.
type Pod struct {
	Key, UID                        string
	Revision                        int // which version of the object
	Attempts, Unschedulable, Errors int
	Timestamp, Initial, Expiry      int64
	Flushed                         int64    // FlushTimestamp, NoTime where the release has none
	Rejectors, Pending              []string // sorted
	// Gating is the plugin that holds the pod back, "gated" where the release does not keep its name.
	Gating string
}

// InFlight is an entry of inFlightPods: where it points in the list, as an index, or "removed" or "none".
type InFlight struct{ UID, At string }

// Instant writes an instant in seconds since the epoch, "-" for none.
func Instant(t int64) string {
	if t == NoTime {
		return "-"
	}
	return time.Duration(t).String()
}

// Since is the instant from which the sweep counts.
func (p Pod) Since() int64 { return max(p.Timestamp, p.Flushed) }

func (p Pod) String() string {
	s := fmt.Sprintf("%s[%s r%d] tried=%d", p.Key, p.UID, p.Revision, p.Attempts)
	if p.Unschedulable != 0 || p.Errors != 0 {
		s += fmt.Sprintf(" unschedulable=%d errors=%d", p.Unschedulable, p.Errors)
	}
	s += fmt.Sprintf(" since=%s first=%s until=%s", Instant(p.Timestamp), Instant(p.Initial), Instant(p.Expiry))
	if p.Flushed != NoTime {
		s += " flushed=" + Instant(p.Flushed)
	}
	if len(p.Rejectors) > 0 {
		s += " rejected=" + strings.Join(p.Rejectors, ",")
	}
	if len(p.Pending) > 0 {
		s += " pending=" + strings.Join(p.Pending, ",")
	}
	if p.Gating != "" {
		s += " gated=" + p.Gating
	}
	return s
}

// Lines is the state, one fact a line; two states are equal if their lines are.
func (s *State) Lines() []string {
	lines := []string{"result " + s.Result}
	group := func(name string, pods []Pod) {
		for i, p := range pods {
			lines = append(lines, fmt.Sprintf("%s %d %s", name, i, p))
		}
	}
	group("activeQ", s.ActiveQ)
	group("backoffQ", s.BackoffQ)
	group("errorBackoffQ", s.ErrorBackoffQ)
	group("unschedulable", s.Unschedulable)
	group("attempt", s.Attempts)
	for _, f := range s.InFlight {
		lines = append(lines, "inFlight "+f.UID+" at "+f.At)
	}
	for i, e := range s.List {
		lines = append(lines, fmt.Sprintf("list %d %s", i, e))
	}
	cycle := fmt.Sprintf("cycle %d", s.SchedulingCycle)
	if s.MoveRequestCycle != NoCycle {
		cycle += fmt.Sprintf(" move request %d", s.MoveRequestCycle)
	}
	if s.Closed {
		cycle += " closed"
	}
	return append(lines, cycle)
}

// Text is the state for people, with the time.
func (s *State) Text() string {
	return "  at " + Instant(s.Now) + "\n  " + strings.Join(s.Lines(), "\n  ") + "\n"
}

// Places is which pods are in which queue.
func (s *State) Places() string {
	names := func(pods []Pod) string {
		var names []string
		for _, p := range pods {
			name := strings.TrimPrefix(p.Key, "default/")
			if p.Gating != "" {
				name += "(gated)"
			}
			names = append(names, name)
		}
		return strings.Join(names, " ")
	}
	return fmt.Sprintf("activeQ[%s] backoffQ[%s] errorBackoffQ[%s] unschedulablePods[%s]", names(s.ActiveQ),
		names(s.BackoffQ), names(s.ErrorBackoffQ), names(s.Unschedulable))
}

// Equal compares everything but the time, which both sides are given.
func (s *State) Equal(o *State) bool {
	return slices.Equal(s.Lines(), o.Lines())
}

// Diff is what one state says and the other does not, - of s and + of o.
func (s *State) Diff(o *State) string {
	var b strings.Builder
	only := func(mark string, in, out []string) {
		has := map[string]bool{}
		for _, l := range out {
			has[l] = true
		}
		for _, l := range in {
			if !has[l] {
				fmt.Fprintf(&b, "  %s %s\n", mark, l)
			}
		}
	}
	only("-", s.Lines(), o.Lines())
	only("+", o.Lines(), s.Lines())
	return b.String()
}
