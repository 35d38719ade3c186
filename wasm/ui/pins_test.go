package ui

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/check"
	h "inflight/wasm/vdom"
)

func TestGoingTo(t *testing.T) {
	m := leaking(t, "v1.34.4")
	leak := m.Left.index.leaks[0]
	for what, pos := range map[string]int{
		"20": 20, " 7 ": 7, "0": 0, "9999": m.Left.Len(), leak.Since.String(): leak.from,
		"recreated": at(t, m, "note", "recreated"), "E4": at(t, m, "event", "E4"), "e4": at(t, m, "event", "E4"),
		"1h": m.Left.Len(),
	} {
		require.Equal(t, pos, send(m, "goto "+what).Left.Pos, what)
	}
	by := send(m, "goto 00:00.015").Left
	require.Equal(t, int64(15_000_000), by.State().At-by.Trace.Initial.At)
	require.Greater(t, by.stateAt(by.Pos+1).At-by.Trace.Initial.At, int64(15_000_000), "the last step of that instant")
	pod := send(m, "goto cron-8").Left
	require.Equal(t, "cron-8", podName(pod.State().Pods.At(int(pod.Beat().Pod))))
	next := send(m, "goto cron-8", "goto cron-8").Left
	require.Greater(t, next.Pos, pod.Pos, "again: the next step of the pod")

	lost := send(m, "dialog goto", "goto nowhere")
	require.Equal(t, "goto", lost.Dialog)
	requireShows(t, lost, "Nothing here is called nowhere.")
	requireSound(t, lost, "goto")
	require.Empty(t, send(lost, "goto 3").Dialog)
	require.Equal(t, "stage", lastFocus(effects(m, "dialog goto", "goto 3")))
}

// at is the position of the first beat of a kind that is about something.
func at(t *testing.T, m Model, kind, what string) int {
	for i, b := range m.Left.index.beats {
		if string(b.Kind) == kind && (b.Note == what || b.Event != nil && "E"+itoa(b.Event.N) == what) {
			return i + 1
		}
	}
	require.Fail(t, "no "+kind+" "+what)
	return 0
}

// Bookmarks and breakpoints are kept with the scenario, stand on the transport and on the ruler, and go where they came
// from.
func TestPins(t *testing.T) {
	m := send(leaking(t, "v1.34.4"), "goto recreated", "bookmark", "goto 5", "breakpoint")
	require.Equal(t, []pin{{at: m.Left.index.beats[at(t, m, "note", "recreated")-1].Address.String(), name: "recreated"}, {stops: true, at: address(&m.Left, 5)}}, m.pins())
	page := h.HTML(View(m))
	require.Contains(t, page, "marker-chip--book")
	require.Contains(t, page, "break at "+address(&m.Left, 5))
	require.Contains(t, page, `class="book"`)
	require.Contains(t, page, `class="stop"`)
	requireSound(t, m, "pins")
	requireSound(t, send(m, "dialog stops"), "pins")

	kept := m.Kept
	other := send(opened(t), "mode play", "sample")
	other.Kept = kept
	require.Empty(t, other.pins(), "another scenario")
	same := leaking(t, "v1.28.1")
	same.Kept = kept
	require.Len(t, same.pins(), 2)

	renamed := send(m, "rename-scenario better")
	require.Len(t, renamed.pins(), 2, "they go along with the name")
	require.Empty(t, renamed.Kept[pinsOf("leak")])

	m = send(m, "rename 0 \x20 the  moment ")
	require.Equal(t, "the moment", m.pins()[0].name)
	require.Equal(t, at(t, m, "note", "recreated"), send(m, "goto The Moment").Left.Pos)
	m = send(m, "goto 5", "breakpoint")
	require.Len(t, m.pins(), 1, "the same again takes it away")
	m = send(m, "unpin 0", "unpin 0", "unpin -1")
	require.Empty(t, m.pins())
}

// Playing stops where a breakpoint is and where a condition becomes true, and says which; without stops it goes on.
func TestPlayingStops(t *testing.T) {
	m := leaking(t, "v1.34.4")
	m = send(m, "until list.len > 3", "breakwhen", "goto 6", "breakpoint", "first")
	rises := m.Left.rises("list.len > 3")
	require.NotEmpty(t, rises)
	m = send(m, "play")
	for range m.Left.Len() {
		m = send(m, "tick")
	}
	require.Equal(t, 6, m.Left.Pos)
	require.Equal(t, Paused, m.Playing)
	requireShows(t, m, "Stopped at the breakpoint "+address(&m.Left, 6))
	m = send(m, "play")
	for range m.Left.Len() {
		m = send(m, "tick")
	}
	require.Equal(t, rises[0], m.Left.Pos)
	require.Greater(t, m.Left.State().List.Len, 3)
	require.LessOrEqual(t, m.Left.stateAt(m.Left.Pos-1).List.Len, 3)
	requireShows(t, m, "Stopped: list.len &gt; 3 holds.")
	require.Empty(t, send(m, "step").Stopped.Key)
	m = send(m, "first", "run")
	for range m.Left.Len() {
		m = send(m, "tick")
	}
	require.Equal(t, m.Left.Len(), m.Left.Pos)
}

func TestRunningUntil(t *testing.T) {
	m := send(leaking(t, "v1.34.4"), "dialog stops", "until pod(cron-8).place == binding", "rununtil pod(cron-8).place == binding")
	require.Empty(t, m.Dialog)
	require.Equal(t, "binding", m.Left.State().Pods.At(3+1).Place.String())
	require.Equal(t, m.Left.rises("pod(cron-8).place == binding")[0], m.Left.Pos)
	requireShows(t, m, "Stopped: pod(cron-8).place == binding holds.")

	more := send(m, "rununtil pod(api-5).place == bound")
	require.Greater(t, more.Left.Len(), m.Left.Len(), "the run goes on for it")
	require.Equal(t, "bound", more.Left.State().Pods.At(5).Place.String())
	require.Equal(t, more.Left.rises("pod(api-5).place == bound")[0], more.Left.Pos)
	requireShows(t, more, "Stopped: pod(api-5).place == bound holds.")

	for text, column := range map[string]string{"list.len >": "Column 11", "pod(web-9).gated": "Column 5", "never(decision)": "Column 1", "pod(web-0).place == nowhere": "Column 21", "": "Column 1"} {
		bad := send(m, "dialog stops", "rununtil "+text)
		require.Equal(t, "stops", bad.Dialog, text)
		requireShows(t, bad, column+":")
		requireSound(t, bad, text)
		bad = send(bad, "breakwhen")
		require.Empty(t, bad.pins())
	}
	never := send(m, "dialog stops", "rununtil pod(cron-8).attempts == 9")
	require.Equal(t, "stops", never.Dialog)
	require.Equal(t, "until.never", never.Until.Said.Key)
	already := send(m, "last", "dialog stops", "rununtil list.len > 2")
	require.Equal(t, "until.already", already.Until.Said.Key)
}

// A prediction that waits for its answer comes before the condition.
func TestRunningUntilAPrediction(t *testing.T) {
	m := opened(t)
	at := m.limit()
	require.Less(t, at, m.Left.Len())
	m = send(m, "rununtil step > 20")
	require.Equal(t, at, m.Left.Pos)
	require.NotNil(t, m.asking())
	require.Empty(t, m.Stopped.Key)
	require.Empty(t, m.Dialog)
	require.Equal(t, at, send(m, "rununtil step > 20").Left.Pos)
}

// What is offered completes the last word, and what one takes goes on.
func TestCompleting(t *testing.T) {
	m := send(leaking(t, "v1.34.4"), "dialog stops", "until po")
	requireShows(t, m, `data-msg="complete pod("`)
	m = send(m, "complete pod(")
	requireShows(t, m, `data-msg="complete cron-8)."`)
	m = send(m, "complete cron-8).", "complete .place", "complete ==", "complete binding")
	require.Equal(t, "pod(cron-8).place == binding ", m.Until.Text)
	_, problem := check.Parse(strings.TrimSpace(m.Until.Text))
	require.Nil(t, problem)
	requireSound(t, m, "completing")
}

func TestPinLines(t *testing.T) {
	for _, line := range []string{"bookmark 12.3 the moment", "bookmark 0", "break 12.3", "break when list.len > 3"} {
		k, ok := parsePin(line)
		require.True(t, ok, line)
		require.Equal(t, line, k.line())
	}
	for _, line := range []string{"", "bookmark", "bookmark x", "break", "break when list.len >", "pause 3"} {
		_, ok := parsePin(line)
		require.False(t, ok, line)
	}
}
