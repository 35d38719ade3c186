package lesson

import (
	"strings"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// Reader makes a lesson of the documents of one file, and collects what is wrong with them.
type Reader struct {
	l        *Lesson
	file     string // that is being read, for problems
	problems Problems
}

// NewReader begins a lesson; file is the name of the file with the facts.
func NewReader(file string) *Reader {
	return &Reader{file: file, l: &Lesson{Title: map[why.Lang]string{}, Scenarios: map[string]*scenario.Scenario{},
		Text: map[why.Lang][]Block{}, Words: map[why.Lang]Words{}}}
}

// Lesson is what was read; the error is Problems.
func (r *Reader) Lesson() (*Lesson, error) { return r.l, r.problems.Err() }

// Problem notes what is wrong at a place of the file, and what to do.
func (r *Reader) Problem(pos tree.Pos, field, text string) {
	r.problems = append(r.problems, Problem{File: r.file, Line: pos.Line, Column: pos.Column, Field: field, Text: text})
}

func (r *Reader) engine(ps []why.Problem) {
	for _, p := range ps {
		r.problems = append(r.problems, Say(p))
	}
}

// fields reports what a map has beside the fields known, and a value that is no map.
func (r *Reader) fields(v *tree.Value, field string, known ...string) bool {
	if v == nil {
		r.Problem(tree.Pos{}, field, "is missing; write a map with "+strings.Join(known, ", "))
		return false
	}
	if v.Kind != tree.Map {
		r.Problem(v.Pos, field, "is a "+v.Kind.String()+"; write a map with "+strings.Join(known, ", "))
		return false
	}
	for _, f := range v.Fields {
		found := false
		for _, k := range known {
			found = found || k == f.Key
		}
		if !found {
			r.Problem(f.Pos, in(field, f.Key), "is no field here; there are "+strings.Join(known, ", "))
		}
	}
	return true
}

func in(field, key string) string {
	if field == "" {
		return key
	}
	return field + "." + key
}

// text is a string that must be there.
func (r *Reader) text(v *tree.Value, field, key string) string {
	t := v.Get(key)
	switch {
	case t == nil:
		r.Problem(v.Pos, in(field, key), "is missing; add it")
	case t.Kind == tree.Map || t.Kind == tree.List:
		r.Problem(t.Pos, in(field, key), "is a "+t.Kind.String()+"; write a text")
	default:
		return t.Written()
	}
	return ""
}

// items are those of a list; nil for none.
func (r *Reader) items(v *tree.Value, field string) []*tree.Value {
	if v != nil && v.Kind != tree.List {
		r.Problem(v.Pos, field, "is a "+v.Kind.String()+"; write a list")
	}
	return v.Seq()
}

// texts are the strings of a list.
func (r *Reader) texts(v *tree.Value, field string) []string {
	var out []string
	for _, x := range r.items(v, field) {
		if x.Kind == tree.Map || x.Kind == tree.List || x.Kind == tree.Null {
			r.Problem(x.Pos, field, "has a "+x.Kind.String()+" in it; write texts, in quotes where they have a colon or a brace")
			continue
		}
		out = append(out, x.Written())
	}
	return out
}

// releases are those of a list, each one of the lesson's.
func (r *Reader) releases(v *tree.Value, field string) []profile.Release {
	var out []profile.Release
	for _, name := range r.texts(v, field) {
		rel, err := profile.Parse(name)
		if err != nil || !among(r.l.Releases, rel) {
			r.Problem(v.Pos, field, name+" is not among the releases of scenario.yaml; add it there, or leave it out here")
			continue
		}
		out = append(out, rel)
	}
	return out
}
