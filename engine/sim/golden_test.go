package sim

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// The stories of testdata/stories: a scenario's story, one action a line, and the run that it makes on a release.
//
//	run v1.28.1 [world=FILE] [gate=NAME:false] [variant=NAME:VALUE] [sentences]
//	apply node/big
//	----
//	(the text trace)
func TestStories(t *testing.T) {
	walk(t, "testdata/stories")
}

// Runs with code that no release has: nothing can confirm them, so they are no stories.
func TestNeverReleased(t *testing.T) {
	walk(t, "testdata/never-released")
}

func walk(t *testing.T, folder string) {
	datadriven.Walk(t, folder, func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd != "run" {
				t.Fatalf("%s: unknown command %s", path, d.Cmd)
			}
			return runStory(t, d)
		})
	})
}

func runStory(t *testing.T, d *datadriven.TestData) string {
	file, gates, variants, sentences := "world.yaml", map[string]bool{}, map[string]string{}, false
	for _, a := range d.CmdArgs[1:] {
		switch a.Key {
		case "world":
			file = a.Vals[0]
		case "gate":
			name, on, _ := strings.Cut(a.Vals[0], ":")
			gates[name] = on == "true"
		case "variant":
			name, value, _ := strings.Cut(a.Vals[0], ":")
			variants[name] = value
		case "sentences":
			sentences = true
		}
	}
	r, err := profile.Parse(d.CmdArgs[0].Key)
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.For(r, gates)
	if err != nil {
		return err.Error() + "\n"
	}
	if p, err = p.With(variants); err != nil {
		return err.Error() + "\n"
	}
	b, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	sc, problems := scenario.Load(scenario.File{Name: file, Data: b})
	if sc == nil {
		t.Fatal(problems)
	}
	s, _ := New(sc, p)
	var out strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(d.Input), "\n") {
		if problem := s.Do(parsed(t, line)); problem != nil {
			fmt.Fprintf(&out, "refused: %s: %s\n", line, why.Text(why.English, problem.Why))
		}
	}
	out.WriteString(trace.Text(s.Trace()))
	if sentences {
		for _, step := range s.Trace().Steps {
			for _, b := range step.Beats {
				fmt.Fprintf(&out, "%s %s\n", b.Address, why.Text(why.English, b.Why))
			}
		}
	}
	for _, v := range s.Trace().Broken {
		fmt.Fprintf(&out, "broken %s at %s (known: %t): %s\n", v.Name, v.At, v.Expected, why.Text(why.English, v.Why))
	}
	return out.String()
}
