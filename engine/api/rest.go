package api

import (
	"strings"

	"inflight/engine/tree"
)

// apart are the fields that Rest leaves out: those that have a type in full, and those whose change the scheduler does
// not regard as a change of the object.
var apart = map[string]bool{
	"Pod.apiVersion": true, "Pod.kind": true, "Pod.status": true,
	"Node.apiVersion": true, "Node.kind": true, "Node.status": true,
	"ObjectMeta.name": true, "ObjectMeta.generateName": true, "ObjectMeta.namespace": true, "ObjectMeta.uid": true,
	"ObjectMeta.labels": true, "ObjectMeta.annotations": true,
	"ObjectMeta.creationTimestamp": true, "ObjectMeta.deletionTimestamp": true,
	"ObjectMeta.resourceVersion": true, "ObjectMeta.generation": true, "ObjectMeta.selfLink": true,
	"ObjectMeta.managedFields": true, "ObjectMeta.finalizers": true,
	"PodSpec.schedulerName": true, "PodSpec.priority": true, "PodSpec.priorityClassName": true,
	"PodSpec.preemptionPolicy": true, "PodSpec.nodeName": true, "PodSpec.schedulingGates": true,
	"PodSpec.overhead": true, "PodSpec.resources": true,
	"Container.name":                true,
	"ResourceRequirements.requests": true, "ResourceRequirements.limits": true,
	"NodeSpec.unschedulable": true,
}

// rest is canonical text of what the manifest says beside that, as the API server would keep it: without unknown
// fields, and without what says no more than its absence.
func rest(v *tree.Value, kind Kind) string {
	var b strings.Builder
	writeStruct(&b, v, string(kind))
	if b.String() == "{}" {
		return ""
	}
	return b.String()
}

// writeKept writes a value of a kind and tells whether it wrote anything.
func writeKept(b *strings.Builder, v *tree.Value, kind string) bool {
	pointer, always := strings.HasPrefix(kind, "*"), strings.HasSuffix(kind, "!")
	kind = bare(kind)
	switch {
	case v.Kind == tree.Null:
		return false
	case kind == "any":
		b.WriteString(tree.Canonical(v))
	case strings.HasPrefix(kind, "[]") && v.Kind == tree.List:
		return writeList(b, v, kind[2:])
	case strings.HasPrefix(kind, "map:") && v.Kind == tree.Map:
		return writeMap(b, v, kind[4:])
	case 'A' <= kind[0] && kind[0] <= 'Z' && v.Kind == tree.Map:
		var inner strings.Builder
		writeStruct(&inner, v, kind)
		if inner.Len() == 2 && !pointer {
			return false
		}
		b.WriteString(inner.String())
	default:
		if !pointer && !always && !says(v) {
			return false
		}
		b.WriteString(tree.Canonical(v))
	}
	return true
}

func writeStruct(b *strings.Builder, v *tree.Value, typ string) {
	kinds := fields().kinds[typ]
	b.WriteByte('{')
	n := 0
	for _, f := range tree.Sorted(v) {
		kind, known := kinds[f.Key]
		if !known || apart[typ+"."+f.Key] {
			continue
		}
		var inner strings.Builder
		if !writeKept(&inner, f.Value, kind) {
			continue
		}
		if n++; n > 1 {
			b.WriteByte(',')
		}
		tree.Quote(b, f.Key)
		b.WriteByte(':')
		b.WriteString(inner.String())
	}
	b.WriteByte('}')
}

func writeList(b *strings.Builder, v *tree.Value, kind string) bool {
	if len(v.Items) == 0 {
		return false
	}
	b.WriteByte('[')
	for i, item := range v.Items {
		if i > 0 {
			b.WriteByte(',')
		}
		if !writeKept(b, item, kind+"!") {
			b.WriteString("{}")
		}
	}
	b.WriteByte(']')
	return true
}

func writeMap(b *strings.Builder, v *tree.Value, kind string) bool {
	if len(v.Fields) == 0 {
		return false
	}
	b.WriteByte('{')
	for i, f := range tree.Sorted(v) {
		if i > 0 {
			b.WriteByte(',')
		}
		tree.Quote(b, f.Key)
		b.WriteByte(':')
		if !writeKept(b, f.Value, kind+"!") {
			b.WriteString("null")
		}
	}
	b.WriteByte('}')
	return true
}
