//go:build k8s127 || k8s128 || k8s134

package inflightconformance

import (
	"os"
	"path/filepath"
	"testing"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

func realQueue(c script.Config) observe.Driver { return real.New(c) }

// TestScripts plays the scripts of the folder.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("scripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := script.Parse(string(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		player := harness.NewPlayer(s.Config, realQueue)
		for _, op := range s.Ops {
			states, _ := player.Play(op)
			if states != nil {
				t.Logf("%-50s %s", op, states[0].Brief())
			}
		}
	}
}

func TestGenerated(t *testing.T) {
	x := harness.Exploration{Features: real.Features(), A: realQueue, B: realQueue, Met: harness.Met{}}
	if m, seed := x.Run(1, 20000); m != nil {
		t.Fatalf("seed %d\n%s", seed, m)
	}
	text, missing := x.Met.Report(real.Features())
	t.Logf("%d scripts, %d operations\n%s", x.Scripts, x.Operations, text)
	for _, name := range missing {
		t.Errorf("never met: %s", name)
	}
}
