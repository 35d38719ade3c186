//go:build k8s

package inflightconformance

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"inflight/engine/profile"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// TestOtherReleasesDiffer: the engine's queue with any other release's profile must be told from the real one by
// made-up scripts alone, and by nothing but which pods are in which queue. Above all 1.28.1 from 1.28.2. Gates are as
// each release has them, or turned on in all that know them.
func TestOtherReleasesDiffer(t *testing.T) {
	eachSetting(t, func(t *testing.T, gates []script.Gate) {
		if slices.ContainsFunc(gates, func(g script.Gate) bool { return !g.On }) {
			t.Skip("releases may be equal in what a gate turns off")
		}
		for _, other := range profile.All() {
			if sameQueue(t, other.String(), real.Release()) {
				t.Logf("the queue of %s is that of the real %s", other, real.Release())
				continue
			}
			mustDiffer(t, other.String(), gates)
		}
	})
}

func mustDiffer(t *testing.T, other string, gates []script.Gate) {
	x := explore(gates)
	x.B, x.Same = ourQueue(t, other), harness.Places
	m, seed := x.Run(1, 20000)
	if m == nil {
		t.Errorf("%d operations could not tell our %s from the real %s", x.Operations, other, real.Release())
		return
	}
	m = harness.Shrink(m, func(s *script.Script) *harness.Mismatch { return harness.Compare(s, x.A, x.B, x.Same) })
	t.Logf("our %s differs from the real %s after %d operations (seed %d), shortest:", other, real.Release(), x.Operations, seed)
	for _, op := range m.Script.Ops {
		t.Logf("    %s", op)
	}
	t.Logf("    real %s: %s", real.Release(), m.StateA.Places())
	t.Logf("    ours %s: %s", other, m.StateB.Places())
}

// sameQueue tells whether two releases differ in nothing that the queue sees; what handles failures is not part of it.
func sameQueue(t *testing.T, a, b string) bool {
	queueOf := func(release string) profile.Profile {
		r, err := profile.Parse(release)
		if err != nil {
			t.Fatal(err)
		}
		p, err := profile.For(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		q := *p
		q.Release, q.Recreated, q.Exceptions = profile.Release{}, 0, nil
		return q
	}
	return reflect.DeepEqual(queueOf(a), queueOf(b))
}

// TestLostMarkerFound: made-up scripts find the marker that fell off the list by themselves. Without errors, a pod in
// another place is the only thing in which 1.28.1 and 1.28.2 can differ, and it waits in unschedulablePods in 1.28.1.
func TestLostMarkerFound(t *testing.T) {
	other, ok := map[string]string{"v1.28.1": "v1.28.2", "v1.28.2": "v1.28.1"}[real.Release()]
	if !ok {
		t.Skipf("%s has no neighbour with the other kind of list", real.Release())
	}
	x := explore(nil)
	x.B, x.Same, x.NoErrors = ourQueue(t, other), harness.Places, true
	m, seed := x.Run(1, 20000)
	if m == nil {
		t.Fatalf("%d operations did not find it", x.Operations)
	}
	m = harness.Shrink(m, func(s *script.Script) *harness.Mismatch { return harness.Compare(s, x.A, x.B, x.Same) })
	old, fixed := m.StateA, m.StateB
	if other == "v1.28.1" {
		old, fixed = fixed, old
	}
	if len(old.Unschedulable) != len(fixed.Unschedulable)+1 || len(old.InFlight) != len(fixed.InFlight) {
		t.Errorf("it is another difference")
	}
	t.Logf("after %d operations, seed %d:\n%s  v1.28.1: %s\n  v1.28.2: %s", x.Operations, seed, m.Script, old.Places(), fixed.Places())
}

// TestComparerSees: a comparison that is blind in one eye proves nothing. Each field that is compared is falsified
// once, on one of two real queues, and the comparison must notice.
func TestComparerSees(t *testing.T) {
	eachSetting(t, func(t *testing.T, gates []script.Gate) {
		for _, f := range falsifications() {
			if f.needed(real.Features(withGates(gates))) {
				f.mustBeSeen(t, gates)
			}
		}
	})
}

func (f falsification) mustBeSeen(t *testing.T, gates []script.Gate) {
	falsified := false
	x := explore(gates)
	x.B = func(c script.Config) observe.Driver {
		return &liar{Driver: realQueue(c), falsify: func(s *observe.State) {
			falsified = f.falsify(s) || falsified
		}}
	}
	m, _ := x.Run(1, 3000)
	if !falsified {
		t.Errorf("%s: there was nothing to falsify", f.name)
	}
	if falsified && m == nil {
		t.Errorf("%s: falsified, and nobody noticed", f.name)
	}
}

// liar shows something else than what it saw.
type liar struct {
	observe.Driver
	falsify func(*observe.State)
}

func (l *liar) Observe() *observe.State {
	s := l.Driver.Observe()
	l.falsify(s)
	return s
}

type falsification struct {
	name    string
	needed  func(observe.Features) bool
	falsify func(*observe.State) bool // false where there is nothing to falsify
}

// falsifications falsify every field of a state, of each list of pods every field of a pod, and of what is in flight
// every field. A field added later is among them.
func falsifications() []falsification {
	var all []falsification
	state := reflect.TypeFor[observe.State]()
	for i := range state.NumField() {
		field := state.Field(i)
		if field.Name == "Now" || field.Name == "Result" { // given to both sides; compared through pops and returns
			continue
		}
		add := func(name string, falsify func(reflect.Value) bool) {
			all = append(all, falsification{field.Name + name, needs(field.Name + name), func(s *observe.State) bool {
				return falsify(reflect.ValueOf(s).Elem().Field(i))
			}})
		}
		if field.Type.Kind() != reflect.Slice {
			add("", change)
			continue
		}
		add(" shortened", func(v reflect.Value) bool {
			if v.Len() > 0 {
				v.SetLen(v.Len() - 1)
				return true
			}
			return false
		})
		add(" swapped", func(v reflect.Value) bool {
			if v.Len() < 2 || reflect.DeepEqual(v.Index(0).Interface(), v.Index(1).Interface()) {
				return false
			}
			reflect.Swapper(v.Interface())(0, 1)
			return true
		})
		if elem := field.Type.Elem(); elem.Kind() == reflect.Struct {
			for j := range elem.NumField() {
				add("."+elem.Field(j).Name, func(v reflect.Value) bool { return v.Len() > 0 && change(v.Index(0).Field(j)) })
			}
		} else {
			add(" element", func(v reflect.Value) bool { return v.Len() > 0 && change(v.Index(0)) })
		}
	}
	return all
}

// needs tells for which releases the field must have been falsified.
func needs(name string) func(observe.Features) bool {
	return func(f observe.Features) bool {
		switch {
		case len(name) >= 8 && name[:8] == "InFlight", len(name) >= 4 && name[:4] == "List":
			return f.List
		case len(name) >= 5 && name[:5] == "Error":
			return f.ErrorBackoffQ
		}
		return true
	}
}

// change makes a value another.
func change(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.String:
		v.SetString(v.String() + "?")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Slice:
		v.Set(reflect.Append(v, reflect.ValueOf("?")))
	default:
		panic(fmt.Sprintf("a field of kind %s cannot be falsified yet", v.Kind()))
	}
	return true
}

// TestResultSeen: what an operation answers is compared too.
func TestResultSeen(t *testing.T) {
	eachSetting(t, func(t *testing.T, gates []script.Gate) {
		x := explore(gates)
		x.B = func(c script.Config) observe.Driver { return &mute{realQueue(c)} }
		if m, _ := x.Run(1, 3000); m == nil {
			t.Error("an answer was left out, and nobody noticed")
		}
	})
}

// mute does not say where a returning pod is already.
type mute struct{ observe.Driver }

func (m *mute) Return(attempt int, latest *script.Pod, rejected, pending []string) string {
	m.Driver.Return(attempt, latest, rejected, pending)
	return ""
}
