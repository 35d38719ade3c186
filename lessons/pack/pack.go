// Package pack makes the page's bundle of the folders that authors write: Markdown becomes blocks, YAML becomes JSON,
// and each lesson becomes two files. The same sources give the same bytes.
package pack

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"inflight/engine/scenario"
	"inflight/engine/tree"
	"inflight/engine/why"
	"inflight/lessons/lesson"
	"inflight/lessons/prose"
)

// Source is a lesson as its folder has it.
type Source struct {
	Lesson  *lesson.Lesson
	Prose   map[why.Lang]*prose.Doc
	Links   map[string]string
	facts   *tree.Value
	stories []byte
}

// List is the IDs of the lessons in a folder of lessons, in their order.
func List(src fs.FS) ([]string, error) {
	found, err := fs.Glob(src, "*/lesson.yaml")
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, f := range found {
		ids = append(ids, path.Dir(f))
	}
	slices.Sort(ids)
	return ids, nil
}

// Read reads a lesson from its folder. The error is lesson.Problems where the lesson is wrong.
func Read(src fs.FS, id string) (*Source, error) {
	ids, err := List(src)
	if err != nil {
		return nil, err
	}
	s := &Source{Prose: map[why.Lang]*prose.Doc{}}
	var problems lesson.Problems
	scenarios, err := s.scenarios(src, id, &problems)
	if err != nil {
		return nil, err
	}
	file := path.Join(id, "lesson.yaml")
	data, err := fs.ReadFile(src, file)
	if err != nil {
		return nil, err
	}
	docs, found := tree.Parse(file, data)
	for _, p := range found {
		problems = append(problems, lesson.Say(p))
	}
	if len(found) == 0 && (len(docs) != 1 || docs[0].Kind != tree.Map) {
		problems = append(problems, lesson.Problem{File: file, Line: 1, Column: 1, Text: "must be one map; write a single document of fields"})
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	s.facts = docs[0]
	r := lesson.NewReader(file)
	r.Scenarios(scenarios)
	r.Facts(s.facts)
	l, err := r.Lesson()
	if err != nil {
		return nil, err
	}
	l.ID, l.Number, l.Of = id, slices.Index(ids, id)+1, len(ids)
	s.Lesson = l
	return s, s.words(src)
}

// scenarios reads scenario.yaml and after it the folder's other scenarios by name: one Scenario in each file, first in
// it, so that the files can stand one after the other.
func (s *Source) scenarios(src fs.FS, id string, problems *lesson.Problems) ([]*scenario.Scenario, error) {
	files, err := fs.Glob(src, id+"/*.yaml")
	if err != nil {
		return nil, err
	}
	own := path.Join(id, "scenario.yaml")
	if !slices.Contains(files, own) {
		return nil, fmt.Errorf("%s: there is none; it is what the lesson plays", own)
	}
	files = slices.DeleteFunc(files, func(f string) bool { return f == own || path.Base(f) == "lesson.yaml" })
	var all []*scenario.Scenario
	for _, file := range append([]string{own}, files...) {
		data, err := fs.ReadFile(src, file)
		if err != nil {
			return nil, err
		}
		sc, found := scenario.Load(scenario.File{Name: file, Data: data})
		for _, p := range found {
			*problems = append(*problems, lesson.Say(p))
		}
		if sc == nil {
			continue
		}
		if docs, _ := tree.Parse(file, data); docs[0].Get("kind").Str() != "Scenario" {
			*problems = append(*problems, lesson.Problem{File: file, Line: 1, Text: "does not begin with its Scenario; move that document before the objects"})
		}
		all = append(all, sc)
		s.stories = append(append(s.stories, "---\n"...), bytes.TrimSpace(data)...)
		s.stories = append(s.stories, '\n')
	}
	return all, nil
}

// words reads every language's Markdown.
func (s *Source) words(src fs.FS) error {
	s.Links = map[string]string{}
	if links := s.facts.Get("links"); links != nil {
		for _, f := range links.Fields {
			s.Links[f.Key] = f.Value.Written()
		}
	}
	var problems lesson.Problems
	for _, lang := range why.Langs() {
		file := path.Join(s.Lesson.ID, string(lang)+".md")
		data, err := fs.ReadFile(src, file)
		if err != nil {
			return err
		}
		doc, found := prose.Parse(file, data, s.Links)
		problems = append(problems, found...)
		s.Prose[lang] = doc
		s.Lesson.Title[lang], s.Lesson.Text[lang], s.Lesson.Words[lang] = doc.Title, doc.Text, doc.Words
	}
	return problems.Err()
}

// Bundle is the files of the page's bundle, by name.
func Bundle(src fs.FS) (map[string][]byte, error) {
	ids, err := List(src)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	var index []lesson.Entry
	for _, id := range ids {
		s, err := Read(src, id)
		if err != nil {
			return nil, err
		}
		out[path.Join(id, lesson.FactsFile)] = s.json()
		out[path.Join(id, lesson.ScenariosFile)] = s.stories
		index = append(index, s.Lesson.Entry())
	}
	out[lesson.IndexFile] = []byte(tree.JSON(lesson.IndexValue(index)) + "\n")
	return out, nil
}

// json is the lesson's facts and words as one file. Tries that must fail are for the checks alone.
func (s *Source) json() []byte {
	facts := s.facts.With("links", nil)
	if exercises := facts.Get("exercises"); exercises != nil {
		list := tree.NewList()
		for _, e := range exercises.Items {
			list.Items = append(list.Items, e.With("wrong", nil))
		}
		facts = facts.With("exercises", list)
	}
	fields := []tree.Field{{Key: "id", Value: tree.NewString(s.Lesson.ID)}, {Key: "number", Value: integer(s.Lesson.Number)},
		{Key: "of", Value: integer(s.Lesson.Of)}, {Key: "facts", Value: facts}}
	for _, lang := range why.Langs() {
		doc := s.Prose[lang]
		fields = append(fields, tree.Field{Key: string(lang), Value: lesson.WordsValue(doc.Title, doc.Text, doc.Words)})
	}
	return []byte(tree.JSON(tree.NewMap(fields...)) + "\n")
}

func integer(n int) *tree.Value { return &tree.Value{Kind: tree.Int, Text: strconv.Itoa(n)} }
