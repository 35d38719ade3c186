package ui

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// Flipping a gate makes the run anew with the same story; what is locked stays.
func TestFlippingAGate(t *testing.T) {
	m := leaking(t, "v1.28.2")
	require.Equal(t, profile.PodMarker, m.Left.Trace.Profile.InFlight)
	requireShows(t, m, "inFlightEvents")
	story := m.Left.Scenario.Story
	own := m.Left.Scenario
	m = send(m, "gate SchedulerQueueingHints false")
	require.Equal(t, profile.ByCycle, m.Left.Trace.Profile.InFlight)
	require.Equal(t, story, m.Left.Scenario.Story)
	require.Nil(t, own.Gates, "the scenario that was read is not changed")
	requireShows(t, m, "moveRequestCycle")
	requireShows(t, m, "btn--flipped")
	require.Contains(t, string(m.exported()), "SchedulerQueueingHints: false")
	require.Contains(t, m.recording(), "gate SchedulerQueueingHints false\n")

	m = send(m, "release v1.34.4")
	require.True(t, m.Left.Trace.Profile.Gates.QueueingHints, "locked there")
	m = send(m, "gate SchedulerQueueingHints false")
	require.True(t, m.Left.Trace.Profile.Gates.QueueingHints)
	m = send(m, "gate SchedulerPopFromBackoffQ false")
	require.False(t, m.Left.Trace.Profile.PopFromBackoffQ)
	requireSound(t, send(m, "dialog releases"), "gates")
	requireShows(t, send(m, "dialog releases"), "locked on since v1.34.0")

	m = send(m, "release v1.28.2", "gate SchedulerQueueingHints true")
	require.Equal(t, profile.PodMarker, m.Left.Trace.Profile.InFlight)
	require.NotContains(t, h.HTML(View(m)), "btn--flipped")
}

// The code for a recreated pod can be taken from elsewhere than the release; what is in no release is called so.
func TestTakingOtherCode(t *testing.T) {
	m := send(leaking(t, "v1.34.4"), "last")
	require.Len(t, m.Left.index.leaks, 1)
	m = send(m, "variant recreatedPod fixed")
	require.Empty(t, m.Left.index.leaks)
	require.True(t, m.flipped())
	require.NotContains(t, h.HTML(View(m)), "code that no release has")
	m = send(m, "variant recreatedPod draft")
	require.Empty(t, m.Left.index.leaks)
	requireShows(t, m, "code that no release has")
	require.Contains(t, m.recording(), "variant recreatedPod draft\n")
	requireShows(t, send(m, "dialog releases"), "first draft, never released")
	m = send(m, "variant recreatedPod maybe")
	require.Equal(t, "draft", m.Left.Trace.Profile.Variant("recreatedPod"))
	m = send(m, "variant recreatedPod leak")
	require.False(t, m.flipped())
}

func TestGatesAreExplained(t *testing.T) {
	for _, r := range profile.All() {
		for _, g := range profile.GatesOf(r) {
			for _, lang := range why.Langs() {
				require.NotEmpty(t, words[lang]["gate."+g.Name], "%s of %s in %s", g.Name, r, lang)
			}
		}
	}
}

// An exercise is about the release as it comes.
func TestNoFlipInAnExercise(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "exercise strand")
	before := m.Left.Trace.Profile
	name := profile.GatesOf(m.Left.Release)[0].Name
	require.Equal(t, before, send(m, "gate "+name+" false").Left.Trace.Profile)
}

// However many releases there are, the bar shows a few; the dialog has all, and from a press on the bar the arrows step.
func TestManyReleases(t *testing.T) {
	m := send(opened(t), "mode play", "sample")
	quick := m.quick()
	require.LessOrEqual(t, len(quick), quickMost)
	require.Contains(t, quick, profile.All()[len(profile.All())-1], "the newest")
	page := h.HTML(View(send(m, "dialog releases")))
	for _, r := range profile.All() {
		require.Contains(t, page, `data-key="pick:`+r.String()+`"`)
		m = send(m, "release "+r.String())
		requireShows(t, m, `data-release="`+r.String()+`"`)
	}
	require.Equal(t, "stage", lastFocus(effects(m, "release "+quick[0].String())))
	require.Equal(t, "none", lastFocus(effects(m, "dialog releases", "release "+quick[0].String())), "the dialog keeps the focus")
}

func lastFocus(cmds []Cmd) string {
	to := "none"
	for _, c := range cmds {
		if f, ok := c.(Focus); ok {
			to = f.Key
		}
	}
	return to
}
