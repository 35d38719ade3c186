package ui

import (
	"strings"

	"inflight/engine/action"
	"inflight/engine/scenario"
)

// A scenario's file holds what is told. The branches that were left, and where undo and redo lead, stand in a file
// beside it:
//
//	inflight/history 1
//	base 3                     documents of the scenario's file that are not of an entry
//	visit 2 5.1                an entry, and the address that showed
//	now 4                      the visit that shows
//	entry 1 given delete pod/a the parent, given or own, the line
//	| apiVersion: v1           its documents
const memoryHead = "inflight/history 1"

func memoryPath(name string) string { return "home/.inflight/history/" + name }

// memory is the session without what the scenario's file holds.
func (s *session) memory() string {
	var b strings.Builder
	b.WriteString(memoryHead + "\nbase " + itoa(len(s.base.Objects)) + "\n")
	for _, v := range s.visits {
		b.WriteString("visit " + itoa(v.at) + " " + v.address + "\n")
	}
	b.WriteString("now " + itoa(s.now) + "\n")
	for _, e := range s.entries {
		whose := "own"
		if e.given {
			whose = "given"
		}
		b.WriteString("entry " + itoa(e.parent) + " " + whose + " " + e.action.String() + "\n")
		if len(e.docs) > 0 {
			docs := (&scenario.Scenario{Snapshot: true, Objects: e.docs}).Marshal()
			for _, line := range strings.Split(strings.TrimSuffix(string(docs), "\n"), "\n") {
				b.WriteString("| " + line + "\n")
			}
		}
	}
	return b.String()
}

// remembered is the session of a scenario's file with its memory; nil where that is not of this file.
func remembered(sc *scenario.Scenario, file, memory string) *session {
	lines := strings.Split(strings.TrimSuffix(memory, "\n"), "\n")
	if lines[0] != memoryHead || sc.Snapshot {
		return nil
	}
	base := *sc
	s := &session{base: &base, text: new([]byte)}
	base.Story = nil
	var docs []string
	flush := func() bool {
		if len(docs) == 0 {
			return true
		}
		read, bad, _ := decode(strings.Join(docs, "\n"), nil)
		docs = nil
		if len(bad) > 0 || len(s.entries) == 0 {
			return false
		}
		s.entries[len(s.entries)-1].docs = read
		return true
	}
	for _, line := range lines[1:] {
		if doc, ok := strings.CutPrefix(line, "| "); ok {
			docs = append(docs, doc)
			continue
		}
		if !flush() || !s.remember(line) {
			return nil
		}
	}
	if !flush() || !s.holds() || string(s.file()) != file {
		return nil
	}
	return s
}

// remember takes one line of the memory.
func (s *session) remember(line string) bool {
	v, rest := verb(line)
	first, rest, _ := strings.Cut(rest, " ")
	n := atoi(first, -1)
	switch v {
	case "base":
		if n < 0 || n > len(s.base.Objects) {
			return false
		}
		s.base.Objects = s.base.Objects[:n:n]
	case "visit":
		s.visits = append(s.visits, visit{n, rest})
	case "now":
		s.now = n
	case "entry":
		whose, text, _ := strings.Cut(rest, " ")
		a, problem := action.Parse(text)
		if problem != nil || n < 0 || n > len(s.entries) {
			return false
		}
		s.entries = append(s.entries, entry{parent: n, action: a, given: whose == "given"})
	default:
		return false
	}
	return true
}

// holds tells whether the visits are of the session's entries.
func (s *session) holds() bool {
	for _, v := range s.visits {
		if v.at < 0 || v.at > len(s.entries) {
			return false
		}
	}
	return s.now >= 0 && s.now < len(s.visits)
}
