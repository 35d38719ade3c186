//go:build k8s

package inflightconformance

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"inflight/tools/stories"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/ours"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

var prove = flag.Bool("prove", false, "write into proven.txt which stories the real queue of this release has confirmed")

const provenFile = "proven.txt"

// TestStories: every story that a golden file shows is run, its operations of the queue are replayed on the real
// queue, and the real queue must do what ours did, operation by operation, and end as the story does. proven.txt
// says of which stories that is so.
func TestStories(t *testing.T) {
	var lines []string
	all, err := stories.All("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if s.Release != real.Release() {
			continue
		}
		text, end, err := s.Run()
		if err != nil {
			t.Error(err)
			continue
		}
		if end == nil {
			continue // a golden shows that it is refused
		}
		sc, err := script.Parse(text)
		if err != nil {
			t.Errorf("%s: its log is no script: %v", s.Name, err)
			continue
		}
		if m := harness.Compare(sc, realQueue, ourQueue(t, s.Release), harness.Exactly); m != nil {
			m.A, m.B = "real "+s.Release, "ours"
			t.Errorf("%s:\n%s", s.Name, m)
			continue
		}
		t.Logf("%s: %d operations", s.Name, len(sc.Ops))
		if got, want := lastState(t, s, sc), ours.Shown(end); got.Places() != want.Places() || got.SchedulingCycle != want.SchedulingCycle || len(got.List) != len(want.List) ||
			!real.Features(sc.Config).List && got.MoveRequestCycle != want.MoveRequestCycle {
			t.Errorf("%s: the real queue ends as %s, cycle %d (move %d), %d elements; the story as %s, cycle %d (move %d), %d elements", s.Name,
				got.Places(), got.SchedulingCycle, got.MoveRequestCycle, len(got.List), want.Places(), want.SchedulingCycle, want.MoveRequestCycle, len(want.List))
			continue
		}
		lines = append(lines, s.Proof(text))
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

// lastState is what the real queue shows after a story's script, of which every operation must mean something.
func lastState(t *testing.T, of stories.Story, s *script.Script) *observe.State {
	player := harness.NewPlayer(s.Config, realQueue)
	for _, op := range s.Ops {
		if _, played := player.Play(op); !played {
			t.Errorf("%s: %q means nothing there", of.Name, op)
		}
	}
	return player.Observe()[0]
}
