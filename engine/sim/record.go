package sim

import (
	"slices"

	"inflight/engine/trace"
	"inflight/engine/why"
)

// observe makes a beat of a change: it renews what is known of the pods concerned and takes the state.
func (s *Sim) observe(c trace.Change, r why.Reason, q *trace.Queued) {
	if c.Pod != trace.NoPod {
		before := s.pods.At(int(c.Pod))
		if r.Pod == "" {
			r.Pod = before.Object.FullName()
		}
		if c.Kind == trace.KindMove && c.To == trace.Bound {
			c.From = before.Place
		}
	}
	s.renew(c, q)
	if s.step == nil { // the start objects: there before the story
		return
	}
	s.beats++
	info, _ := why.Lookup(r.Rule)
	s.step.Beats = append(s.step.Beats, trace.Beat{
		Address: trace.Address{Step: s.step.N, Beat: len(s.step.Beats) + 1}, At: s.now, Change: c, Why: r, Decision: info.Decision && c.Kind != trace.KindLook, State: s.state(),
	})
	s.watchInvariants(&s.step.Beats[len(s.step.Beats)-1])
}

// renew brings the record of the pod that a change is about up to date.
func (s *Sim) renew(c trace.Change, q *trace.Queued) {
	if c.Pod == trace.NoPod {
		return
	}
	before := s.pods.At(int(c.Pod))
	p := *before
	if q != nil {
		p.Queued = q
	}
	if c.Kind == trace.KindMove {
		s.moved(&p, c)
	}
	if c.Kind == trace.KindObject && c.To == trace.Gone && p.Place != trace.Scheduling && p.Place != trace.Binding {
		p.Place = trace.Gone
	}
	s.refresh(&p)
	s.pods.Set(int(c.Pod), &p)
}

// moved notes where a pod is now. An attempt that runs is where its pod is, whatever copies the queue holds, until it
// gives the pod back.
func (s *Sim) moved(p *trace.Pod, c trace.Change) {
	running := p.Place == trace.Scheduling || p.Place == trace.Binding
	switch c.To {
	case trace.ActiveQ, trace.BackoffQ, trace.ErrorBackoffQ, trace.UnschedulablePods:
		p.Queue = c.To
		returns := c.From == trace.Scheduling || c.From == trace.Binding // perhaps in the place of one that it was made again for
		if !running || returns && !s.attempted(p.ID) {
			p.Place = c.To
		}
	case trace.Scheduling:
		p.Queue, p.Place, p.Popped = trace.Nowhere, trace.Scheduling, s.now
	case trace.Gone:
		if c.From != trace.Bound {
			p.Queue = trace.Nowhere
		}
		if !running {
			p.Place = trace.Gone
		}
	default:
		p.Place = c.To
	}
}

// attempted tells whether an attempt of the pod runs.
func (s *Sim) attempted(id trace.PodID) bool {
	if a := s.loop.Scheduling(); a != nil && a.Pod == id {
		return true
	}
	return slices.ContainsFunc(s.loop.Binding(), func(a *trace.Attempt) bool { return a.Pod == id })
}

// refresh reads back what others know of a pod.
func (s *Sim) refresh(p *trace.Pod) {
	p.Marker, p.InFlight = s.queue.InFlight(p.UID)
	p.Node = s.cluster.On(p.UID)
	if id, now := s.cluster.Pod(p.Object.FullName()); id == p.ID {
		p.Object = now
	}
}

// finished ends an attempt in the records: its pod is where the queue, the node or nobody holds it.
func (s *Sim) finished(a trace.AttemptRecord) {
	s.trace.Attempts = append(s.trace.Attempts, a)
	s.ended = append(s.ended, a.Pod)
	p := *s.pods.At(int(a.Pod))
	_, now := s.cluster.Pod(p.Object.FullName())
	failed := a.Result == "unschedulable" || a.Result == "error"
	if !failed || now == nil || now.UID != p.UID { // else the queue moves it in a moment
		p.Place = trace.Gone
	}
	if now != nil && now.UID == p.UID && now.NodeName != "" {
		p.Place = trace.Bound
	}
	if p.Queue != trace.Nowhere {
		p.Place = p.Queue
	}
	if a.Result == "bound" && now != nil && now.UID == p.UID && now.NodeName == "" {
		p.Place = trace.Binding // until the informer tells
	}
	if place, runs := s.otherAttempt(a); runs { // a second copy was popped and not tried
		p.Place = place
	}
	s.refresh(&p)
	s.pods.Set(int(a.Pod), &p)
}

// otherAttempt is where another attempt of the same pod runs.
func (s *Sim) otherAttempt(than trace.AttemptRecord) (place trace.Place, runs bool) {
	if a := s.loop.Scheduling(); a != nil && a.Pod == than.Pod && a.N != than.N {
		return trace.Scheduling, true
	}
	return trace.Binding, slices.ContainsFunc(s.loop.Binding(), func(a *trace.Attempt) bool { return a.Pod == than.Pod && a.N != than.N })
}

// state is the frame as it is now.
func (s *Sim) state() *trace.State {
	st := &trace.State{Profile: s.profile, At: s.now, Pods: s.pods.View(), Nodes: s.cluster.View(), Scheduling: s.loop.Scheduling(), Binding: s.loop.Binding()}
	st.NextBackoffFlush, st.NextSweep = s.timers.next()
	s.queue.Snapshot(st)
	return st
}

// begin opens a step for an action.
func (s *Sim) begin(text string) {
	n := len(s.trace.Steps) + 1
	s.step = &trace.Step{N: n, At: s.now, Action: text, Story: s.line, SilentTicks: s.silent, Beats: s.beatsOf[:0]}
	s.silent = 0
}

// end closes the step and lets its time pass. A step without a beat leaves no trace but its time.
func (s *Sim) end() {
	step := s.step
	s.step = nil
	s.beatsOf = step.Beats
	if len(step.Beats) > 0 {
		step.Beats = append(make([]trace.Beat, 0, len(step.Beats)), step.Beats...)
		s.trace.Steps = append(s.trace.Steps, *step)
		s.checkInvariants()
	} else {
		s.silent += step.SilentTicks
	}
}

// say adds a beat that changes nothing.
func (s *Sim) say(pod trace.PodID, r why.Reason, note string) {
	s.observe(trace.Change{Kind: trace.KindNote, Pod: pod, Note: note}, r, nil)
}
