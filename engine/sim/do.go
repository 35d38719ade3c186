package sim

import (
	"cmp"
	"strings"
	"time"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/check"
	"inflight/engine/plugin"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Do performs one action. It returns a problem, and changes nothing, where the action is not possible now.
func (s *Sim) Do(a action.Action) *why.Problem {
	if s.beats >= MaxBeats {
		return problem("sim.too-many-beats", why.N("limit", MaxBeats))
	}
	s.text = a.String()
	switch a.Verb {
	case action.Step:
		return s.doStep(a)
	case action.Run:
		return s.doRun(a)
	case action.Do:
		return s.doPossible(a.Name)
	case action.Apply:
		return s.doApply(a.Ref)
	case action.Delete:
		return s.doDelete(a.Ref)
	case action.Recreate:
		return s.doRecreate(a.Ref)
	case action.Patch:
		return s.doPatch(a)
	case action.Activate:
		return s.doActivate(a.Ref)
	case action.Advance:
		return s.doAdvance(a)
	case action.Next:
		return s.doNextTimer()
	case action.Fail, action.Reject:
		return s.doFail(a)
	case action.Permit:
		return s.doPermit(a)
	case action.Hold:
		return s.doHold(a)
	case action.Release:
		return s.doRelease(a.Ref)
	case action.Note, action.Mark:
		return s.doSay(a)
	}
	return problem("sim.not-modelled", why.S("action", a.String()))
}

// The messages of failures that were arranged without one.
const (
	DefaultFailure   = "the API server did not answer"
	DefaultRejection = "not permitted"
)

func problem(rule why.Rule, args ...why.Arg) *why.Problem {
	return &why.Problem{Column: 1, Why: why.Reason{Rule: rule, Args: args}, Fatal: true}
}

// record makes a step of what f does, and lets the step's time pass.
func (s *Sim) record(f func()) {
	s.begin(s.text)
	f()
	s.end()
	s.pass(s.scenario.Tick)
}

// doStep is step, step N, step bind REF, step until PHASE and step until PREDICATE.
func (s *Sim) doStep(a action.Action) *why.Problem {
	switch {
	case a.Bind:
		return s.stepBind(a.Ref)
	case a.Until != "":
		return s.until(a, s.stepOrTimer)
	}
	for range max(a.N, 1) {
		if !s.stepOrTimer() {
			return problem("sim.nothing-to-do")
		}
	}
	return nil
}

// stepOrTimer does the next step of the scheduler; where it has none, it lets time pass to the next timer that changes
// anything. It tells whether there was anything to do.
func (s *Sim) stepOrTimer() bool { return s.stepNow() || s.skipToTimer() }

// stepNow does the first of what is possible now, timers aside.
func (s *Sim) stepNow() bool {
	if _, _, ok := s.loop.CanCycle(); ok {
		s.record(s.loop.Cycle)
		return true
	}
	if pods, _ := s.loop.CanBind(); len(pods) > 0 {
		s.record(func() { s.loop.Bind(pods[0]) })
		return true
	}
	if s.loop.CanPop() {
		s.record(func() { s.loop.Pop(len(s.trace.Steps) + 1) })
		return true
	}
	return false
}

func (s *Sim) stepBind(r api.Ref) *why.Problem {
	id, p := s.pod(r)
	if p != nil {
		return p
	}
	pods, _ := s.loop.CanBind()
	for _, b := range pods {
		if b == id {
			s.record(func() { s.loop.Bind(id) })
			return nil
		}
	}
	return problem("sim.not-binding", why.S("ref", r.String()))
}

// doRun does all that is due now; run until lets timers pass as well.
func (s *Sim) doRun(a action.Action) *why.Problem {
	if a.Until != "" {
		return s.until(a, s.stepOrTimer)
	}
	for s.stepNow() {
		if s.beats >= MaxBeats {
			return problem("sim.too-many-beats", why.N("limit", MaxBeats))
		}
	}
	return nil
}

// until repeats next until a phase has run or a predicate holds. That it never does is no error: another release may
// go another way. It is said as a warning.
func (s *Sim) until(a action.Action, next func() bool) *why.Problem {
	reached, p := s.condition(a)
	if p != nil {
		return p
	}
	limit := s.now + int64(time.Hour)
	if !action.IsPhase(a.Until) && reached(0) {
		return nil
	}
	for {
		before := len(s.trace.Steps)
		if s.now > limit || s.beats >= MaxBeats || !next() {
			s.unreached(a)
			return nil
		}
		if reached(before) {
			return nil
		}
	}
}

// condition makes the test of an until: it is given the number of steps before the last next().
func (s *Sim) condition(a action.Action) (func(from int) bool, *why.Problem) {
	if action.IsPhase(a.Until) {
		return func(from int) bool { return s.ran(trace.Phase(a.Until), from) }, nil
	}
	pred, p := check.Parse(a.Until)
	if p != nil {
		p.Column += a.UntilCol - 1
		return nil, p
	}
	watch, p := pred.Watch(s.trace)
	if p != nil {
		p.Column += a.UntilCol - 1
		return nil, p
	}
	for watch.Next() {
	}
	return func(int) bool {
		held := watch.Holds()
		for watch.Next() {
			held = held || watch.Holds()
		}
		return held
	}, nil
}

// ran tells whether a phase ran in one of the steps from the given one on.
func (s *Sim) ran(phase trace.Phase, from int) bool {
	for _, step := range s.trace.Steps[from:] {
		for i := range step.Beats {
			b := &step.Beats[i]
			if b.Phase == phase || phase == trace.PhasePop && b.Kind == trace.KindMove && b.To == trace.Scheduling ||
				phase == trace.PhaseDone && b.Kind == trace.KindDone ||
				phase == trace.PhaseRequeue && (b.Kind == trace.KindMove && b.From == trace.Scheduling && b.To != trace.Binding ||
					b.Why.Rule == "return.present") {
				return true
			}
		}
	}
	return false
}

func (s *Sim) unreached(a action.Action) {
	w := why.Problem{Why: why.Reason{Rule: "sim.until-unreached", Args: []why.Arg{why.S("until", a.Until), why.T("at", s.now)}}}
	if s.line >= 0 {
		l := s.scenario.Story[s.line]
		w.File, w.Line, w.Column, w.Field = l.File, l.Pos.Line, l.Column(a.UntilCol), "spec.story"
	}
	s.warn(w)
}

// warn adds a warning to the trace; what others hold of its warnings stays as it is.
func (s *Sim) warn(w why.Problem) {
	s.trace.Warnings = append(s.trace.Warnings[:len(s.trace.Warnings):len(s.trace.Warnings)], w)
}

// farthest is how far one action lets time pass.
const farthest = int64(240 * time.Hour)

func (s *Sim) doAdvance(a action.Action) *why.Problem {
	far := int64(a.Dur)
	if a.ToTime {
		far = a.To - (s.now - s.trace.Initial.At)
	}
	if far > farthest {
		return problem("sim.time-far", why.N("hours", int(farthest/int64(time.Hour))))
	}
	to := s.now + far
	if far < 0 {
		return problem("sim.time-backwards", why.T("to", to), why.T("now", s.now))
	}
	s.passTo(to)
	return nil
}

// doNextTimer lets time pass to the next timer that changes anything.
func (s *Sim) doNextTimer() *why.Problem {
	if !s.skipToTimer() {
		return problem("sim.no-timer")
	}
	return nil
}

// skipToTimer lets silent timers fire until one changes something. There is none if nothing waits for a timer.
func (s *Sim) skipToTimer() bool {
	if !s.queue.WaitsForTimer() {
		return false
	}
	limit := s.now + int64(time.Hour)
	for s.timers.due() <= limit {
		if s.fire() {
			return true
		}
	}
	return false
}

func (s *Sim) doSay(a action.Action) *why.Problem {
	s.begin(s.text)
	if a.Verb == action.Mark {
		s.say(trace.NoPod, why.Reason{Rule: "note.mark", Args: []why.Arg{why.S("name", a.Name)}}, a.Name)
	} else {
		s.say(trace.NoPod, why.Reason{Rule: "note.text", Args: []why.Arg{why.S("text", a.Text)}}, a.Text)
	}
	s.end()
	return nil
}

func (s *Sim) doFail(a action.Action) *why.Problem {
	id, p := s.pod(a.Ref)
	if p != nil {
		return p
	}
	phase, name, message := trace.Phase(a.Phase), s.pods.At(int(id)).Object.FullName(), a.Text
	reason := why.Reason{Rule: "note.will-fail", Pod: name}
	if a.Verb == action.Reject {
		if !rejectable[phase] {
			return problem("sim.cannot-reject", why.S("phase", a.Phase), why.S("phases", "Reserve, Permit, PreBind"))
		}
		message = cmp.Or(message, DefaultRejection)
		s.loop.Reject(phase, name, message)
		reason.Rule, reason.Plugin = "note.will-reject", plugin.Example
	} else {
		if !failable[phase] {
			return problem("sim.cannot-fail", why.S("phase", a.Phase), why.S("phases", "PreFilter, Filter, Reserve, Permit, WaitOnPermit, PreBind, Bind"))
		}
		message = cmp.Or(message, DefaultFailure)
		s.loop.Fail(phase, name, message)
	}
	reason.Args = []why.Arg{why.S("phase", a.Phase), why.S("message", message)}
	s.begin(s.text)
	s.say(id, reason, "")
	s.end()
	return nil
}

// doPermit answers for ExamplePlugin about a pod that waits for it.
func (s *Sim) doPermit(a action.Action) *why.Problem {
	id, p := s.pod(a.Ref)
	if p != nil {
		return p
	}
	if !s.loop.Permit(id, a.Allow, DefaultRejection) {
		return problem("sim.not-waiting", why.S("ref", a.Ref.String()))
	}
	rule := why.Rule("note.permit-reject")
	if a.Allow {
		rule = "note.permit-allow"
	}
	s.begin(s.text)
	s.say(id, why.Reason{Rule: rule, Plugin: plugin.Example, Pod: s.name(id)}, "")
	s.end()
	return nil
}

// rejectable are the phases in which a rejection can be arranged. Filter rejects by what pods and nodes are.
var rejectable = map[trace.Phase]bool{trace.PhaseReserve: true, trace.PhasePermit: true, trace.PhasePreBind: true}

// failable are the phases in which an error can be arranged.
var failable = map[trace.Phase]bool{trace.PhasePreFilter: true, trace.PhaseFilter: true, trace.PhaseReserve: true, trace.PhasePermit: true,
	trace.PhaseWaitOnPermit: true, trace.PhasePreBind: true, trace.PhaseBind: true}

func (s *Sim) doHold(a action.Action) *why.Problem {
	id, p := s.pod(a.Ref)
	if p != nil {
		return p
	}
	if a.Phase == string(trace.PhasePop) || a.Phase == string(trace.PhaseDone) {
		return problem("sim.cannot-hold", why.S("phase", a.Phase), why.S("phases", "PreFilter, Filter, PostFilter, Reserve, Permit, WaitOnPermit, PreBind, Bind, PostBind, Diagnose, Refetch, Requeue"))
	}
	name := s.pods.At(int(id)).Object.FullName()
	s.loop.Hold(trace.Phase(a.Phase), name)
	s.begin(s.text)
	s.say(id, why.Reason{Rule: "note.hold", Pod: name, Args: []why.Arg{why.S("phase", a.Phase)}}, "")
	s.end()
	return nil
}

func (s *Sim) doRelease(r api.Ref) *why.Problem {
	id, p := s.pod(r)
	if p != nil {
		return p
	}
	name := s.pods.At(int(id)).Object.FullName()
	if !s.loop.Release(name) {
		return problem("sim.not-held", why.S("ref", r.String()))
	}
	s.begin(s.text)
	s.say(id, why.Reason{Rule: "note.release", Pod: name}, "")
	s.end()
	return nil
}

// DoPossible does the i-th of what Possible lists.
func (s *Sim) DoPossible(i int) *why.Problem {
	p := s.Possible()[i]
	s.text = string(action.Do) + " " + p.ID
	p.do()
	return nil
}

// doPossible does one of what Possible lists.
func (s *Sim) doPossible(id string) *why.Problem {
	var known []string
	for _, p := range s.Possible() {
		if p.ID == id {
			p.do()
			return nil
		}
		known = append(known, p.ID)
	}
	return problem("sim.not-possible", why.S("id", id), why.S("possible", strings.Join(known, ", ")))
}
