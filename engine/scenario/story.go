package scenario

import (
	"strings"
	"unicode/utf8"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// start reads spec.start: references to objects of the files.
func (r *reader) start(v *tree.Value) {
	if v == nil {
		return
	}
	r.s.StartRefs = []api.Ref{}
	seen := map[api.Ref]bool{}
	for i, item := range r.items(v, "spec.start") {
		field := at("spec.start", i)
		if item.Kind != tree.String {
			r.typeError(item, field, "string")
			continue
		}
		ref, p := api.ParseRef(item.Text)
		if p != nil {
			r.inText(item, item.Text, p, field)
			continue
		}
		if _, ok := r.s.Lookup(ref); !ok {
			r.noObject(item.Pos, field, ref)
		}
		if seen[ref.Object()] {
			r.fail(item, field, "input.twice", why.S("got", ref.String()))
		}
		seen[ref.Object()] = true
		r.s.StartRefs = append(r.s.StartRefs, ref)
	}
}

// inText reports a problem whose column points into a text of the file.
func (r *reader) inText(v *tree.Value, text string, p *why.Problem, field string) {
	pos := textPos(v, text, p.Column)
	q := *p
	q.File, q.Line, q.Column, q.Field = r.file, pos.Line, pos.Column, field
	r.problems = append(r.problems, q)
}

// textPos is where a column of a text on one line stands in the file. In double quotes with escapes it may be short.
func textPos(v *tree.Value, text string, column int) tree.Pos {
	pos := v.Pos
	switch v.Style {
	case tree.SingleQuoted:
		pos.Column += column + strings.Count(prefix(text, column-1), "'")
	case tree.DoubleQuoted:
		pos.Column += column
		for _, c := range prefix(text, column-1) {
			if c == '"' || c == '\\' || c < ' ' {
				pos.Column++
			}
		}
	default:
		pos.Column += column - 1
	}
	return pos
}

// prefix is the first n characters of s.
func prefix(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

func (r *reader) noObject(pos tree.Pos, field string, ref api.Ref) {
	if r.incomplete {
		return
	}
	var known []string
	for _, d := range r.s.Objects {
		known = append(known, d.Ref().String())
	}
	switch near := api.Nearest(ref.Object().String(), known); {
	case near != "":
		r.failAt(pos, field, "input.no-object.near", why.S("ref", ref.String()), why.S("near", near))
	case len(known) == 0:
		r.failAt(pos, field, "input.no-object.none", why.S("ref", ref.String()))
	default:
		if len(known) > 10 {
			known = append(known[:10], "…")
		}
		r.failAt(pos, field, "input.no-object", why.S("ref", ref.String()), why.L("want", known))
	}
}

// story reads spec.story: a list of lines, or a block of lines. Empty lines and lines that begin with # are left out of
// a block.
func (r *reader) story(v *tree.Value) {
	switch {
	case v == nil:
	case v.Kind == tree.List:
		for i, item := range v.Items {
			field := at("spec.story", i)
			switch {
			case item.Kind == tree.Map:
				r.fail(item, field, "input.story-map")
			case item.Kind != tree.String:
				r.typeError(item, field, "string")
			default:
				r.line(item, strings.TrimRight(item.Text, "\n"), field)
			}
		}
	case v.Kind == tree.String:
		r.block(v)
	default:
		r.typeError(v, "spec.story", "list")
	}
}

// block reads the lines of a literal block. The block's text begins on the line below its mark, indented; the file's
// own lines tell by how much, which the tree does not keep: columns count from the text's beginning there.
func (r *reader) block(v *tree.Value) {
	for i, text := range strings.Split(v.Text, "\n") {
		trimmed := strings.TrimSpace(text)
		if trimmed == "" || strings.HasPrefix(trimmed, "#") {
			continue
		}
		item := &tree.Value{Kind: tree.String, Text: trimmed, Pos: v.Pos}
		if v.Style == tree.Literal {
			indent := utf8.RuneCountInString(text) - utf8.RuneCountInString(strings.TrimLeft(text, " \t"))
			item.Pos = tree.Pos{Line: v.Pos.Line + 1 + i, Column: v.Indent + 1 + indent}
		}
		r.line(item, trimmed, at("spec.story", i))
	}
}

func (r *reader) line(v *tree.Value, text, field string) {
	a, p := action.Parse(text)
	if p != nil {
		r.inText(v, text, p, field)
		return
	}
	l := Line{Action: a, Text: text, File: r.file, Pos: textPos(v, text, 1)}
	r.s.Story = append(r.s.Story, l)
	switch a.Verb {
	case action.Apply, action.Recreate:
		if _, ok := r.s.Lookup(a.Ref); !ok {
			column := strings.Index(text, " ") + 2
			r.noObject(textPos(v, text, column), field, a.Ref)
		}
	}
}
