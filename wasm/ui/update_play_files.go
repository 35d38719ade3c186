package ui

import (
	"strings"

	"inflight/engine/api"
	"inflight/engine/scenario"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// removed is the scenario that was deleted last.
type removed struct{ Name, Text string }

// openPlay opens the scenario of the last visit.
func (u *update) openPlay() {
	if name := u.m.Kept["scenario"]; name != "" {
		u.do(Load{Path: scenarioPath(name), Msg: "opened " + name})
	} else {
		u.opened("")
	}
}

// files are the names of what is kept: one a line.
func (u *update) files(rest string) {
	text, ok := answer(rest)
	if !ok {
		return
	}
	for _, line := range strings.Split(text, "\n") {
		if name, yaml := strings.CutSuffix(line, scenarioExt); yaml {
			u.m.Play.Files = filesWith(u.m.Play.Files, name)
		}
	}
}

// opened is a scenario that was kept: "opened NAME ok TEXT". One that is not there is an empty cluster; one that cannot
// be read stays where it is, and the reader sees why and gets its text.
func (u *update) opened(rest string) {
	name, rest, _ := strings.Cut(rest, " ")
	text, ok := answer(rest)
	if u.m.Mode != Play {
		return
	}
	if !ok || strings.TrimSpace(text) == "" {
		if u.m.Left.Trace == nil {
			u.empty(u.m.freeScenario("cluster"))
		}
		return
	}
	sc, problems := scenario.Load(scenario.File{Name: name + scenarioExt, Data: []byte(text)})
	var pane Pane
	var s *session
	if sc != nil {
		s = newSession(sc, false).named(name)
		pane, problems = u.runFirst(s, sc)
	}
	if pane.Trace == nil {
		if u.m.Left.Trace == nil {
			u.empty(u.m.freeScenario("cluster"))
		}
		u.m.Import.Name, u.m.Import.Text = name+scenarioExt, text
		u.refuse(problems)
		u.m.Play.Repair = name
		return
	}
	at := u.m.ResumeAt
	if at == "" && name == u.m.Kept["scenario"] {
		at = u.m.Kept["step.play"]
	}
	u.take(name, s, pane)
	u.m.Import = Import{Name: name + scenarioExt, Text: text, Warnings: sc.Problems}
	u.m.Play.Files = filesWith(u.m.Play.Files, name)
	u.m.Left.Pos = u.m.Left.Len()
	u.resumeAt(at)
	u.do(Load{Path: memoryPath(name), Msg: "remembered " + name})
}

// remembered takes the branches and the undo of the last visit, if nothing was done yet: "remembered NAME ok TEXT".
func (u *update) remembered(rest string) {
	name, rest, _ := strings.Cut(rest, " ")
	text, ok := answer(rest)
	if !ok || name != u.m.Play.Name || u.m.Play.session != u.m.Play.read {
		return
	}
	sc, _ := scenario.Load(scenario.File{Name: name + scenarioExt, Data: []byte(u.m.Import.Text)})
	if sc == nil {
		return
	}
	if s := remembered(sc, u.m.Import.Text, text); s != nil {
		u.m.Play.session, u.m.Play.read = s, s
	}
}

// runFirst runs a session for the first time, under the release that suits it.
func (u *update) runFirst(s *session, sc *scenario.Scenario) (Pane, []why.Problem) {
	pane, problem := runPlay(s.told(s.at()), u.releaseFor(sc))
	if problem != nil {
		return Pane{}, []why.Problem{*problem}
	}
	return pane, nil
}

// take makes a session the one that shows.
func (u *update) take(name string, s *session, pane Pane) {
	u.keepNow()
	if u.m.Mode != Play {
		u.leaveFor(Play)
	}
	u.m.Left = pane
	u.m.Play.session, u.m.Play.Name, u.m.Play.read = s, name, s
	u.m.Play.Typed, u.m.Play.Wrong, u.m.Play.Panel, u.m.Play.Repair = nil, nil, "", ""
	u.m.Title = s.base.Title
	u.m.Dialog = ""
	u.m.Selected, u.m.Element, u.m.Open = trace.NoPod, trace.NoElement, nil
	u.m.listPossible()
	u.keep("scenario", name)
	u.keep("release", pane.Release.String())
	u.do(u.m.root(), Animate{Jump: true})
}

// empty is a cluster without anything. It is kept from the first action on.
func (u *update) empty(name string) {
	s := newSession(emptyScenario(name), false)
	pane, problem := runPlay(s.told(0), u.releaseFor(s.base))
	if problem != nil {
		u.fail(problem)
		return
	}
	u.take(name, s, pane)
	u.m.Import = Import{}
	u.keep("scenario", "")
	if u.m.Kept[pinsOf(name)] != "" {
		u.keep(pinsOf(name), "") // of one that had the name before
	}
	u.shown()
}

// fresh begins an empty cluster: "new".
func (u *update) fresh(string) {
	if u.m.Mode != Play {
		u.leaveFor(Play)
	}
	u.empty(u.m.freeScenario("cluster"))
	u.do(Focus{"field:pod.name"})
}

// keepSoon keeps what is told in a moment: several actions make one write.
func (u *update) keepSoon() {
	u.m.Play.Unkept = true
	u.m.Play.Files = filesWith(u.m.Play.Files, u.m.Play.Name)
	if u.m.Kept["scenario"] != u.m.Play.Name {
		u.keep("scenario", u.m.Play.Name)
	}
	u.do(After{ID: "keep", Milliseconds: 300, Msg: "keep"})
}

func (u *update) keepNow() {
	if u.m.Play.Unkept {
		u.m.Play.Unkept = false
		u.do(Cancel{"keep"}, Save{Path: scenarioPath(u.m.Play.Name), Data: u.m.playFile()})
		if u.m.Play.session != u.m.Play.read {
			u.do(Save{Path: memoryPath(u.m.Play.Name), Data: []byte(u.m.Play.session.memory())})
		}
	}
}

// playFile is the scenario of Play as a file: as it was written, as long as nothing was done to it.
func (m *Model) playFile() []byte {
	if m.Play.session == m.Play.read && m.Import.Text != "" {
		return []byte(m.Import.Text)
	}
	return m.Play.session.file()
}

// openScenario opens one of those that are kept.
func (u *update) openScenario(rest string) {
	u.keepNow()
	u.m.Dialog = ""
	if rest != u.m.Play.Name || u.m.Left.Trace == nil {
		u.m.ResumeAt = ""
		u.do(Load{Path: scenarioPath(rest), Msg: "opened " + rest})
	}
}

// renameScenario gives the scenario that shows another name: its file goes along.
func (u *update) renameScenario(rest string) {
	name := strings.TrimSpace(rest)
	old := u.m.Play.Name
	bad := ""
	switch {
	case name == old:
		u.m.Dialog = ""
		return
	case !api.ValidSubdomain(name):
		bad = "play.bad.name"
	default:
		for _, f := range u.m.Play.Files {
			if f == name {
				bad = "play.bad.there"
			}
		}
	}
	if bad != "" {
		u.m.Play.Wrong = map[string][]wrong{"scenario.name": {{key: bad, values: []value{str("name", name)}}}}
		u.do(Focus{"field:scenario.name"})
		return
	}
	u.m.Play.session, u.m.Play.Name, u.m.Play.Wrong = u.m.Play.session.named(name), name, nil
	u.m.Play.Typed = without(u.m.Play.Typed, "scenario.name")
	if u.m.Play.read != nil && u.m.Play.session.base.Snapshot {
		u.m.Play.read = u.m.Play.session // a snapshot says no name
	}
	for _, f := range u.m.Play.Files {
		if f == old {
			u.m.Play.Files = filesWithout(u.m.Play.Files, old)
			u.do(Remove{Path: scenarioPath(old)}, Remove{Path: memoryPath(old)})
		}
	}
	if pins := u.m.Kept[pinsOf(old)]; pins != "" {
		u.keep(pinsOf(name), pins)
		u.keep(pinsOf(old), "")
	}
	u.m.Play.Unkept = true
	u.m.Play.Files = filesWith(u.m.Play.Files, name)
	u.keep("scenario", name)
	u.keepNow()
	u.do(u.m.root())
}

// duplicate copies a scenario: "duplicate NAME", and the answer "copied NAME ok TEXT".
func (u *update) duplicate(rest string) {
	u.keepNow()
	u.do(Load{Path: scenarioPath(rest), Msg: "copied " + rest})
}

func (u *update) copied(rest string) {
	name, rest, _ := strings.Cut(rest, " ")
	if text, ok := answer(rest); ok {
		again := u.m.freeScenario(name)
		u.m.Play.Files = filesWith(u.m.Play.Files, again)
		u.do(Save{Path: scenarioPath(again), Data: []byte(text)}, Focus{"open:" + again})
	}
}

// exportOne hands one of the scenarios over: "export-one NAME", and the answer.
func (u *update) exportOne(rest string) {
	u.keepNow()
	u.do(Load{Path: scenarioPath(rest), Msg: "exported " + rest})
}

func (u *update) exportedOne(rest string) {
	name, rest, _ := strings.Cut(rest, " ")
	if text, ok := answer(rest); ok {
		u.do(Download{Name: name + scenarioExt, Type: "application/yaml", Data: []byte(text)})
	}
}

// discard deletes a scenario; its text is held until the next is deleted, so that it can come back.
func (u *update) discard(rest string) {
	u.keepNow()
	u.do(Load{Path: scenarioPath(rest), Msg: "discarded " + rest})
}

func (u *update) discarded(rest string) {
	name, rest, _ := strings.Cut(rest, " ")
	text, ok := answer(rest)
	if !ok {
		return
	}
	u.m.Play.Gone = removed{name, text}
	u.m.Play.Files = filesWithout(u.m.Play.Files, name)
	u.do(Remove{Path: scenarioPath(name)}, Remove{Path: memoryPath(name)})
	if name == u.m.Play.Name {
		dialog := u.m.Dialog
		u.empty(u.m.freeScenario("cluster"))
		u.m.Dialog = dialog
	}
	u.do(Focus{"do:restore"})
}

// restore brings the scenario back that was deleted last.
func (u *update) restore(string) {
	gone := u.m.Play.Gone
	if gone.Name == "" {
		return
	}
	name := u.m.freeScenario(gone.Name)
	u.m.Play.Gone = removed{}
	u.m.Play.Files = filesWith(u.m.Play.Files, name)
	u.do(Save{Path: scenarioPath(name), Data: []byte(gone.Text)}, Focus{"open:" + name})
}

// textFile hands over the text that could not be read.
func (u *update) textFile(string) {
	name := u.m.Import.Name
	if name == "" {
		name = "scenario.yaml"
	}
	u.do(Download{Name: name, Type: "application/yaml", Data: []byte(u.m.Import.Text)})
}
