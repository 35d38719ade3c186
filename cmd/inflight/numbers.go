package main

import (
	"slices"
	"strings"

	"inflight/engine/api"
	"inflight/engine/plugin"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// numbered is how many nodes of a verdict are told with their numbers.
const numbered = 3

// numbers are the sentences with the numbers behind a verdict, for the first of its nodes. A trace keeps verdicts by
// plugin and message; what one node has and lacks is asked again, of the state in which Filter ran.
func numbers(t *trace.Trace, a *trace.AttemptRecord, v trace.Verdict) []why.Reason {
	s := filtered(t, a)
	if s == nil {
		return nil
	}
	plugins := plugin.New(t.Profile)
	pod := s.Pods.At(int(a.Pod)).Object
	var out []why.Reason
	for _, n := range s.Nodes.All() {
		if len(out) == numbered {
			break
		}
		if n.Gone || !slices.Contains(v.Nodes, n.Object.Name) {
			continue
		}
		st := plugins.Filter(pod, nodeInfo(t, s, n))
		if st != nil && st.Plugin == v.Plugin && strings.Join(st.Reasons, ", ") == v.Reason {
			out = append(out, st.Why)
		}
	}
	return out
}

// filtered is the state in which Filter ran in an attempt, nil where it did not.
func filtered(t *trace.Trace, a *trace.AttemptRecord) *trace.State {
	for i := max(a.Step-1, 0); i < len(t.Steps); i++ {
		for j := range t.Steps[i].Beats {
			if b := &t.Steps[i].Beats[j]; b.Kind == trace.KindPhase && b.Phase == trace.PhaseFilter && b.Pod == a.Pod {
				return b.State
			}
		}
	}
	return nil
}

func nodeInfo(t *trace.Trace, s *trace.State, n *trace.Node) *api.NodeInfo {
	var pods []*api.Pod
	for _, id := range n.Pods {
		pods = append(pods, s.Pods.At(int(id)).Object)
	}
	return api.NewNodeInfo(n.Object, pods, plugin.RequestOptions(t.Profile))
}
