package ui

import (
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// maxNodes is how many nodes the lane shows; the others are a number.
const maxNodes = 50

// nodes is the lane of the nodes: what each has, who uses it, and whether the pod in question fits now.
func (f *frame) nodes() *h.Node {
	var all []*trace.Node
	for _, n := range f.s.Nodes.All() {
		if !n.Gone {
			all = append(all, n)
		}
	}
	resource := f.scarce()
	shown := all[:min(len(all), maxNodes)]
	list := h.El("p", h.Class("lane__empty"), f.text("nodes.none"))
	if len(all) > 0 {
		list = h.El("ul", h.Class("nodes"), h.Each(shown, func(_ int, n *trace.Node) *h.Node { return f.node(n, resource) }),
			h.If(len(all) > len(shown), h.El("li", h.Class("rows__more"), f.text("lane.more", num("n", len(all)-len(shown))))))
	}
	return f.laneOf("nodes", f.t("lane.nodes"), true, h.Text(itoa(len(all))), lanenote{}, h.Attr("tabindex", "0"), list)
}

// hopeful is the pod of which the nodes say whether it fits now: one that waits or is being tried.
func (f *frame) hopeful() trace.PodID {
	if f.sel == trace.NoPod {
		return trace.NoPod
	}
	switch f.pod(f.sel).Place {
	case trace.Scheduling, trace.BackoffQ, trace.ErrorBackoffQ, trace.UnschedulablePods:
		return f.sel
	}
	return trace.NoPod
}

func (f *frame) node(n *trace.Node, resource string) *h.Node {
	has, free := f.room(f.s, n, resource)
	who := f.hopeful()
	fit := who != trace.NoPod && f.fits(n, f.pod(who).Object) && f.rejectedHere(who, n.Object.Name)
	return h.El("li", h.Key("node:"+n.Object.Name),
		h.El("div", h.Class("node__head"), h.El("b", h.Attr("title", n.Object.Name), h.Text(n.Object.Name)),
			f.taints(n),
			h.If(fit, h.El("span", h.Class("badge", "badge--queue"), h.Attr("title", f.t("node.fits", str("pod", f.name(who)))), f.fitBadge(who, n))),
			h.El("span", h.Class("node__free"), h.Attr("title", f.t("node.of", str("free", amount(resource, free)), str("has", amount(resource, has)), str("resource", resource))),
				f.text("node.free", str("free", amount(resource, free))))),
		f.capacity(n, resource, who, fit, free))
}

// fitBadge says that the pod fits now; where there is little room, without its name.
func (f *frame) fitBadge(who trace.PodID, n *trace.Node) h.Part {
	if f.m.layout() == narrow {
		return h.Group(icon("check"), h.El("span", h.Class("visually-hidden"), f.text("node.fits", str("pod", f.name(who)))))
	}
	if len(n.Object.Taints) > 0 || len(n.Object.Name)+len(f.name(who)) > 18 {
		return f.text("node.fits.short")
	}
	return f.text("node.fits", str("pod", f.name(who)))
}

// rejectedHere tells whether the pod's attempt found that the node does not fit.
func (f *frame) rejectedHere(id trace.PodID, node string) bool {
	a := f.s.AttemptOf(id)
	if a == nil {
		return true // it waits because no node fitted
	}
	for _, v := range a.Verdicts {
		for _, n := range v.Nodes {
			if n == node {
				return true
			}
		}
	}
	return false
}

func (f *frame) taints(n *trace.Node) h.Part {
	parts := []h.Part{}
	if n.Object.Unschedulable {
		parts = append(parts, h.El("span", h.Class("taint"), icon("taint"), h.Text("unschedulable")))
	}
	for i, t := range n.Object.Taints {
		if i == 1 && len(n.Object.Taints) > 2 {
			parts = append(parts, h.El("span", h.Class("taint"), h.Text("+"+itoa(len(n.Object.Taints)-1))))
			break
		}
		parts = append(parts, h.El("span", h.Class("taint"), h.Attr("title", t.String()), icon("taint"), h.El("span", h.Text(t.String()))))
	}
	return h.Group(parts...)
}

// capacity is the node's resource as a bar: who uses how much in proportion, the pod that would fit, and what is free.
func (f *frame) capacity(n *trace.Node, resource string, who trace.PodID, fit bool, free int64) *h.Node {
	part := func(v int64) h.Part { return h.Style("flex-grow", share(v)) }
	var parts []h.Part
	for _, id := range n.Pods {
		v := f.needs(f.pod(id).Object, resource)
		class := "used"
		if f.wasBound(id) {
			class = "other"
		}
		label := letter(id) + " " + f.name(id)
		if class == "other" {
			label = f.name(id)
		}
		key := "on:" + itoa(int(id))
		if f.pod(id).Place == trace.Bound {
			key = podKey(id) // the pod is here and nowhere else
		}
		parts = append(parts, h.El("span", h.Class(class), f.who(id), h.Key(key), part(v),
			h.Attr("title", f.t("node.uses", str("pod", f.name(id)), str("amount", amount(resource, v)), str("resource", resource))), h.Text(label)))
	}
	if fit {
		v := f.needs(f.pod(who).Object, resource)
		free -= v
		parts = append(parts, h.El("span", h.Class("fits"), f.who(who), part(v), f.text("node.fits.bar", str("letter", letter(who)), str("amount", amount(resource, v)))))
	}
	if free > 0 {
		parts = append(parts, h.El("span", part(free)))
	}
	return h.El("div", h.Class("capacity"), h.Group(parts...))
}

// share is a flex-grow value; a pod that asks for nothing still has a sliver.
func share(v int64) string { return itoa(int(max(v, 1))) }
