package scenario

import (
	"path"
	"sort"
	"strings"

	"inflight/engine/api"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// Load reads files that hold one scenario, or none: then they are a snapshot. Nothing is half-applied: with a fatal
// problem there is no scenario. All problems are returned; the scenario keeps its warnings as well.
func Load(files ...File) (*Scenario, []why.Problem) { return load(api.Options{}, files) }

// LoadStrict is Load with unknown fields as errors.
func LoadStrict(files ...File) (*Scenario, []why.Problem) {
	return load(api.Options{Strict: true}, files)
}

func load(opt api.Options, files []File) (*Scenario, []why.Problem) {
	docs, problems := decode(files, opt)
	var scenarios []api.Doc
	for _, d := range docs {
		if d.Kind == api.ScenarioKind {
			scenarios = append(scenarios, d)
		}
	}
	if len(scenarios) > 1 {
		problems = append(problems, problemAt(scenarios[1], "input.scenarios", why.N("n", len(scenarios))))
	}
	return finish(docs, scenarios, problems, opt, files)
}

// LoadAll reads every scenario of the files. Each has the objects that stand between its document and the next, and
// those that stand before the first Scenario. Without a Scenario the one result is a snapshot.
func LoadAll(files ...File) ([]*Scenario, []why.Problem) {
	docs, problems := decode(files, api.Options{})
	var shared []api.Doc
	var groups [][]api.Doc
	for _, d := range docs {
		switch {
		case d.Kind == api.ScenarioKind:
			groups = append(groups, append(append([]api.Doc(nil), shared...), d))
		case len(groups) == 0:
			shared = append(shared, d)
		default:
			groups[len(groups)-1] = append(groups[len(groups)-1], d)
		}
	}
	if len(groups) == 0 {
		s, problems := finish(docs, nil, problems, api.Options{}, files)
		return nonNil(s), problems
	}
	if fatal(problems) {
		return nil, problems
	}
	var out []*Scenario
	names := map[string]bool{}
	for _, g := range groups {
		var doc []api.Doc
		for _, d := range g {
			if d.Kind == api.ScenarioKind {
				doc = append(doc, d)
			}
		}
		s, more := finish(g, doc, nil, api.Options{}, files)
		problems = append(problems, more...)
		if s != nil {
			if names[s.Name] {
				problems = append(problems, problemAt(doc[0], "input.scenario-twice", why.S("name", s.Name)))
			}
			names[s.Name] = true
			out = append(out, s)
		}
	}
	if fatal(problems) {
		return nil, problems
	}
	return out, problems
}

func nonNil(s *Scenario) []*Scenario {
	if s == nil {
		return nil
	}
	return []*Scenario{s}
}

func decode(files []File, opt api.Options) (docs []api.Doc, problems []why.Problem) {
	opt.Names = map[string]bool{}
	for _, f := range files {
		d, p := api.Decode(f.Name, f.Data, opt)
		docs = append(docs, d...)
		problems = append(problems, p...)
	}
	return docs, problems
}

func fatal(problems []why.Problem) bool {
	for _, p := range problems {
		if p.Fatal {
			return true
		}
	}
	return false
}

func problemAt(d api.Doc, rule why.Rule, args ...why.Arg) why.Problem {
	return why.Problem{File: d.File, Line: d.Pos.Line, Column: d.Pos.Column, Fatal: true, Why: why.Reason{Rule: rule, Args: args}}
}

// finish makes the scenario of its documents.
func finish(docs, scenarios []api.Doc, problems []why.Problem, opt api.Options, files []File) (*Scenario, []why.Problem) {
	s := &Scenario{Clock: DefaultClock, Tick: DefaultTick, Snapshot: len(scenarios) == 0}
	if len(files) > 0 {
		s.File = files[0].Name
	}
	r := &reader{s: s, strict: opt.Strict, problems: problems, incomplete: fatal(problems)}
	for _, d := range docs {
		if d.Object != nil {
			s.Objects = append(s.Objects, d)
		}
	}
	if len(scenarios) > 0 {
		s.File = scenarios[0].File
		r.scenario(scenarios[0])
	}
	if s.Name == "" {
		s.Name = nameOf(s.File)
	}
	r.objects()
	r.begin()
	if len(s.Objects) == 0 && !fatal(r.problems) && len(scenarios) == 0 {
		r.problems = append(r.problems, why.Problem{File: s.File, Fatal: true, Why: why.Reason{Rule: "input.nothing"}})
	}
	sortByPlace(r.problems, files)
	if fatal(r.problems) {
		return nil, r.problems
	}
	s.Problems = r.problems
	return s, r.problems
}

// nameOf is the name of a scenario that its file gives it: the file's name, where that can be one.
func nameOf(file string) string {
	name := strings.ToLower(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	if !api.ValidSubdomain(name) {
		return "scenario"
	}
	return name
}

// sortByPlace orders problems by file, line and column.
func sortByPlace(problems []why.Problem, files []File) {
	order := map[string]int{}
	for i, f := range files {
		order[f.Name] = i
	}
	sort.SliceStable(problems, func(i, j int) bool {
		a, b := problems[i], problems[j]
		if a.File != b.File {
			return order[a.File] < order[b.File]
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Column < b.Column
	})
}

// objects looks at the objects together.
func (r *reader) objects() {
	first := map[api.Ref]api.Doc{}
	nodes := map[string]bool{}
	uids := map[string]api.Doc{}
	for _, d := range r.s.Objects {
		if uid := d.Object.Metadata().UID; uid != "" {
			if other, taken := uids[uid]; taken && other.Ref() != d.Ref() {
				p := problemAt(d, "input.uid-twice", why.S("uid", uid), why.S("ref", other.Ref().String()), why.S("file", other.File), why.N("line", other.Pos.Line))
				p.Field = "metadata.uid"
				r.problems = append(r.problems, p)
			} else if !taken {
				uids[uid] = d
			}
		}
		if other, twice := first[d.Ref()]; twice {
			if r.s.Snapshot {
				r.problems = append(r.problems, problemAt(d, "input.object-twice", why.S("ref", d.Ref().String()), why.S("file", other.File), why.N("line", other.Pos.Line)))
			}
			continue
		}
		first[d.Ref()] = d
		if d.Object.Kind() == api.KindNode {
			nodes[d.Object.Metadata().Name] = true
		}
	}
	for _, d := range r.s.Objects {
		pod, ok := d.Object.(*api.Pod)
		if ok && pod.NodeName != "" && !nodes[pod.NodeName] && !r.incomplete {
			r.warn(d, d.Value.Path("spec", "nodeName"), "spec.nodeName",
				why.Reason{Rule: "input.node-missing", Node: pod.NodeName, Pod: pod.FullName()})
		}
		if ok && pod.NodeName == "" && pod.SchedulerName != "default-scheduler" {
			r.warn(d, d.Value.Path("spec", "schedulerName"), "spec.schedulerName",
				why.Reason{Rule: "input.other-scheduler", Pod: pod.FullName(), Args: []why.Arg{why.S("got", pod.SchedulerName)}})
		}
	}
}

func (r *reader) warn(d api.Doc, v *tree.Value, field string, reason why.Reason) {
	p := problemAt(d, reason.Rule)
	p.Fatal, p.Field, p.Why = false, field, reason
	if v != nil {
		p.Line, p.Column = v.Pos.Line, v.Pos.Column
	}
	r.problems = append(r.problems, p)
}
