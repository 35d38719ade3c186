package scenario

import (
	"inflight/engine/api"
	"inflight/engine/profile"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// variants must make a difference in every release that the scenario names, with the gates that it sets.
func (r *reader) variants(v *tree.Value) {
	if v == nil {
		return
	}
	if v.Kind != tree.Map {
		r.typeError(v, "spec.variants", "map")
		return
	}
	r.s.Variants = map[string]string{}
	for _, f := range v.Fields {
		field := "spec.variants." + f.Key
		known := r.variant(f, field)
		switch {
		case known == nil:
		case f.Value.Kind != tree.String:
			r.typeError(f.Value, field, "string")
		default:
			r.variantValue(*known, f.Value, field)
		}
	}
}

// variant finds what the key names, nil where it names nothing that a release has.
func (r *reader) variant(f tree.Field, field string) *profile.Variant {
	var names []string
	for _, v := range profile.AllVariants() {
		names = append(names, v.Name)
		if v.Name != f.Key {
			continue
		}
		for _, rel := range r.s.Releases {
			if p, err := profile.For(rel, r.s.Gates); err == nil && p.Variant(v.Name) == "" {
				r.failAt(f.Pos, field, "input.variant-release", why.S("variant", v.Name), why.S("release", rel.String()))
				return nil
			}
		}
		return &v
	}
	if near := api.Nearest(f.Key, names); near != "" {
		r.failAt(f.Pos, field, "input.variant.near", why.S("variant", f.Key), why.S("near", near))
	} else {
		r.failAt(f.Pos, field, "input.variant", why.S("variant", f.Key), why.L("want", names))
	}
	return nil
}

func (r *reader) variantValue(known profile.Variant, v *tree.Value, field string) {
	for _, value := range known.Values {
		if value.Name == v.Text {
			r.s.Variants[known.Name] = v.Text
			return
		}
	}
	if near := api.Nearest(v.Text, known.ValueNames()); near != "" {
		r.fail(v, field, "input.variant-value.near", why.S("got", v.Text), why.S("near", near))
		return
	}
	r.fail(v, field, "input.variant-value", why.S("got", v.Text), why.L("want", known.ValueNames()))
}
