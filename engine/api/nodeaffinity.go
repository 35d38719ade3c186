package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// NodeSelectorTerm is a term of node affinity: what the node's labels must meet, and what its name must (the one field
// is metadata.name). A term that asks for nothing matches no node.
type NodeSelectorTerm struct {
	Expressions, Fields []Requirement
}

// PreferredTerm is a term of preferred node affinity.
type PreferredTerm struct {
	Weight int32
	Term   NodeSelectorTerm
}

// Matches tells whether the node meets the term (nodeaffinity.nodeSelectorTerm.match of k8s.io/component-helpers).
func (t *NodeSelectorTerm) Matches(n *Node) bool {
	return t.readable() && !t.empty() && t.Unmet(n) == nil
}

func (t *NodeSelectorTerm) empty() bool { return len(t.Expressions) == 0 && len(t.Fields) == 0 }

// Unmet is the first requirement that the node does not meet, nil where it meets each.
func (t *NodeSelectorTerm) Unmet(n *Node) *Requirement {
	for i := range t.Expressions {
		if !t.Expressions[i].Matches(n.Labels) {
			return &t.Expressions[i]
		}
	}
	for i := range t.Fields {
		if !t.Fields[i].Matches(map[string]string{"metadata.name": n.Name}) {
			return &t.Fields[i]
		}
	}
	return nil
}

// readable tells whether the scheduler can read the term. The API server admits what it cannot: Gt and Lt with values
// that are no integers, and in preferred terms values that no label can have (labels.NewRequirement).
func (t *NodeSelectorTerm) readable() bool { return t.Unreadable() == nil }

// Unreadable is the first requirement that the scheduler cannot read, nil where it can read each.
func (t *NodeSelectorTerm) Unreadable() *Requirement {
	for i := range t.Expressions {
		if len(t.Expressions[i].Unreadable()) > 0 {
			return &t.Expressions[i]
		}
	}
	return nil
}

// Unreadable is what the scheduler objects to in a requirement that the API server admits, in its words.
func (r *Requirement) Unreadable() (errs []string) {
	for i, v := range r.Values {
		if r.Operator != "Gt" && r.Operator != "Lt" {
			break
		}
		if _, err := strconv.ParseInt(v, 10, 64); err != nil {
			errs = append(errs, fmt.Sprintf("values[%d]: Invalid value: %q: for 'Gt', 'Lt' operators, the value must be an integer", i, v))
		}
	}
	for i, v := range r.Values {
		if problem := labelValueProblem(v); problem != "" {
			errs = append(errs, fmt.Sprintf("values[%d][%s]: Invalid value: %q: %s", i, r.Key, v, problem))
		}
	}
	return errs
}

// MatchesNode tells whether a node meets the pod's nodeSelector and its required node affinity. unreadable tells that it
// does not, and that the scheduler could not read some term (RequiredNodeAffinity.Match).
func (p *Pod) MatchesNode(n *Node) (matches, unreadable bool) {
	if !p.NodeSelector.Matches(n.Labels) {
		return false, false
	}
	for i := range p.NodeAffinity {
		if t := &p.NodeAffinity[i]; t.Matches(n) {
			return true, false
		} else if !t.readable() && !t.empty() {
			unreadable = true
		}
	}
	return len(p.NodeAffinity) == 0, unreadable
}

// NamedNodes are the nodes that the pod's required node affinity names, sorted: the union over the terms of what each
// names in matchFields with In. named is false where some term names none, so that every node may match
// (NodeAffinity.PreFilter).
func (p *Pod) NamedNodes() (names []string, named bool) {
	for i := range p.NodeAffinity {
		term, some := p.NodeAffinity[i].names()
		if !some {
			return nil, false
		}
		names = append(names, term...)
	}
	slices.Sort(names)
	return slices.Compact(names), len(p.NodeAffinity) > 0
}

// names are the nodes that each of the term's requirements on the name admits.
func (t *NodeSelectorTerm) names() (names []string, some bool) {
	for _, r := range t.Fields {
		if r.Key != "metadata.name" || r.Operator != "In" {
			continue
		}
		if !some {
			names, some = slices.Clone(r.Values), true
			continue
		}
		names = slices.DeleteFunc(names, func(n string) bool { return !slices.Contains(r.Values, n) })
	}
	return names, some
}

// PreferredWeight is the sum of the weights of the preferred terms that the node meets (PreferredSchedulingTerms.Score).
func (p *Pod) PreferredWeight(n *Node) (sum int64) {
	for i := range p.PreferredNodes {
		if p.PreferredNodes[i].Term.Matches(n) {
			sum += int64(p.PreferredNodes[i].Weight)
		}
	}
	return sum
}

// String writes a requirement for people: disk=ssd for the In with one value that nodeSelector and matchLabels are, zone
// In (a, b), gpu Exists.
func (r *Requirement) String() string {
	if r.Operator == "In" && len(r.Values) == 1 {
		return r.Key + "=" + r.Values[0]
	}
	if len(r.Values) == 0 {
		return r.Key + " " + r.Operator
	}
	return r.Key + " " + r.Operator + " (" + strings.Join(r.Values, ", ") + ")"
}

// String writes a term for people.
func (t *NodeSelectorTerm) String() string {
	var parts []string
	for i := range t.Expressions {
		parts = append(parts, t.Expressions[i].String())
	}
	for i := range t.Fields {
		parts = append(parts, t.Fields[i].String())
	}
	return strings.Join(parts, ", ")
}
