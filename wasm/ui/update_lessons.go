package ui

import (
	"strings"

	"inflight/lessons/lesson"
)

// readLessons reads which lessons there are, and the one that the address names, the last visit ended in, or the
// first.
func (u *update) readLessons() {
	if u.m.Bundle == nil {
		u.m.Failure = "lessons: not found"
		return
	}
	index, err := lesson.Index(u.m.Bundle)
	if err != nil || len(index) == 0 {
		u.m.Failure = "lessons: not found"
		return
	}
	u.m.Lessons = index
	id := index[0].ID
	if u.m.entry(u.m.Kept["lesson"]) != nil {
		id = u.m.Kept["lesson"]
	}
	if linked := linkedLesson(u.m.Fragment); u.m.entry(linked) != nil {
		u.m.Mode = Learn
		if linked != u.m.Kept["lesson"] {
			u.m.Kept = with(with(u.m.Kept, "step", ""), "release", "")
			u.keep("lesson", linked)
		}
		id = linked
	}
	u.readLesson(id)
}

// readLesson takes a lesson, with what the reader has done in it.
func (u *update) readLesson(id string) {
	l, err := lesson.Load(u.m.Bundle, id)
	if err != nil {
		u.m.Failure, u.m.Lesson = err.Error(), nil
		return
	}
	u.m.Lesson = l
	u.m.Progress = Progress{Answers: map[string]string{}}
	for i := range l.Predictions {
		if kept := u.m.Kept[answerName(id, l.Predictions[i].ID)]; kept != "" {
			u.m.Progress.Answers[l.Predictions[i].ID] = kept
		}
	}
}

// The names under which a lesson's answers and solved exercises are kept.
func answerName(lesson, prediction string) string { return "answer." + lesson + "." + prediction }
func solvedName(lesson, exercise string) string   { return "solved." + lesson + "." + exercise }

// linkedLesson is the lesson that an address names: #lesson=05-lost-marker.
func linkedLesson(fragment string) string {
	for _, part := range strings.Split(fragment, "&") {
		if id, ok := cutPrefix(part, "lesson="); ok {
			return id
		}
	}
	return ""
}

// fragment follows a link to a lesson within the page.
func (u *update) fragment(rest string) {
	u.m.Fragment = rest
	if id := linkedLesson(rest); id != "" && (u.m.Lesson == nil || id != u.m.Lesson.ID || u.m.Mode != Learn) {
		u.otherLesson(id)
	}
}

// otherLesson goes to a lesson, at its beginning: "lesson ID".
func (u *update) otherLesson(rest string) {
	if u.m.entry(rest) == nil {
		return
	}
	u.pause("")
	u.m.Dialog = ""
	u.readLesson(rest)
	if u.m.Lesson == nil {
		return
	}
	first := u.m.Lesson.Releases[0]
	u.keep("lesson", rest)
	u.keep("release", first.String())
	if u.m.Mode != Learn {
		u.m.Panes = with(u.m.Panes, Learn, Pane{})
		u.mode(string(Learn))
	}
	u.m.Left = Pane{Release: first}
	u.tellLesson()
	u.m.Part = ""
	u.toLesson()
	u.do(u.m.root(), Animate{Jump: true}, Focus{"lesson-title"})
	u.shown()
}

// toLesson brings the lesson in sight where it is behind a tab or in a drawer.
func (u *update) toLesson() {
	switch {
	case u.m.phone():
		u.m.Tab = "lesson"
	case u.m.layout() >= drawer:
		u.m.Drawer = true
	}
}

// endOfLesson leads from the end of the story to what comes after it.
func (u *update) endOfLesson() {
	l := u.m.Lesson
	if u.m.Mode != Learn || l == nil || u.m.Progress.Exercise != "" || u.m.Left.Pos < u.m.Left.Len() {
		return
	}
	u.toLesson()
	u.do(Reveal{Keys: []string{"end"}}, Focus{"do:next-lesson"})
}

// part shows where a part of the stage is, until something moves: "part list".
func (u *update) part(rest string) {
	key, tab := partAt(rest)
	if key == "" {
		return
	}
	if u.m.phone() && tab != "" || u.m.layout() == tabbed && tab != "" {
		u.tab(tab)
	}
	if u.m.layout() >= drawer {
		u.m.Drawer = false
	}
	u.m.Part = rest
	u.do(Reveal{Keys: []string{key}})
}

// partAt is the key of a part of the stage, and the tab that shows it where there is room for one.
func partAt(part string) (key, tab string) {
	switch part {
	case "activeQ":
		return "lane:active", "queues"
	case "backoffQ":
		return "lane:backoff", "queues"
	case "unschedulablePods":
		return "lane:unsched", "queues"
	case "attempt", "binding":
		return "lane:" + part, "attempt"
	case "nodes":
		return "lane:nodes", "nodes"
	case "list":
		return "star", ""
	}
	return "", ""
}

// entry is the lesson of that ID in the list, nil where there is none.
func (m *Model) entry(id string) *lesson.Entry {
	for i := range m.Lessons {
		if m.Lessons[i].ID == id {
			return &m.Lessons[i]
		}
	}
	return nil
}

// after is the lesson that follows the one that shows, nil after the last.
func (m *Model) after() *lesson.Entry {
	for i := range m.Lessons {
		if m.Lesson != nil && m.Lessons[i].ID == m.Lesson.ID && i+1 < len(m.Lessons) {
			return &m.Lessons[i+1]
		}
	}
	return nil
}

// score is how many of a lesson's questions are answered and exercises solved, and how many there are.
func (m *Model) score(e *lesson.Entry) (done, all int) {
	for _, id := range e.Predictions {
		if m.Kept[answerName(e.ID, id)] != "" {
			done++
		}
	}
	for _, id := range e.Exercises {
		if m.Kept[solvedName(e.ID, id)] != "" {
			done++
		}
	}
	return done, len(e.Predictions) + len(e.Exercises)
}
