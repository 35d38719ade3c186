//go:build k8s

package inflightconformance

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"inflight/engine/profile"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/ours"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

var (
	seed       = flag.Uint64("seed", 1, "where made-up scripts start")
	operations = flag.Int("ops", 20000, "how many operations are made up")
)

func realQueue(c script.Config) observe.Driver { return real.New(c) }

// ourQueue is the engine's queue as it says that a release's is. A script's gates are set if that release has them.
func ourQueue(t *testing.T, release string) harness.NewDriver {
	r, err := profile.Parse(release)
	if err != nil {
		t.Fatal(err)
	}
	return func(c script.Config) observe.Driver {
		gates := map[string]bool{}
		for _, g := range c.Gates {
			if release == real.Release() || slices.ContainsFunc(profile.GatesOf(r), func(known profile.Gate) bool { return known.Name == g.Name && known.Locked == "" }) {
				gates[g.Name] = g.On
			}
		}
		p, err := profile.For(r, gates)
		if err != nil {
			t.Fatal(err)
		}
		return ours.New(p, c)
	}
}

// eachSetting runs a test with every setting of feature gates in which the release can be run.
func eachSetting(t *testing.T, test func(t *testing.T, gates []script.Gate)) {
	for _, gates := range real.Variants() {
		name := "default"
		for i, g := range gates {
			if i == 0 {
				name = ""
			}
			name += g.String()
		}
		t.Run(name, func(t *testing.T) { test(t, gates) })
	}
}

// explore is an exploration of the real queue with some gates, alone.
func explore(gates []script.Gate) harness.Exploration {
	return harness.Exploration{Features: real.Features, Gates: gates, A: realQueue, Same: harness.Exactly, Met: harness.Met{}}
}

func withGates(gates []script.Gate) script.Config {
	c := script.DefaultConfig()
	c.Gates = gates
	return c
}

// TestScripts plays the scripts of the folder.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("scripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	eachSetting(t, func(t *testing.T, gates []script.Gate) {
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s, err := script.Parse(string(text))
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			s.Config.Gates = gates
			if m := harness.Compare(s, realQueue, ourQueue(t, real.Release()), harness.Exactly); m != nil {
				m.A, m.B = "real "+real.Release(), "ours"
				t.Errorf("%s:\n%s", file, m)
			}
		}
	})
}

// TestLostMarker: the story of the first lesson, told by the real queue.
func TestLostMarker(t *testing.T) {
	text, err := os.ReadFile("scripts/lost-marker.txt")
	if err != nil {
		t.Fatal(err)
	}
	s, err := script.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	want := "activeQ[] backoffQ[b] errorBackoffQ[] unschedulablePods[]"
	if real.Release() == "v1.28.1" {
		want = "activeQ[] backoffQ[] errorBackoffQ[] unschedulablePods[b]"
	}
	player := harness.NewPlayer(s.Config, realQueue)
	for _, op := range s.Ops {
		states, _ := player.Play(op)
		if op.Verb != script.Return {
			continue
		}
		if got := states[0].Places(); got != want {
			t.Errorf("real %s: %s, want %s", real.Release(), got, want)
		}
	}
}

// TestGenerated makes up scripts and compares the queues after every operation.
func TestGenerated(t *testing.T) {
	eachSetting(t, func(t *testing.T, gates []script.Gate) {
		x := explore(gates)
		x.B = ourQueue(t, real.Release())
		if m, seed := x.Run(*seed, *operations); m != nil {
			m = harness.Shrink(m, func(s *script.Script) *harness.Mismatch { return harness.Compare(s, x.A, x.B, x.Same) })
			m.A, m.B = "real "+real.Release(), "ours"
			note(t, gates, result{Operations: x.Operations, Scripts: x.Scripts, Divergences: 1})
			t.Fatalf("after %d operations, seed %d:\n%s", x.Operations, seed, m)
		}
		text, missing := x.Met.Report(real.Features(withGates(gates)))
		t.Logf("%d scripts, %d operations\n%s", x.Scripts, x.Operations, text)
		for _, name := range missing {
			t.Errorf("never met: %s", name)
		}
		note(t, gates, result{Operations: x.Operations, Scripts: x.Scripts})
	})
}
