package api

import "time"

// Kind is the kind of an object, as in a manifest's kind field.
type Kind string

// The kinds that the engine has types for.
const (
	KindPod  Kind = "Pod"
	KindNode Kind = "Node"
)

// Object is a cluster object that can be applied, patched and deleted. Objects are immutable: whoever wants
// a changed one makes a copy.
type Object interface {
	Kind() Kind
	Metadata() *Meta
}

// Meta is the part of metadata that the engine reads.
type Meta struct {
	Name      string
	Namespace string // "default" where the manifest of a namespaced object has none
	// UID is the manifest's metadata.uid, or empty: then the simulation gives <name>-<n> for the n-th incarnation.
	UID         string
	Labels      map[string]string
	Annotations map[string]string
	// Created is metadata.creationTimestamp, the zero time where there is none. It only orders snapshots.
	Created time.Time
	// Deleting is true where metadata.deletionTimestamp is set.
	Deleting bool
	// Rest is canonical text of the fields that have no type here and that the scheduler regards as part of the
	// object (not resourceVersion, generation, managedFields, finalizers or status).
	Rest string
}

// Taint is an entry of spec.taints of a Node. Effect is NoSchedule, PreferNoSchedule or NoExecute.
type Taint struct{ Key, Value, Effect string }

// String is key=value:Effect, without "=value" where the value is empty (as in kubectl).
func (t Taint) String() string {
	if t.Value == "" {
		return t.Key + ":" + t.Effect
	}
	return t.Key + "=" + t.Value + ":" + t.Effect
}
