package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
	"inflight/lessons"
	"inflight/lessons/lesson"
	"inflight/lessons/pack"
)

// allLessons are the lessons in their order.
func allLessons(t *testing.T) []*lesson.Lesson {
	t.Helper()
	ids, err := pack.List(lessons.Files)
	require.NoError(t, err)
	var all []*lesson.Lesson
	for _, id := range ids {
		s, err := pack.Read(lessons.Files, id)
		require.NoError(t, err)
		all = append(all, s.Lesson)
	}
	return all
}

// hands are a reader with a keyboard and nothing else.
type hands struct {
	t   *testing.T
	tab *browser.Tab
}

func (k hands) press(keys ...string) { require.NoError(k.t, k.tab.Press(keys...)) }

// focus is the key of the element that has it.
func (k hands) focus() string {
	key, err := browser.Eval[string](k.tab, `document.activeElement?.closest("[data-key]")?.getAttribute("data-key") ?? ""`)
	require.NoError(k.t, err)
	return key
}

// tabTo presses Tab until the element of that key has the focus, once round the page at most.
func (k hands) tabTo(key string) {
	k.t.Helper()
	var passed []string
	for range 250 {
		if k.focus() == key {
			return
		}
		k.press("Tab")
		passed = append(passed, k.focus())
	}
	require.Fail(k.t, "Tab never comes to "+key, "it came to %q", slices.Compact(passed))
}

// read steps on with N until a question comes or the run ends, and returns the question's ID.
func (k hands) read() string {
	k.t.Helper()
	for range 500 {
		was := look(k.t, k.tab)
		k.press("n")
		if look(k.t, k.tab).At == was.At {
			id, asked := strings.CutPrefix(k.focus(), "ask:")
			if !asked && was.At == was.Of {
				return ""
			}
			require.True(k.t, asked, "at %d of %d the run stops, and the focus is on %q", was.At, was.Of, k.focus())
			return id
		}
	}
	require.Fail(k.t, "the run does not end")
	return ""
}

// answer chooses and checks: by arrows, or by the number of the choice.
func (k hands) answer(id string, choice int) {
	k.t.Helper()
	switch choice {
	case 0:
		k.press("Space")
	case 1:
		k.press("ArrowDown")
	default:
		k.press(itoa(choice + 1))
	}
	k.press("Enter")
	require.NoError(k.t, k.tab.Wait(`document.activeElement?.id === `+browser.Quote("reveal-"+id)))
	said, err := k.tab.Text("#reveal-" + id)
	require.NoError(k.t, err)
	require.NotEmpty(k.t, said)
}

// story reads a run to its end and answers what is asked, each time another choice.
func (k hands) story(l *lesson.Lesson, answered map[string]bool) {
	k.t.Helper()
	for id := k.read(); id != ""; id = k.read() {
		require.False(k.t, answered[id], "%s is asked twice", id)
		k.answer(id, len(answered)%len(l.Prediction(id).Choices))
		answered[id] = true
	}
}

// solve begins an exercise and does its solution with the buttons.
func (k hands) solve(e *lesson.Exercise) {
	k.t.Helper()
	k.tabTo("begin:" + e.ID)
	k.press("Enter")
	require.NoError(k.t, k.tab.Wait(`document.querySelector('[data-key="workbench"]')`))
	for i, line := range e.Solution {
		k.tabTo("act:" + strings.ReplaceAll(line, " ", "_"))
		k.press([]string{"Enter", "Space"}[i%2])
	}
	require.NoError(k.t, k.tab.Wait(`![...document.querySelectorAll(`+browser.Quote(`[data-key="exercise:`+e.ID+`"] .checks li`)+`)].some(e => !e.matches(".is-done"))`), "%s is not solved", e.ID)
}

// Each lesson can be done from its first step to its last card by keyboard alone: every question on every release,
// every exercise, and the way on to the next lesson.
func TestEveryLessonByKeyboard(t *testing.T) {
	tab := open(t, browser.Options{ReducedMotion: true}, "/")
	k := hands{t, tab}
	all := allLessons(t)
	for i, l := range all {
		require.NoError(t, tab.Wait(`document.querySelector('[data-key="lesson-title"]')?.textContent === `+browser.Quote(l.Title["en"])))
		answered := map[string]bool{}
		for range l.Releases {
			k.story(l, answered)
			k.press("v") // the next release, at the same moment, or at its question
		}
		require.Len(t, answered, len(l.Predictions), "%s: every question was asked", l.ID)
		for j := range l.Exercises {
			k.solve(&l.Exercises[j])
		}
		k.tabTo("do:next-lesson")
		picture(t, tab, "lesson-end-"+l.ID)
		k.press("Enter")
		if i == len(all)-1 {
			require.NoError(t, tab.Wait(`document.querySelector("dialog[open]")`))
			states, err := tab.Texts(".lessons__item small")
			require.NoError(t, err)
			require.Equal(t, slices.Repeat([]string{"done"}, len(all)), states)
			picture(t, tab, "lessons-done")
			k.press("Escape")
			require.NoError(t, tab.Wait(`!document.querySelector("dialog[open]")`))
		}
	}
}

// Who presses nothing but Space sees every lesson to its end: what happens, what the answer is, and what comes next.
func TestSpaceAloneTellsTheStory(t *testing.T) {
	tab := open(t, browser.Options{ReducedMotion: true}, "/")
	k := hands{t, tab}
	k.press(">", ">", ">") // 8 times as fast
	for _, l := range allLessons(t) {
		require.NoError(t, tab.Wait(`document.querySelector('[data-key="lesson-title"]')?.textContent === `+browser.Quote(l.Title["en"])))
		revealed := 0
		for {
			require.NoError(t, tab.Wait(`document.querySelector('[data-key="do:play"][data-msg="play"]')`), "it plays until a question or the end")
			if at := look(t, tab); at.At == at.Of && k.focus() == "do:next-lesson" {
				break
			}
			k.press("Space")
			if n, err := tab.Texts(".reveal"); err == nil {
				revealed = max(revealed, len(n))
			}
		}
		asked := 0
		for i := range l.Predictions {
			if l.Predictions[i].Asked(l.Releases[0]) {
				asked++
			}
		}
		require.Equal(t, asked, revealed, l.ID)
		k.press("Space")
	}
	require.NoError(t, tab.Wait(`document.querySelector("dialog[open]")`), "after the last lesson comes the list of all")
}
