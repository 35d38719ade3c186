package api

import (
	"strings"

	"inflight/engine/tree"
	"inflight/engine/why"
)

// The apiVersion and kind of scenarios, which are documents beside the manifests.
const (
	ScenarioVersion = "inflight/v1"
	ScenarioKind    = "Scenario"
)

// Doc is a document, or an item of a List, with the object that it says.
type Doc struct {
	File string
	Pos  tree.Pos
	// APIVersion and Kind are as written.
	APIVersion, Kind string
	// Object is nil for a Scenario.
	Object Object
	Value  *tree.Value
}

// Ref is the reference of the document's object.
func (d *Doc) Ref() Ref { return RefOf(d.Object) }

// Options say how to read.
type Options struct {
	// Strict makes an error of a field that is unknown.
	Strict bool
	// Names are the names taken so far, namespace/name; several files share it, so that generated names differ.
	Names map[string]bool
}

// Decode reads the documents of a file: multi-document YAML, JSON, or both, Lists unfolded. Objects of kinds without
// a type here are left out, each with a warning. A document with an error is left out; the others are there.
func Decode(file string, data []byte, opt Options) ([]Doc, []why.Problem) {
	values, problems := tree.Parse(file, data)
	d := &decoder{file: file, strict: opt.Strict, problems: problems, taken: opt.Names, unmodelled: map[string]int{}}
	if d.taken == nil {
		d.taken = map[string]bool{}
	}
	for _, v := range values {
		d.document(v, "", "")
	}
	d.more()
	return d.docs, d.problems
}

// maxWarnings is how many warnings of a kind are told one by one: five thousand pods may lack the same thing.
const maxWarnings = 20

// enough tells whether no more problems of the kind are to be told, and counts those that are not.
func (d *decoder) enough(fatal bool, rule why.Rule) bool {
	if fatal {
		d.errors++
		return d.errors > tree.MaxProblems
	}
	if d.warnings == nil {
		d.warnings = map[why.Rule]int{}
	}
	d.warnings[rule]++
	return d.warnings[rule] > maxWarnings
}

// more says how many problems were not told, after the last of their kind that was.
func (d *decoder) more() {
	if d.errors > tree.MaxProblems {
		d.problems = append(d.problems, why.Problem{File: d.file, Fatal: true,
			Why: why.Reason{Rule: "input.more", Args: []why.Arg{why.N("max", tree.MaxProblems)}}})
	}
	last := map[why.Rule]why.Problem{}
	var order []why.Rule
	for _, p := range d.problems {
		if _, known := last[p.Why.Rule]; !known {
			order = append(order, p.Why.Rule)
		}
		last[p.Why.Rule] = p
	}
	for _, rule := range order {
		if n := d.warnings[rule] - maxWarnings; n > 0 {
			p := last[rule]
			p.Field = ""
			p.Why = why.Reason{Rule: "input.more-like-it", Args: []why.Arg{why.N("n", n)}}
			d.problems = append(d.problems, p)
		}
	}
}

// decoder collects the documents and problems of one file.
type decoder struct {
	file     string
	strict   bool
	docs     []Doc
	problems []why.Problem
	// kind is that of the object being read.
	kind Kind
	// taken are the generated names.
	taken map[string]bool
	// plugins are those that the document at hand asks for and that are not modelled, sorted.
	plugins []string
	// unmodelled is where in problems each field stands that no plugin here reads.
	unmodelled map[string]int
	// errors and warnings count what was found; bad tells that an error of this document was not told.
	errors   int
	warnings map[why.Rule]int
	bad      bool
}

func (d *decoder) problem(fatal bool, pos tree.Pos, p *path, rule why.Rule, args ...why.Arg) {
	d.reason(fatal, pos, p, why.Reason{Rule: rule, Args: args})
}

func (d *decoder) reason(fatal bool, pos tree.Pos, p *path, reason why.Reason) {
	if d.enough(fatal, reason.Rule) {
		if fatal {
			d.bad = true
		}
		return
	}
	d.problems = append(d.problems, why.Problem{File: d.file, Line: pos.Line, Column: pos.Column, Field: p.String(),
		Fatal: fatal, Why: reason})
}

func (d *decoder) fail(pos tree.Pos, p *path, rule why.Rule, args ...why.Arg) {
	d.problem(true, pos, p, rule, args...)
}

func (d *decoder) warn(pos tree.Pos, p *path, rule why.Rule, args ...why.Arg) {
	d.problem(false, pos, p, rule, args...)
}

func (d *decoder) failed(since int) bool {
	if d.bad {
		return true
	}
	for _, p := range d.problems[since:] {
		if p.Fatal {
			return true
		}
	}
	return false
}

// document reads one document; version and kind are those that the items of a typed list leave out.
func (d *decoder) document(v *tree.Value, version, kind string) {
	if v.Kind != tree.Map {
		d.fail(v.Pos, nil, "input.not-a-map", why.S("got", v.Kind.String()))
		return
	}
	apiVersion, ok1 := d.text(v, "apiVersion", version)
	k, ok2 := d.text(v, "kind", kind)
	if !ok1 || !ok2 {
		return
	}
	doc := Doc{File: d.file, Pos: v.Pos, APIVersion: apiVersion, Kind: k, Value: v}
	switch {
	case k == ScenarioKind && strings.HasPrefix(apiVersion, "inflight/"):
		if apiVersion != ScenarioVersion {
			d.fail(v.Get("apiVersion").Pos, (*path)(nil).field("apiVersion"), "input.scenario-version", why.S("got", apiVersion))
			return
		}
		d.docs = append(d.docs, doc)
	case k == "List" || strings.HasSuffix(k, "List") && v.Get("items") != nil:
		d.list(v, apiVersion, k)
	case k == string(KindPod) || k == string(KindNode):
		if apiVersion != "v1" {
			d.fail(posOf(v, "apiVersion"), (*path)(nil).field("apiVersion"), "input.api-version", why.S("kind", k), why.S("got", apiVersion))
			return
		}
		d.object(doc)
	default:
		d.foreign(v, apiVersion, k)
	}
}

// text is a field of the document that must be a text.
func (d *decoder) text(v *tree.Value, key, otherwise string) (string, bool) {
	p := (*path)(nil).field(key)
	f := v.Get(key)
	switch {
	case f == nil && otherwise != "":
		return otherwise, true
	case f == nil:
		if near := Nearest(key, keysOf(v)); near != "" {
			d.fail(v.Field(near).Pos, p, "input.missing-near", why.S("key", key), why.S("near", near))
		} else {
			d.fail(v.Pos, p, "input.missing", why.S("key", key))
		}
		return "", false
	case f.Kind != tree.String || f.Text == "":
		d.fail(f.Pos, p, "input.type", why.S("want", "string"), why.S("got", f.Written()))
		return "", false
	}
	return f.Text, true
}

func keysOf(v *tree.Value) []string {
	var out []string
	for _, f := range v.Fields {
		out = append(out, f.Key)
	}
	return out
}

// posOf is where a field's value stands, or the map where there is none.
func posOf(v *tree.Value, key string) tree.Pos {
	if f := v.Get(key); f != nil {
		return f.Pos
	}
	return v.Pos
}

func (d *decoder) list(v *tree.Value, apiVersion, kind string) {
	items := v.Get("items")
	if items == nil {
		return
	}
	if items.Kind != tree.List {
		d.fail(items.Pos, (*path)(nil).field("items"), "input.type", why.S("want", "list"), why.S("got", items.Written()))
		return
	}
	itemVersion, itemKind := "", ""
	if kind != "List" {
		itemVersion, itemKind = apiVersion, strings.TrimSuffix(kind, "List")
	}
	for _, item := range items.Items {
		d.document(item, itemVersion, itemKind)
	}
}

// object reads a document of a kind with a type, and keeps it where it has no errors.
func (d *decoder) object(doc Doc) {
	since := len(d.problems)
	d.kind, d.bad = Kind(doc.Kind), false
	d.plugins = nil
	d.check(doc.Value, doc.Kind, nil)
	if d.failed(since) {
		return
	}
	if d.kind == KindPod {
		doc.Object = d.pod(doc.Value)
	} else {
		doc.Object = d.node(doc.Value)
	}
	if d.failed(since) {
		return
	}
	if m := doc.Value.Get("metadata"); m.Get("name") == nil { // keep the name that was made
		doc.Value = doc.Value.With("metadata", m.With("name", tree.NewString(doc.Object.Metadata().Name)))
	}
	d.docs = append(d.docs, doc)
}

// Kinds without a type here, by what is to be said about them.
var (
	workloads = []string{"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "CronJob", "ReplicationController"}
	readByIt  = []string{"PriorityClass", "PersistentVolumeClaim", "PersistentVolume", "StorageClass", "CSINode",
		"CSIDriver", "CSIStorageCapacity", "ResourceClaim", "ResourceClaimTemplate", "ResourceSlice", "DeviceClass",
		"PodDisruptionBudget", "Namespace", "Service", "RuntimeClass"}
)

func (d *decoder) foreign(v *tree.Value, apiVersion, kind string) {
	pos := posOf(v, "kind")
	p := (*path)(nil).field("kind")
	name := v.Path("metadata", "name").Str()
	switch {
	case contains(workloads, kind):
		d.warn(pos, p, "input.skipped.workload", why.S("kind", kind), why.S("name", name))
	case contains(readByIt, kind):
		d.warn(pos, p, "input.skipped.read", why.S("kind", kind), why.S("name", name))
	default:
		known := []string{string(KindPod), string(KindNode), "List"}
		if near := Nearest(kind, append(append([]string{ScenarioKind}, known...), workloads...)); near != "" && contains(known, near) && apiVersion == "v1" {
			d.fail(pos, p, "input.kind-near", why.S("got", kind), why.S("near", near))
			return
		}
		d.warn(pos, p, "input.skipped", why.S("kind", kind), why.S("name", name))
	}
}
