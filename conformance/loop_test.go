//go:build k8s134 || k8s135

package inflightconformance

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/why"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/loop"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
)

// situation is one of loops/*.txt: a name, and the lines that are played in the world of loops/world.yaml.
type situation struct {
	name  string
	lines []string
}

func situations(t *testing.T) []situation {
	files, err := filepath.Glob("loops/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no situations", err)
	}
	var all []situation
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			switch name, title := strings.CutPrefix(line, "# "); {
			case title:
				all = append(all, situation{name: name})
			case line != "":
				last := &all[len(all)-1]
				last.lines = append(last.lines, line)
			}
		}
	}
	return all
}

func world(t *testing.T) *scenario.Scenario {
	text, err := os.ReadFile("loops/world.yaml")
	if err != nil {
		t.Fatal(err)
	}
	sc, problems := scenario.Load(scenario.File{Name: "world.yaml", Data: text})
	if sc == nil {
		t.Fatal(why.Text(why.English, problems[0].Why))
	}
	return sc
}

// play plays a situation and returns how many states were compared and where the two sides differ.
func play(t *testing.T, s situation, p *profile.Profile) (compared int, differs error) {
	run, err := loop.NewPlay(world(t), p)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	for _, line := range s.lines {
		// Where a release gives a pod up earlier, its binding cycle has fewer steps.
		if err := run.Line(line); err != nil && !(errors.Is(err, loop.ErrRefused) && strings.HasPrefix(line, "step bind")) {
			return run.Compared, err
		}
	}
	return run.Compared, nil
}

// TestLoop plays each situation through ours and through the real scheduler.
func TestLoop(t *testing.T) {
	p, err := loop.ProfileOf(real.Release(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range situations(t) {
		t.Run(strings.ReplaceAll(s.name, " ", "-"), func(t *testing.T) {
			if n, err := play(t, s, p); err != nil {
				t.Errorf("after %d states: %v", n, err)
			}
		})
	}
}

var (
	walks      = flag.Int("walks", 0, "how many random walks the whole loop takes")
	walkLength = flag.Int("walk", 250, "how long each is")
)

// TestLoopWalks plays random actions through ours and through the real scheduler.
func TestLoopWalks(t *testing.T) {
	p, err := loop.ProfileOf(real.Release(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if *walks == 0 {
		t.Skip("no walks: -walks says how many")
	}
	r := loopResult{Met: map[string]int{}}
	for _, s := range situations(t) {
		n, err := play(t, s, p)
		if err != nil {
			t.Skipf("%s differs already", s.name)
		}
		r.Situations++
		r.States += n
	}
	for i := range *walks {
		lines, run, err := loop.Walk(world(t), p, *seed+uint64(i), *walkLength)
		if run == nil {
			t.Fatal(err)
		}
		if err != nil {
			shrunk := loop.Shrink(lines, func(l []string) error { return loop.Lines(world(t), p, l) })
			t.Fatalf("seed %d:\n%s\n\n%v", *seed+uint64(i), strings.Join(shrunk, "\n"), loop.Lines(world(t), p, shrunk))
		}
		r.Walks++
		r.States += run.Compared
		r.Drawn += run.Drawn
		for rule, n := range run.Met {
			r.Met[rule] += n
		}
	}
	for _, rule := range needed(p) {
		if r.Met[rule] == 0 {
			t.Errorf("no walk met %s", rule)
		}
	}
	t.Logf("%d states of %d situations and %d walks, %d nodes drawn; met %v", r.States, r.Situations, r.Walks, r.Drawn, r.Met)
	noteLoop(t, r)
}

// needed are the rules of the loop that walks must have met, or they tell little.
func needed(p *profile.Profile) []string {
	rules := []string{"phase.no-nodes", "phase.permit-wait", "phase.permit-allowed", "phase.rejected", "phase.error", "phase.forget",
		"phase.diagnose", "phase.diagnose-error", "refetch.same", "refetch.newer", "refetch.gone", "skip.deleting",
		"attempt.abandoned", "event.pre-check-self", "permit.removed", "return.error", "return.all-skip", "return.no-events"}
	switch p.Recreated {
	case profile.RecreatedLeaks:
		rules = append(rules, "refetch.recreated", "return.present")
	case profile.RecreatedSkipped:
		rules = append(rules, "refetch.skip-recreated")
	}
	return rules
}

// TestLoopControls: with the other release's handling of a recreated pod, ours must differ from the real scheduler, and
// walks must find it by themselves. The first draft of the fix, which no release has, must differ from each.
func TestLoopControls(t *testing.T) {
	own, err := loop.ProfileOf(real.Release(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range own.Variants()[0].ValueNames() {
		if value == own.Variant("recreatedPod") {
			continue
		}
		p, err := loop.ProfileOf(real.Release(), map[string]string{"recreatedPod": value})
		if err != nil {
			t.Fatal(err)
		}
		differs := 0
		for _, s := range situations(t) {
			recreated := strings.Contains(strings.Join(s.lines, "\n"), "recreate")
			_, err := play(t, s, p)
			if err != nil && !recreated {
				t.Errorf("%s differs with %s, and nothing is recreated there: %v", s.name, value, err)
			}
			if err != nil {
				differs++
			}
		}
		if differs == 0 {
			t.Errorf("with recreatedPod=%s every situation is like the real %s", value, real.Release())
		}
		found := *walks == 0
		for i := 0; i < 40 && !found; i++ {
			_, _, err := loop.Walk(world(t), p, *seed+uint64(i), *walkLength)
			found = err != nil
		}
		if !found {
			t.Errorf("no walk could tell recreatedPod=%s from the real %s", value, real.Release())
		}
		t.Logf("our %s with recreatedPod=%s differs in %d situations", real.Release(), value, differs)
	}
}

// loopResult is what a run of the loop compared.
type loopResult struct {
	Release    string         `json:"release"`
	Situations int            `json:"situations"`
	Walks      int            `json:"walks"`
	States     int            `json:"states"`
	Drawn      int            `json:"drawn"` // nodes that the real scheduler drew among equals, as ours would not
	Seed       uint64         `json:"seed"`
	Date       string         `json:"date"`
	Engine     string         `json:"engine"`
	Met        map[string]int `json:"met"`
}

// noteLoop writes the result of this release beside the results file, if there is one: loop.json.
func noteLoop(t *testing.T, r loopResult) {
	if *resultsFile == "" {
		return
	}
	file := filepath.Join(filepath.Dir(*resultsFile), "loop.json")
	hash, err := harness.SourceHash("../engine")
	if err != nil {
		t.Fatal(err)
	}
	r.Release, r.Seed, r.Date, r.Engine = real.Release(), *seed, time.Now().UTC().Format(time.DateOnly), hash
	var all []loopResult
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%s: %v", file, err)
	}
	all = slices.DeleteFunc(all, func(old loopResult) bool { return old.Release == r.Release })
	all = append(all, r)
	slices.SortFunc(all, func(a, b loopResult) int { return cmp.Compare(a.Release, b.Release) })
	text, err = json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
