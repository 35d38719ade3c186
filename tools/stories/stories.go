// Package stories finds the runs that golden files show, lessons' and tests', and plays them with a log of the
// queue's operations. conformance replays those logs on the real queues; what they confirm is in
// conformance/proven.txt.
package stories

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"inflight/engine/action"
	"inflight/engine/plugin"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Story is a run that a golden file shows.
type Story struct {
	Name     string // where it is written, from the root of the repository
	Release  string
	Scenario string // file
	Gates    map[string]bool
	Variants map[string]string
	Actions  []string // nil: the scenario's own story
}

// All are the stories below the root of the repository.
func All(root string) ([]Story, error) {
	lessons, err := ofLessons(root)
	if err != nil {
		return nil, err
	}
	golden, err := ofGoldens(root)
	return append(lessons, golden...), err
}

// ofLessons are the lessons' stories, on each release that their scenario names.
func ofLessons(root string) ([]Story, error) {
	files, err := filepath.Glob(filepath.Join(root, "lessons/*/scenario.yaml"))
	if err != nil {
		return nil, err
	}
	var all []Story
	for _, file := range files {
		sc, err := load(file)
		if err != nil {
			return nil, err
		}
		for _, release := range sc.Releases {
			all = append(all, Story{Name: below(root, filepath.Dir(file)), Release: release.String(), Scenario: file})
		}
	}
	return all, nil
}

// ofGoldens are those of the simulation's golden files:
//
//	run v1.28.1 [world=FILE] [gate=NAME:false] [variant=NAME:VALUE]
//	ACTION
//	…
//	----
func ofGoldens(root string) ([]Story, error) {
	dir := filepath.Join(root, "engine/sim/testdata")
	files, err := filepath.Glob(dir + "/stories/*.txt")
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no golden stories in %s", dir)
	}
	var all []Story
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var now *Story
		n := 0
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			words := strings.Fields(line)
			switch {
			case len(words) > 1 && words[0] == "run" && strings.HasPrefix(words[1], "v1."):
				n++
				now = &Story{Name: fmt.Sprintf("%s#%d", below(root, file), n), Release: words[1],
					Scenario: dir + "/world.yaml", Gates: map[string]bool{}, Variants: map[string]string{}, Actions: []string{}}
				now.settings(dir, words[2:])
			case line == "----" && now != nil:
				all = append(all, *now)
				now = nil
			case now != nil && line != "":
				now.Actions = append(now.Actions, line)
			}
		}
	}
	return all, nil
}

func (s *Story) settings(dir string, words []string) {
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		if name, on, _ := strings.Cut(value, ":"); key == "gate" {
			s.Gates[name] = on == "true"
		} else if key == "variant" {
			s.Variants[name] = on
		} else if key == "world" {
			s.Scenario = dir + "/" + value
		}
	}
}

func below(root, file string) string {
	if rel, err := filepath.Rel(root, file); err == nil {
		file = rel
	}
	return filepath.ToSlash(file)
}

// Run plays the story and returns the log of its queue's operations and the state at its end. The state is nil where
// the golden shows that the release refuses the gates.
func (s Story) Run() (log string, end *trace.State, err error) {
	sc, err := load(s.Scenario)
	if err != nil {
		return "", nil, err
	}
	release, err := profile.Parse(s.Release)
	if err != nil {
		return "", nil, err
	}
	p, err := s.profile(sc, release)
	if err != nil {
		return "", nil, nil
	}
	var b strings.Builder
	world, problem := sim.NewLogged(sc, p, func(line string) { b.WriteString(line + "\n") })
	if problem == nil && s.Actions == nil {
		problem = world.Story()
	}
	if problem != nil {
		return "", nil, fmt.Errorf("%s: %s", s.Name, why.Text(why.English, problem.Why))
	}
	for _, line := range s.Actions {
		a, problem := action.Parse(line)
		if problem != nil {
			return "", nil, fmt.Errorf("%s: %s: %s", s.Name, line, why.Text(why.English, problem.Why))
		}
		_ = world.Do(a) // what is refused is part of the story
	}
	return withoutIdle(b.String()), world.Trace().Final(), nil
}

// withoutIdle leaves ExamplePlugin out of the log of a run in which it rejected nobody.
func withoutIdle(log string) string {
	if strings.Count(log, plugin.Example) != 1 {
		return log
	}
	before, after, _ := strings.Cut(log, "plugin "+plugin.Example)
	_, after, _ = strings.Cut(after, "\n")
	return before + after
}

// Proof is the line of proven.txt that confirms the log of this story.
func (s Story) Proof(log string) string {
	sum := sha256.Sum256([]byte(log))
	return fmt.Sprintf("%s %s %s", s.Release, hex.EncodeToString(sum[:8]), s.Name)
}

func load(file string) (*scenario.Scenario, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	sc, problems := scenario.Load(scenario.File{Name: file, Data: data})
	if sc == nil {
		return nil, fmt.Errorf("%s: %s", file, why.Text(why.English, problems[0].Why))
	}
	return sc, nil
}

// profile is the story's own setting of its release, or the scenario's.
func (s Story) profile(sc *scenario.Scenario, release profile.Release) (*profile.Profile, error) {
	if s.Actions == nil {
		return sc.Profile(release)
	}
	p, err := profile.For(release, s.Gates)
	if err != nil {
		return nil, err
	}
	return p.With(s.Variants)
}
