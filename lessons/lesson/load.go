package lesson

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// List is the IDs of the lessons of a bundle, in their order.
func List(bundle fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(bundle, ".")
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, e := range entries { // sorted by name
		if _, err := fs.Stat(bundle, path.Join(e.Name(), "lesson.yaml")); e.IsDir() && err == nil {
			ids = append(ids, e.Name())
		}
	}
	return ids, nil
}

// Load reads a lesson of a bundle. The error is Problems where the lesson itself is wrong.
func Load(bundle fs.FS, id string) (*Lesson, error) {
	ids, err := List(bundle)
	if err != nil {
		return nil, err
	}
	r := &reader{dir: id, l: &Lesson{ID: id, Of: len(ids), Title: map[why.Lang]string{}, Scenarios: map[string]*scenario.Scenario{},
		Text: map[why.Lang][]Block{}, Words: map[why.Lang]Words{}}}
	for i, x := range ids {
		if x == id {
			r.l.Number = i + 1
		}
	}
	if err := r.scenarios(bundle); err != nil {
		return nil, err
	}
	facts, err := r.document(bundle, "lesson.yaml")
	if err != nil {
		return nil, err
	}
	if facts != nil {
		r.facts(facts)
	}
	for _, lang := range why.Langs() {
		words, err := r.document(bundle, string(lang)+".json")
		if err != nil {
			return nil, err
		}
		if words != nil {
			r.words(lang, words)
		}
	}
	return r.l, r.problems.err()
}

// reader reads the files of one lesson.
type reader struct {
	l        *Lesson
	dir      string
	file     string // that is being read, for problems
	problems Problems
}

func (r *reader) problem(pos tree.Pos, field, text string) {
	r.problems = append(r.problems, Problem{File: r.file, Line: pos.Line, Column: pos.Column, Field: field, Text: text})
}

func (r *reader) engine(ps []why.Problem) {
	for _, p := range ps {
		r.problems = append(r.problems, Say(p))
	}
}

// scenarios reads every YAML file but lesson.yaml: one Scenario each, with its objects.
func (r *reader) scenarios(bundle fs.FS) error {
	entries, err := fs.ReadDir(bundle, r.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if path.Ext(e.Name()) != ".yaml" || e.Name() == "lesson.yaml" {
			continue
		}
		r.file = path.Join(r.dir, e.Name())
		data, err := fs.ReadFile(bundle, r.file)
		if err != nil {
			return err
		}
		sc, problems := scenario.Load(scenario.File{Name: r.file, Data: data})
		r.engine(problems)
		switch {
		case sc == nil:
		case sc.Snapshot:
			r.problem(tree.Pos{}, "", "has no Scenario; add a document with kind: Scenario before the objects")
		case r.l.Scenarios[sc.Name] != nil:
			r.problem(tree.Pos{}, "metadata.name", sc.Name+" is the name of "+r.l.Scenarios[sc.Name].File+" as well; choose another")
		default:
			r.l.Scenarios[sc.Name] = sc
			if e.Name() == "scenario.yaml" {
				r.l.Scenario, r.l.Releases = sc, sc.Releases
			}
		}
	}
	if r.l.Scenario == nil && len(r.problems) == 0 {
		return errors.New(path.Join(r.dir, "scenario.yaml") + ": there is none; it is what the lesson plays")
	}
	return nil
}

// document reads a file with one YAML or JSON document.
func (r *reader) document(bundle fs.FS, name string) (*tree.Value, error) {
	r.file = path.Join(r.dir, name)
	data, err := fs.ReadFile(bundle, r.file)
	if err != nil {
		return nil, err
	}
	docs, problems := tree.Parse(r.file, data)
	r.engine(problems)
	switch {
	case len(problems) > 0:
		return nil, nil
	case len(docs) != 1 || docs[0].Kind != tree.Map:
		r.problem(tree.Pos{Line: 1, Column: 1}, "", "must be one map; write a single document of fields")
		return nil, nil
	}
	return docs[0], nil
}

// fields reports what a map has beside the fields known, and a value that is no map.
func (r *reader) fields(v *tree.Value, field string, known ...string) bool {
	if v.Kind != tree.Map {
		r.problem(v.Pos, field, "is a "+v.Kind.String()+"; write a map with "+strings.Join(known, ", "))
		return false
	}
	for _, f := range v.Fields {
		found := false
		for _, k := range known {
			found = found || k == f.Key
		}
		if !found {
			r.problem(f.Pos, in(field, f.Key), "is no field here; there are "+strings.Join(known, ", "))
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
func (r *reader) text(v *tree.Value, field, key string) string {
	t := v.Get(key)
	switch {
	case t == nil:
		r.problem(v.Pos, in(field, key), "is missing; add it")
	case t.Kind == tree.Map || t.Kind == tree.List:
		r.problem(t.Pos, in(field, key), "is a "+t.Kind.String()+"; write a text")
	default:
		return t.Written()
	}
	return ""
}

// texts are the strings of a list.
func (r *reader) texts(v *tree.Value, field string) []string {
	if v == nil {
		return nil
	}
	if v.Kind != tree.List {
		r.problem(v.Pos, field, "is a "+v.Kind.String()+"; write a list")
		return nil
	}
	var out []string
	for _, x := range v.Items {
		if x.Kind == tree.Map || x.Kind == tree.List || x.Kind == tree.Null {
			r.problem(x.Pos, field, "has a "+x.Kind.String()+" in it; write texts")
			continue
		}
		out = append(out, x.Written())
	}
	return out
}

// releases are those of a list, each one of the lesson's.
func (r *reader) releases(v *tree.Value, field string) []profile.Release {
	var out []profile.Release
	for _, name := range r.texts(v, field) {
		rel, err := profile.Parse(name)
		if err != nil || r.l.Scenario != nil && !among(r.l.Releases, rel) {
			r.problem(v.Pos, field, name+" is not among the releases of scenario.yaml; add it there, or leave it out here")
			continue
		}
		out = append(out, rel)
	}
	return out
}
