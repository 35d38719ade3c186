// Package cluster is what the scheduler knows of the cluster: the informer cache (objects as the API server has them)
// and the scheduler's own cache on top of it (pods that are assumed on a node before the API server knows).
//
// It knows nothing of queues and plugins.
package cluster

import (
	"inflight/engine/api"
	"inflight/engine/cow"
	"inflight/engine/trace"
)

// Cluster is the two caches. Make one with New.
type Cluster struct {
	request api.RequestOptions

	pods map[string]placed // informer: namespace/name → the pod as it is now
	// node name → index in nodes; nodes keep their place when they are deleted, so that runs repeat.
	nodeAt map[string]int
	nodes  []*node
	shown  cow.Vec[*trace.Node]
	// on is where a pod counts: UID → node name, assumed or bound.
	on map[string]string
	// assumed are the UIDs of those that the API server has not bound yet.
	assumed map[string]bool
}

type placed struct {
	id  trace.PodID
	pod *api.Pod
}

type node struct {
	object *api.Node // nil after deletion: pods that are there still count until they are gone
	pods   []placed
	info   *api.NodeInfo // nil when it must be summed up again
}

// New makes an empty cluster; how pods' requests are counted is the release's.
func New(o api.RequestOptions) *Cluster {
	return &Cluster{request: o, pods: map[string]placed{}, nodeAt: map[string]int{}, on: map[string]string{}, assumed: map[string]bool{}}
}

// Pod is the pod of that name in the informer cache, or nil.
func (c *Cluster) Pod(fullName string) (trace.PodID, *api.Pod) {
	p, ok := c.pods[fullName]
	if !ok {
		return trace.NoPod, nil
	}
	return p.id, p.pod
}

// SetPod puts a pod into the informer cache.
func (c *Cluster) SetPod(id trace.PodID, p *api.Pod) { c.pods[p.FullName()] = placed{id, p} }

// DeletePod takes a pod out of the informer cache.
func (c *Cluster) DeletePod(p *api.Pod) { delete(c.pods, p.FullName()) }

// Pods are the pods in the informer cache, in no order.
func (c *Cluster) Pods() []*api.Pod {
	out := make([]*api.Pod, 0, len(c.pods))
	for _, p := range c.pods { // order-free: the caller sorts
		out = append(out, p.pod)
	}
	return out
}

// Node is the node of that name, or nil.
func (c *Cluster) Node(name string) *api.Node {
	if i, ok := c.nodeAt[name]; ok {
		return c.nodes[i].object
	}
	return nil
}

// SetNode adds or changes a node in both caches.
func (c *Cluster) SetNode(n *api.Node) { c.at(n.Name).object = n; c.changed(n.Name) }

// DeleteNode removes a node; pods that count there go on counting until they are gone (Cache.RemoveNode).
func (c *Cluster) DeleteNode(name string) {
	if i, ok := c.nodeAt[name]; ok {
		c.nodes[i].object = nil
		c.changed(name)
	}
}

// at is the node's entry, made where there is none (a pod may arrive before its node).
func (c *Cluster) at(name string) *node {
	i, ok := c.nodeAt[name]
	if !ok {
		i = len(c.nodes)
		c.nodeAt[name] = i
		c.nodes = append(c.nodes, &node{})
		c.shown.Append(&trace.Node{})
	}
	return c.nodes[i]
}

// Assume counts a pod on a node before the API server has bound it. It refuses a pod that counts somewhere already
// (Cache.AssumePod).
func (c *Cluster) Assume(id trace.PodID, p *api.Pod, name string) (ok bool) {
	if _, counts := c.on[p.UID]; counts {
		return false
	}
	c.Place(id, p, name)
	c.assumed[p.UID] = true
	return true
}

// Assumed tells whether the pod counts on a node and is not bound yet (Cache.IsAssumedPod).
func (c *Cluster) Assumed(uid string) bool { return c.assumed[uid] }

// Forget stops counting an assumed pod; it refuses any other (Cache.ForgetPod).
func (c *Cluster) Forget(uid string) (ok bool) {
	if !c.assumed[uid] {
		return false
	}
	c.Remove(uid)
	return true
}

// Counted is the pod as it counts on its node, nil where it does not (Cache.GetPod).
func (c *Cluster) Counted(uid string) *api.Pod {
	name, ok := c.on[uid]
	if !ok {
		return nil
	}
	for _, p := range c.at(name).pods {
		if p.pod.UID == uid {
			return p.pod
		}
	}
	return nil
}

// Place counts a pod on the node that the API server has bound it to (Cache.AddPod). A pod that counts somewhere already
// is replaced.
func (c *Cluster) Place(id trace.PodID, p *api.Pod, name string) {
	delete(c.assumed, p.UID)
	if at, ok := c.on[p.UID]; ok && at != name {
		c.Remove(p.UID)
	}
	n := c.at(name)
	c.on[p.UID] = name
	for i := range n.pods {
		if n.pods[i].pod.UID == p.UID {
			n.pods[i].pod = p
			info := n.info
			c.changed(name)
			if info != nil {
				n.info = info.Replaced(i, p, c.request)
			}
			return
		}
	}
	n.pods = append(n.pods[:len(n.pods):len(n.pods)], placed{id, p})
	info := n.info
	c.changed(name)
	if info != nil {
		n.info = info.With(p, c.request)
	}
}

// Remove stops counting a pod that is deleted (Cache.RemovePod). It returns the node where it counted, "" where it did
// not.
func (c *Cluster) Remove(uid string) (from string) {
	name, ok := c.on[uid]
	if !ok {
		return ""
	}
	delete(c.on, uid)
	delete(c.assumed, uid)
	n := c.at(name)
	kept := make([]placed, 0, len(n.pods))
	for _, p := range n.pods {
		if p.pod.UID != uid {
			kept = append(kept, p)
		}
	}
	n.pods = kept
	c.changed(name)
	return name
}

// On is the node where a pod counts, "" where it does not.
func (c *Cluster) On(uid string) string { return c.on[uid] }

// Snapshot is the nodes that exist, in order of arrival, with the pods that count there (Cache.UpdateSnapshot).
func (c *Cluster) Snapshot() []*api.NodeInfo {
	var out []*api.NodeInfo
	for _, n := range c.nodes {
		if n.object != nil {
			out = append(out, c.info(n))
		}
	}
	return out
}

// NodeInfo is one node with the pods that count there, nil where there is no such node.
func (c *Cluster) NodeInfo(name string) *api.NodeInfo {
	if i, ok := c.nodeAt[name]; ok && c.nodes[i].object != nil {
		return c.info(c.nodes[i])
	}
	return nil
}

func (c *Cluster) info(n *node) *api.NodeInfo {
	if n.info == nil {
		pods := make([]*api.Pod, len(n.pods))
		for i := range n.pods {
			pods[i] = n.pods[i].pod
		}
		n.info = api.NewNodeInfo(n.object, pods, c.request)
	}
	return n.info
}

// changed drops what was summed up of a node and renews what a frame shows of it.
func (c *Cluster) changed(name string) {
	i := c.nodeAt[name]
	n := c.nodes[i]
	n.info = nil
	shown := &trace.Node{Object: n.object, Gone: n.object == nil}
	if shown.Gone {
		if before := c.shown.At(i).Object; before != nil {
			shown.Object = before
		} else {
			shown.Object = &api.Node{Meta: api.Meta{Name: name}}
		}
	}
	for _, p := range n.pods {
		shown.Pods = append(shown.Pods, p.id)
	}
	c.shown.Set(i, shown)
}

// View is what a frame shows of the nodes, deleted ones included.
func (c *Cluster) View() cow.View[*trace.Node] { return c.shown.View() }
