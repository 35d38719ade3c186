//go:build k8s

package plugins

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/plugin"
	"inflight/engine/profile"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// engine is what the engine says. Its parts are variables, so that a control can make one of them lie.
type engine struct {
	gates       string // how they are set
	profile     *profile.Profile
	request     api.RequestOptions
	preFilter   func(*api.Pod) (*plugin.Narrowed, *plugin.Status)
	filters     map[string]func(*api.Pod, *api.NodeInfo) *plugin.Status
	preEnqueue  func(*api.Pod) (string, []string) // the plugin that rejects the pod, and the gates
	registered  []event.Registration
	nodeChanges func(old, new *api.Node) []event.ClusterEvent
	podChanges  func(old, new *api.Pod) []event.ClusterEvent
	admits      func(*api.Pod, *api.NodeInfo) bool
	nodeInfo    func(*api.Node, []*api.Pod) *api.NodeInfo
}

func newEngine(t *testing.T, gates []script.Gate) *engine {
	r, err := profile.Parse(real.Release())
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]bool{}
	for _, g := range gates {
		set[g.Name] = g.On
	}
	p, err := profile.For(r, set)
	if err != nil {
		t.Fatal(err)
	}
	plugins := plugin.New(p)
	e := &engine{gates: name(gates), profile: p, request: plugin.RequestOptions(p), registered: plugins.Registrations(), admits: plugins.Admits,
		preFilter: plugins.PreFilter,
		filters:   map[string]func(*api.Pod, *api.NodeInfo) *plugin.Status{}}
	for _, f := range plugins.Filters() {
		e.filters[f.Name] = f.Filter
	}
	e.preEnqueue = func(pod *api.Pod) (string, []string) {
		name, reason := plugins.PreEnqueue(pod, "")
		var gates []string
		for _, arg := range reason.Args {
			if arg.Name == "gates" {
				gates = strings.Split(arg.Str, ", ")
			}
		}
		return name, gates
	}
	e.nodeInfo = func(n *api.Node, on []*api.Pod) *api.NodeInfo { return api.NewNodeInfo(n, on, e.request) }
	e.nodeChanges = func(old, new *api.Node) []event.ClusterEvent { return event.NodeChanges(p, old, new) }
	e.podChanges = func(old, new *api.Pod) []event.ClusterEvent {
		switch {
		case p.AssignedUpdates != profile.AssignedOnce:
			return event.PodChanges(p, old, new)
		case new.NodeName == "":
			return nil
		}
		return []event.ClusterEvent{event.Named(p, event.AssignedPod, event.Update)}
	}
	return e
}

// Filter is what a plugin's PreFilter and Filter say of a node with its pods.
func (e *engine) Filter(name string, s *subject) verdict {
	narrowed, st := e.preFilter(s.ours.pod)
	switch {
	case st != nil && st.Plugin == name:
	case narrowed != nil && narrowed.Plugin == name && !narrowed.Leaves(s.ours.node.Name):
		return notAsked
	default:
		st = e.filters[name](s.ours.pod, e.nodeInfo(s.ours.node, s.ours.on))
	}
	switch {
	case st == nil:
		return verdict{code: success}
	case st.Unresolvable:
		return verdict{"UnschedulableAndUnresolvable", scalarsSorted(st.Reasons)}
	}
	return verdict{"Unschedulable", scalarsSorted(st.Reasons)}
}

func (e *engine) PreEnqueue(name string, pod *api.Pod) verdict {
	by, gates := e.preEnqueue(pod)
	if by != name {
		return verdict{code: success}
	}
	return verdict{"UnschedulableAndUnresolvable", []string{fmt.Sprintf("waiting for scheduling gates: %v", gates)}}
}

// Hints are the answers of a plugin's functions about an event.
func (e *engine) Hints(name string, pod *api.Pod, ce event.ClusterEvent, old, new api.Object) (answers []string) {
	for _, r := range e.registered {
		if r.Plugin != name || !event.Match(e.profile.EventMatch, r.Event, ce) {
			continue
		}
		answer := event.AnswerQueue
		if r.Hint != nil {
			answer, _ = r.Hint(pod, old, new)
		}
		switch answer {
		case event.AnswerSkip:
			answers = append(answers, "QueueSkip")
		case event.AnswerImmediately:
			answers = append(answers, "QueueImmediately")
		case event.AnswerError:
			answers = append(answers, "error")
		default:
			answers = append(answers, e.queueWord())
		}
	}
	return answers
}

// queueWord is what a function says that does not skip: QueueAfterBackoff in 1.28, Queue later (and here in 1.27, which
// has no functions).
func (e *engine) queueWord() string {
	if real.Release() < "v1.29" && real.Release() > "v1.28" {
		return "QueueAfterBackoff"
	}
	return "Queue"
}

// changed are the events of a change of an object, with their labels, as the handlers send them.
func (e *engine) changed(s *subject) []event.ClusterEvent {
	old, new := s.ours.old, s.ours.new
	_, isNode := first(old, new).(*api.Node)
	switch {
	case isNode && old == nil:
		return []event.ClusterEvent{event.Named(e.profile, event.Node, event.Add)}
	case isNode && new == nil && e.profile.NodeDeleteEvent:
		return []event.ClusterEvent{event.Named(e.profile, event.Node, event.Delete)}
	case isNode && new == nil:
		return nil
	case isNode:
		return e.nodeChanges(old.(*api.Node), new.(*api.Node))
	case old == nil:
		return []event.ClusterEvent{event.Named(e.profile, event.AssignedPod, event.Add)}
	case new == nil:
		return []event.ClusterEvent{event.Named(e.profile, event.AssignedPod, event.Delete)}
	}
	return e.podChanges(old.(*api.Pod), new.(*api.Pod))
}

func first(old, new api.Object) api.Object {
	if old != nil {
		return old
	}
	return new
}

// ourText is resource, actions and label of an event, as eventText has those of the real one: without the actions that
// the release does not know.
func ourText(e event.ClusterEvent) string {
	return fmt.Sprintf("%s/%s %q", e.Resource, strings.Join(ourActions(e), "|"), e.Label)
}

// ourActions are the event's actions that the release knows; all updates together are "Update".
func ourActions(e event.ClusterEvent) []string {
	if e.Action == event.Update {
		return []string{"Update"}
	}
	return ourEachAction(e)
}

func ourEachAction(e event.ClusterEvent) []string {
	var names []string
	for bit := event.ActionType(1); bit < event.All; bit <<= 1 {
		name := bit.String()
		if bit == event.UpdatePodOther {
			name = "UpdatePodOther"
		}
		if e.Action&bit != 0 && slices.Contains(knownActions, name) {
			names = append(names, name)
		}
	}
	return names
}

// knownActions are those of the release.
var knownActions = eachAction(clusterEvent{ActionType: everyUpdate | actionNames[0].bit | actionNames[1].bit})
