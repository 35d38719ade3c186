//go:build k8s127 || k8s128 || k8s134

package inflightconformance

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"inflight/engine/action"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/ours"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

var prove = flag.Bool("prove", false, "write into proven.txt which stories the real queue of this release has confirmed")

const provenFile = "proven.txt"

// story is a run of the whole scheduler that a golden file shows: a lesson's or a test's.
type story struct {
	name     string // where it is written
	release  string
	scenario string // file
	gates    map[string]bool
	actions  []string // nil: the scenario's own story
}

// TestStories: every story that a golden file shows is run, its operations of the queue are replayed on the real
// queue, and the real queue must do what ours did, operation by operation, and end as the story does. proven.txt
// says of which stories that is so.
func TestStories(t *testing.T) {
	var lines []string
	for _, s := range append(lessons(t), goldenStories(t)...) {
		if s.release != real.Release() {
			continue
		}
		text, end := run(t, s)
		if end == nil {
			continue // a golden shows that it is refused
		}
		sc, err := script.Parse(text)
		if err != nil {
			t.Errorf("%s: its log is no script: %v", s.name, err)
			continue
		}
		if m := harness.Compare(sc, realQueue, ourQueue(t, s.release), harness.Exactly); m != nil {
			m.A, m.B = "real "+s.release, "ours"
			t.Errorf("%s:\n%s", s.name, m)
			continue
		}
		t.Logf("%s: %d operations", s.name, len(sc.Ops))
		if got, want := lastState(t, s, sc), ours.Shown(end); got.Places() != want.Places() || got.SchedulingCycle != want.SchedulingCycle || len(got.List) != len(want.List) {
			t.Errorf("%s: the real queue ends as %s, cycle %d, %d elements; the story as %s, cycle %d, %d elements", s.name,
				got.Places(), got.SchedulingCycle, len(got.List), want.Places(), want.SchedulingCycle, len(want.List))
			continue
		}
		sum := sha256.Sum256([]byte(text))
		lines = append(lines, fmt.Sprintf("%s %s %s", s.release, hex.EncodeToString(sum[:8]), s.name))
	}
	if len(lines) == 0 {
		t.Logf("no story is told of %s", real.Release())
	}
	compareProven(t, lines)
}

// compareProven renews this release's lines in proven.txt, or says that they are not those of today. That is no
// failure: what they would say has just been proven.
func compareProven(t *testing.T, lines []string) {
	text, err := os.ReadFile(provenFile)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var others, mine []string
	for line := range strings.Lines(string(text)) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, real.Release()+" "):
			mine = append(mine, line)
		case line != "" && !strings.HasPrefix(line, "#"):
			others = append(others, line)
		}
	}
	if !*prove {
		if slices.Sort(lines); !slices.Equal(lines, mine) {
			t.Logf("proven.txt is not of today; make prove writes it")
		}
		return
	}
	all := append(others, lines...)
	slices.Sort(all)
	head := "# What the real queues have confirmed: release, hash of the log of the queue's operations, story.\n"
	if err := os.WriteFile(provenFile, []byte(head+strings.Join(all, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// run plays a story and returns the log of its queue's operations and the state at its end.
func run(t *testing.T, s story) (log string, end *trace.State) {
	data, err := os.ReadFile(s.scenario)
	if err != nil {
		t.Fatal(err)
	}
	sc, problems := scenario.Load(scenario.File{Name: s.scenario, Data: data})
	if sc == nil {
		t.Fatalf("%s: %v", s.scenario, problems)
	}
	release, err := profile.Parse(s.release)
	if err != nil {
		t.Fatal(err)
	}
	gates := s.gates
	if s.actions == nil {
		gates = gatesOf(sc, release)
	}
	p, err := profile.For(release, gates)
	if err != nil {
		return "", nil
	}
	var b strings.Builder
	world, problem := sim.NewLogged(sc, p, func(line string) { b.WriteString(line + "\n") })
	if problem == nil && s.actions == nil {
		problem = world.Story()
	}
	if problem != nil {
		t.Errorf("%s: %s", s.name, why.Text(why.English, problem.Why))
	}
	for _, line := range s.actions {
		a, problem := action.Parse(line)
		if problem != nil {
			t.Fatalf("%s: %s: %s", s.name, line, why.Text(why.English, problem.Why))
		}
		_ = world.Do(a) // what is refused is part of the story
	}
	return b.String(), world.Trace().Final()
}

// lastState is what the real queue shows after a story's script, of which every operation must mean something.
func lastState(t *testing.T, of story, s *script.Script) *observe.State {
	player := harness.NewPlayer(s.Config, realQueue)
	for _, op := range s.Ops {
		if _, played := player.Play(op); !played {
			t.Errorf("%s: %q means nothing there", of.name, op)
		}
	}
	return player.Observe()[0]
}

// lessons are the lessons' stories, on each release that their scenario names.
func lessons(t *testing.T) []story {
	files, err := filepath.Glob("../lessons/*/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var all []story
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sc, problems := scenario.Load(scenario.File{Name: file, Data: data})
		if sc == nil {
			t.Fatalf("%s: %v", file, problems)
		}
		for _, release := range sc.Releases {
			all = append(all, story{name: strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "../"), release: release.String(), scenario: file})
		}
	}
	return all
}

// goldenStories are those of the simulation's golden files:
//
//	run v1.28.1 [world=FILE] [gate=NAME:false]
//	ACTION
//	…
//	----
func goldenStories(t *testing.T) []story {
	const dir = "../engine/sim/testdata"
	files, err := filepath.Glob(dir + "/stories/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("the simulation has no golden stories", err)
	}
	var all []story
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var now *story
		n := 0
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			words := strings.Fields(line)
			switch {
			case len(words) > 1 && words[0] == "run" && strings.HasPrefix(words[1], "v1."):
				n++
				now = &story{name: fmt.Sprintf("%s#%d", strings.TrimPrefix(filepath.ToSlash(file), "../"), n),
					release: words[1], scenario: dir + "/world.yaml", gates: map[string]bool{}, actions: []string{}}
				for _, w := range words[2:] {
					key, value, _ := strings.Cut(w, "=")
					if name, on, _ := strings.Cut(value, ":"); key == "gate" {
						now.gates[name] = on == "true"
					} else if key == "world" {
						now.scenario = dir + "/" + value
					}
				}
			case line == "----" && now != nil:
				all = append(all, *now)
				now = nil
			case now != nil && line != "":
				now.actions = append(now.actions, line)
			}
		}
	}
	return all
}

// gatesOf are the gates of a scenario that the release has.
func gatesOf(sc *scenario.Scenario, release profile.Release) map[string]bool {
	gates := map[string]bool{}
	for _, g := range profile.GatesOf(release) {
		if on, set := sc.Gates[g.Name]; set {
			gates[g.Name] = on
		}
	}
	return gates
}
