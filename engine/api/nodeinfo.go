package api

// NodeInfo is a node with the pods that are assumed or bound there: what Filter plugins look at
// (framework.NodeInfo).
type NodeInfo struct {
	Node *Node
	Pods []*Pod
	// Allocatable is what the node offers, Requested what its pods request together.
	Allocatable, Requested Amounts
}

// NewNodeInfo sums up a node and its pods.
func NewNodeInfo(n *Node, pods []*Pod, o RequestOptions) *NodeInfo {
	info := &NodeInfo{Node: n, Pods: pods, Allocatable: Allocatable(n)}
	for _, p := range pods {
		info.Requested = info.Requested.Plus(Request(p, o))
	}
	return info
}

// Free is how much of a resource is left.
func (n *NodeInfo) Free(name string) int64 { return n.Allocatable.Get(name) - n.Requested.Get(name) }
