package api

import (
	"slices"

	"math"
	"strconv"
	"strings"
	"time"

	"inflight/engine/tree"
	"inflight/engine/why"
)

// check walks over a value of the given kind (see fields.txt) and reports wrong types, unknown fields and fields that
// nothing here reads although the scheduler does.
func (d *decoder) check(v *tree.Value, kind string, p *path) {
	if v.Kind == tree.Null {
		return
	}
	kind = bare(kind)
	switch {
	case strings.HasPrefix(kind, "[]"):
		if d.want(v, tree.List, p) {
			for i, item := range v.Items {
				d.check(item, kind[2:], p.at(i))
			}
		}
	case strings.HasPrefix(kind, "map:"):
		if d.want(v, tree.Map, p) {
			for _, f := range v.Fields {
				d.check(f.Value, kind[4:], p.field(f.Key))
			}
		}
	case 'A' <= kind[0] && kind[0] <= 'Z':
		if d.want(v, tree.Map, p) {
			d.checkFields(v, kind, p)
		}
	default:
		d.checkScalar(v, kind, p)
	}
}

func (d *decoder) want(v *tree.Value, kind tree.Kind, p *path) bool {
	if v.Kind == kind {
		return true
	}
	d.reason(true, v.Pos, p, TypeReason(v, kind.String()))
	return false
}

func (d *decoder) checkFields(v *tree.Value, typ string, p *path) {
	kinds := fields().kinds[typ]
	for _, f := range v.Fields {
		at := path{parent: p, key: f.Key}
		kind, known := kinds[f.Key]
		if !known {
			d.unknownField(f, typ, &at)
			continue
		}
		before := len(d.problems)
		d.check(f.Value, kind, &at)
		if plugin := unmodelled[typ+"."+f.Key]; plugin != "" && !d.failed(before) && says(f.Value) {
			d.notModelled(f, plugin, &at)
		}
	}
}

// says tells whether a value is more than none: not null, false, 0 or empty.
func says(v *tree.Value) bool {
	switch v.Kind {
	case tree.Null:
		return false
	case tree.Map, tree.List:
		return v.Len() > 0
	}
	return v.Text != "false" && v.Text != "0" && v.Text != ""
}

func (d *decoder) unknownField(f tree.Field, typ string, p *path) {
	if d.strict && d.errors > tree.MaxProblems || d.warnings["input.unknown-field.near"] > 10*maxWarnings {
		d.bad = d.bad || d.strict
		return // whoever has so many does not need the nearest name of each
	}
	args := []why.Arg{why.S("key", f.Key)}
	rule := why.Rule("input.unknown-field")
	if near := Nearest(f.Key, fields().names[typ]); near != "" {
		rule, args = "input.unknown-field.near", append(args, why.S("near", near))
	} else if home := home(d.kind, f.Key); home != "" {
		rule, args = "input.unknown-field.home", append(args, why.S("home", home))
	}
	d.problem(d.strict, f.Pos, p, rule, args...)
}

// notModelled warns once for each field, and counts the objects that have it.
func (d *decoder) notModelled(f tree.Field, plugin string, p *path) {
	if i, known := slices.BinarySearch(d.plugins, plugin); !known {
		d.plugins = slices.Insert(d.plugins, i, plugin)
	}
	general := p.general()
	if i, ok := d.unmodelled[general]; ok {
		d.problems[i].Why.Args[0].Int++
		return
	}
	d.unmodelled[general] = len(d.problems)
	d.problems = append(d.problems, why.Problem{File: d.file, Line: f.Pos.Line, Column: f.Pos.Column, Field: p.String(),
		Why: why.Reason{Rule: "input.not-modelled", Plugin: plugin, Args: []why.Arg{why.N("n", 1), why.S("field", general)}}})
}

// TypeReason says that a value is not of the type that is wanted: where quotes are all that is wrong, it says so.
func TypeReason(v *tree.Value, want string) why.Reason {
	if want == "string" && v.Kind != tree.Map && v.Kind != tree.List {
		return why.Reason{Rule: "input.quote", Args: []why.Arg{why.S("got", v.Written()), why.S("type", v.Kind.String())}}
	}
	if bare, ok := tree.Unquoted(v.Text); v.Kind == tree.String && ok && bare.Kind.String() == want {
		return why.Reason{Rule: "input.unquote", Args: []why.Arg{why.S("got", v.Text), why.S("want", want)}}
	}
	return why.Reason{Rule: "input.type", Args: []why.Arg{why.S("want", want), why.S("got", v.Written())}}
}

func (d *decoder) checkScalar(v *tree.Value, kind string, p *path) {
	wrong := func(want string) {
		d.reason(true, v.Pos, p, TypeReason(v, want))
	}
	switch kind {
	case "string":
		if v.Kind != tree.String {
			wrong("string")
		}
	case "bool":
		if v.Kind != tree.Bool {
			wrong("boolean")
		}
	case "int", "int32", "int64":
		n, err := strconv.ParseInt(v.Text, 10, 64)
		if v.Kind != tree.Int && v.Kind != tree.Float || err != nil || kind == "int32" && (n > math.MaxInt32 || n < math.MinInt32) {
			wrong("integer")
		}
	case "time":
		if _, err := time.Parse(time.RFC3339, v.Text); v.Kind != tree.String || err != nil {
			d.fail(v.Pos, p, "input.time", why.S("got", v.Written()))
		}
	case "intorstring":
		if v.Kind != tree.String && v.Kind != tree.Int {
			wrong("integer")
		}
	case "quantity":
		if v.Kind != tree.String && v.Kind != tree.Int && v.Kind != tree.Float {
			wrong("quantity")
		} else if _, reason := ParseQuantity(strings.TrimSpace(v.Text)); reason != nil {
			d.fail(v.Pos, p, reason.Rule, reason.Args...)
		}
	}
}
