package ui

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/why"
	"inflight/lessons/lesson"
	h "inflight/wasm/vdom"
)

// first is the page without a link: at the first lesson.
func first(t testing.TB, change ...func(*Env)) Model {
	return opened(t, append([]func(*Env){func(e *Env) { e.Fragment = "" }}, change...)...)
}

func allLessons(t testing.TB) []lesson.Entry {
	entries, err := lesson.Index(bundle(t))
	require.NoError(t, err)
	return entries
}

// Every lesson is sound at every step of every release, in both languages, and its exercises are solved by their
// solutions.
func TestEveryLessonIsSound(t *testing.T) {
	for _, e := range allLessons(t) {
		m := send(first(t), "lesson "+e.ID)
		require.Equal(t, e.ID, m.Lesson.ID)
		for _, p := range m.Lesson.Predictions {
			m = send(m, "answer "+p.ID+" "+p.Choices[0])
		}
		for _, r := range m.Lesson.Releases {
			m = send(m, "release "+r.String())
			for pos := 0; pos <= m.Left.Len(); pos++ {
				m.Left.Pos = pos
				if pos%7 == 0 || pos == m.Left.Len() {
					requireSound(t, m, e.ID+" "+r.String()+" "+itoa(pos))
					requireSound(t, send(m, "lang ja"), e.ID+" "+r.String()+" ja "+itoa(pos))
				}
			}
		}
		requireShows(t, m, `data-key="end"`)
		for _, x := range m.Lesson.Exercises {
			solved := send(m, "solve "+x.ID)
			for _, g := range x.Goals {
				require.True(t, solved.Progress.met(x.ID, g.ID), "%s %s %s", e.ID, x.ID, g.ID)
			}
			requireSound(t, solved, e.ID+" "+x.ID)
			m.Kept = solved.Kept
		}
		done, all := m.score(m.entry(e.ID))
		require.Equal(t, all, done, e.ID)
	}
}

// What is done in a lesson stays with it, whichever lesson is looked at and however often the page is opened.
func TestProgressIsKeptForEachLesson(t *testing.T) {
	m := first(t)
	require.Equal(t, "01-places", m.Lesson.ID)
	require.True(t, m.asking() == nil && m.limit() < m.Left.Len(), "nothing is answered yet")
	m = send(m, "answer after backoffQ", "solve trip")
	other := send(m, "lesson 05-lost-marker")
	require.Empty(t, other.Progress.Answers)
	require.Empty(t, other.Progress.Exercise)
	require.Equal(t, "v1.28.1", other.Left.Release.String(), "a lesson begins in the release that it is about")
	back := send(other, "lesson 01-places")
	require.Equal(t, "backoffQ", back.Progress.Answers["after"])
	requireShows(t, back, words[why.English]["exercise.solved"])

	later, _ := New(Env{Width: 1440, Height: 900, Lessons: bundle(t), Kept: other.Kept})
	require.Equal(t, "05-lost-marker", later.Lesson.ID)
	requireShows(t, send(later, "dialog lessons"), ">2 of 6<")
	require.Equal(t, "05-lost-marker", send(later, "lesson nonsense").Lesson.ID)
}

// A link leads to a lesson, wherever the last visit ended; also from within the page.
func TestLinksToLessons(t *testing.T) {
	m := opened(t, func(e *Env) { e.Kept = map[string]string{"lesson": "01-places", "mode": "play", "step": "9.1"} })
	require.Equal(t, "05-lost-marker", m.Lesson.ID)
	require.Equal(t, Learn, m.Mode)
	require.Equal(t, 0, m.Left.Pos)
	require.Equal(t, "04-shared-list", send(m, "fragment lesson=04-shared-list").Lesson.ID)
	require.Equal(t, "04-shared-list", send(m, "mode play", "fragment debug&lesson=04-shared-list").Lesson.ID)
	require.Equal(t, "05-lost-marker", send(m, "fragment lesson=nonsense").Lesson.ID)
	require.Equal(t, "01-places", first(t, func(e *Env) { e.Fragment = "lesson=nonsense" }).Lesson.ID)
}

// The card at the end leads on; the last one to the list.
func TestTheEndLeadsOn(t *testing.T) {
	entries := allLessons(t)
	for i, e := range entries {
		m := send(first(t), "lesson "+e.ID)
		require.False(t, strings.Contains(h.HTML(View(m)), `data-key="end"`), "the end tells answers")
		for _, p := range m.Lesson.Predictions {
			m = send(m, "answer "+p.ID+" "+p.Choices[0])
		}
		next := "dialog lessons"
		if i+1 < len(entries) {
			next = "lesson " + entries[i+1].ID
		}
		requireShows(t, m, `data-key="do:next-lesson"`)
		requireShows(t, m, `data-msg="`+next+`"`)
		require.Contains(t, effects(m, "last", "play"), Cmd(Focus{"do:next-lesson"}), "where nothing is left to play")
		require.NotContains(t, effects(m, "exercise "+e.Exercises[0], "play"), Cmd(Focus{"do:next-lesson"}))
	}
}

// A part of the stage is shown until something moves.
func TestPartsOfTheStage(t *testing.T) {
	for _, part := range lesson.Parts() {
		m := send(first(t), "part "+part)
		requireShows(t, m, "points-at-"+part)
		require.False(t, strings.Contains(h.HTML(View(send(m, "step"))), "points-at-"))
		key, _ := partAt(part)
		if part != "binding" { // there is none at the start
			requireShows(t, m, `data-key="`+key+`"`)
		}
		on := send(first(t, func(e *Env) { e.Width, e.Height = 390, 844 }), "part "+part)
		if part != "binding" {
			requireShows(t, on, `data-key="`+key+`"`)
		}
	}
	require.Empty(t, send(first(t), "part kitchen").Part)
}

// Space chooses what is focused, as the browser does it; on what is chosen it checks it.
func TestSpaceAnswers(t *testing.T) {
	m := send(first(t), "last")
	require.NotNil(t, m.asking())
	space := Key{Name: "Space", Widget: "choices", Focus: "ask:after"}.String()
	require.Empty(t, effects(m, space), "the browser marks the choice")
	require.NotEmpty(t, effects(send(m, "choose after activeQ"), space))
	require.Equal(t, "activeQ", send(m, "choose after activeQ", space).Progress.Answers["after"])
	require.Empty(t, send(m, space).Progress.Answers)
}

// A restart goes on in the lesson that showed, also where nothing is kept.
func TestARestartKeepsTheLesson(t *testing.T) {
	m := send(first(t), "lesson 04-shared-list", "release v1.34.4", "exercise build", "act step until Permit")
	again := first(t, func(e *Env) { e.Resume = m.recording() })
	require.Equal(t, "04-shared-list", again.Lesson.ID)
	require.Equal(t, "v1.34.4", again.Left.Release.String())
	require.Equal(t, m.Progress.Actions, again.Progress.Actions)
}
