package ui

import (
	"bytes"
	"sort"
	"strings"

	"inflight/engine/api"
	"inflight/engine/scenario"
)

// The reader's scenarios are files below scenarioDir, each with the scenario's name.
const (
	scenarioDir = "home/scenarios"
	scenarioExt = ".yaml"
)

func scenarioPath(name string) string { return scenarioDir + "/" + name + scenarioExt }

// emptyScenario is a cluster without anything.
func emptyScenario(name string) *scenario.Scenario {
	return &scenario.Scenario{Name: name, Clock: scenario.DefaultClock, Tick: scenario.DefaultTick}
}

// freeScenario is a name for a new scenario: the wanted one, or with the first number behind it that nothing has.
func (m *Model) freeScenario(want string) string {
	if !api.ValidSubdomain(want) {
		want = "cluster"
	}
	taken := map[string]bool{}
	for _, f := range m.Play.Files {
		taken[f] = true
	}
	if !taken[want] {
		return want
	}
	base := want
	if i := strings.LastIndexByte(base, '-'); i > 0 && atoi(base[i+1:], -1) >= 0 {
		base = base[:i]
	}
	for n := 2; ; n++ {
		if name := base + "-" + itoa(n); !taken[name] {
			return name
		}
	}
}

// filesWith is the list of the names with one more, filesWithout with one less.
func filesWith(files []string, name string) []string {
	out := append(filesWithout(files, name), name)
	sort.Strings(out)
	return out
}

func filesWithout(files []string, name string) []string {
	var out []string
	for _, f := range files {
		if f != name {
			out = append(out, f)
		}
	}
	return out
}

// file is a session as a file. What the base holds is written once: a cluster may be large.
func (s *session) file() []byte {
	told := s.told(s.at())
	if told.Snapshot {
		return told.Marshal()
	}
	if *s.text == nil {
		*s.text = (&scenario.Scenario{Snapshot: true, Objects: s.base.Objects}).Marshal()
	}
	head := *told
	head.Objects = nil
	more := (&scenario.Scenario{Snapshot: true, Objects: told.Objects[len(s.base.Objects):]}).Marshal()
	parts := [][]byte{head.Marshal()}
	for _, p := range [][]byte{*s.text, more} {
		if len(p) > 0 {
			parts = append(parts, p)
		}
	}
	return bytes.Join(parts, []byte("---\n"))
}

// named is the session under another name.
func (s *session) named(name string) *session {
	base := *s.base
	base.Name = name
	next := *s
	next.base = &base
	return &next
}
