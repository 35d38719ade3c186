package api

import "slices"

// NodeInfo is a node with the pods that are assumed or bound there: what Filter plugins look at
// (framework.NodeInfo).
type NodeInfo struct {
	Node *Node
	Pods []*Pod
	// Allocatable is what the node offers, Requested what its pods request together.
	Allocatable, Requested Amounts
	// NonZeroCPU and NonZeroMemory are what its pods count with for scoring, in thousandths of a cpu and bytes
	// (NonZeroRequest; NodeInfo.NonZeroRequested).
	NonZeroCPU, NonZeroMemory int64
}

// NewNodeInfo sums up a node and its pods.
func NewNodeInfo(n *Node, pods []*Pod, o RequestOptions) *NodeInfo {
	info := &NodeInfo{Node: n, Pods: pods, Allocatable: Allocatable(n)}
	for _, p := range pods {
		info.count(p, o)
	}
	return info
}

// With is the node with one pod more. It takes as long however many pods are there already, but for a copy of their
// list.
func (n *NodeInfo) With(p *Pod, o RequestOptions) *NodeInfo {
	out := *n
	out.Pods = append(n.Pods[:len(n.Pods):len(n.Pods)], p)
	out.count(p, o)
	return &out
}

// Replaced is the node with another pod in the place of the i-th, or nil where the two do not count the same.
func (n *NodeInfo) Replaced(i int, p *Pod, o RequestOptions) *NodeInfo {
	var before, after NodeInfo
	before.count(n.Pods[i], o)
	after.count(p, o)
	if !slices.Equal(before.Requested, after.Requested) || before.NonZeroCPU != after.NonZeroCPU || before.NonZeroMemory != after.NonZeroMemory {
		return nil
	}
	out := *n
	out.Pods = slices.Clone(n.Pods)
	out.Pods[i] = p
	return &out
}

func (n *NodeInfo) count(p *Pod, o RequestOptions) {
	n.Requested = n.Requested.Plus(Request(p, o))
	cpu, memory := NonZeroRequest(p, o)
	n.NonZeroCPU, n.NonZeroMemory = n.NonZeroCPU+cpu, n.NonZeroMemory+memory
}

// Free is how much of a resource is left.
func (n *NodeInfo) Free(name string) int64 { return n.Allocatable.Get(name) - n.Requested.Get(name) }
