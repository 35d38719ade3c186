package plugin

import (
	"strings"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/why"
)

// filterAffinity is NodeAffinity.Filter.
func (s *Set) filterAffinity(pod *api.Pod, n *api.NodeInfo) *Status {
	if matches, _ := pod.MatchesNode(n.Node); matches {
		return nil
	}
	r := mismatch(pod, n.Node)
	r.Plugin, r.Pod, r.Node = NodeAffinity, pod.FullName(), n.Node.Name
	return &Status{Plugin: NodeAffinity, Reasons: []string{"node(s) didn't match Pod's node affinity/selector"}, Unresolvable: true, Why: r}
}

// mismatch is why the node is not one that the pod asks for: the first requirement that it does not meet, with what it
// has instead, or all terms where there are several.
func mismatch(pod *api.Pod, n *api.Node) why.Reason {
	for i := range pod.NodeSelector.Requirements {
		if r := &pod.NodeSelector.Requirements[i]; !r.Matches(n.Labels) {
			return unmet("filter.selector", r, n)
		}
	}
	if len(pod.NodeAffinity) > 1 {
		return why.Reason{Rule: "filter.affinity.terms", Args: []why.Arg{why.N("n", len(pod.NodeAffinity)), why.S("want", terms(pod))}}
	}
	term := &pod.NodeAffinity[0]
	if r := term.Unreadable(); r != nil {
		return why.Reason{Rule: "filter.affinity.unreadable", Args: []why.Arg{why.S("want", r.String())}}
	}
	if r := term.Unmet(n); r != nil {
		return unmet("filter.affinity", r, n)
	}
	return why.Reason{Rule: "filter.affinity.empty"}
}

// unmet tells what the node has where the requirement wants something else.
func unmet(area why.Rule, r *api.Requirement, n *api.Node) why.Reason {
	want := why.S("want", r.String())
	if r.Key == "metadata.name" && n.Labels[r.Key] == "" {
		return why.Reason{Rule: area + ".name", Args: []why.Arg{want}}
	}
	if got, has := n.Labels[r.Key]; has {
		return why.Reason{Rule: area + ".has", Args: []why.Arg{want, why.S("got", r.Key+"="+got)}}
	}
	return why.Reason{Rule: area + ".lacks", Args: []why.Arg{want, why.S("key", r.Key)}}
}

// terms are all that the pod asks of a node, for people.
func terms(pod *api.Pod) string {
	var all []string
	for i := range pod.NodeSelector.Requirements {
		all = append(all, pod.NodeSelector.Requirements[i].String())
	}
	var or []string
	for i := range pod.NodeAffinity {
		or = append(or, pod.NodeAffinity[i].String())
	}
	if len(or) > 0 {
		all = append(all, strings.Join(or, " | "))
	}
	return strings.Join(all, ", ")
}

// affinityAfterNode is NodeAffinity's hint for nodes: the node is new and matches, or it matches now and did not before;
// up to 1.31 it is enough that it matches (isSchedulableAfterNodeChange, #127444).
func (s *Set) affinityAfterNode(pod *api.Pod, old, new api.Object) (event.Answer, why.Reason) {
	node := new.(*api.Node)
	want := []why.Arg{why.S("want", terms(pod))}
	matches, unreadable := pod.MatchesNode(node)
	switch {
	case unreadable:
		return event.AnswerError, why.Reason{Rule: "hint.affinity.unreadable", Node: node.Name, Args: want}
	case !matches:
		return event.AnswerSkip, why.Reason{Rule: "hint.affinity.no-match", Node: node.Name, Args: want}
	case !s.profile.NarrowNodeEvents:
		return event.AnswerQueue, why.Reason{Rule: "hint.affinity.matches", Node: node.Name, Args: want}
	case old == nil:
		return event.AnswerQueue, why.Reason{Rule: "hint.affinity.new-node", Node: node.Name, Args: want}
	}
	switch matched, unreadable := pod.MatchesNode(old.(*api.Node)); {
	case unreadable:
		return event.AnswerError, why.Reason{Rule: "hint.affinity.unreadable", Node: node.Name, Args: want}
	case matched:
		return event.AnswerSkip, why.Reason{Rule: "hint.affinity.matched-before", Node: node.Name, Args: want}
	}
	return event.AnswerQueue, why.Reason{Rule: "hint.affinity.matches-now", Node: node.Name, Args: want}
}
