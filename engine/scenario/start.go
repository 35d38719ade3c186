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
	case s.start != nil:
		for _, ref := range s.start {
			if d, ok := s.Lookup(ref); ok {
				s.Start = append(s.Start, d.Object)
			}
		}
	default:
		s.Start = notApplied(s)
	}
}

// notApplied are the objects that the story does not apply; of several documents of one name, the first. Nodes come
// before pods, as in a cluster that had them already.
func notApplied(s *Scenario) []api.Object {
	applied := map[api.Ref]bool{}
	for _, l := range s.Story {
		if l.Action.Verb == action.Apply && l.Action.Ref.N <= 1 {
			applied[l.Action.Ref.Object()] = true
		}
	}
	var rest []api.Doc
	for _, d := range s.Objects {
		if !applied[d.Ref()] {
			applied[d.Ref()] = true
			rest = append(rest, d)
		}
	}
	return snapshotOrder(rest)
}

// snapshotOrder is the order in which the objects of a snapshot arrive: other objects, bound pods, then pending pods
// by creationTimestamp, each in the order of the documents.
func snapshotOrder(docs []api.Doc) []api.Object {
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
	sort.SliceStable(pending, func(i, j int) bool {
		return pending[i].Metadata().Created.Before(pending[j].Metadata().Created)
	})
	return append(append(others, bound...), pending...)
}
