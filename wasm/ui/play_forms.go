package ui

import (
	"strings"

	"inflight/engine/api"
	"inflight/engine/trace"
	"inflight/engine/tree"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// The forms of Play make manifests. What is typed stands in Playground.Typed by the field's name; what is wrong, in
// Playground.Wrong by the same name.

// formFields are the fields of the forms by name, each with the manifest's fields that it stands for, written as
// problems name them: all of them are below the first that fits.
var formFields = map[string][]string{
	"pod.name": {"metadata.name"}, "pod.cpu": {"spec.containers[0].resources.requests.cpu"}, "pod.memory": {"spec.containers[0].resources.requests.memory"},
	"pod.priority": {"spec.priority"}, "pod.toleration": {"spec.tolerations"}, "pod.selector": {"spec.nodeSelector"}, "pod.gate": {"spec.schedulingGates"},
	"node.name": {"metadata.name"}, "node.cpu": {"status.allocatable.cpu"}, "node.memory": {"status.allocatable.memory"}, "node.pods": {"status.allocatable.pods"},
	"node.taint": {"spec.taints"}, "node.label": {"metadata.labels"},
	"size.cpu": {"status.allocatable.cpu", "status.capacity.cpu"}, "size.memory": {"status.allocatable.memory", "status.capacity.memory"}, "size.pods": {"status.allocatable.pods", "status.capacity.pods"},
	"taint.taint": {"spec.taints"},
}

// fieldOf is the field of a form that a problem is about, "" where it has none.
func fieldOf(form, field string) string {
	for name, stands := range formFields { // order-free: the fields of one form stand for different ones
		if !strings.HasPrefix(name, form+".") {
			continue
		}
		for _, s := range stands {
			if field == s || strings.HasPrefix(field, s+".") || strings.HasPrefix(field, s+"[") {
				return name
			}
		}
	}
	return ""
}

// typed is what stands in a field: what the reader typed, else what the form suggests.
func (m *Model) typed(field string) string {
	if v, ok := m.Play.Typed[field]; ok {
		return v
	}
	switch field {
	case "pod.name":
		return m.freeName(api.KindPod, "pod-1")
	case "scenario.name":
		return m.Play.Name
	case "pod.yaml":
		return tree.YAML(m.podManifest())
	case "pod.cpu":
		return "500m"
	case "pod.priority":
		return "0"
	case "node.name":
		return m.freeName(api.KindNode, "node-1")
	case "node.cpu":
		return "4"
	case "node.memory":
		return "8Gi"
	case "node.pods":
		return "110"
	case "size.cpu", "size.memory", "size.pods":
		if n := m.chosenNode(); n != nil {
			q, _ := n.Object.Allocatable.Get(strings.TrimPrefix(field, "size."))
			return q.Text
		}
	}
	return ""
}

// freeName is the first name after one that nothing has: web-1, web-2, …
func (m *Model) freeName(kind api.Kind, name string) string {
	taken := map[string]bool{}
	if m.Left.Trace != nil {
		s := m.Left.State()
		for _, p := range s.Pods.All() {
			taken["Pod/"+p.Object.Name] = taken["Pod/"+p.Object.Name] || p.Place != trace.Gone
		}
		for _, n := range s.Nodes.All() {
			taken["Node/"+n.Object.Name] = taken["Node/"+n.Object.Name] || !n.Gone
		}
	}
	base := strings.TrimRight(name, "0123456789")
	n := max(1, atoi(name[len(base):], 1))
	if base == name {
		base += "-"
	}
	for taken[string(kind)+"/"+base+itoa(n)] {
		n++
	}
	return base + itoa(n)
}

// written is a scalar as YAML reads it without quotes: 5 is a number, and what is no number stays text.
func written(s string) *tree.Value {
	if v, ok := tree.Unquoted(s); ok && s != "" {
		return &v
	}
	return tree.NewString(s)
}

// fields are a map of those that have a value.
func fields(pairs ...tree.Field) *tree.Value {
	m := tree.NewMap()
	for _, f := range pairs {
		if f.Value != nil && (f.Value.Len() > 0 || f.Value.Kind != tree.Map && f.Value.Kind != tree.List) {
			m.Fields = append(m.Fields, f)
		}
	}
	return m
}

func pair(key string, v *tree.Value) tree.Field { return tree.Field{Key: key, Value: v} }

// filled is a text of the form, nil where its field is empty.
func (m *Model) filled(field string) *tree.Value {
	if s := strings.TrimSpace(m.typed(field)); s != "" {
		return tree.NewString(s)
	}
	return nil
}

// podManifest is the pod that the form says.
func (m *Model) podManifest() *tree.Value {
	var priority *tree.Value
	if s := strings.TrimSpace(m.typed("pod.priority")); s != "" && s != "0" {
		priority = written(s)
	}
	gates := tree.NewList()
	if g := m.filled("pod.gate"); g != nil {
		gates.Items = append(gates.Items, fields(pair("name", g)))
	}
	tolerations := tree.NewList()
	if s := strings.TrimSpace(m.typed("pod.toleration")); s != "" {
		key, value, effect := cutTaint(s)
		operator := tree.NewString("Exists")
		if value != nil {
			operator = nil
		}
		tolerations.Items = append(tolerations.Items, fields(pair("key", tree.NewString(key)), pair("operator", operator), pair("value", value), pair("effect", effect)))
	}
	return fields(pair("apiVersion", tree.NewString("v1")), pair("kind", tree.NewString("Pod")),
		pair("metadata", tree.NewMap(pair("name", tree.NewString(strings.TrimSpace(m.typed("pod.name")))))),
		pair("spec", fields(pair("priority", priority), pair("schedulingGates", gates), pair("tolerations", tolerations), pair("nodeSelector", m.labelMap("pod.selector")),
			pair("containers", tree.NewList(fields(pair("name", tree.NewString("app")), pair("image", tree.NewString("registry.example/app:1")),
				pair("resources", fields(pair("requests", fields(pair("cpu", m.filled("pod.cpu")), pair("memory", m.filled("pod.memory"))))))))))))
}

// nodeManifest is the node that the form says.
func (m *Model) nodeManifest() *tree.Value {
	taints := tree.NewList()
	if s := strings.TrimSpace(m.typed("node.taint")); s != "" {
		taints.Items = append(taints.Items, taint(s))
	}
	return fields(pair("apiVersion", tree.NewString("v1")), pair("kind", tree.NewString("Node")),
		pair("metadata", fields(pair("name", tree.NewString(strings.TrimSpace(m.typed("node.name")))), pair("labels", m.labelMap("node.label")))),
		pair("spec", fields(pair("taints", taints))),
		pair("status", fields(pair("allocatable", fields(pair("cpu", m.filled("node.cpu")), pair("memory", m.filled("node.memory")), pair("pods", m.filled("node.pods")))))))
}

// labelMap reads key=value, several with commas between.
func (m *Model) labelMap(field string) *tree.Value {
	out := tree.NewMap()
	for _, s := range strings.Split(m.typed(field), ",") {
		if s = strings.TrimSpace(s); s != "" {
			key, value, _ := strings.Cut(s, "=")
			out.Fields = append(out.Fields, pair(key, tree.NewString(value)))
		}
	}
	return out
}

// cutTaint reads key=value:Effect, as kubectl writes taints. The value may be left out.
func cutTaint(s string) (key string, value, effect *tree.Value) {
	head, e, found := strings.Cut(s, ":")
	if found {
		effect = tree.NewString(e)
	}
	key, v, valued := strings.Cut(head, "=")
	if valued {
		value = tree.NewString(v)
	}
	return key, value, effect
}

func taint(s string) *tree.Value {
	key, value, effect := cutTaint(s)
	return fields(pair("key", tree.NewString(key)), pair("value", value), pair("effect", effect))
}

// wrong is what keeps something that the reader wrote from being done: a problem of the engine's, or a text of the
// page's own.
type wrong struct {
	why.Problem
	key    string
	values []value
}

func (c *chrome) wrongText(w wrong) h.Part {
	if w.key != "" {
		return c.rich(w.key, w.values...)
	}
	return spans(why.Sentence(c.lang, w.Why))
}

// decode reads documents that a reader adds; taken are those that the scenario has.
func decode(text string, taken []api.Doc) (docs []api.Doc, bad []wrong, warnings []why.Problem) {
	names, uids := map[string]bool{}, map[string]string{}
	for _, d := range taken {
		meta := d.Object.Metadata()
		names[meta.Namespace+"/"+meta.Name] = true
		if meta.UID != "" {
			uids[meta.UID] = d.Ref().String()
		}
	}
	docs, problems := api.Decode("", []byte(text), api.Options{Names: names})
	for _, p := range problems {
		if p.Fatal {
			bad = append(bad, wrong{Problem: p})
		} else {
			warnings = append(warnings, p)
		}
	}
	at := func(d api.Doc, field, key string, vs ...value) {
		bad = append(bad, wrong{Problem: why.Problem{Line: d.Pos.Line, Column: d.Pos.Column, Field: field, Fatal: true}, key: key, values: vs})
	}
	for _, d := range docs {
		if d.Object == nil {
			at(d, "kind", "play.bad.kind", str("kind", d.Kind))
			continue
		}
		uid := d.Object.Metadata().UID
		if other := uids[uid]; uid != "" && other != "" && other != d.Ref().String() {
			at(d, "metadata.uid", "play.bad.uid", str("uid", uid), str("ref", other))
		}
	}
	if len(docs) == 0 && len(bad) == 0 {
		bad = append(bad, wrong{key: "play.bad.nothing"})
	}
	return docs, bad, warnings
}
