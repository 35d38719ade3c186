package plugin

import (
	"fmt"
	"slices"
	"strings"

	"inflight/engine/api"
	"inflight/engine/why"
)

// Narrowed is the nodes that PreFilter leaves (framework.PreFilterResult), by name and sorted: a node of that name need
// not be there.
type Narrowed struct {
	Plugin string
	Nodes  []string
}

// Leaves tells whether PreFilter leaves the node. Nil leaves each.
func (n *Narrowed) Leaves(node string) bool {
	if n == nil {
		return true
	}
	_, found := slices.BinarySearch(n.Nodes, node)
	return found
}

// PreFilter asks the PreFilter plugins about a pod: which nodes to look at, nil for each, or why not to look at any.
// Only NodeAffinity has anything to say (NodeAffinity.PreFilter).
func (s *Set) PreFilter(pod *api.Pod) (*Narrowed, *Status) {
	names, named := pod.NamedNodes()
	switch {
	case !named:
		return nil, nil
	case len(names) == 0:
		return nil, &Status{Plugin: NodeAffinity, Reasons: []string{"pod affinity terms conflict"}, Unresolvable: true,
			Why: why.Reason{Rule: "prefilter.affinity-conflict", Plugin: NodeAffinity, Pod: pod.FullName(), Args: []why.Arg{why.S("want", terms(pod))}}}
	}
	return &Narrowed{NodeAffinity, names}, nil
}

// Outside is what is said of a node that PreFilter left out: nothing up to 1.31 (#126022).
func (s *Set) Outside(pod *api.Pod, n *Narrowed, node string) *Status {
	if !s.profile.AbsentCounted {
		return nil
	}
	return &Status{Plugin: n.Plugin, Reasons: []string{"node(s) didn't satisfy plugin(s) [" + n.Plugin + "]"}, Unresolvable: true,
		Why: why.Reason{Rule: "filter.outside", Plugin: n.Plugin, Pod: pod.FullName(), Node: node, Args: []why.Arg{why.L("nodes", n.Nodes)}}}
}

// Judge is what one attempt says of one node: PreFilter's narrowing, then Filter.
func (s *Set) Judge(pod *api.Pod, n *api.NodeInfo) *Status {
	narrowed, rejection := s.PreFilter(pod)
	switch {
	case rejection != nil:
		return rejection
	case !narrowed.Leaves(n.Node.Name):
		return s.Outside(pod, narrowed, n.Node.Name)
	}
	return s.Filter(pod, n)
}

// preScore is the error of a pod whose preferred node affinity the scheduler cannot read, "" where it can
// (NodeAffinity.PreScore, RunPreScorePlugins, labels.NewRequirement).
func (s *Set) preScore(pod *api.Pod) string {
	var errs []string
	for i := range pod.PreferredNodes {
		for j, r := range pod.PreferredNodes[i].Term.Expressions {
			for _, e := range r.Unreadable() {
				errs = append(errs, fmt.Sprintf("[%d].matchExpressions[%d].%s", i, j, e))
			}
		}
	}
	switch len(errs) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("running PreScore plugin %q: %s", NodeAffinity, errs[0])
	}
	return fmt.Sprintf("running PreScore plugin %q: [%s]", NodeAffinity, strings.Join(errs, ", "))
}
