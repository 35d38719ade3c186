//go:build k8s

package plugins

import (
	"slices"
	"strings"
	"testing"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/plugin"
	"inflight/engine/profile"
	"inflight/engine/why"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
)

// lie makes the engine say one thing wrong, which comparisons of that name must notice.
type lie struct {
	name, in string
	tell     func(e *engine)
}

// lies are one for each thing that is compared.
func lies(w *world, e *engine) (all []lie) {
	for _, name := range sortedKeys(e.filters) {
		in := name + " Filter"
		all = append(all,
			status(name, in, "another code", func(st *plugin.Status) *plugin.Status { st.Unresolvable = !st.Unresolvable; return st }),
			status(name, in, "another reason", func(st *plugin.Status) *plugin.Status { st.Reasons[0] += "!"; return st }),
			status(name, in, "no rejection", func(*plugin.Status) *plugin.Status { return nil }))
	}
	for _, resource := range append([]string{"pods"}, resources...) {
		all = append(all, lie{"one more of " + resource, fit + " Filter", func(e *engine) {
			e.nodeInfo = func(n *api.Node, on []*api.Pod) *api.NodeInfo {
				info := *api.NewNodeInfo(n, on, e.request)
				info.Allocatable = info.Allocatable.Plus(api.Amounts{{Name: resource, Value: 1}})
				return &info
			}
		}})
	}
	all = append(all, lie{"another list of gates", gating + " PreEnqueue", func(e *engine) {
		honest := e.preEnqueue
		e.preEnqueue = func(p *api.Pod) (string, []string) {
			by, gates := honest(p)
			slices.Reverse(gates)
			return by, gates
		}
	}}, lie{"no gate", gating + " PreEnqueue", func(e *engine) {
		e.preEnqueue = func(*api.Pod) (string, []string) { return "", nil }
	}})
	for i, r := range e.registered {
		if _, compared := e.filters[r.Plugin]; !compared && r.Plugin != gating || !reachable(w, e, r) {
			continue
		}
		all = append(all, lie{"the other answer of " + r.Plugin + " to " + r.Event.Action.String() + " of " + string(r.Event.Resource), "changes for " + r.Plugin, func(e *engine) {
			e.registered = slices.Clone(e.registered)
			e.registered[i].Hint = func(pod *api.Pod, old, new api.Object) (event.Answer, why.Reason) {
				if r.Hint != nil {
					if answer, reason := r.Hint(pod, old, new); answer == event.AnswerSkip {
						return event.AnswerQueue, reason
					}
				}
				return event.AnswerSkip, why.Reason{}
			}
		}})
	}
	return append(all, changeLies(e)...)
}

// reachable tells whether a change here can be an event that matches the registration: from 1.34 some match none.
func reachable(w *world, e *engine, r event.Registration) bool {
	if e.profile.Hints == profile.NoHints {
		return false // there are no answers, only registrations
	}
	return slices.ContainsFunc(w.registered, func(real registration) bool { return real.plugin == r.Plugin })
}

func status(name, in, what string, wrong func(*plugin.Status) *plugin.Status) lie {
	return lie{what + " of " + name, in, func(e *engine) {
		honest, filters := e.filters[name], map[string]func(*api.Pod, *api.NodeInfo) *plugin.Status{}
		for k, f := range e.filters {
			filters[k] = f
		}
		filters[name] = func(p *api.Pod, n *api.NodeInfo) *plugin.Status {
			st := honest(p, n)
			if st == nil {
				return nil
			}
			return wrong(st)
		}
		e.filters = filters
	}}
}

// changeLies are about events, and about preCheck where it is asked.
func changeLies(e *engine) []lie {
	const in = "changes for " + fit
	nodes := func(what string, wrong func(old api.Node, new *api.Node)) lie {
		return lie{"no news of a node's " + what, in, func(e *engine) {
			honest := e.nodeChanges
			e.nodeChanges = func(old, new *api.Node) []event.ClusterEvent {
				n := *new
				wrong(*old, &n)
				return honest(old, &n)
			}
		}}
	}
	pods := func(what string, wrong func(old api.Pod, new *api.Pod)) lie {
		return lie{"no news of a pod's " + what, in, func(e *engine) {
			honest := e.podChanges
			e.podChanges = func(old, new *api.Pod) []event.ClusterEvent {
				n := *new
				wrong(*old, &n)
				return honest(old, &n)
			}
		}}
	}
	all := []lie{
		nodes("taints", func(old api.Node, n *api.Node) { n.Taints = old.Taints }),
		nodes("labels", func(old api.Node, n *api.Node) { n.Labels = old.Labels }),
		nodes("allocatable", func(old api.Node, n *api.Node) { n.Allocatable = old.Allocatable }),
		nodes("conditions", func(old api.Node, n *api.Node) { n.Conditions = old.Conditions }),
		nodes("schedulability", func(old api.Node, n *api.Node) { n.Unschedulable = old.Unschedulable }),
		{"another label", in, func(e *engine) {
			honest := e.nodeChanges
			e.nodeChanges = func(old, new *api.Node) []event.ClusterEvent {
				events := honest(old, new)
				for i := range events {
					events[i].Label += "!"
				}
				return events
			}
		}},
	}
	if e.profile.NodeEvents == profile.NodeEveryChange {
		all = append(all, nodes("annotations", func(old api.Node, n *api.Node) { n.Annotations = old.Annotations }),
			lie{"another order", in, func(e *engine) {
				honest := e.nodeChanges
				e.nodeChanges = func(old, new *api.Node) []event.ClusterEvent {
					events := honest(old, new)
					slices.Reverse(events)
					return events
				}
			}})
	}
	if e.profile.AssignedUpdates != profile.AssignedOnce {
		all = append(all, pods("labels", func(old api.Pod, n *api.Pod) { n.Labels = old.Labels }),
			pods("requests", func(old api.Pod, n *api.Pod) { n.Containers = old.Containers }))
	}
	if e.profile.GateAndTolerationEvents {
		all = append(all, pods("tolerations", func(old api.Pod, n *api.Pod) { n.Tolerations = old.Tolerations }),
			pods("gates", func(old api.Pod, n *api.Pod) { n.SchedulingGates = old.SchedulingGates }))
	}
	if e.profile.ClaimEvents {
		all = append(all, pods("claims", func(old api.Pod, n *api.Pod) { n.ClaimStatuses = old.ClaimStatuses }))
	}
	if e.profile.PreCheck {
		all = append(all, lie{"a preCheck that knows no taints", "preCheck for " + taints, func(e *engine) {
			honest := e.admits
			e.admits = func(p *api.Pod, n *api.NodeInfo) bool {
				tolerant := *p
				tolerant.Tolerations = []api.Toleration{{Operator: "Exists"}}
				return honest(&tolerant, n)
			}
		}}, lie{"a preCheck that knows no pods", "preCheck for " + fit, func(e *engine) {
			honest := e.admits
			e.admits = func(p *api.Pod, n *api.NodeInfo) bool { return honest(p, api.NewNodeInfo(n.Node, nil, e.request)) }
		}})
	}
	return all
}

// TestNotBlind: a comparison that cannot fail proves nothing. The engine is made to lie about each thing that is
// compared, one at a time, and the comparison must notice.
func TestNotBlind(t *testing.T) {
	everyVariant(t, func(t *testing.T, w *world, e *engine) {
		told := 0
		for _, l := range lies(w, e) {
			liar := *e
			l.tell(&liar)
			for i, c := range comparisons(w, e) {
				if c.name != l.in {
					continue
				}
				told++
				if m := c.find(w, &liar, maker{harness.NewRand(*seed*1000 + uint64(i)), c.about(), e.request}, 4000, newTally()); m == nil {
					t.Errorf("%s: nobody noticed in %q", l.name, c.name)
				}
			}
		}
		t.Logf("%d lies told, one at a time", told)
		for i, r := range e.registered {
			if _, compared := e.filters[r.Plugin]; !compared && r.Plugin != gating {
				continue
			}
			liar := *e
			liar.registered = slices.Delete(slices.Clone(e.registered), i, i+1)
			if strings.Join(ourRegistrations(&liar, r.Plugin), " ") == strings.Join(realRegistrations(w, r.Plugin), " ") {
				t.Errorf("%s without %s of %s: nobody noticed", r.Plugin, r.Event.Action, r.Event.Resource)
			}
		}
	})
}
