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
		r := Requirement{item.Get("key").Str(), item.Get("operator").Str(), d.strings(item.Get("values"))}
		d.qualified(item, "key", at)
		if r.Operator == "" {
			d.fail(item.Pos, at, "input.missing", why.S("key", "operator"))
		}
		d.oneOf(item.Get("operator"), at.field("operator"), "In", "NotIn", "Exists", "DoesNotExist")
		switch many := len(r.Values); {
		case (r.Operator == "In" || r.Operator == "NotIn") && many == 0:
			d.fail(item.Pos, at, "input.selector-values", why.S("operator", r.Operator))
		case (r.Operator == "Exists" || r.Operator == "DoesNotExist") && many > 0:
			d.fail(posOf(item, "values"), at.field("values"), "input.selector-no-values", why.S("operator", r.Operator), why.N("n", many))
		}
		for j, value := range item.Get("values").Seq() {
			if !ValidLabelValue(value.Str()) {
				d.fail(value.Pos, at.field("values").at(j), "input.label-value", why.S("got", value.Str()))
			}
		}
		s.Requirements = append(s.Requirements, r)
	}
	return s
}
