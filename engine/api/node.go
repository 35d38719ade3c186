package api

// Node is what the plugins read of a v1.Node.
type Node struct {
	Meta
	Unschedulable bool // spec.unschedulable
	Taints        []Taint
	Allocatable   Resources // status.allocatable; status.capacity where there is no allocatable
	// Conditions are status.conditions as type → status. Order-free: only compared and looked up.
	Conditions map[string]string
}

// Kind is KindNode.
func (*Node) Kind() Kind { return KindNode }

// Metadata is the node's metadata.
func (n *Node) Metadata() *Meta { return &n.Meta }
