package plugin

import (
	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/why"
)

// shortage is a resource of which a node has too little left.
type shortage struct {
	name              string
	needs, free, used int64
	capacity          int64
}

// insufficient are the resources of which the node has too little, in the order in which the plugin finds them: pods,
// cpu, memory, ephemeral-storage, then the others by name (noderesources.fitsRequest; upstream ranges over a map for
// the last).
func (s *Set) insufficient(pod *api.Pod, n *api.NodeInfo) []shortage {
	var out []shortage
	if most := n.Allocatable.Get("pods"); int64(len(n.Pods))+1 > most {
		out = append(out, shortage{"pods", 1, most - int64(len(n.Pods)), int64(len(n.Pods)), most})
	}
	for _, need := range s.checked(pod) {
		if free := n.Free(need.Name); need.Value > free {
			out = append(out, shortage{need.Name, need.Value, free, n.Requested.Get(need.Name), n.Allocatable.Get(need.Name)})
		}
	}
	return out
}

// checked are the amounts of which a node must have enough: what the pod requests. Up to 1.27 a pod that requests anything
// must also find no less than nothing of cpu, memory and ephemeral-storage, which an overbooked node has not (#116408).
func (s *Set) checked(pod *api.Pod) (out api.Amounts) {
	asks := false
	for _, need := range api.Request(pod, s.request) {
		asks = asks || api.IsScalar(need.Name) || counted(need.Name) && need.Value > 0
		if need.Value > 0 && counted(need.Name) {
			out = append(out, need)
		}
	}
	if asks && s.profile.OverbookedTakesNone {
		out = api.Amounts{{Name: "cpu"}, {Name: "memory"}, {Name: "ephemeral-storage"}}.Plus(out)
	}
	return out
}

func counted(name string) bool {
	return name == "cpu" || name == "memory" || name == "ephemeral-storage" || api.IsScalar(name)
}

// filterFit is NodeResourcesFit.Filter.
func (s *Set) filterFit(pod *api.Pod, n *api.NodeInfo) *Status {
	short := s.insufficient(pod, n)
	if len(short) == 0 {
		return nil
	}
	st := &Status{Plugin: NodeResourcesFit}
	for _, x := range short {
		if x.name == "pods" {
			st.Reasons = append(st.Reasons, "Too many pods")
		} else {
			st.Reasons = append(st.Reasons, "Insufficient "+x.name)
			st.Unresolvable = st.Unresolvable || s.profile.FitUnresolvable && x.needs > x.capacity
		}
	}
	st.Why = why.Reason{Plugin: NodeResourcesFit, Pod: pod.FullName(), Node: n.Node.Name}
	if first := short[0]; first.name == "pods" {
		st.Why.Rule = "filter.fit.pods"
		st.Why.Args = []why.Arg{why.N("pods", int(first.used)), why.N("capacity", int(first.capacity))}
	} else {
		st.Why.Rule = "filter.fit.insufficient"
		st.Why.Args = []why.Arg{why.S("resource", first.name), quantity("needs", first.name, first.needs), quantity("free", first.name, first.free)}
	}
	return st
}

func quantity(arg, resource string, v int64) why.Arg {
	return why.S(arg, api.FormatAmount(api.Amount{Name: resource, Value: v}))
}

// fitAfterNode is NodeResourcesFit's hint for nodes: the pod fits the node as if it were empty, and the node is new or
// offers more of something that the pod needs (isSchedulableAfterNodeChange, #127473).
func (s *Set) fitAfterNode(pod *api.Pod, old, new api.Object) (event.Answer, why.Reason) {
	node := new.(*api.Node)
	info := api.NewNodeInfo(node, nil, s.request)
	if short := s.insufficient(pod, info); len(short) > 0 {
		x := short[0]
		return event.AnswerSkip, why.Reason{Rule: "hint.fit.too-small", Node: node.Name,
			Args: []why.Arg{why.S("resource", x.name), quantity("needs", x.name, x.needs), quantity("capacity", x.name, x.capacity)}}
	}
	if !s.profile.FitAsksGrowth {
		return event.AnswerQueue, why.Reason{Rule: "hint.fit.fits", Node: node.Name, Args: s.telling(pod, info.Allocatable)}
	}
	if old == nil {
		return event.AnswerQueue, why.Reason{Rule: "hint.fit.new-node", Node: node.Name, Args: s.telling(pod, info.Allocatable)}
	}
	was, now := api.Allocatable(old.(*api.Node)), info.Allocatable
	for _, need := range append(api.Request(pod, s.request), api.Amount{Name: "pods", Value: 1}) {
		if need.Value > 0 && (counted(need.Name) || need.Name == "pods") && now.Get(need.Name) > was.Get(need.Name) {
			return event.AnswerQueue, why.Reason{Rule: "hint.fit.grew", Node: node.Name, Args: []why.Arg{why.S("resource", need.Name),
				quantity("was", need.Name, was.Get(need.Name)), quantity("now", need.Name, now.Get(need.Name)), quantity("needs", need.Name, need.Value)}}
		}
	}
	return event.AnswerSkip, why.Reason{Rule: "hint.fit.not-grown", Node: node.Name}
}

// telling names the resource of the pod that a sentence about fitting should mention: the first that it requests.
func (s *Set) telling(pod *api.Pod, offered api.Amounts) []why.Arg {
	for _, need := range api.Request(pod, s.request) {
		if need.Value > 0 && counted(need.Name) {
			return []why.Arg{why.S("resource", need.Name), quantity("needs", need.Name, need.Value), quantity("capacity", need.Name, offered.Get(need.Name))}
		}
	}
	return []why.Arg{why.S("resource", "pods"), why.S("needs", "1"), quantity("capacity", "pods", offered.Get("pods"))}
}

// fitAfterPod is NodeResourcesFit's hint for pods: a pod that held resources is gone, or requests less, or the pod
// itself requests less (isSchedulableAfterPodEvent, isSchedulableAfterPodScaleDown).
func (s *Set) fitAfterPod(pod *api.Pod, old, new api.Object) (event.Answer, why.Reason) {
	if new == nil {
		gone := old.(*api.Pod)
		if gone.NodeName == "" && (gone.NominatedNodeName == "" || !s.profile.NominatedHolds) {
			return event.AnswerSkip, why.Reason{Rule: "hint.fit.unassigned-gone"}
		}
		if gone.NodeName == "" {
			return event.AnswerQueue, why.Reason{Rule: "hint.fit.nominated-gone", Node: gone.NominatedNodeName}
		}
		return event.AnswerQueue, why.Reason{Rule: "hint.fit.pod-gone", Node: gone.NodeName, Args: s.telling(pod, api.Request(gone, s.request))}
	}
	was, now := old.(*api.Pod), new.(*api.Pod)
	reason, taken := s.another(pod, now)
	switch {
	case taken:
		return event.AnswerQueue, reason
	case now.UID == pod.UID:
		return event.AnswerQueue, why.Reason{Rule: "hint.fit.itself-smaller"}
	case now.NodeName == "":
		return event.AnswerSkip, why.Reason{Rule: "hint.fit.unassigned-smaller"}
	}
	before, after := api.Request(was, s.request), api.Request(now, s.request)
	for _, need := range api.Request(pod, s.request) {
		if need.Value > 0 && counted(need.Name) && before.Get(need.Name) > after.Get(need.Name) {
			return event.AnswerQueue, why.Reason{Rule: "hint.fit.other-smaller", Node: now.NodeName, Args: []why.Arg{why.S("resource", need.Name),
				quantity("was", need.Name, before.Get(need.Name)), quantity("now", need.Name, after.Get(need.Name))}}
		}
	}
	return event.AnswerSkip, why.Reason{Rule: "hint.fit.other-not-smaller", Node: now.NodeName}
}
