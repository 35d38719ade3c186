package api

import (
	"slices"
	"strconv"
	"strings"

	"inflight/engine/tree"
	"inflight/engine/why"
)

// UpdateRules say which changes of an existing object a release admits.
type UpdateRules struct {
	// Resize: cpu and memory of a pod's containers may change (the resize subresource; InPlacePodVerticalScaling, on
	// from 1.33).
	Resize bool
}

// changeable are the fields of a pod that may change while it exists (ValidatePodUpdate of
// pkg/apis/core/validation); below them everything may.
var changeable = []string{"metadata", "status", "spec.containers[].image", "spec.initContainers[].image",
	"spec.activeDeadlineSeconds", "spec.tolerations", "spec.schedulingGates"}

// CheckUpdate holds a change of an existing object against what the API server admits. Problems name the field.
func CheckUpdate(old, new Doc, u UpdateRules) []why.Problem {
	c := &changes{rules: u}
	was, is := old.Object.Metadata(), new.Object.Metadata()
	c.fixed("metadata.name", was.Name, is.Name)
	c.fixed("metadata.namespace", was.Namespace, is.Namespace)
	c.fixed("metadata.uid", was.UID, is.UID)
	if is.Deleting && !was.Deleting {
		c.problem("metadata.deletionTimestamp", "input.patch.deletion")
	}
	if pod, ok := old.Object.(*Pod); ok {
		c.gated = len(pod.SchedulingGates) > 0
		c.pod(pod, new.Object.(*Pod))
		c.compare(old.Value.Get("spec"), new.Value.Get("spec"), (*path)(nil).field("spec"))
	}
	return c.problems
}

type changes struct {
	rules    UpdateRules
	gated    bool
	problems []why.Problem
}

func (c *changes) problem(field string, rule why.Rule, args ...why.Arg) {
	args = append([]why.Arg{why.S("field", field)}, args...)
	c.problems = append(c.problems, why.Problem{Field: field, Fatal: true, Why: why.Reason{Rule: rule, Args: args}})
}

func (c *changes) fixed(field, was, is string) {
	if was != is {
		c.problem(field, "input.patch.fixed")
	}
}

// pod: gates may only go, tolerations may only come; while there are gates, nodes may be asked for more narrowly.
func (c *changes) pod(was, is *Pod) {
	for _, g := range is.SchedulingGates {
		if !contains(was.SchedulingGates, g) {
			c.problem("spec.schedulingGates", "input.patch.gate-added", why.S("got", g))
		}
	}
	for _, t := range was.Tolerations {
		kept := false
		for _, n := range is.Tolerations {
			kept = kept || n == t
		}
		if !kept {
			c.problem("spec.tolerations", "input.patch.toleration-removed", why.S("got", t.Key))
		}
	}
	if c.gated {
		c.narrower(was, is)
	}
}

// narrower: a gated pod's nodeSelector and required node affinity may only gain requirements
// (validateNodeSelectorMutation, validateNodeAffinityMutation).
func (c *changes) narrower(was, is *Pod) {
	for i := range was.NodeSelector.Requirements {
		if r := &was.NodeSelector.Requirements[i]; !slices.ContainsFunc(is.NodeSelector.Requirements, r.equal) {
			c.problem("spec.nodeSelector", "input.patch.only-narrower", why.S("got", r.String()))
			break
		}
	}
	const terms = "spec.affinity.nodeAffinity." + required + ".nodeSelectorTerms"
	if len(was.NodeAffinity) > 0 && len(was.NodeAffinity) != len(is.NodeAffinity) {
		c.problem(terms, "input.patch.terms", why.N("was", len(was.NodeAffinity)), why.N("n", len(is.NodeAffinity)))
		return
	}
	for i := range was.NodeAffinity {
		old, new := &was.NodeAffinity[i], &is.NodeAffinity[i]
		if old.empty() && !new.empty() || !begins(new.Expressions, old.Expressions) || !begins(new.Fields, old.Fields) {
			c.problem(terms+"["+strconv.Itoa(i)+"]", "input.patch.only-narrower", why.S("got", old.String()))
		}
	}
}

func begins(list, prefix []Requirement) bool {
	return len(list) >= len(prefix) && slices.EqualFunc(list[:len(prefix)], prefix, func(a, b Requirement) bool { return a.equal(b) })
}

func (r Requirement) equal(o Requirement) bool {
	return r.Key == o.Key && r.Operator == o.Operator && slices.Equal(r.Values, o.Values)
}

// compare reports each difference that is not changeable, at the field where it begins.
func (c *changes) compare(a, b *tree.Value, p *path) {
	field := p.general()
	if c.allowed(field) || tree.Canonical(orNull(a)) == tree.Canonical(orNull(b)) {
		return
	}
	if field == "spec.nodeName" && a == nil && b != nil {
		c.problem(p.String(), "input.patch.bind")
		return
	}
	if c.gated && field == "spec.affinity" && orNull(a).Len()+orNull(b).Len() > 0 {
		a, b = orMap(a), orMap(b) // its nodeAffinity may come and go as a whole
	}
	switch {
	case a != nil && b != nil && a.Kind == tree.Map && b.Kind == tree.Map:
		for _, f := range a.Fields {
			c.compare(a.Get(f.Key), b.Get(f.Key), p.field(f.Key))
		}
		for _, f := range b.Fields {
			if a.Field(f.Key) == nil {
				c.compare(nil, b.Get(f.Key), p.field(f.Key))
			}
		}
	case a != nil && b != nil && a.Kind == tree.List && b.Kind == tree.List && len(a.Items) == len(b.Items):
		for i := range a.Items {
			c.compare(a.Items[i], b.Items[i], p.at(i))
		}
	case isResize(field):
		if !sameQuantity(a, b) {
			c.problem(p.String(), "input.patch.resize")
		}
	default:
		c.problem(p.String(), "input.patch.fixed")
	}
}

func orMap(v *tree.Value) *tree.Value {
	if v == nil || v.Kind == tree.Null {
		return tree.NewMap()
	}
	return v
}

func (c *changes) allowed(field string) bool {
	for _, ok := range changeable {
		if field == ok || strings.HasPrefix(field, ok+".") || strings.HasPrefix(field, ok+"[") {
			return true
		}
	}
	if c.gated && (field == "spec.nodeSelector" || strings.HasPrefix(field, "spec.affinity.nodeAffinity")) {
		return true
	}
	return c.rules.Resize && isResize(field)
}

// isResize tells whether a field is the cpu or memory of a container.
func isResize(field string) bool {
	rest, ok := strings.CutPrefix(field, "spec.containers[].resources.")
	_, name, _ := strings.Cut(rest, ".")
	return ok && (name == "cpu" || name == "memory" || name == "")
}

func sameQuantity(a, b *tree.Value) bool {
	if a == nil || b == nil {
		return false
	}
	x, bad1 := ParseQuantity(a.Text)
	y, bad2 := ParseQuantity(b.Text)
	return bad1 == nil && bad2 == nil && x.Same(y)
}
