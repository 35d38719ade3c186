package api

import (
	"inflight/engine/tree"
	"inflight/engine/why"
)

const required = "requiredDuringSchedulingIgnoredDuringExecution"

// requiredAffinity reads the required pod affinity terms (validatePodAffinityTerm).
func (d *decoder) requiredAffinity(pod *Pod, spec *tree.Value, p *path) []PodAffinityTerm {
	p = p.field("affinity").field("podAffinity").field(required)
	var out []PodAffinityTerm
	for i, item := range spec.Path("affinity", "podAffinity", required).Seq() {
		at := p.at(i)
		t := PodAffinityTerm{Namespaces: d.strings(item.Get("namespaces")), TopologyKey: item.Get("topologyKey").Str()}
		for j, ns := range item.Get("namespaces").Seq() {
			if !ValidLabelName(ns.Str()) {
				d.fail(ns.Pos, at.field("namespaces").at(j), "input.dns-label", why.S("got", shown(ns.Str())))
			}
		}
		if s := d.selector(item.Get("labelSelector"), at.field("labelSelector")); s != nil {
			t.Selector = *s
		} else {
			t.Selector = MatchNothing()
		}
		t.NamespaceSelector = d.selector(item.Get("namespaceSelector"), at.field("namespaceSelector"))
		if len(t.Namespaces) == 0 && t.NamespaceSelector == nil {
			t.Namespaces = []string{pod.Namespace}
		}
		d.qualified(item, "topologyKey", at)
		out = append(out, t)
	}
	return out
}

// selector reads a label selector, nil where there is none (ValidateLabelSelector).
func (d *decoder) selector(v *tree.Value, p *path) *Selector {
	if v == nil {
		return nil
	}
	s := &Selector{}
	if labels := v.Get("matchLabels"); labels != nil {
		d.labels(v, "matchLabels", p, true)
		for _, f := range tree.Sorted(labels) {
			s.Requirements = append(s.Requirements, Requirement{f.Key, "In", []string{f.Value.Str()}})
		}
	}
	for i, item := range v.Get("matchExpressions").Seq() {
		at := p.field("matchExpressions").at(i)
		r := d.requirement(item, at, true, "In", "NotIn", "Exists", "DoesNotExist")
		d.qualified(item, "key", at)
		s.Requirements = append(s.Requirements, r)
	}
	return s
}
