package ui

import (
	"strings"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/why"
)

// exported is the scenario that shows, as a file.
func (m *Model) exported() []byte {
	if m.Mode == Play && m.Import.Text != "" {
		return []byte(m.Import.Text)
	}
	return []byte(m.Files["scenario"])
}

// recording is what a restart needs: the mode, the release, the actions that the reader added, and the reader's text.
func (m *Model) recording() string {
	var b strings.Builder
	b.WriteString("mode " + string(m.Mode) + "\nrelease " + m.Left.Release.String() + "\n")
	if m.Progress.Exercise != "" {
		b.WriteString("exercise " + m.Progress.Exercise + "\n")
	}
	for _, s := range m.Left.Trace.Steps {
		if s.Story < 0 && !m.Left.Scenario.Snapshot {
			b.WriteString("act " + s.Action + "\n")
		}
	}
	if m.Mode == Play {
		b.WriteString("text\n" + m.Import.Text)
	}
	return b.String()
}

// resume replays a recording, as far as its lines can be done.
func (u *update) resume() {
	head, text, _ := strings.Cut(u.m.Resume, "text\n")
	u.m.Resume = ""
	if text != "" {
		u.read("", text)
	}
	for _, line := range strings.Split(head, "\n") {
		switch v, rest := verb(line); v {
		case "release":
			u.release(rest)
		case "exercise":
			u.exercise(rest)
		case "act":
			if u.m.Progress.Exercise != "" {
				u.act(rest)
			}
		}
	}
	u.resumeAt()
}

// resumeAt shows the step of the last visit, or the one that a restart goes to.
func (u *update) resumeAt() {
	at := u.m.ResumeAt
	if at == "" {
		at = u.m.Kept["step"]
	}
	u.m.ResumeAt = ""
	if a, ok := parseAddress(at); ok && u.m.Left.Trace != nil {
		u.m.Left.Pos = min(u.m.Left.Find(a), u.m.limit())
		u.shown()
	}
}

// again runs what shows under another release: the story, or in an exercise the reader's own actions.
func (m *Model) again(r profile.Release) (Pane, *why.Problem) {
	p := &m.Left
	if m.Progress.Exercise == "" || m.Mode != Learn {
		return run(p.Scenario, r)
	}
	fresh, problem := begin(p.Scenario, r)
	if problem != nil {
		return fresh, problem
	}
	for _, s := range p.Trace.Steps {
		if len(fresh.Trace.Steps) < s.N {
			if problem := fresh.act(s.Action); problem != nil {
				break
			}
		}
	}
	return fresh, nil
}

// story is the lesson's scenario of that name, the first for "".
func (m *Model) story(name string) *scenario.Scenario {
	for _, sc := range m.Stories {
		if sc.Name == name {
			return sc
		}
	}
	if name == "" && len(m.Stories) > 0 {
		return m.Stories[0]
	}
	return nil
}
