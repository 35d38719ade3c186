package lesson

import (
	"sort"
	"strconv"

	"inflight/engine/tree"
)

// Facts reads lesson.yaml, or what became of it: everything that a machine checks. The scenarios must be there.
func (r *Reader) Facts(v *tree.Value) {
	if !r.fields(v, "", "chapter", "subjects", "figures", "predictions", "exercises", "links") {
		return
	}
	r.l.Chapter = r.text(v, "", "chapter")
	r.l.Subjects = r.texts(v.Get("subjects"), "subjects")
	if f := v.Get("figures"); f != nil {
		for _, x := range f.Fields {
			r.l.Figures = append(r.l.Figures, Figure{ID: x.Key, At: x.Value.Written(), Pos: x.Value.Pos})
		}
	}
	for i, x := range r.items(v.Get("predictions"), "predictions") {
		r.prediction(x, "predictions["+strconv.Itoa(i)+"]")
	}
	for i, x := range r.items(v.Get("exercises"), "exercises") {
		r.exercise(x, "exercises["+strconv.Itoa(i)+"]")
	}
}

func (r *Reader) prediction(v *tree.Value, field string) {
	if v.Get("patches") != nil {
		r.patches(v, field)
		return
	}
	if !r.fields(v, field, "id", "before", "term", "choices", "releases") {
		return
	}
	r.l.Predictions = append(r.l.Predictions, Prediction{Pos: v.Pos, ID: r.text(v, field, "id"), Before: r.text(v, field, "before"),
		Term: r.text(v, field, "term"), Choices: r.texts(v.Get("choices"), in(field, "choices")),
		Releases: r.releases(v.Get("releases"), in(field, "releases"))})
}

// patches reads a question whose choices are pieces of code.
func (r *Reader) patches(v *tree.Value, field string) {
	if !r.fields(v, field, "id", "patches", "goals", "releases") || !r.fields(v.Get("goals"), in(field, "goals"), r.scenarioNames()...) {
		return
	}
	p := Prediction{Pos: v.Pos, ID: r.text(v, field, "id"), Patches: map[string]Patch{}, Goals: map[string]string{}, Releases: r.releases(v.Get("releases"), in(field, "releases"))}
	for _, g := range v.Get("goals").Fields {
		p.Goals[g.Key] = g.Value.Written()
	}
	for _, f := range v.Get("patches").Fields {
		at := in(in(field, "patches"), f.Key)
		if !r.fields(f.Value, at, "variants", "then") {
			continue
		}
		patch := Patch{Variants: map[string]string{}, Then: r.texts(f.Value.Get("then"), in(at, "then"))}
		if vs := f.Value.Get("variants"); vs != nil {
			for _, x := range vs.Fields {
				patch.Variants[x.Key] = x.Value.Written()
			}
		}
		p.Choices, p.Patches[f.Key] = append(p.Choices, f.Key), patch
	}
	r.l.Predictions = append(r.l.Predictions, p)
}

func (r *Reader) scenarioNames() []string {
	var names []string
	for name := range r.l.Scenarios { // order-free: sorted
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func (r *Reader) exercise(v *tree.Value, field string) {
	if !r.fields(v, field, "id", "kind", "scenario", "from", "releases", "allow", "goals", "par", "hints", "solution", "wrong") {
		return
	}
	e := Exercise{Pos: v.Pos, ID: r.text(v, field, "id"), Kind: Kind(r.text(v, field, "kind")), Scenario: v.Get("scenario").Str(), From: v.Get("from").Str(),
		Releases: r.releases(v.Get("releases"), in(field, "releases")), Allow: r.texts(v.Get("allow"), in(field, "allow")),
		Hints: r.texts(v.Get("hints"), in(field, "hints")), Solution: r.texts(v.Get("solution"), in(field, "solution"))}
	if e.Kind != Changing && e.Kind != Constructing {
		r.Problem(v.Pos, in(field, "kind"), string(e.Kind)+" is no kind of exercise; write changing or constructing")
	}
	if e.Scenario != "" && r.l.Scenarios[e.Scenario] == nil {
		r.Problem(v.Pos, in(field, "scenario"), "no file of the lesson has a Scenario named "+e.Scenario+"; add one")
	}
	if len(e.Releases) == 0 {
		e.Releases = r.l.Releases
	}
	par, err := strconv.Atoi(r.text(v, field, "par"))
	if err != nil || par < 1 {
		r.Problem(v.Pos, in(field, "par"), "is how many actions a good solution takes; write a number from 1")
	}
	e.Par = par
	for i, g := range r.items(v.Get("goals"), in(field, "goals")) {
		at := in(field, "goals") + "[" + strconv.Itoa(i) + "]"
		if r.fields(g, at, "id", "check") {
			e.Goals = append(e.Goals, Goal{ID: r.text(g, at, "id"), Check: r.text(g, at, "check"), Pos: g.Pos})
		}
	}
	for i, w := range r.items(v.Get("wrong"), in(field, "wrong")) {
		e.Wrong = append(e.Wrong, r.texts(w, in(field, "wrong")+"["+strconv.Itoa(i)+"]"))
	}
	r.l.Exercises = append(r.l.Exercises, e)
}
