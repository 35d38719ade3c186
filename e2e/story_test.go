package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// After every step the page shows the State of that beat: lanes, counters, list and
// sentence in the DOM, and the same to who cannot see it.
func TestEveryStepShowsItsState(t *testing.T) {
	text := lostMarker(t)
	for _, release := range []string{"v1.28.1", "v1.28.2"} {
		for _, lang := range why.Langs() {
			t.Run(release+" "+string(lang), func(t *testing.T) {
				run := engineRun(t, text, release)
				tab := play(t, browser.Options{ReducedMotion: true, Language: string(lang)}, text, release)
				for at := 0; at <= run.Beats(); at++ {
					if at > 0 {
						require.NoError(t, tab.Press("PageDown"))
						arrive(t, tab, at)
					}
					want, got := wanted(run, at, lang), look(t, tab)
					if at == 0 {
						want.Sentence = got.Sentence // what the start looks like is the page's own sentence
						require.NotEmpty(t, got.Sentence)
					}
					require.Equal(t, want, got, "at %d of %d", at, run.Beats())
					requireHeard(t, tab, want)
				}
			})
		}
	}
}

// requireHeard compares the stage with what assistive technology is told.
func requireHeard(t *testing.T, tab *browser.Tab, want stage) {
	t.Helper()
	ax, err := tab.Accessibility()
	require.NoError(t, err)
	for lane, pods := range map[string][]string{
		"activeQ": want.ActiveQ, "backoffQ": append(append([]string{}, want.BackoffQ...), want.ErrorBackoffQ...), "unschedulablePods": want.Unschedulable,
	} {
		regions := ax.Find("region", lane)
		require.Len(t, regions, 1, "the lane %s in\n%s", lane, ax)
		items := regions[0].Find("listitem", "")
		require.Len(t, items, len(pods), "rows of %s", lane)
		for i, pod := range pods {
			buttons := items[i].Find("button", pod)
			require.Len(t, buttons, 1, "the row of %s in %s", pod, lane)
		}
	}
	status := ax.Find("status", "")
	require.NotEmpty(t, status)
	require.Contains(t, squeeze(heard(status[0])), squeeze(want.Sentence), "the sentence is spoken")
	sliders := ax.Find("slider", "")
	require.NotEmpty(t, sliders)
	require.Equal(t, fmt.Sprint(want.At), sliders[0].Value)
}

// heard is all text below a node.
func heard(a browser.AX) string {
	if a.Role == "StaticText" {
		return a.Name
	}
	var words []string
	for _, c := range a.Children {
		words = append(words, heard(c))
	}
	return strings.Join(words, "")
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

// lost is the pod whose marker falls off the list.
const lost = "web-1"

// The two releases part where the marker falls: the pod comes back to
// unschedulablePods under one and to backoffQ under the other.
func TestTheMarkerFallsOnThePage(t *testing.T) {
	text := lostMarker(t)
	for release, place := range map[string]trace.Place{"v1.28.1": trace.UnschedulablePods, "v1.28.2": trace.BackoffQ} {
		run := engineRun(t, text, release)
		requeued := 0
		for at := 1; at <= run.Beats(); at++ {
			b := run.Beat(at - 1)
			if b.Kind == trace.KindMove && b.From == trace.Scheduling && run.Initial.Pods.At(int(b.Pod)).Object.Name == lost && b.To != trace.Binding {
				requeued = at
				require.Equal(t, place, b.To)
				break
			}
		}
		require.Positive(t, requeued, "%s comes back to the queue", lost)
		tab := play(t, browser.Options{}, text, release)
		for range requeued {
			require.NoError(t, tab.Press("PageDown"))
		}
		arrive(t, tab, requeued)
		got := look(t, tab)
		if place == trace.BackoffQ {
			require.Contains(t, got.BackoffQ, lost)
		} else {
			require.Contains(t, got.Unschedulable, lost)
		}
		require.NoError(t, tab.Settle())
		picture(t, tab, "lost-marker-"+release)
	}
}

// n steps forward and n back give the same page, with motion and without.
func TestForwardAndBackGiveTheSamePage(t *testing.T) {
	text := lostMarker(t)
	for name, still := range map[string]bool{"with motion": false, "reduced motion": true} {
		t.Run(name, func(t *testing.T) {
			tab := play(t, browser.Options{ReducedMotion: still}, text, "v1.28.1")
			all := look(t, tab).Of
			pages := []string{dom(t, tab)}
			for at := 1; at <= all; at++ {
				require.NoError(t, tab.Press("PageDown"))
				arrive(t, tab, at)
				if !still && at%8 == 0 {
					require.NoError(t, tab.Settle())
				}
				pages = append(pages, dom(t, tab))
			}
			for at := all - 1; at >= 0; at-- {
				require.NoError(t, tab.Press("PageUp"))
				arrive(t, tab, at)
				require.Equal(t, pages[at], dom(t, tab), "back at %d", at)
			}
		})
	}
}

// Whoever does not wait for the motion sees the same in the end.
func TestInterruptedMotionEndsTheSame(t *testing.T) {
	text := lostMarker(t)
	tab := play(t, browser.Options{}, text, "v1.28.2")
	all := look(t, tab).Of
	to := func(at int) string {
		toStart(t, tab)
		for range at {
			require.NoError(t, tab.Press("PageDown"))
			require.NoError(t, tab.Settle())
		}
		arrive(t, tab, at)
		return dom(t, tab)
	}
	calm := to(all / 2)
	toStart(t, tab)
	for range all {
		require.NoError(t, tab.Press("PageDown"))
	}
	for range all - all/2 {
		require.NoError(t, tab.Press("PageUp"))
	}
	arrive(t, tab, all/2)
	require.NoError(t, tab.Settle())
	require.Equal(t, calm, dom(t, tab))
	left, err := browser.Eval[int](tab, `document.querySelector("#flights").childElementCount`)
	require.NoError(t, err)
	require.Zero(t, left, "nothing that flew is left behind")
}

// dom is what the program drew of the run. What Play offers beside it is worked out a moment later, when the page rests.
func dom(t *testing.T, tab *browser.Tab) string {
	t.Helper()
	all := ""
	for _, part := range []string{".topbar", ".stage", ".why", ".timeline"} {
		markup, err := tab.DOM(part)
		require.NoError(t, err)
		require.NotEmpty(t, markup, part)
		all += markup
	}
	return all
}
