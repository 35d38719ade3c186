package ui

import (
	"sort"
	"strings"

	"inflight/engine/profile"
	"inflight/engine/why"
	"inflight/lessons/lesson"
)

// exported is the scenario that shows, as a file.
func (m *Model) exported() []byte {
	if m.Mode == Play && m.Play.session != nil {
		return m.playFile()
	}
	return m.Left.Scenario.Marshal()
}

// recording is what a restart needs: the mode, the release, the actions that the reader added, and the reader's text.
func (m *Model) recording() string {
	var b strings.Builder
	b.WriteString("mode " + string(m.Mode) + "\n")
	if m.Mode == Learn && m.Lesson != nil {
		b.WriteString("lesson " + m.Lesson.ID + "\n")
	}
	b.WriteString("release " + m.Left.Release.String() + "\n")
	for _, name := range sortedNames(m.Left.Flips) {
		b.WriteString("gate " + name + " " + boolean(m.Left.Flips[name]) + "\n")
	}
	for _, name := range sortedNames(m.Left.Varied) {
		b.WriteString("variant " + name + " " + m.Left.Varied[name] + "\n")
	}
	if m.Progress.Exercise != "" {
		b.WriteString("exercise " + m.Progress.Exercise + "\n")
	}
	if m.Mode == Play && m.Play.Name != "" {
		b.WriteString("scenario " + m.Play.Name + "\n")
	}
	for _, line := range m.Progress.Actions {
		b.WriteString("act " + line + "\n")
	}
	if m.Mode == Play {
		b.WriteString("text\n")
		b.Write(m.exported())
	}
	return b.String()
}

func sortedNames[T any](m map[string]T) []string {
	var out []string
	for name := range m { // order-free: sorted below
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// resume replays a recording, as far as its lines can be done.
func (u *update) resume() {
	head, text, _ := strings.Cut(u.m.Resume, "text\n")
	u.m.Resume = ""
	if text != "" {
		u.resumePlay(head, text)
	}
	for _, line := range strings.Split(head, "\n") {
		switch v, rest := verb(line); v {
		case "release":
			u.under(rest)
		case "gate":
			u.gate(rest)
		case "variant":
			u.variant(rest)
		case "lesson":
			if u.m.Lesson == nil || u.m.Lesson.ID != rest {
				u.otherLesson(rest)
			}
		case "exercise":
			u.exercise(rest)
		case "act":
			if u.m.Progress.Exercise != "" {
				u.act(rest)
			}
		}
	}
	u.resumeAt(u.m.ResumeAt)
}

// resumePlay shows the scenario of a recording.
func (u *update) resumePlay(head, text string) {
	name := "cluster"
	for _, line := range strings.Split(head, "\n") {
		if v, rest := verb(line); v == "scenario" {
			name = rest
		}
	}
	if u.m.Mode != Play {
		u.leaveFor(Play)
	}
	u.opened(name + " ok " + text)
	u.keepSoon()
}

// resumeAt shows the step of the last visit, or the one that a restart goes to.
func (u *update) resumeAt(at string) {
	if at == "" && u.m.Mode == Learn {
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
	if e := m.exercising(); e != nil {
		s, err := m.Lesson.Begin(e, r)
		if err != nil {
			return Pane{}, nil
		}
		fresh := paneOf(m.Left.Scenario, s)
		for _, line := range m.Progress.Actions {
			if problem := fresh.act(line); problem != nil {
				return fresh, problem
			}
		}
		return fresh, nil
	}
	if m.Mode == Play {
		return runPlay(m.Left.Scenario, r)
	}
	return run(m.Left.Scenario, r)
}

// exercising is the exercise that is being done, nil where none is.
func (m *Model) exercising() *lesson.Exercise {
	if m.Mode != Learn || m.Lesson == nil || m.Progress.Exercise == "" {
		return nil
	}
	return m.Lesson.Exercise(m.Progress.Exercise)
}
