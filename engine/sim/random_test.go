package sim

import (
	"fmt"
	"iter"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/action"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/trace"
)

// actions that a learner might take, in a world of three pods and two nodes.
var repertoire = []string{
	"step", "step", "step", "step", "step", "step until Pop", "step until Permit", "run",
	"apply pod/a", "apply pod/b", "apply pod/gated", "apply node/small", "apply node/big", "apply node/tainted",
	"delete pod/a", "delete pod/b", "delete node/small", "delete node/big", "recreate pod/a", "recreate pod/b",
	`patch pod/a {"metadata": {"labels": {"x": "1"}}}`, `patch pod/a {"metadata": {"labels": {"x": "2"}}}`,
	`patch pod/b {"spec": {"tolerations": [{"operator": "Exists"}]}}`, `patch pod/gated {"spec": {"schedulingGates": []}}`,
	`patch node/big {"status": {"allocatable": {"cpu": "4", "memory": "4Gi", "pods": "10"}}}`,
	`patch node/small {"metadata": {"labels": {"disk": "ssd"}}}`, `patch node/tainted {"spec": {"taints": null}}`,
	"activate pod/a", "activate pod/b", "advance 400ms", "advance 1s", "advance 6m", "next timer",
	"fail Bind pod/a", "fail PreBind pod/b", "fail Filter pod/a", "hold Bind pod/a", "hold Refetch pod/a", "hold PreBind pod/b",
	"hold WaitOnPermit pod/a", "hold WaitOnPermit pod/b", "permit allow pod/a", "permit reject pod/a", "permit reject pod/b",
	"fail Reserve pod/a", "reject Reserve pod/b", "reject Permit pod/a", "reject PreBind pod/b", "fail WaitOnPermit pod/b",
	`patch pod/b {"status": {"nominatedNodeName": "small"}}`, "apply pod/a~2",
	"release pod/a", "release pod/b", "step bind pod/a", "step bind pod/b", "do pop", "do timer", `note "x"`,
}

func world(t testing.TB) *scenario.Scenario {
	b, err := os.ReadFile("testdata/world.yaml")
	require.NoError(t, err)
	sc, problems := scenario.Load(scenario.File{Name: "world.yaml", Data: b})
	require.NotNil(t, sc, problems)
	return sc
}

func parsed(t testing.TB, line string) action.Action {
	a, p := action.Parse(line)
	require.Nil(t, p, line)
	return a
}

// play makes a run of the actions; those that are not possible are passed over, as they change nothing.
func play(t testing.TB, sc *scenario.Scenario, p *profile.Profile, lines []string) *Sim {
	s, problem := New(sc, p)
	require.Nil(t, problem)
	for _, line := range lines {
		before := len(s.Trace().Steps)
		if problem := s.Do(parsed(t, line)); problem != nil {
			require.Equal(t, before, len(s.Trace().Steps), "%s was refused and yet changed something", line)
		}
	}
	return s
}

// settings are every release as it is, and with each gate flipped that it lets one flip.
func settings(t testing.TB) iter.Seq2[string, *profile.Profile] {
	return func(yield func(string, *profile.Profile) bool) {
		for _, r := range profile.All() {
			gates := []map[string]bool{nil}
			for _, g := range profile.GatesOf(r) {
				if g.Locked == "" {
					gates = append(gates, map[string]bool{g.Name: !g.Default})
				}
			}
			for _, set := range gates {
				p, err := profile.For(r, set)
				require.NoError(t, err)
				name := r.String()
				for gate, on := range set {
					name += fmt.Sprintf(" %s=%t", gate, on)
				}
				if !yield(name, p) {
					return
				}
			}
		}
	}
}

// Whatever anyone does: lanes and places agree, a state once handed out never changes, invariants break only where the
// release is known to break them, and the same actions give the same run.
func TestAnyActions(t *testing.T) {
	sc := world(t)
	for name, p := range settings(t) {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				lines := rapid.SliceOfN(rapid.SampledFrom(repertoire), 1, 60).Draw(t, "actions")
				s, _ := New(sc, p)
				var texts []string
				for _, line := range lines {
					a, _ := action.Parse(line)
					_ = s.Do(a)
					texts = append(texts, trace.Text(s.Trace()))
				}
				tr := s.Trace()
				again, _ := New(sc, p)
				for i, line := range lines {
					a, _ := action.Parse(line)
					_ = again.Do(a)
					if got := trace.Text(again.Trace()); got != texts[i] {
						t.Fatalf("after %q the second run differs:\n%s\n%s", line, texts[i], got)
					}
				}
				for i := range tr.Steps {
					for j := range tr.Steps[i].Beats {
						agree(t, tr.Steps[i].Beats[j].State, tr.Steps[i].Beats[j].Address)
					}
					last := tr.Steps[i].Beats[len(tr.Steps[i].Beats)-1]
					placed(t, last.State, last.Address)
				}
				for _, v := range tr.Broken {
					if !v.Expected {
						t.Fatalf("%s broken at %s: %s\n%s", v.Name, v.At, v.Why, trace.Text(tr))
					}
				}
			})
		})
	}
}

// agree fails if what the pods' records say is not what the lanes hold.
func agree(t *rapid.T, st *trace.State, at trace.Address) {
	held := map[trace.PodID]trace.Place{}
	for _, lane := range []struct {
		place   trace.Place
		entries []*trace.Queued
	}{{trace.ActiveQ, st.ActiveOrder()}, {trace.BackoffQ, st.BackoffOrder()}, {trace.ErrorBackoffQ, st.ErrorBackoffOrder()}, {trace.UnschedulablePods, st.Unscheduled()}} {
		for _, q := range lane.entries {
			held[q.Pod] = lane.place
		}
	}
	for i := range st.Pods.Len() {
		p := st.Pods.At(i)
		if want, ok := held[p.ID]; ok != (p.Queue != trace.Nowhere) || ok && want != p.Queue {
			t.Fatalf("%s: %s is recorded in %s, but is in %s", at, p.UID, p.Queue, want)
		}
	}
}

// placed fails if a pod is shown in an attempt that does not run, or not in its own that does.
func placed(t *rapid.T, st *trace.State, at trace.Address) {
	running := map[trace.PodID]trace.Place{}
	if st.Scheduling != nil {
		running[st.Scheduling.Pod] = trace.Scheduling
	}
	for _, a := range st.Binding {
		running[a.Pod] = trace.Binding
	}
	for i := range st.Pods.Len() {
		p := st.Pods.At(i)
		want, runs := running[p.ID]
		if runs && p.Place == trace.Bound {
			continue // someone else bound it meanwhile
		}
		if shown := p.Place == trace.Scheduling || p.Place == trace.Binding; shown != runs || runs && p.Place != want && st.Scheduling == nil {
			t.Fatalf("%s: %s is shown in %s, and its attempt is in %q", at, p.UID, p.Place, want)
		}
	}
}

// Each exception that a profile lists can be met.
func TestExceptionsAreReachable(t *testing.T) {
	sc := world(t)
	of := map[string][]string{
		"v1.28.1 I4": {"apply node/small", "apply pod/a", "step until Permit", "hold Bind pod/a", "apply node/tainted", "apply pod/b", "step until Pop",
			"release pod/a", "step bind pod/a", "step bind pod/a", "step until Filter", "apply node/big", "step until Requeue"},
		"v1.28.2 I2": {"apply node/big", "apply pod/a", "hold Bind pod/a", "step until Pop", `patch pod/a {"metadata": {"labels": {"x": "1"}}}`,
			"step until Permit", "do pop"},
	}
	for name, p := range settings(t) {
		for _, invariant := range p.Exceptions {
			t.Run(name+" "+invariant, func(t *testing.T) {
				lines := of[name+" "+invariant]
				if invariant == "I5" {
					lines = leak
				}
				s := play(t, sc, p, lines)
				var broken []string
				for _, v := range s.Trace().Broken {
					broken = append(broken, v.Name)
				}
				require.Contains(t, broken, invariant, trace.Text(s.Trace()))
			})
		}
	}
}

// leak is a pod made again between the failure of its attempt and the look into the informer cache.
var leak = []string{"apply pod/b", "step until Diagnose", "recreate pod/b", "step until Requeue", "step", fmt.Sprintf("advance %s", "1s")}

// A waiting pod whose own update moves it to backoffQ is there alone in the very beat that says so.
func TestAPodThatItsUpdateMovesIsInOneLane(t *testing.T) {
	for _, name := range []string{"v1.34.4", "v1.35.4"} {
		r, err := profile.Parse(name)
		require.NoError(t, err)
		p, err := profile.For(r, nil)
		require.NoError(t, err)
		s := play(t, world(t), p, []string{"apply pod/b", "apply node/tainted", "run", `patch pod/b {"spec": {"tolerations": [{"operator": "Exists"}]}}`})
		end := s.Trace().Final()
		require.Len(t, end.BackoffOrder(), 1, name)
		require.Empty(t, end.Unscheduled(), name)
	}
}
