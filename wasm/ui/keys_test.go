package ui

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/trace"
)

func press(m Model, k Key) (Model, []Cmd) { return Update(m, k.String()) }

func TestKeyTextForm(t *testing.T) {
	for _, k := range []Key{{Name: "n"}, {Name: "ArrowRight", Ctrl: true, Shift: true, Alt: true, Meta: true, Field: true, Widget: "star", Focus: "el:17"}} {
		_, rest := verb(k.String())
		require.Equal(t, k, ParseKey(rest))
	}
	require.Equal(t, "key Space", Key{Name: " "}.String())
	require.Equal(t, Key{}, ParseKey(""))
}

func TestKeys(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "answer head e2", "goto 30")
	last := m.Left.Len()
	nextDecision, lastDecision := 0, 0
	for _, d := range m.Left.index.decisions {
		if d > 30 && nextDecision == 0 {
			nextDecision = d
		}
		if d < 30 {
			lastDecision = d
		}
	}
	for _, c := range []struct {
		key Key
		pos int
	}{
		{Key{Name: "ArrowRight"}, 31}, {Key{Name: "n"}, 31}, {Key{Name: "N"}, 31}, {Key{Name: "PageDown"}, 31},
		{Key{Name: "ArrowLeft"}, 29}, {Key{Name: "p"}, 29}, {Key{Name: "PageUp"}, 29}, {Key{Name: "Home"}, 0}, {Key{Name: "End"}, last},
		{Key{Name: "d"}, nextDecision}, {Key{Name: "D", Shift: true}, lastDecision}, {Key{Name: "r"}, 30},
		// A field, a dialog's own keys and the browser's shortcuts are left alone.
		{Key{Name: "n", Field: true}, 30}, {Key{Name: "r", Ctrl: true}, 30}, {Key{Name: "ArrowRight", Alt: true}, 30}, {Key{Name: "q"}, 30},
		// A widget keeps its keys; N and P always step.
		{Key{Name: "ArrowRight", Widget: "star", Focus: "face:0"}, 30}, {Key{Name: "n", Widget: "star", Focus: "face:0"}, 31},
		{Key{Name: "PageDown", Widget: "slider"}, 31}, {Key{Name: "ArrowRight", Widget: "slider"}, 30},
		// Space presses what has the focus, else it plays.
		{Key{Name: " ", Focus: "do:theme"}, 30}, {Key{Name: " "}, 31},
	} {
		after, _ := press(m, c.key)
		require.Equal(t, c.pos, after.Left.Pos, c.key.String())
	}
}

func TestKeysBesideStepping(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "answer head e2", "goto 30")
	after := func(k Key) Model {
		m, _ := press(m, k)
		return m
	}
	require.Equal(t, "v1.28.2", after(Key{Name: "v"}).Left.Release.String())
	require.Equal(t, m.Speed+1, after(Key{Name: ">"}).Speed)
	require.Equal(t, m.Speed-1, after(Key{Name: "<"}).Speed)
	require.Equal(t, "keys", after(Key{Name: "?", Shift: true}).Dialog)
	require.Equal(t, "goto", after(Key{Name: "g"}).Dialog)
	require.Equal(t, ToTheEnd, after(Key{Name: "k"}).Playing)
	require.Equal(t, trace.PodID(5), after(Key{Name: "6"}).Selected)
	require.Empty(t, effects(m, Key{Name: "q"}.String()), "the browser keeps what the page has no use for")
	_, cmds := press(m, Key{Name: "ArrowRight"})
	one[Prevent](t, cmds)

	quiet := send(m, "letters false")
	for _, name := range []string{"n", "v", "3", "?"} {
		same, _ := press(quiet, Key{Name: name})
		require.Equal(t, quiet.Left.Pos, same.Left.Pos)
		require.Equal(t, quiet.Selected, same.Selected)
		require.Equal(t, quiet.Dialog, same.Dialog)
	}
	arrow, _ := press(quiet, Key{Name: "ArrowRight"})
	require.Equal(t, 31, arrow.Left.Pos)
}

func TestEscapeClosesOneThingAtATime(t *testing.T) {
	m := send(opened(t), "size 1200 900", "select 3", "drawer", "dialog keys")
	m, _ = press(m, Key{Name: "Escape", Field: true})
	require.Empty(t, m.Dialog)
	require.True(t, m.Drawer)
	m, _ = press(m, Key{Name: "Escape"})
	require.False(t, m.Drawer)
	require.Equal(t, trace.PodID(3), m.Selected)
	m, cmds := press(m, Key{Name: "Escape"})
	require.Equal(t, trace.NoPod, m.Selected)
	require.NotEmpty(t, cmds)
	_, cmds = press(m, Key{Name: "Escape"})
	require.Empty(t, cmds)
}

func TestDigitsAnswerAnOpenPrediction(t *testing.T) {
	m := send(opened(t), "last")
	m, _ = press(m, Key{Name: "2"})
	require.Equal(t, "backoffQ", m.Progress.Choice["where"])
	m, _ = press(m, Key{Name: "9"})
	require.Equal(t, "backoffQ", m.Progress.Choice["where"])
}

func TestWalkingWidgets(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "goto 33")
	f := newFrame(&m)
	cells := f.order("star")
	require.Greater(t, len(cells), 3)
	walk := func(widget, from, key string) (Model, string) {
		after, cmds := press(m, Key{Name: key, Widget: widget, Focus: from})
		for _, c := range cmds {
			if f, ok := c.(Focus); ok {
				return after, f.Key
			}
		}
		return after, ""
	}
	_, to := walk("star", cells[0], "ArrowRight")
	require.Equal(t, cells[1], to)
	_, to = walk("star", cells[0], "ArrowLeft")
	require.Empty(t, to)
	_, to = walk("star", cells[0], "End")
	require.Equal(t, cells[len(cells)-1], to)
	after, to := walk("star", cells[2], "Home")
	require.Equal(t, cells[0], to)
	require.Equal(t, cells[0], newFrame(&after).rove("star"), "Tab comes back to where the focus was")
	_, to = walk("star", cells[0], "]")
	require.Empty(t, to, "web-1 has lost its place: there is no last event")
	_, to = walk("transport", "do:step", "ArrowRight")
	require.Equal(t, "do:decision", to)
	after, to = walk("versions", "release:v1.28.1", "ArrowRight")
	require.Equal(t, "release:v1.28.2", to)
	require.Equal(t, "v1.28.2", after.Left.Release.String())
	_, to = walk("versions", "release:v1.28.1", "ArrowLeft")
	require.Equal(t, "release:v1.34.4", to, "a radio group goes round")
	_, to = walk("slider", "scrub", "ArrowRight")
	require.Empty(t, to)

	marked := send(m, "answer head e2", "release v1.28.2")
	_, cmds := press(marked, Key{Name: "[", Widget: "star", Focus: "face:0"})
	require.True(t, strings.HasPrefix(one[Focus](t, cmds).Key, "face:"))
	_, cmds = press(marked, Key{Name: "]", Widget: "star", Focus: "face:0"})
	require.NotEmpty(t, one[Focus](t, cmds).Key)
}
