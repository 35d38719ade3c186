package ui

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// The lane of the binding cycles is there as long as the run is, and says what the release does.
func TestBindingLane(t *testing.T) {
	for _, r := range profile.All() {
		m := send(leaking(t, r.String()), "size 1600 900")
		require.True(t, m.Left.index.binds, r)
		said := 0
		for pos := 0; pos <= m.Left.Len(); pos++ {
			m.Left.Pos = pos
			f := newFrame(&m)
			lane := f.binding()
			require.NotNil(t, lane, "%s at %d", r, pos)
			text := h.Outline(lane)
			phase, lists := doneAfter[f.prof.DoneAt]
			require.Equal(t, lists, strings.Contains(text, "In flight until "+string(phase)), "%s: %s", r, text)
			for _, a := range f.s.Binding {
				said++
				require.Equal(t, f.pod(a.Pod).InFlight, strings.Contains(text, f.name(a.Pod)+" is."), "%s: %s", r, text)
			}
		}
		require.Positive(t, said, r)
	}
}

// What the plugins said of a pod that waits can be read although its attempt is over.
func TestReasonsOfAParkedPod(t *testing.T) {
	m := send(leaking(t, "v1.34.4"), "last")
	for _, q := range m.Left.State().Unscheduled() {
		m.Selected = q.Pod
		f := newFrame(&m)
		text := h.Outline(f.reasons())
		a := f.lastAttempt()
		require.NotEmpty(t, a.Message)
		require.Contains(t, text, a.Message)
		for _, v := range a.Verdicts {
			require.Contains(t, text, v.Plugin)
			require.Contains(t, text, v.Reason)
		}
		requireSound(t, m, "reasons")
	}
	m.Selected = trace.NoPod
	m = send(m, "first")
	require.Nil(t, newFrame(&m).reasons())
}

// The badge of a rule that is broken explains itself.
func TestBrokenRulesAreExplained(t *testing.T) {
	m := send(opened(t), "mode play", "file a.yaml\n"+lostMarkerText(t), "release v1.28.1", "last")
	require.NotEmpty(t, m.Left.Trace.Broken)
	requireShows(t, m, "I4 does not hold")
	require.NotContains(t, h.HTML(View(m)), "What does not hold")
	m = send(m, "broken")
	requireShows(t, m, "What does not hold")
	requireShows(t, m, "I4: every event of an attempt is examined")
	requireShows(t, m, "goto "+m.Left.Trace.Broken[0].At.String())
	requireSound(t, m, "broken")
	requireSound(t, send(m, "size 390 844", "broken", "broken"), "broken on a phone")
	require.NotContains(t, h.HTML(View(send(m, "broken"))), "What does not hold")
}

// No instant is written with a minus, and no two ticks of the ruler say the same.
func TestTimesCanBeRead(t *testing.T) {
	m := send(opened(t), "mode play", "file a.yaml\n"+lostMarkerText(t))
	minus := regexp.MustCompile(`-\d\d:\d\d`)
	for pos := 0; pos <= m.Left.Len(); pos++ {
		m.Left.Pos = pos
		require.NotRegexp(t, minus, h.HTML(View(m)))
		f := newFrame(&m)
		seen := map[string]bool{}
		for _, tick := range f.ticks(scale{width: f.timelineWidth(), n: m.Left.Len()}, m.Left.Len()) {
			require.False(t, seen[tick.text], "%s twice", tick.text)
			seen[tick.text] = true
		}
	}
}

func TestEventsAreWrittenAlike(t *testing.T) {
	for choice, want := range map[string]string{"e2": "E2", "e17": "E17", "end": "end", "e": "e", "backoffQ": "backoffQ", "e2e": "e2e"} {
		require.Equal(t, want, choiceName(choice))
	}
}

func TestPrinting(t *testing.T) {
	require.Contains(t, effects(opened(t), "print"), Print{})
	requireShows(t, opened(t), `data-msg="print"`)
}

// The theme can be chosen by name among the settings, or left to the system again.
func TestChoosingATheme(t *testing.T) {
	m := send(opened(t), "theme projector", "dialog keys")
	for _, name := range []string{"system", "light", "dark", "projector"} {
		requireShows(t, m, `value="`+name+`" data-input="theme"`)
	}
	m = send(m, "theme system")
	require.Empty(t, m.Theme)
	require.Equal(t, "light", m.theme())
	require.Empty(t, m.Kept["theme"])
	require.Equal(t, "dark", one[SetRoot](t, effects(m, "media dark=true still=false")).Theme)
}
