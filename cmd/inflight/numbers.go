package main

import (
	"strings"

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
	var out []why.Reason
	for _, node := range v.Nodes[:min(numbered, len(v.Nodes))] {
		if st := plugin.Again(s, a.Pod, node); st != nil && st.Plugin == v.Plugin && strings.Join(st.Reasons, ", ") == v.Reason {
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
