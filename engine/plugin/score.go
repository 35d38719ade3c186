package plugin

import "inflight/engine/api"

// Choose picks the node for a pod among those that passed Filter: the highest sum of NodeResourcesFit (least
// allocated, weight 1), NodeResourcesBalancedAllocation (1), NodeAffinity (preferred terms, 2) and TaintToleration
// (PreferNoSchedule taints, 3), as the default profile weighs them. Upstream picks among equals at random; here the first
// in the given order wins. problem is the error of a plugin that cannot score the pod.
func (s *Set) Choose(pod *api.Pod, feasible []*api.NodeInfo) (chosen int, score int64, problem string) {
	if problem := s.preScore(pod); problem != "" {
		return 0, 0, problem
	}
	taints, affinity := make([]int64, len(feasible)), make([]int64, len(feasible))
	mostTaints, mostAffinity := int64(0), int64(0)
	for i, n := range feasible {
		taints[i], affinity[i] = disliked(pod, n.Node), pod.PreferredWeight(n.Node)
		mostTaints, mostAffinity = max(mostTaints, taints[i]), max(mostAffinity, affinity[i])
	}
	for i, n := range feasible {
		total := s.leastAllocated(pod, n) + s.balanced(pod, n) + 2*share(affinity[i], mostAffinity) + 3*(100-share(taints[i], mostTaints))
		if i == 0 || total > score {
			chosen, score = i, total
		}
	}
	return chosen, score, ""
}

// share is a score in hundredths of the most that any node has (helper.DefaultNormalizeScore).
func share(score, most int64) int64 {
	if most == 0 {
		return 0
	}
	return 100 * score / most
}

// disliked counts the PreferNoSchedule taints that the pod does not tolerate.
func disliked(pod *api.Pod, n *api.Node) int64 {
	count := int64(0)
	for _, t := range n.Taints {
		if _, found := api.Untolerated([]api.Taint{t}, pod.Tolerations, "PreferNoSchedule"); found {
			count++
		}
	}
	return count
}

// leastAllocated is the mean over cpu and memory of the share that would stay free.
func (s *Set) leastAllocated(pod *api.Pod, n *api.NodeInfo) int64 {
	sum, weights := int64(0), int64(0)
	cpu, memory := api.NonZeroRequest(pod, s.request)
	cpu, memory = cpu+n.NonZeroCPU, memory+n.NonZeroMemory
	for _, r := range []struct {
		name string
		used int64
	}{{"cpu", cpu}, {"memory", memory}} {
		capacity, used := n.Allocatable.Get(r.name), r.used
		if capacity == 0 {
			continue
		}
		weights++
		if used <= capacity {
			sum += (capacity - used) * 100 / capacity
		}
	}
	if weights == 0 {
		return 0
	}
	return sum / weights
}

// balanced prefers nodes on which cpu and memory would be used to the same degree; from 1.33 it says nothing of a pod that
// requests neither (BalancedAllocation.PreScore, #130260).
func (s *Set) balanced(pod *api.Pod, n *api.NodeInfo) int64 {
	request := api.Request(pod, s.request)
	if s.profile.BestEffortUnbalanced && request.Get("cpu") == 0 && request.Get("memory") == 0 {
		return 0
	}
	var shares []float64
	for _, name := range []string{"cpu", "memory"} {
		if capacity := n.Allocatable.Get(name); capacity > 0 {
			shares = append(shares, min(1, float64(n.Requested.Get(name)+request.Get(name))/float64(capacity)))
		}
	}
	if len(shares) < 2 {
		return 100
	}
	apart := shares[0] - shares[1]
	if apart < 0 {
		apart = -apart
	}
	return int64((1 - apart/2) * 100)
}
