package ui

import (
	"slices"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/scenario"
	"inflight/engine/tree"
)

// session is what a reader does in Play: a scenario to begin with, and the lines that were added to it. They are a
// tree: who acts at an earlier moment begins another branch, and the old one stays. A session is never changed in
// place.
type session struct {
	base    *scenario.Scenario // without a story; a snapshot as long as nothing was added to it
	entries []entry            // entry n stands at n-1; 0 is the base
	visits  []visit            // undo goes back in them, redo forward
	now     int                // the visit that shows
	text    *[]byte            // the base's objects as a file has them, once somebody asked
}

// entry is a line of the story, after its parent's.
type entry struct {
	parent int
	action action.Action
	docs   []api.Doc // what the line applies, if it brings its document along
	given  bool      // it came with the file
}

// visit is a moment of the session: what is told up to an entry, and the address that shows, "" at its end.
type visit struct {
	at      int
	address string
}

// newSession begins with a file. Its story are lines that undo leaves alone where they are given; else they are the
// reader's own of the last visit, and undo takes them back one by one.
func newSession(sc *scenario.Scenario, given bool) *session {
	s := &session{base: sc, visits: []visit{{}}, text: new([]byte)}
	if sc.Snapshot {
		return s
	}
	s.base = sc.Told(nil)
	at := 0
	for _, l := range sc.Story {
		s.entries = append(s.entries, entry{parent: at, action: l.Action, given: given})
		at = len(s.entries)
		if !given {
			s.visits = append(s.visits, visit{at: at})
		}
	}
	s.now = len(s.visits) - 1
	s.visits[s.now].at = at
	return s
}

// at is the last entry of what is told.
func (s *session) at() int { return s.visits[s.now].at }

func (s *session) entry(n int) entry { return s.entries[n-1] }

// path are the entries that lead to n, the first of them first. Its index is the line's in the story.
func (s *session) path(n int) []int {
	var out []int
	for ; n > 0; n = s.entry(n).parent {
		out = append(out, n)
	}
	slices.Reverse(out)
	return out
}

// children are the entries that go on from n, in the order in which they came.
func (s *session) children(n int) []int {
	var out []int
	for i := range s.entries {
		if s.entries[i].parent == n {
			out = append(out, i+1)
		}
	}
	return out
}

// told is the scenario up to an entry.
func (s *session) told(n int) *scenario.Scenario {
	path := s.path(n)
	if len(path) == 0 && s.base.Snapshot {
		return s.base
	}
	var story []scenario.Line
	var docs []api.Doc
	for _, i := range path {
		e := s.entry(i)
		story = append(story, scenario.Line{Action: e.action, Text: e.action.String()})
		docs = append(docs, e.docs...)
	}
	return s.base.Told(story, docs...)
}

// with adds an entry; where the same line goes on from the same parent already, it is that one.
func (s *session) with(e entry) (*session, int) {
	for _, n := range s.children(e.parent) {
		if old := s.entry(n); old.action == e.action && sameDocs(old.docs, e.docs) {
			return s, n
		}
	}
	next := *s
	next.entries = append(s.entries[:len(s.entries):len(s.entries)], e)
	return &next, len(next.entries)
}

func sameDocs(a, b []api.Doc) bool {
	return slices.EqualFunc(a, b, func(x, y api.Doc) bool { return tree.Canonical(x.Value) == tree.Canonical(y.Value) })
}

// visited makes an entry the last of what is told. address is what showed before, "" at the end: undo comes back to it.
func (s *session) visited(at int, address string) *session {
	next := *s
	next.visits = append(slices.Clone(s.visits[:s.now]), visit{s.at(), address}, visit{at: at})
	next.now++
	return &next
}

// longer adds a step to the last entry, if that is steps that the reader took and nothing came after them.
func (s *session) longer() (*session, bool) {
	at := s.at()
	if at == 0 || s.now < len(s.visits)-1 || len(s.children(at)) > 0 {
		return s, false
	}
	e := s.entry(at)
	if e.given || !isSteps(e.action) {
		return s, false
	}
	e.action.N++
	next := *s
	next.entries = slices.Clone(s.entries)
	next.entries[at-1] = e
	return &next, true
}

// isSteps tells whether an action is a number of steps.
func isSteps(a action.Action) bool { return a.Verb == action.Step && !a.Bind && a.Until == "" }

// moved shows another visit: one back for undo, one forward for redo.
func (s *session) moved(by int) (*session, bool) {
	if to := s.now + by; to < 0 || to >= len(s.visits) {
		return s, false
	}
	next := *s
	next.now += by
	return &next, true
}
