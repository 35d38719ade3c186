package api

import (
	"strconv"

	"inflight/engine/tree"
	"inflight/engine/why"
)

const preferred = "preferredDuringSchedulingIgnoredDuringExecution"

// nodeAffinity reads spec.nodeSelector and spec.affinity.nodeAffinity (ValidateLabels, validateNodeAffinity).
func (d *decoder) nodeAffinity(pod *Pod, spec *tree.Value, p *path) {
	d.labels(spec, "nodeSelector", p, true)
	for _, f := range tree.Sorted(orNull(spec.Get("nodeSelector"))) {
		pod.NodeSelector.Requirements = append(pod.NodeSelector.Requirements, Requirement{f.Key, "In", []string{f.Value.Str()}})
	}
	p = p.field("affinity").field("nodeAffinity")
	if v := spec.Path("affinity", "nodeAffinity", required); v != nil && v.Kind != tree.Null {
		at := p.field(required)
		if v.Get("nodeSelectorTerms").Len() == 0 {
			d.fail(v.Pos, at, "input.missing", why.S("key", "nodeSelectorTerms"))
		}
		for i, item := range v.Get("nodeSelectorTerms").Seq() {
			pod.NodeAffinity = append(pod.NodeAffinity, d.nodeTerm(item, at.field("nodeSelectorTerms").at(i), true))
		}
	}
	for i, item := range spec.Path("affinity", "nodeAffinity", preferred).Seq() {
		at := p.field(preferred).at(i)
		weight, _ := strconv.ParseInt(orNull(item.Get("weight")).Text, 10, 32)
		if weight < 1 || weight > 100 {
			d.fail(posOf(item, "weight"), at.field("weight"), "input.between", why.N("got", int(weight)), why.N("min", 1), why.N("max", 100))
		}
		pod.PreferredNodes = append(pod.PreferredNodes, PreferredTerm{int32(weight), d.nodeTerm(orNull(item.Get("preference")), at.field("preference"), false)})
	}
}

// nodeTerm reads a node selector term (ValidateNodeSelectorTerm). In a preferred term a value need not be one that a
// label can have.
func (d *decoder) nodeTerm(v *tree.Value, p *path, values bool) NodeSelectorTerm {
	var t NodeSelectorTerm
	for i, item := range v.Get("matchExpressions").Seq() {
		at := p.field("matchExpressions").at(i)
		r := d.requirement(item, at, values, "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")
		if (r.Operator == "Gt" || r.Operator == "Lt") && len(r.Values) != 1 {
			d.fail(posOf(item, "values"), at.field("values"), "input.one-value", why.S("operator", r.Operator), why.N("n", len(r.Values)))
		}
		d.qualified(item, "key", at)
		t.Expressions = append(t.Expressions, r)
	}
	for i, item := range v.Get("matchFields").Seq() {
		at := p.field("matchFields").at(i)
		r := d.requirement(item, at, false, "In", "NotIn")
		switch many := len(r.Values); {
		case r.Key != "metadata.name":
			d.fail(posOf(item, "key"), at.field("key"), "input.field-key", why.S("got", r.Key))
		case many > 1:
			d.fail(posOf(item, "values"), at.field("values"), "input.one-value", why.S("operator", r.Operator), why.N("n", many))
		case many == 1 && !ValidSubdomain(r.Values[0]):
			d.fail(posOf(item, "values"), at.field("values").at(0), "input.name", why.S("got", r.Values[0]))
		}
		t.Fields = append(t.Fields, r)
	}
	return t
}

// requirement reads a requirement with one of the operators, but for what is to be said about its key.
func (d *decoder) requirement(v *tree.Value, p *path, values bool, operators ...string) Requirement {
	r := Requirement{v.Get("key").Str(), v.Get("operator").Str(), d.strings(v.Get("values"))}
	if r.Operator == "" {
		d.fail(v.Pos, p, "input.missing", why.S("key", "operator"))
	}
	d.oneOf(v.Get("operator"), p.field("operator"), operators...)
	switch many := len(r.Values); {
	case (r.Operator == "In" || r.Operator == "NotIn") && many == 0:
		d.fail(v.Pos, p, "input.selector-values", why.S("operator", r.Operator))
	case (r.Operator == "Exists" || r.Operator == "DoesNotExist") && many > 0:
		d.fail(posOf(v, "values"), p.field("values"), "input.selector-no-values", why.S("operator", r.Operator), why.N("n", many))
	}
	for i, value := range v.Get("values").Seq() {
		if values && !ValidLabelValue(value.Str()) {
			d.fail(value.Pos, p.field("values").at(i), "input.label-value", why.S("got", value.Str()))
		}
	}
	return r
}
