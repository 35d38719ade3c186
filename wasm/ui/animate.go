package ui

import (
	"inflight/engine/profile"
	"inflight/engine/trace"
)

// jumpFrom is by how many beats the page may move before a fade takes the place of motion.
const jumpFrom = 4

// animate is the motion from one position to another. Backwards it is the same motion in reverse.
func (m *Model) animate(from, to int) Animate {
	a := Animate{Reverse: to < from, Speed: speeds[m.Speed]}
	lo, hi := min(from, to), max(from, to)
	if hi-lo >= jumpFrom {
		return Animate{Jump: true, Speed: a.Speed}
	}
	for pos := lo + 1; pos <= hi; pos++ {
		m.explain(&a, pos)
	}
	return a
}

// explain adds the motion of one beat.
func (m *Model) explain(a *Animate, pos int) {
	p := &m.Left
	b := p.index.beats[pos-1]
	switch b.Kind {
	case trace.KindMove:
		a.Moved = append(a.Moved, podKey(b.Pod))
		a.Popped = a.Popped || b.To == trace.Scheduling
		a.Changed = append(a.Changed, rowKey(b.Pod))
	case trace.KindPush:
		for _, id := range b.Elements {
			a.Pushed = append(a.Pushed, elKey(id))
		}
		a.Changed = append(a.Changed, a.Pushed...)
	case trace.KindDone:
		for _, id := range b.Elements {
			a.Lifted = elKey(id)
			a.Changed = append(a.Changed, elKey(id))
		}
	case trace.KindRemove:
		m.explainRemoval(a, b)
	case trace.KindUpdate:
		for _, id := range b.Elements {
			a.Changed = append(a.Changed, elKey(id))
		}
	case trace.KindLook:
		a.Lens = m.hop(pos)
		a.Changed = append(a.Changed, a.Lens.To)
	case trace.KindEvent:
		a.Tick = "tick:" + itoa(pos)
	case trace.KindPhase:
		if b.Phase == trace.PhaseFilter && b.State.Scheduling != nil {
			for _, v := range b.State.Scheduling.Verdicts {
				for _, n := range v.Nodes {
					a.Verdicts = append(a.Verdicts, verdictKey(n))
				}
			}
		}
	}
	for _, v := range p.Trace.Broken {
		if v.At == b.Address {
			a.Leaked = append(a.Leaked, leakedIn(b.State)...)
		}
	}
}

// explainRemoval: the elements sink, and the flags that stand on them go with them.
func (m *Model) explainRemoval(a *Animate, b *trace.Beat) {
	for _, id := range b.Elements {
		a.Fallen = append(a.Fallen, elKey(id))
		a.Changed = append(a.Changed, elKey(id))
	}
	if b.State.Profile.InFlight != profile.PreviousEvent {
		return
	}
	pointing := b.State.Pointing()
	for _, id := range b.Elements {
		for _, pod := range pointing[id] {
			a.Fallen = append(a.Fallen, "flag:"+itoa(int(pod)))
		}
	}
}

// leakedIn are the keys of the markers that nobody owns.
func leakedIn(s *trace.State) []string {
	var out []string
	for e := range s.List.All() {
		if s.Orphan(e) {
			out = append(out, elKey(e.ID))
		}
	}
	return out
}

// hop is the lens' way to the element of a look beat from the one before it in the same walk.
func (m *Model) hop(pos int) *Hop {
	p := &m.Left
	b := p.index.beats[pos-1]
	h := &Hop{N: 1, To: "nil", Nil: len(b.Elements) == 0}
	if !h.Nil {
		h.To = elKey(b.Elements[0])
	}
	for at := pos - 1; at > 0 && p.index.stepOf[at-1] == p.index.stepOf[pos-1]; at-- {
		if e := p.index.beats[at-1]; e.Kind == trace.KindLook && len(e.Elements) > 0 {
			if h.From == "" {
				h.From = elKey(e.Elements[0])
			}
			h.N++
		}
	}
	return h
}
