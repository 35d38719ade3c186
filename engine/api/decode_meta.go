package api

import (
	"sort"
	"strings"
	"time"

	"inflight/engine/tree"
	"inflight/engine/why"
)

// The functions from here on read values whose types check has found right.

// meta reads metadata and holds it against the rules of apimachinery's ValidateObjectMeta.
func (d *decoder) meta(v *tree.Value) Meta {
	p := (*path)(nil).field("metadata")
	m := v.Get("metadata")
	out := Meta{}
	if m == nil {
		d.fail(v.Pos, p, "input.missing", why.S("key", "metadata"))
		return out
	}
	if out.Namespace = m.Get("namespace").Str(); d.kind.Namespaced() {
		if out.Namespace == "" {
			out.Namespace = DefaultNamespace
		} else if !ValidLabelName(out.Namespace) {
			d.fail(posOf(m, "namespace"), p.field("namespace"), "input.dns-label", why.S("got", out.Namespace))
		}
	} else if out.Namespace != "" {
		d.fail(posOf(m, "namespace"), p.field("namespace"), "input.no-namespace", why.S("kind", string(d.kind)))
	}
	out.Name = d.objectName(m, out.Namespace, p)
	out.UID = m.Get("uid").Str()
	out.Labels = d.labels(m, "labels", p, true)
	out.Annotations = d.labels(m, "annotations", p, false)
	if t, err := time.Parse(time.RFC3339, m.Get("creationTimestamp").Str()); err == nil {
		out.Created = t
	}
	out.Deleting = m.Get("deletionTimestamp") != nil
	return out
}

// objectName is metadata.name, or a name generated from generateName: five digits in place of the five random
// characters of a cluster, so that runs repeat.
func (d *decoder) objectName(m *tree.Value, namespace string, p *path) string {
	name, prefix := m.Get("name").Str(), m.Get("generateName").Str()
	switch {
	case name != "":
		if !ValidSubdomain(name) {
			d.fail(posOf(m, "name"), p.field("name"), "input.name", why.S("got", name))
		}
	case prefix == "":
		d.fail(m.Pos, p.field("name"), "input.missing", why.S("key", "name"))
	case !ValidSubdomain(prefix + "00001"):
		d.fail(posOf(m, "generateName"), p.field("generateName"), "input.name", why.S("got", prefix))
	default:
		for n := int64(100001); name == "" || d.taken[namespace+"/"+name]; n++ {
			name = prefix + itoa(n)[1:]
		}
	}
	d.taken[namespace+"/"+name] = true
	return name
}

// labels reads a map of strings; keys and, for labels, values have the form that the API server wants.
func (d *decoder) labels(m *tree.Value, key string, p *path, values bool) map[string]string {
	v := m.Get(key)
	if v.Len() == 0 {
		return nil
	}
	out := make(map[string]string, len(v.Fields))
	for _, f := range v.Fields {
		at := p.field(key).field(f.Key)
		if !ValidQualifiedName(f.Key) && (values || !ValidQualifiedName(strings.ToLower(f.Key))) {
			d.fail(f.Pos, at, "input.label-key", why.S("got", shown(f.Key)))
		}
		text := f.Value.Str()
		if values && !ValidLabelValue(text) {
			d.fail(f.Value.Pos, at, "input.label-value", why.S("got", text))
		}
		out[f.Key] = text
	}
	return out
}

// resources reads a resource list. Like the API server's defaulting it rounds up to thousandths
// (SetDefaults_ResourceList).
func (d *decoder) resources(v *tree.Value, p *path) Resources {
	if v.Len() == 0 {
		return nil
	}
	out := make(Resources, 0, len(v.Fields))
	for _, f := range v.Fields {
		q, reason := ParseQuantity(strings.TrimSpace(f.Value.Text))
		if reason != nil {
			q = Quantity{} // null
		}
		q.Text = f.Value.Written()
		q.exact = roundToMilli(q.exact)
		at := path{parent: p, key: f.Key}
		if q.Sign() < 0 {
			d.fail(f.Value.Pos, &at, "input.negative", why.S("got", q.Text))
		}
		out = append(out, Resource{f.Key, q})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

func roundToMilli(a amount) amount {
	if rest := a.nano % 1e6; rest > 0 {
		return a.add(amount{nano: 1e6 - rest})
	}
	return a
}

// qualified reports a field that must be there and have the form of a label key.
func (d *decoder) qualified(v *tree.Value, key string, p *path) {
	switch name := v.Get(key).Str(); {
	case name == "":
		d.fail(posOf(v, key), p.field(key), "input.missing", why.S("key", key))
	case !ValidQualifiedName(name):
		d.fail(posOf(v, key), p.field(key), "input.label-key", why.S("got", name))
	}
}

func (d *decoder) strings(v *tree.Value) []string {
	var out []string
	for _, item := range v.Seq() {
		out = append(out, item.Str())
	}
	return out
}

// oneOf reports a text that is none of those allowed; an empty one is as none.
func (d *decoder) oneOf(v *tree.Value, p *path, allowed ...string) {
	if v.Str() == "" || contains(allowed, v.Str()) {
		return
	}
	if near := Nearest(v.Str(), allowed); near != "" {
		d.fail(v.Pos, p, "input.one-of.near", why.S("got", v.Str()), why.S("near", near), why.L("want", allowed))
		return
	}
	d.fail(v.Pos, p, "input.one-of", why.S("got", v.Str()), why.L("want", allowed))
}
