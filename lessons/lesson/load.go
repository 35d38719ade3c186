package lesson

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// The files of a lesson in a bundle: facts and words, and its scenarios one after the other.
const (
	FactsFile     = "lesson.json"
	ScenariosFile = "scenario.yaml"
)

// Load reads a lesson of a bundle.
func Load(bundle fs.FS, id string) (*Lesson, error) {
	facts, err := fs.ReadFile(bundle, path.Join(id, FactsFile))
	if err != nil {
		return nil, err
	}
	scenarios, err := fs.ReadFile(bundle, path.Join(id, ScenariosFile))
	if err != nil {
		return nil, err
	}
	return Read(facts, scenarios)
}

// Read makes a lesson of its two files in a bundle. The error is Problems where they are not as package pack writes
// them.
func Read(facts, scenarios []byte) (*Lesson, error) {
	r := NewReader(FactsFile)
	docs, problems := tree.Parse(FactsFile, facts)
	r.engine(problems)
	if len(docs) != 1 {
		return nil, fmt.Errorf("%s has %d documents; build the page again", FactsFile, len(docs))
	}
	v := docs[0]
	r.l.ID = v.Get("id").Str()
	r.l.Number, r.l.Of = number(v.Get("number")), number(v.Get("of"))
	stories, problems := scenario.LoadAll(scenario.File{Name: ScenariosFile, Data: scenarios})
	r.engine(problems)
	r.Scenarios(stories)
	r.Facts(v.Get("facts"))
	for _, lang := range why.Langs() {
		r.words(lang, v.Get(string(lang)))
	}
	return r.Lesson()
}

func number(v *tree.Value) int {
	if v == nil {
		return 0
	}
	n, _ := strconv.Atoi(v.Text)
	return n
}

// Scenarios gives the lesson its scenarios; the first is its own.
func (r *Reader) Scenarios(all []*scenario.Scenario) {
	for i, sc := range all {
		switch {
		case sc.Snapshot:
			r.Problem(tree.Pos{}, "", sc.File+" has no Scenario; begin it with a document of kind: Scenario")
		case r.l.Scenarios[sc.Name] != nil:
			r.Problem(tree.Pos{}, "metadata.name", "two Scenarios are named "+sc.Name+"; name each after what it is for")
		default:
			r.l.Scenarios[sc.Name] = sc
			if i == 0 {
				r.l.Scenario, r.l.Releases = sc, sc.Releases
			}
		}
	}
	if r.l.Scenario != nil && len(r.l.Releases) == 0 {
		r.l.Releases = profile.All()
	}
}
