package ui

import (
	"inflight/engine/profile"
	"inflight/engine/why"
	"inflight/lessons/lesson"
)

// theme is the theme that shows.
func (m *Model) theme() string {
	switch {
	case m.Theme != "":
		return m.Theme
	case m.Dark:
		return "dark"
	}
	return "light"
}

var themes = []string{"light", "dark", "projector"}

// releases are those of the switch: a lesson's own, else all.
func (m *Model) releases() []profile.Release {
	if m.Mode == Learn && m.Lesson != nil && len(m.Lesson.Releases) > 0 {
		return m.Lesson.Releases
	}
	return profile.All()
}

// tabs are the panels of which one shows where there is room for one.
func (m *Model) tabs() []string {
	first := "lesson"
	if m.Mode == Play {
		first = "actions"
	}
	if m.phone() {
		return []string{first, "why", "queues", "attempt", "nodes"}
	}
	return []string{"attempt", "nodes", "queues"}
}

func (m *Model) tab() string {
	for _, t := range m.tabs() {
		if t == m.Tab {
			return t
		}
	}
	return m.tabs()[0]
}

// limit is the last position that may be shown: before the first prediction that has no answer yet.
func (m *Model) limit() int {
	n := m.Left.Len()
	for _, s := range m.Left.stops {
		if m.Mode == Learn && m.Progress.Answers[s.id] == "" && s.pos < n {
			n = s.pos
		}
	}
	return n
}

// hidden tells whether a position may not be shown yet.
func (m *Model) hidden(pos int) bool { return pos > m.limit() }

// asking is the prediction that waits for its answer here, nil where none does.
func (m *Model) asking() *lesson.Prediction {
	if m.Mode != Learn || m.Lesson == nil || m.Left.Trace == nil {
		return nil
	}
	for _, s := range m.Left.stops {
		if s.pos == m.Left.Pos && m.Progress.Answers[s.id] == "" {
			return m.Lesson.Prediction(s.id)
		}
	}
	return nil
}

// language is the page's language for what the browser prefers.
func language(prefers []string) why.Lang {
	for _, p := range prefers {
		for _, l := range why.Langs() {
			if len(p) >= 2 && p[:2] == string(l) {
				return l
			}
		}
	}
	return why.English
}
