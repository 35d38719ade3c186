package sim

import (
	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// pod finds the pod that a reference means: the n-th incarnation, or the one there is, or the last there was.
func (s *Sim) pod(r api.Ref) (trace.PodID, *why.Problem) {
	if r.Kind != api.KindPod {
		return trace.NoPod, problem("sim.not-a-pod", why.S("ref", r.String()))
	}
	found, n := trace.NoPod, 0
	for i := range s.pods.Len() {
		if p := s.pods.At(i); p.Object.Namespace == r.Namespace && p.Object.Name == r.Name {
			n++
			if r.N == 0 || n == r.N {
				found = p.ID
			}
		}
	}
	if found == trace.NoPod {
		return found, problem("sim.unknown-pod", why.S("ref", r.String()))
	}
	return found, nil
}

// current is the object of that reference as the cluster has it now, nil where it has none.
func (s *Sim) current(r api.Ref) api.Object {
	if r.Kind == api.KindPod {
		id, p := s.cluster.Pod(r.Namespace + "/" + r.Name)
		if p == nil || r.N > 0 && !s.isIncarnation(id, r.N) {
			return nil
		}
		return p
	}
	if n := s.cluster.Node(r.Name); n != nil {
		return n
	}
	return nil
}

func (s *Sim) isIncarnation(id trace.PodID, n int) bool {
	full, count := s.pods.At(int(id)).Object.FullName(), 0
	for i := range int(id) + 1 {
		if s.pods.At(i).Object.FullName() == full {
			count++
		}
	}
	return count == n
}

// doApply creates the object of that document, or changes the one there is to what the document says.
func (s *Sim) doApply(r api.Ref) *why.Problem {
	doc, ok := s.scenario.Lookup(r)
	if !ok {
		return problem("sim.no-document", why.S("ref", r.String()))
	}
	if now := s.current(r.Object()); now != nil {
		if p := admitted(api.CheckUpdate(s.docs[r.Object()], doc, s.updateRules())); p != nil {
			return p
		}
		s.docs[r.Object()] = doc
		return s.change(now, keepIdentity(now, doc.Object))
	}
	if s.pods.Len() >= MaxPods {
		return problem("sim.too-many-pods", why.N("limit", MaxPods))
	}
	s.docs[r.Object()] = doc
	s.record(func() { s.create(doc.Object) })
	s.changed = len(s.trace.Steps)
	return nil
}

// keepIdentity gives an applied document what the cluster knows better: the pod's UID and node.
func keepIdentity(now, applied api.Object) api.Object {
	was, ok := now.(*api.Pod)
	if !ok {
		return applied
	}
	p := *applied.(*api.Pod)
	p.UID = was.UID
	if p.NodeName == "" {
		p.NodeName = was.NodeName
	}
	return &p
}

// doPatch changes an object by a merge patch.
func (s *Sim) doPatch(a action.Action) *why.Problem {
	now := s.current(a.Ref)
	doc, known := s.docs[a.Ref.Object()]
	if now == nil || !known {
		return problem("sim.not-there", why.S("ref", a.Ref.String()))
	}
	patched, problems := api.Patch(doc, a.Patch, s.updateRules())
	if p := admitted(problems); p != nil {
		return p
	}
	s.docs[a.Ref.Object()] = patched
	return s.change(now, keepIdentity(now, patched.Object))
}

// updateRules are what the release's API server lets change.
func (s *Sim) updateRules() api.UpdateRules { return api.UpdateRules{Resize: s.profile.Resize} }

// admitted is the first fatal problem, or nil.
func admitted(problems []why.Problem) *why.Problem {
	for i := range problems {
		if problems[i].Fatal {
			return &problems[i]
		}
	}
	return nil
}

// change tells the scheduler of a changed object.
func (s *Sim) change(old, new api.Object) *why.Problem {
	s.record(func() {
		switch n := new.(type) {
		case *api.Pod:
			s.loop.UpdatePod(s.ids[n.UID], old.(*api.Pod), n)
		case *api.Node:
			s.loop.UpdateNode(old.(*api.Node), n)
		}
	})
	s.changed = len(s.trace.Steps)
	return nil
}

func (s *Sim) doDelete(r api.Ref) *why.Problem {
	now := s.current(r)
	if now == nil {
		return problem("sim.not-there", why.S("ref", r.String()))
	}
	s.record(func() { s.remove(now) })
	s.changed = len(s.trace.Steps)
	return nil
}

func (s *Sim) remove(o api.Object) {
	switch o := o.(type) {
	case *api.Pod:
		s.loop.DeletePod(s.ids[o.UID], o)
	case *api.Node:
		s.loop.DeleteNode(o)
	}
}

// doRecreate deletes a pod and makes it again under the same name: another pod, with another UID, as a StatefulSet
// does.
func (s *Sim) doRecreate(r api.Ref) *why.Problem {
	now, ok := s.current(r).(*api.Pod)
	if !ok {
		return problem("sim.not-there", why.S("ref", r.String()))
	}
	s.record(func() {
		s.remove(now)
		again := *now
		again.UID, again.NodeName, again.Phase, again.NominatedNodeName, again.Deleting = "", "", "", "", false
		if p, isPod := s.docs[r.Object()].Object.(*api.Pod); isPod {
			again.NodeName = p.NodeName
		}
		s.create(&again)
	})
	s.changed = len(s.trace.Steps)
	return nil
}

func (s *Sim) doActivate(r api.Ref) *why.Problem {
	p, ok := s.current(r).(*api.Pod)
	if !ok {
		return problem("sim.not-there", why.S("ref", r.String()))
	}
	s.record(func() {
		s.say(s.ids[p.UID], why.Reason{Rule: "note.activate", Pod: p.FullName()}, "")
		s.queue.Activate(p)
	})
	return nil
}
