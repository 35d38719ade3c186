package sim

import (
	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/scenario"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Tell does what a reader adds to the story while it is told: sc is the scenario of this run with the line at its end,
// and perhaps with the document that the line applies; a is what is new of that line: all of it, or the last of several
// steps. The run is then one of sc. Where the action is not possible, it stays the run that it was.
func (s *Sim) Tell(sc *scenario.Scenario, a action.Action) *why.Problem {
	before := s.scenario
	s.scenario, s.line = sc, len(sc.Story)-1
	problem := s.Do(a)
	s.line = -1
	if problem != nil {
		s.scenario = before
		return problem
	}
	s.story = len(sc.Story)
	return nil
}

// Doc is the document of an object as it is now, with what patches have changed; false where the cluster has no such
// object.
func (s *Sim) Doc(r api.Ref) (api.Doc, bool) {
	if s.current(r) == nil {
		return api.Doc{}, false
	}
	d, ok := s.docs[r.Object()]
	return d, ok
}

// Rules are what the release's API server lets change of an object.
func (s *Sim) Rules() api.UpdateRules { return s.updateRules() }

// State is the frame as it is now: after the last beat, time may have passed without changing anything.
func (s *Sim) State() *trace.State { return s.state() }
