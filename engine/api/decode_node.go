package api

import (
	"inflight/engine/tree"
	"inflight/engine/why"
)

// node reads a Node.
func (d *decoder) node(v *tree.Value) *Node {
	n := &Node{Meta: d.meta(v)}
	spec, status := v.Get("spec"), v.Get("status")
	n.Unschedulable = isTrue(spec.Get("unschedulable"))
	n.Taints = d.taints(spec.Get("taints"))
	d.allocatable(n, v, status)
	for _, c := range status.Get("conditions").Seq() {
		if n.Conditions == nil {
			n.Conditions = map[string]string{}
		}
		n.Conditions[c.Get("type").Str()] = c.Get("status").Str()
	}
	n.Rest = rest(v, KindNode)
	return n
}

func isTrue(v *tree.Value) bool { return v != nil && v.Kind == tree.Bool && v.Text == "true" }

// allocatable reads what the node offers: status.allocatable, or status.capacity where there is none
// (SetDefaults_NodeStatus). A node that offers nothing, or no room for pods, is taken at its word, with a warning.
func (d *decoder) allocatable(n *Node, v, status *tree.Value) {
	p := (*path)(nil).field("status").field("allocatable")
	capacity := d.offered(status.Get("capacity"), (*path)(nil).field("status").field("capacity"))
	list := status.Get("allocatable")
	n.Allocatable = d.offered(list, p)
	if list == nil {
		n.Allocatable = capacity
	}
	pos := v.Pos
	if list != nil {
		pos = list.Pos
	}
	if len(n.Allocatable) == 0 {
		d.warn(pos, p, "input.node-empty", why.S("name", n.Name))
		return
	}
	if pods, ok := n.Allocatable.Get("pods"); !ok || pods.Value == 0 {
		d.warn(pos, p, "input.node-no-pods", why.S("name", n.Name))
	}
}

// offered reads a resource list of a node: pods and extended resources come in whole numbers.
func (d *decoder) offered(v *tree.Value, p *path) Resources {
	list := d.resources(v, p)
	for _, r := range list {
		if (r.Name == "pods" || isExtended(r.Name)) && r.Quantity.exact.nano != 0 {
			d.fail(v.Field(r.Name).Value.Pos, p.field(r.Name), "input.whole", why.S("resource", r.Name), why.S("got", r.Quantity.Text))
		}
	}
	return list
}

// taints reads spec.taints (validation: ValidateTaintsInNodeAddOrUpdate of pkg/apis/core/validation).
func (d *decoder) taints(v *tree.Value) []Taint {
	p := (*path)(nil).field("spec").field("taints")
	var out []Taint
	for i, item := range v.Seq() {
		at := p.at(i)
		t := Taint{item.Get("key").Str(), item.Get("value").Str(), item.Get("effect").Str()}
		d.qualified(item, "key", at)
		if !ValidLabelValue(t.Value) {
			d.fail(posOf(item, "value"), at.field("value"), "input.label-value", why.S("got", t.Value))
		}
		if t.Effect == "" {
			d.fail(item.Pos, at, "input.missing", why.S("key", "effect"))
		}
		d.oneOf(item.Get("effect"), at.field("effect"), effects...)
		for _, other := range out {
			if other.Key == t.Key && other.Effect == t.Effect {
				d.fail(item.Pos, at, "input.taint-twice", why.S("key", t.Key), why.S("effect", t.Effect))
			}
		}
		out = append(out, t)
	}
	return out
}

var effects = []string{"NoSchedule", "PreferNoSchedule", "NoExecute"}
