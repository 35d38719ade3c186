package scenario

import (
	"strconv"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// reader reads one Scenario document into s.
type reader struct {
	s        *Scenario
	file     string
	strict   bool
	problems []why.Problem
	// incomplete tells that documents could not be read: what is missing then may be among them.
	incomplete bool
}

func (r *reader) fail(v *tree.Value, field string, rule why.Rule, args ...why.Arg) {
	r.failAt(v.Pos, field, rule, args...)
}

func (r *reader) failAt(pos tree.Pos, field string, rule why.Rule, args ...why.Arg) {
	r.problems = append(r.problems, why.Problem{File: r.file, Line: pos.Line, Column: pos.Column, Field: field, Fatal: true,
		Why: why.Reason{Rule: rule, Args: args}})
}

// fields are a map's values by key; whatever it has beside those known is reported. ok is false where v is no map.
func (r *reader) fields(v *tree.Value, field string, known ...string) bool {
	if v.Kind != tree.Map {
		r.typeError(v, field, "map")
		return false
	}
	for _, f := range v.Fields {
		found := false
		for _, k := range known {
			found = found || k == f.Key
		}
		if found {
			continue
		}
		at := f.Key
		if field != "" {
			at = field + "." + f.Key
		}
		rule, args := why.Rule("input.scenario-field"), []why.Arg{why.S("key", f.Key), why.L("want", known)}
		if near := api.Nearest(f.Key, known); near != "" {
			rule, args = "input.unknown-field.near", []why.Arg{why.S("key", f.Key), why.S("near", near)}
		}
		r.problems = append(r.problems, why.Problem{File: r.file, Line: f.Pos.Line, Column: f.Pos.Column, Field: at, Fatal: r.strict,
			Why: why.Reason{Rule: rule, Args: args}})
	}
	return true
}

func (r *reader) typeError(v *tree.Value, field, want string) {
	reason := api.TypeReason(v, want)
	r.fail(v, field, reason.Rule, reason.Args...)
}

func (r *reader) scenario(d api.Doc) {
	r.file = d.File
	if !r.fields(d.Value, "", "apiVersion", "kind", "metadata", "spec") {
		return
	}
	if m := d.Value.Get("metadata"); m != nil && r.fields(m, "metadata", "name") {
		if name := m.Get("name"); name != nil {
			if name.Kind != tree.String || !api.ValidSubdomain(name.Text) {
				r.fail(name, "metadata.name", "input.name", why.S("got", name.Written()))
			}
			r.s.Name = name.Text
		}
	}
	spec := d.Value.Get("spec")
	if spec == nil || !r.fields(spec, "spec", "title", "releases", "gates", "variants", "config", "clock", "tick", "start", "story") {
		return
	}
	r.title(spec.Get("title"))
	r.releases(spec.Get("releases"))
	r.gates(spec.Get("gates"))
	r.variants(spec.Get("variants"))
	r.config(spec.Get("config"))
	r.duration(spec.Get("clock"), "spec.clock", &r.s.Clock, 0)
	r.duration(spec.Get("tick"), "spec.tick", &r.s.Tick, 1)
	r.start(spec.Get("start"))
	r.story(spec.Get("story"))
}

// title is a text, or one for each language.
func (r *reader) title(v *tree.Value) {
	if v == nil {
		return
	}
	r.s.Title = map[why.Lang]string{}
	if v.Kind == tree.String {
		r.s.Title[why.English] = v.Text
		return
	}
	var langs []string
	for _, l := range why.Langs() {
		langs = append(langs, string(l))
	}
	if !r.fields(v, "spec.title", langs...) {
		return
	}
	for _, l := range why.Langs() {
		if t := v.Get(string(l)); t != nil {
			if t.Kind != tree.String {
				r.typeError(t, "spec.title."+string(l), "string")
			}
			r.s.Title[l] = t.Text
		}
	}
}

// items are those of a list; a single text stands for a list of one.
func (r *reader) items(v *tree.Value, field string) []*tree.Value {
	switch {
	case v == nil:
		return nil
	case v.Kind == tree.List:
		return v.Items
	case v.Kind == tree.String:
		return []*tree.Value{v}
	}
	r.typeError(v, field, "list")
	return nil
}

func at(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }

func (r *reader) releases(v *tree.Value) {
	for i, item := range r.items(v, "spec.releases") {
		field := at("spec.releases", i)
		rel, err := profile.Parse(item.Text)
		switch {
		case err != nil || item.Kind == tree.Map || item.Kind == tree.List:
			r.fail(item, field, "input.release", why.S("got", item.Written()), why.L("want", releaseNames()))
		case !profile.Known(rel):
			r.fail(item, field, "input.release-unknown", why.S("got", rel.String()), why.L("want", releaseNames()))
		default:
			for _, other := range r.s.Releases {
				if other == rel {
					r.fail(item, field, "input.twice", why.S("got", rel.String()))
				}
			}
			r.s.Releases = append(r.s.Releases, rel)
		}
	}
}

func releaseNames() []string {
	var out []string
	for _, r := range profile.All() {
		out = append(out, r.String())
	}
	return out
}

// gates must be gates of every release that the scenario names, free to be set so.
func (r *reader) gates(v *tree.Value) {
	if v == nil {
		return
	}
	if v.Kind != tree.Map {
		r.typeError(v, "spec.gates", "map")
		return
	}
	r.s.Gates = map[string]bool{}
	for _, f := range v.Fields {
		field := "spec.gates." + f.Key
		if f.Value.Kind != tree.Bool {
			r.typeError(f.Value, field, "boolean")
			continue
		}
		on := f.Value.Text == "true"
		r.s.Gates[f.Key] = on
		r.gate(f, field, on)
	}
}

func (r *reader) gate(f tree.Field, field string, on bool) {
	releases := r.s.Releases
	if len(releases) == 0 {
		releases = profile.All()
	}
	var names []string
	known := 0
	for _, rel := range releases {
		for _, g := range profile.GatesOf(rel) {
			names = append(names, g.Name)
			if g.Name != f.Key {
				continue
			}
			known++
			if g.Locked != "" && on != g.Default && len(r.s.Releases) > 0 {
				r.fail(f.Value, field, "input.gate-locked", why.S("gate", f.Key), why.S("release", rel.String()), why.S("value", strconv.FormatBool(g.Default)))
			}
		}
		if known == 0 && len(r.s.Releases) > 0 {
			break
		}
	}
	switch near := api.Nearest(f.Key, names); {
	case known == len(releases) || known > 0 && len(r.s.Releases) == 0:
	case near != "" && near != f.Key:
		r.failAt(f.Pos, field, "input.gate.near", why.S("gate", f.Key), why.S("near", near))
	case known == 0 && len(r.s.Releases) == 0:
		r.failAt(f.Pos, field, "input.gate", why.S("gate", f.Key), why.L("want", unique(names)))
	default:
		r.failAt(f.Pos, field, "input.gate-release", why.S("gate", f.Key), why.S("release", releases[known].String()))
	}
}

func unique(names []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, n := range names {
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}

// config has the names and the rules of KubeSchedulerConfiguration.
func (r *reader) config(v *tree.Value) {
	if v == nil || !r.fields(v, "spec.config", "podInitialBackoffSeconds", "podMaxBackoffSeconds") {
		return
	}
	c := &r.s.Config
	r.seconds(v.Get("podInitialBackoffSeconds"), "spec.config.podInitialBackoffSeconds", &c.PodInitialBackoffSeconds)
	r.seconds(v.Get("podMaxBackoffSeconds"), "spec.config.podMaxBackoffSeconds", &c.PodMaxBackoffSeconds)
	initial, most := int64(1), int64(10)
	if c.PodInitialBackoffSeconds > 0 {
		initial = c.PodInitialBackoffSeconds
	}
	if c.PodMaxBackoffSeconds > 0 {
		most = c.PodMaxBackoffSeconds
	}
	if most < initial {
		r.fail(v, "spec.config", "input.backoff", why.N("initial", int(initial)), why.N("max", int(most)))
	}
}

func (r *reader) seconds(v *tree.Value, field string, into *int64) {
	if v == nil {
		return
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if v.Kind != tree.Int || err != nil || n < 1 || n > 1_000_000 {
		r.fail(v, field, "input.seconds", why.S("got", v.Written()))
		return
	}
	*into = n
}

func (r *reader) duration(v *tree.Value, field string, into *trace.Time, least trace.Time) {
	if v == nil {
		return
	}
	d, ok := action.ParseDuration(v.Text)
	if v.Kind != tree.String || !ok || int64(d) < least {
		r.fail(v, field, "input.duration", why.S("got", v.Written()))
		return
	}
	*into = int64(d)
}
