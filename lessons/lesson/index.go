package lesson

import (
	"fmt"
	"io/fs"

	"inflight/engine/tree"
	"inflight/engine/why"
)

// IndexFile is the file of a bundle that says which lessons there are.
const IndexFile = "index.json"

// Entry is what a list of lessons says of one.
type Entry struct {
	ID, Chapter            string
	Title                  map[why.Lang]string
	Predictions, Exercises []string // their IDs
}

// Chapters are the parts of the curriculum, in their order.
func Chapters() []string { return []string{"machine", "in-flight", "cost"} }

// Index is the lessons of a bundle, in their order.
func Index(bundle fs.FS) ([]Entry, error) {
	data, err := fs.ReadFile(bundle, IndexFile)
	if err != nil {
		return nil, err
	}
	docs, problems := tree.Parse(IndexFile, data)
	if len(problems) > 0 || len(docs) != 1 {
		return nil, fmt.Errorf("%s cannot be read; build the page again", IndexFile)
	}
	var out []Entry
	for _, x := range docs[0].Seq() {
		e := Entry{ID: x.Get("id").Str(), Chapter: x.Get("chapter").Str(), Title: map[why.Lang]string{},
			Predictions: strs(x.Get("predictions")), Exercises: strs(x.Get("exercises"))}
		for _, lang := range why.Langs() {
			e.Title[lang] = x.Get("title").Get(string(lang)).Str()
		}
		out = append(out, e)
	}
	return out, nil
}

// IndexValue is the file that Index reads.
func IndexValue(entries []Entry) *tree.Value {
	list := tree.NewList()
	for _, e := range entries {
		titles := tree.NewMap()
		for _, lang := range why.Langs() {
			titles.Fields = append(titles.Fields, tree.Field{Key: string(lang), Value: tree.NewString(e.Title[lang])})
		}
		list.Items = append(list.Items, tree.NewMap(tree.Field{Key: "id", Value: tree.NewString(e.ID)}, tree.Field{Key: "chapter", Value: tree.NewString(e.Chapter)},
			tree.Field{Key: "title", Value: titles}, tree.Field{Key: "predictions", Value: strsValue(e.Predictions)}, tree.Field{Key: "exercises", Value: strsValue(e.Exercises)}))
	}
	return list
}

// Entry is what a list of lessons says of this one.
func (l *Lesson) Entry() Entry {
	e := Entry{ID: l.ID, Chapter: l.Chapter, Title: l.Title}
	for i := range l.Predictions {
		e.Predictions = append(e.Predictions, l.Predictions[i].ID)
	}
	for i := range l.Exercises {
		e.Exercises = append(e.Exercises, l.Exercises[i].ID)
	}
	return e
}

func strs(v *tree.Value) []string {
	var out []string
	for _, x := range v.Seq() {
		out = append(out, x.Str())
	}
	return out
}

func strsValue(list []string) *tree.Value {
	v := tree.NewList()
	for _, s := range list {
		v.Items = append(v.Items, tree.NewString(s))
	}
	return v
}
