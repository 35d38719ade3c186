package ui

import (
	"strings"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// mode changes between the lesson and the reader's own objects; each keeps its run.
func (u *update) mode(rest string) {
	next := Mode(rest)
	if next == u.m.Mode || next != Learn && next != Play {
		return
	}
	u.leaveFor(next)
	if u.m.Left.Trace == nil {
		switch next {
		case Learn:
			u.tellLesson()
		case Play:
			u.openPlay()
		}
	}
	u.m.listPossible()
	u.do(u.m.root())
}

// leaveFor changes the mode; what shows then is what showed in it last, or nothing.
func (u *update) leaveFor(next Mode) {
	u.pause("")
	u.keepNow()
	release := u.m.Left.Release
	u.m.Panes = with(u.m.Panes, u.m.Mode, u.m.Left)
	u.m.Mode, u.m.Dialog, u.m.Drawer = next, "", false
	u.m.Left = u.m.Panes[next]
	if u.m.Left.Trace == nil {
		u.m.Left.Release = release
	}
	u.m.Selected, u.m.Element = trace.NoPod, trace.NoElement
	u.keep("mode", string(next))
}

// draft is the text in the field as it is typed; what was wrong with the last text stays until the next is read.
func (u *update) draft(rest string) { u.m.Import.Text = rest }

// yaml reads the text of the field.
func (u *update) yaml(rest string) { u.read("", rest) }

// file reads a file that was chosen, dropped or pasted: its name, a line break, its text.
func (u *update) file(rest string) {
	u.m.Play.Repair = ""
	name, text, _ := strings.Cut(rest, "\n")
	u.read(name, text)
}

// unread tells why a file was not even read.
func (u *update) unread(rest string) {
	first, _, _ := strings.Cut(rest, "\n")
	words := strings.Fields(first)
	if len(words) < 2 {
		return
	}
	u.note("notice.unread."+words[0], str("name", words[len(words)-1]))
}

// read takes a text as a new scenario, or as several, and shows the first; or it says what keeps the text from being
// read, and the old cluster stays. A text that stood in for a kept file that could not be read takes its place.
func (u *update) read(name, text string) {
	file := scenario.File{Name: name, Data: []byte(text)}
	all, problems := scenario.LoadAll(file)
	u.m.Import.Name, u.m.Import.Text = name, text
	if len(all) == 0 || hasFatal(problems) {
		u.refuse(problems)
		return
	}
	sc := all[0]
	s := newSession(sc, true)
	pane, problem := runPlay(s.told(s.at()), u.releaseFor(sc))
	if problem == nil {
		problem = pane.Stuck
	}
	if problem != nil {
		u.refuse([]why.Problem{*problem})
		return
	}
	kept := u.m.Play.Repair
	if kept == "" {
		kept = u.m.freeScenario(sc.Name)
		if name == "" && sc.Snapshot {
			kept = u.m.freeScenario("cluster")
		}
	}
	pane.Pos = pane.arrived()
	u.take(kept, s, pane)
	if sc.Name != kept {
		s = s.named(kept)
		u.m.Play.session = s
		if sc.Snapshot {
			u.m.Play.read = s
		}
	}
	u.m.Import = Import{Name: name, Text: text, Warnings: warnings(problems, sc)}
	if len(all) > 1 {
		u.m.Play.read = nil // the text holds others as well
	}
	u.m.Play.Unkept = true
	u.m.Play.Files = filesWith(u.m.Play.Files, kept)
	u.keepNow()
	for _, other := range all[1:] {
		more := u.m.freeScenario(other.Name)
		u.m.Play.Files = filesWith(u.m.Play.Files, more)
		u.do(Save{Path: scenarioPath(more), Data: newSession(other, true).named(more).file()})
	}
	u.m.listPossible()
	if len(all) > 1 {
		u.note("notice.scenarios", num("n", len(all)))
	} else {
		u.note("notice.kept", num("pods", countKind(pane.Trace, true)), num("nodes", countKind(pane.Trace, false)))
	}
	u.shown()
}

func hasFatal(problems []why.Problem) bool {
	for _, p := range problems {
		if p.Fatal {
			return true
		}
	}
	return false
}

func warnings(problems []why.Problem, sc *scenario.Scenario) []why.Problem {
	if len(problems) > 0 {
		return problems
	}
	return sc.Problems
}

// refuse shows the problems beside the text; the cluster on the page is the old one.
func (u *update) refuse(problems []why.Problem) {
	var fatal []why.Problem
	for _, p := range problems {
		if p.Fatal {
			fatal = append(fatal, p)
		}
	}
	if len(fatal) == 0 {
		fatal = problems
	}
	u.m.Import.Problems = fatal
	u.m.Dialog = "import"
	u.do(Focus{"problems"})
}

// countKind is how many pods, or nodes, the run has at its end.
func countKind(t *trace.Trace, pods bool) int {
	if pods {
		return t.Final().Pods.Len()
	}
	return t.Final().Nodes.Len()
}

// releaseFor is the release that a file runs under: the shown one where the file has nothing against it.
func (u *update) releaseFor(sc *scenario.Scenario) profile.Release {
	shown := u.m.Left.Release
	for _, r := range sc.Releases {
		if r == shown {
			return r
		}
	}
	switch {
	case len(sc.Releases) > 0:
		return sc.Releases[0]
	case profile.Known(shown):
		return shown
	}
	all := profile.All()
	return all[len(all)-1]
}

// sample is a cluster to begin with: three nodes, one of them tainted, and four pods, one of which fits nowhere.
func (u *update) sample(string) { u.read("", sampleCluster) }

// export hands the scenario over as a file.
func (u *update) export(string) {
	sc := u.m.Left.Scenario
	if sc == nil {
		return
	}
	name := scenarioName(sc)
	if u.m.Mode == Play {
		name = u.m.Play.Name + scenarioExt
	}
	u.do(Download{Name: name, Type: "application/yaml", Data: u.m.exported()})
	u.note("notice.exported", str("name", name))
}

// act does one more action at the end of the run.
func (u *update) act(rest string) {
	p := &u.m.Left
	if u.m.Mode == Play && u.m.Play.session != nil {
		u.playAct(rest)
		return
	}
	if p.Sim == nil || u.m.asking() != nil {
		return
	}
	u.pause("")
	from := p.Pos
	problem := p.act(rest)
	p.Pos = from
	if problem != nil {
		u.note("notice.problem", str("why", why.Text(u.m.Lang, problem.Why)))
	}
	if u.m.exercising() != nil && problem == nil {
		u.m.Progress.Actions = append(append([]string{}, u.m.Progress.Actions...), rest)
		u.examine()
	}
	u.m.listPossible()
	u.move(p.Len())
}

// fail shows a problem of the page's own making, or of a story that cannot be told under a release.
func (u *update) fail(problem *why.Problem) {
	if problem != nil {
		u.note("notice.problem", str("why", why.Text(u.m.Lang, problem.Why)))
	}
}

// listPossible asks the run what can happen at its end.
func (m *Model) listPossible() {
	m.Possible = nil
	if m.Left.Sim == nil {
		return
	}
	for _, p := range m.Left.Sim.Possible() {
		m.Possible = append(m.Possible, Possible{ID: p.ID, Why: p.Why})
	}
}
