//go:build k8s134 || k8s135 || k8s137

package loop

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"inflight/engine/api"
	"inflight/engine/profile"
	"inflight/engine/trace"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
)

// shown is a state of the simulation as what the real queue is observed as.
func shown(s *trace.State, revisions map[*api.Pod]int) *observe.State {
	pods := func(entries []*trace.Queued, backoff bool) []observe.Pod {
		var out []observe.Pod
		for _, e := range entries {
			p := observe.Pod{Key: e.Object.FullName(), UID: e.Object.UID, Revision: revisions[e.Object],
				Attempts: e.Attempts, Unschedulable: e.UnschedulableCount, Errors: e.ConsecutiveErrors,
				Timestamp: e.Timestamp, Initial: e.InitialAttempt, Expiry: observe.NoTime, Flushed: observe.NoTime,
				Rejectors: e.Rejectors, Pending: e.Pending, Gating: e.Gating}
			if backoff {
				p.Expiry = e.BackoffExpiry
			}
			out = append(out, p)
		}
		return out
	}
	o := &observe.State{ActiveQ: pods(s.ActiveOrder(), false), BackoffQ: pods(s.BackoffOrder(), true), ErrorBackoffQ: pods(s.ErrorBackoffOrder(), true),
		Unschedulable: pods(s.Unscheduled(), true), SchedulingCycle: s.SchedulingCycle, MoveRequestCycle: s.MoveRequestCycle, Closed: s.Closed}
	observe.Untie(o.ErrorBackoffQ)
	slices.SortFunc(o.Unschedulable, func(a, b observe.Pod) int { return cmp.Compare(a.Key, b.Key) })
	index := map[int]int{}
	for e := range s.List.All() {
		index[e.ID] = len(index)
		o.List = append(o.List, element(s, e))
	}
	for _, p := range s.Pods.All() {
		if !p.InFlight {
			continue
		}
		at := "none"
		if i, in := index[p.Marker]; in {
			at = strconv.Itoa(i)
		} else if p.Marker != trace.NoElement {
			at = "removed"
		}
		o.InFlight = append(o.InFlight, observe.InFlight{UID: p.UID, At: at})
	}
	slices.SortFunc(o.InFlight, func(a, b observe.InFlight) int { return strings.Compare(a.UID, b.UID) })
	return o
}

func element(s *trace.State, e trace.Element) string {
	if e.Event == nil {
		return "<" + s.Pods.At(int(e.Pod)).UID + ">"
	}
	text := fmt.Sprintf("%s(%s/%s", e.Event.Label, e.Event.Resource, e.Event.Action)
	object := e.Event.New
	if object == nil {
		object = e.Event.Old
	}
	switch o := object.(type) {
	case *api.Node:
		text += " node/" + o.Name
	case *api.Pod:
		text += " pod/" + o.FullName() + " " + o.UID
	}
	return text + ")"
}

// The list's events hold versions of pods that nobody else has, a pod with its assumed node among them; which version
// it is, is not compared.
var revision = regexp.MustCompile(` r[0-9]*\)$`)

func withoutRevisions(list []string) {
	for i, e := range list {
		list[i] = revision.ReplaceAllString(e, ")")
	}
}

// lines is everything that is compared beside the queue, as Real's.
func lines(s *trace.State) []string {
	var lines []string
	uid := func(id trace.PodID) string { return s.Pods.At(int(id)).UID }
	if a := s.Scheduling; a != nil {
		lines = append(lines, "scheduling "+uid(a.Pod)+" comes to "+string(a.Next))
	}
	for _, a := range s.Binding {
		lines = append(lines, "binding "+uid(a.Pod)+" comes to "+string(a.Next))
	}
	for _, n := range s.Nodes.All() {
		for _, id := range n.Pods {
			how := "counts"
			if p := s.Pods.At(int(id)); p.Object.NodeName == "" {
				how = "is assumed"
			}
			lines = append(lines, uid(id)+" "+how+" on "+n.Object.Name)
		}
	}
	slices.Sort(lines)
	return lines
}

// failuresOf are the attempts that failed, as Real's.
func failuresOf(attempts []trace.AttemptRecord, s *trace.State) []string {
	var out []string
	for _, a := range attempts {
		if a.Failed != "" {
			out = append(out, failure(s.Pods.At(int(a.Pod)).UID, a.Message))
		}
	}
	return out
}

// patchesOf are the patches that a step's beats tell of, as Real's.
func patchesOf(step *trace.Step) []string {
	var out []string
	for _, b := range step.Beats {
		words := []string{b.Why.Pod}
		switch b.Why.Rule {
		case "object.status-patch", "object.status-patch-nomination", "object.nomination-patch":
		case "object.status-patch-message":
			words = append(words, "")
		case "object.nominated":
			words = append(words, "nominated="+b.Why.Node)
		default:
			continue
		}
		for _, a := range b.Why.Args {
			switch {
			case a.Name == "reason":
				words = append(words, a.Str)
			case a.Name == "nominated":
				words = append(words, "nominated=")
			}
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

// ProfileOf is a release as the simulation has it.
func ProfileOf(release string, variants map[string]string) (*profile.Profile, error) {
	r, err := profile.Parse(release)
	if err != nil {
		return nil, err
	}
	p, err := profile.For(r, nil)
	if err != nil {
		return nil, err
	}
	return p.With(variants)
}
