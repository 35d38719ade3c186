package ui

import (
	"inflight/engine/api"
	"inflight/engine/sim"
	"inflight/engine/trace"
)

// livePods are the pods that can be chosen: those that are not gone.
func (m *Model) livePods() []*trace.Pod {
	var out []*trace.Pod
	if m.Left.Trace == nil {
		return nil
	}
	for _, p := range m.Left.State().Pods.All() {
		if p.Object != nil && p.Place != trace.Gone && p.Place != trace.Nowhere {
			out = append(out, p)
		}
	}
	return out
}

// liveNodes are the nodes that are there.
func (m *Model) liveNodes() []*trace.Node {
	var out []*trace.Node
	if m.Left.Trace == nil {
		return nil
	}
	for _, n := range m.Left.State().Nodes.All() {
		if !n.Gone {
			out = append(out, n)
		}
	}
	return out
}

// chosenPod is the pod that the buttons are about: the one that the page is about, else the first.
func (m *Model) chosenPod() *trace.Pod {
	live := m.livePods()
	if len(live) == 0 {
		return nil
	}
	sel := newFrame(m).sel
	for _, p := range live {
		if p.ID == sel {
			return p
		}
	}
	return live[0]
}

// chosenNode is the node that the buttons are about: the one that the reader chose, else the first.
func (m *Model) chosenNode() *trace.Node {
	live := m.liveNodes()
	for _, n := range live {
		if n.Object.Name == m.Play.Node {
			return n
		}
	}
	if len(live) == 0 {
		return nil
	}
	return live[0]
}

func nodeRef(n *trace.Node) api.Ref { return api.RefOf(n.Object) }

// moment is a run that stands at the moment that shows: the one that shows, or where that went on one like it.
func (u *update) moment() *sim.Sim {
	p := &u.m.Left
	if p.Pos == p.Len() && p.Stuck == nil {
		return p.Sim
	}
	s, at, problem := u.here()
	if problem != nil {
		return nil
	}
	pane, problem := runPlay(s.told(at), p.Release)
	if problem != nil {
		return nil
	}
	return pane.Sim
}

// apply adds documents at the moment that shows, each with its line.
func (u *update) apply(docs []api.Doc) bool {
	for _, d := range docs {
		s, at, problem := u.here()
		if problem != nil {
			u.fail(problem)
			return false
		}
		ref := s.told(at).NewRef(d.Ref())
		if !u.playAct("apply "+ref.String(), d) {
			return false
		}
	}
	return true
}
