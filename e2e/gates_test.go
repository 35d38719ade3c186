package e2e

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
)

// leakFile is a pod that is made again during its own failure.
func leakFile(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../wasm/ui/testdata/leak.yaml")
	require.NoError(t, err)
	return string(text)
}

// TestFlippingAGate: the run is made anew and the list gives way to two counters; the dialog says what is locked; from a
// press on the bar the arrows step.
func TestFlippingAGate(t *testing.T) {
	tab := play(t, browser.Options{ReducedMotion: true}, leakFile(t), "v1.28.2")
	heading := func() string {
		s, err := tab.Text("#l-star")
		require.NoError(t, err)
		return s
	}
	require.Equal(t, "inFlightEvents", heading())
	require.NoError(t, tab.Send("dialog releases"))
	require.NoError(t, tab.Wait(`document.querySelector("input[data-input='gate SchedulerQueueingHints']")`))
	require.NoError(t, tab.Click(`input[data-input="gate SchedulerQueueingHints"]`))
	require.NoError(t, tab.Wait(`document.querySelector("#l-star").textContent === "moveRequestCycle"`))
	picture(t, tab, "gates")
	ax, err := tab.Accessibility()
	require.NoError(t, err)
	require.Len(t, ax.Find("switch", ""), 1, "%s", ax)
	require.NoError(t, tab.Click(`input[value="v1.34.4"]`))
	require.NoError(t, tab.Wait(`document.querySelector("input[data-input='gate SchedulerQueueingHints']").disabled`))
	require.NoError(t, tab.Press("Escape"))
	require.NoError(t, tab.Wait(`!document.querySelector("dialog[open]")`))
	require.Equal(t, "inFlightEvents", heading(), "hints are locked on there")

	require.NoError(t, tab.Send("release v1.28.1"))
	require.NoError(t, tab.Wait(`document.activeElement?.dataset.key === "stage"`))
	before := look(t, tab).At
	require.NoError(t, tab.Press("ArrowRight"))
	arrive(t, tab, before+1)
	require.Equal(t, "v1.28.1", look(t, tab).Release)
}

// TestTheLeaksAlarm: it is heard once, where the marker leaks, leads there, and is put away to a badge.
func TestTheLeaksAlarm(t *testing.T) {
	text := leakFile(t)
	tab := play(t, browser.Options{ReducedMotion: true}, text, "v1.34.4")
	run := engineRun(t, text, "v1.34.4")
	leaks := run.Leaks()
	require.Len(t, leaks, 1)
	from := 0
	for at := 1; at <= run.Beats() && from == 0; at++ {
		if run.Beat(at-1).Address == leaks[0].Since {
			from = at
		}
	}
	heard := func() int {
		ax, err := tab.Accessibility()
		require.NoError(t, err)
		return len(ax.Find("alert", ""))
	}
	for at := 1; at <= from+1; at++ {
		require.NoError(t, tab.Press("PageDown"))
		arrive(t, tab, at)
		if at >= from-1 {
			require.Equal(t, at == from, heard() > 0, "at %d, the leak is at %d", at, from)
		}
	}
	require.NoError(t, tab.Press("End"))
	arrive(t, tab, run.Beats())
	held, _ := run.Final().Held(leaks[0], leaks)
	alarm, err := tab.Text(".alert--leak")
	require.NoError(t, err)
	require.Contains(t, alarm, "web-0-1")
	require.Contains(t, alarm, strconv.Itoa(held)+" events held")
	picture(t, tab, "leak")
	require.NoError(t, tab.Click(`[data-key^="do:leak:"]`))
	arrive(t, tab, from)
	require.NoError(t, tab.Click(`[data-key^="do:quiet:"]`))
	require.NoError(t, tab.Wait(`!document.querySelector(".alert--leak") && document.activeElement?.dataset.key === "do:loud"`))
	require.NoError(t, tab.Send("loud"))
	require.NoError(t, tab.Wait(`document.querySelector(".alert--leak")`))

	require.NoError(t, tab.Click(`[data-key^="do:fixed:"]`))
	require.NoError(t, tab.Wait(`document.querySelector(".versions").dataset.release === "v1.35.5"`))
	require.NoError(t, tab.Press("End"))
	require.NoError(t, tab.Wait(`!document.querySelector(".alert--leak") && !document.querySelector("[data-key='do:loud']")`))
}
