package scenario

import (
	"slices"

	"inflight/engine/api"
)

// Told is the scenario with another story and with more documents: what a reader does to it, as a file could say it.
// What is there at the start stays as it is. Of a snapshot everything must be applied by the story: nothing is there.
func (s *Scenario) Told(story []Line, more ...api.Doc) *Scenario {
	t := *s
	t.Story, t.Snapshot = story, false
	t.Objects = append(s.Objects[:len(s.Objects):len(s.Objects)], more...)
	switch {
	case s.Snapshot:
		t.Start, t.StartRefs = nil, []api.Ref{}
	case s.StartRefs == nil && !slices.Equal(notApplied(&t), s.Start):
		t.StartRefs = make([]api.Ref, len(s.Start))
		for i, o := range s.Start {
			t.StartRefs[i] = api.RefOf(o)
		}
	}
	return &t
}

// NewRef is how a story calls one more document of that name: with ~n where there are n-1 before it.
func (s *Scenario) NewRef(r api.Ref) api.Ref {
	r.N = 1
	for _, d := range s.Objects {
		if d.Ref() == r.Object() {
			r.N++
		}
	}
	if r.N == 1 {
		r.N = 0
	}
	return r
}
