package scenario

import (
	"sort"

	"inflight/engine/action"
	"inflight/engine/api"
)

// begin fills Start.
func (r *reader) begin() {
	s := r.s
	switch {
	case s.Snapshot:
		s.Start = snapshotOrder(s.Objects)
	case s.StartRefs != nil:
		for _, ref := range s.StartRefs {
			if d, ok := s.Lookup(ref); ok {
				s.Start = append(s.Start, d.Object)
			}
		}
	default:
		s.Start = notApplied(s)
	}
}

// notApplied are the objects that the story does not apply; of several documents of one name, the first. Nodes and
// bound pods come before the others, as in a cluster that had them already.
func notApplied(s *Scenario) []api.Object {
	out := map[api.Ref]bool{}
	for _, l := range s.Story {
		if l.Action.Verb == action.Apply && l.Action.Ref.N <= 1 {
			out[l.Action.Ref.Object()] = true
		}
	}
	var rest []api.Doc
	for _, d := range s.Objects {
		if !out[d.Ref()] {
			out[d.Ref()] = true
			rest = append(rest, d)
		}
	}
	return inOrder(rest)
}

// inOrder puts other objects first, then bound pods, then pending pods, each in the order of the documents.
func inOrder(docs []api.Doc) []api.Object {
	var others, bound, pending []api.Object
	for _, d := range docs {
		pod, ok := d.Object.(*api.Pod)
		switch {
		case !ok:
			others = append(others, d.Object)
		case pod.NodeName != "":
			bound = append(bound, pod)
		default:
			pending = append(pending, pod)
		}
	}
	return append(append(others, bound...), pending...)
}

// snapshotOrder is the order in which the objects of a snapshot arrive: as inOrder has it, and the pending pods by
// creationTimestamp. A pod without one is new, so it comes after those that have one.
func snapshotOrder(docs []api.Doc) []api.Object {
	docs = append([]api.Doc(nil), docs...)
	sort.SliceStable(docs, func(i, j int) bool {
		a, b := docs[i].Object.Metadata().Created, docs[j].Object.Metadata().Created
		if a.IsZero() || b.IsZero() {
			return !a.IsZero() && b.IsZero()
		}
		return a.Before(b)
	})
	return inOrder(docs)
}
