package main

import (
	"inflight/engine/check"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/trace"
)

// runCheck is inflight check FILE 'PREDICATE': the predicate over the run, under --k8s, else under every release that
// it names with "on", else under the scenario's first.
func runCheck(s *session) int {
	if len(s.files) < 2 {
		return s.wrong(msg("use.no-file", "command", "check FILE 'PREDICATE'"))
	}
	files, src := s.files[:len(s.files)-1], s.files[len(s.files)-1]
	where := s.text(msg("predicate"))
	p, ok := s.predicate(where, src)
	if !ok {
		return exitUse
	}
	sc, ok := s.load(files)
	if !ok {
		return exitUnreadable
	}
	if problem := p.Possible(pods(sc)); problem != nil {
		s.reportIn(where, problem)
		return exitUse
	}
	releases := p.Releases()
	if s.has(k8sFlag) || len(releases) == 0 {
		r, wrong := s.theRelease(sc)
		if wrong != nil {
			return s.wrong(wrong)
		}
		releases = []profile.Release{r}
	}
	code := exitWell
	for _, r := range distinct(releases) {
		code = max(code, s.checkUnder(sc, r, p, where))
	}
	return code
}

func distinct(releases []profile.Release) []profile.Release {
	var out []profile.Release
	seen := map[profile.Release]bool{}
	for _, r := range releases {
		if !seen[r] {
			seen[r] = true
			out = append(out, r)
		}
	}
	return out
}

// checkUnder says whether the predicate holds under a release and since when that is certain.
func (s *session) checkUnder(sc *scenario.Scenario, r profile.Release, p *check.Predicate, where string) int {
	t, code := s.simulate(sc, r)
	if code != exitWell {
		return code
	}
	result, problem := p.Over(t)
	if problem != nil {
		s.reportIn(where, problem)
		return exitUse
	}
	args := []string{"release", r.String(), "predicate", p.String()}
	switch {
	case result.Beat < 0:
		s.say(0, "check."+result.Value.String()+"-start", args...)
	case result.Beat == t.Beats()-1:
		s.say(0, "check."+result.Value.String()+"-end", args...)
		for _, name := range p.Pods() {
			s.beat(t, lastMove(t, name))
		}
	default:
		b := t.Beat(result.Beat)
		s.say(0, "check."+result.Value.String(), append(args, "at", b.Address.String(), "time", trace.Stamp(b.At-t.Initial.At))...)
		s.beat(t, b)
	}
	for _, n := range result.Notes {
		s.say(4, "check.note", "note", s.sentence(n, t.Initial.At))
	}
	if result.Value != check.True {
		return exitFalse
	}
	return exitWell
}

// beat shows a beat of a run and its reason in words, nothing where there is none.
func (s *session) beat(t *trace.Trace, b *trace.Beat) {
	if b == nil {
		return
	}
	s.say(4, "check.beat", "beat", trace.BeatText(b, t.Initial.At))
	if b.Why.Rule != "" {
		s.say(11, "check.beat", "beat", s.sentence(b.Why, t.Initial.At))
	}
}

// lastMove is the last beat that moved a pod, nil where there is none.
func lastMove(t *trace.Trace, name string) *trace.Beat {
	id := trace.NamesOf(t.Final()).Find(name)
	for i := len(t.Steps) - 1; i >= 0 && id != trace.NoPod; i-- {
		for j := len(t.Steps[i].Beats) - 1; j >= 0; j-- {
			if b := &t.Steps[i].Beats[j]; b.Pod == id && b.Kind == trace.KindMove {
				return b
			}
		}
	}
	return nil
}
