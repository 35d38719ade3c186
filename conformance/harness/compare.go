package harness

import (
	"fmt"
	"strings"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// Mismatch is where two queues first showed something different.
type Mismatch struct {
	Script  *script.Script // up to and with the operation
	A, B    string         // whose queues
	Before  *observe.State // of A
	StateA  *observe.State
	StateB  *observe.State
	Crashed any  // what a queue panicked with
	Once    bool // it did not come again when the script was played again
}

// Same is what counts as equal.
type Same func(a, b *observe.State) bool

// Exactly compares everything.
func Exactly(a, b *observe.State) bool { return a.Equal(b) }

// Places compares only which pods are in which queue.
func Places(a, b *observe.State) bool { return a.Places() == b.Places() }

// Compare plays a script on two queues and returns the first difference, nil if there is none.
func Compare(s *script.Script, a, b NewDriver, same Same) (mismatch *Mismatch) {
	played := &script.Script{Config: s.Config}
	player := NewPlayer(s.Config, a, b)
	before := player.Observe()[0]
	defer func() {
		if crash := recover(); crash != nil {
			mismatch = &Mismatch{Script: played, Before: before, Crashed: crash}
		}
	}()
	for _, op := range s.Ops {
		played.Ops = append(played.Ops, op)
		states, _ := player.Play(op)
		if states == nil {
			continue
		}
		if !same(states[0], states[1]) {
			return &Mismatch{Script: played, Before: before, StateA: states[0], StateB: states[1]}
		}
		before = states[0]
	}
	return nil
}

// Shrink shortens the script of a mismatch until no operation can be left out. A mismatch that does not come again
// (the real queue ranges over maps) stays as it is.
func Shrink(m *Mismatch, differs func(*script.Script) *Mismatch) *Mismatch {
	best := differs(m.Script)
	if best == nil {
		m.Once = true
		return m
	}
	for size := len(best.Script.Ops) / 2; size >= 1; {
		shorter := false
		for from := 0; from+size <= len(best.Script.Ops); {
			candidate := &script.Script{Config: best.Script.Config}
			candidate.Ops = append(candidate.Ops, best.Script.Ops[:from]...)
			candidate.Ops = append(candidate.Ops, best.Script.Ops[from+size:]...)
			if m := differs(candidate); m != nil {
				best, shorter = m, true
			} else {
				from += size
			}
		}
		if !shorter || size > 1 {
			size /= 2
		}
	}
	return best
}

// String shows the script, the last state in which both agreed, and both states after the last operation.
func (m *Mismatch) String() string {
	var b strings.Builder
	if m.Once {
		b.WriteString("(played again, the script shows no difference: chance has a part in it)\n")
	}
	fmt.Fprintf(&b, "%s\nbefore the last operation:\n%s", m.Script, m.Before.Text())
	if m.Crashed != nil {
		fmt.Fprintf(&b, "then it crashed: %v\n", m.Crashed)
		return b.String()
	}
	fmt.Fprintf(&b, "after it, %s:\n%safter it, %s:\n%sdifference (- %s, + %s):\n%s", m.A, m.StateA.Text(), m.B, m.StateB.Text(),
		m.A, m.B, m.StateA.Diff(m.StateB))
	return b.String()
}
