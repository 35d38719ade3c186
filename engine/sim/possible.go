package sim

import (
	"strings"

	"inflight/engine/trace"
	"inflight/engine/why"
)

// Possible is something that can happen now. The interleaving is the learner's: the first is what step takes.
type Possible struct {
	ID    string // of the action do ID: filter, bind/web, pop, timer
	Pod   trace.PodID
	Phase trace.Phase // "" for the timer
	Why   why.Reason
	do    func()
}

// Possible lists what the scheduler could do next: the next phase of the scheduling cycle, of each binding cycle, the
// next pop, and the next timer that changes anything.
func (s *Sim) Possible() []Possible {
	var out []Possible
	if id, phase, ok := s.loop.CanCycle(); ok {
		out = append(out, Possible{ID: strings.ToLower(string(phase)), Pod: id, Phase: phase, Why: s.possibly("possible.phase", id, phase), do: func() { s.record(s.loop.Cycle) }})
	}
	pods, phases := s.loop.CanBind()
	for i, id := range pods {
		out = append(out, Possible{ID: strings.ToLower(string(phases[i])) + "/" + why.ShortPod(s.name(id)), Pod: id, Phase: phases[i], Why: s.possibly("possible.phase", id, phases[i]),
			do: func() { s.record(func() { s.loop.Bind(id) }) }})
	}
	if s.loop.CanPop() {
		out = append(out, Possible{ID: "pop", Pod: trace.NoPod, Phase: trace.PhasePop, Why: why.Reason{Rule: "possible.pop"},
			do: func() { s.record(func() { s.loop.Pop(len(s.trace.Steps) + 1) }) }})
	}
	if s.queue.WaitsForTimer() {
		out = append(out, Possible{ID: "timer", Pod: trace.NoPod, Why: why.Reason{Rule: "possible.timer"}, do: func() { s.skipToTimer() }})
	}
	return out
}

func (s *Sim) possibly(rule why.Rule, id trace.PodID, phase trace.Phase) why.Reason {
	return why.Reason{Rule: rule, Pod: s.name(id), Args: []why.Arg{why.S("phase", string(phase))}}
}

func (s *Sim) name(id trace.PodID) string { return s.pods.At(int(id)).Object.FullName() }
