package plugin

import (
	"inflight/engine/api"
	"inflight/engine/why"
)

// filterNodeName is NodeName.Filter. A pod that names a node is none of the queue's, so that no attempt meets this; the
// preCheck and conformance ask it.
func (s *Set) filterNodeName(pod *api.Pod, n *api.NodeInfo) *Status {
	if pod.NodeName == "" || pod.NodeName == n.Node.Name {
		return nil
	}
	return &Status{Plugin: NodeName, Reasons: []string{"node(s) didn't match the requested node name"}, Unresolvable: true,
		Why: why.Reason{Rule: "filter.node-name", Plugin: NodeName, Pod: pod.FullName(), Node: n.Node.Name, Args: []why.Arg{why.S("want", pod.NodeName)}}}
}
