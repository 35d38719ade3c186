package ui

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	h "inflight/wasm/vdom"
)

// leaking is the page with testdata/leak.yaml under a release, at its start.
func leaking(t *testing.T, release string) Model {
	text, err := os.ReadFile("testdata/leak.yaml")
	require.NoError(t, err)
	return send(opened(t), "file leak.yaml\n"+string(text), "release "+release, "first")
}

func count(n *h.Node, is func(n *h.Node) bool) int {
	found := 0
	walkNodes(n, func(n *h.Node) {
		if is(n) {
			found++
		}
	})
	return found
}

func alerts(m Model) int {
	return count(View(m), func(n *h.Node) bool {
		return attr(n, "role") == "alert" && strings.Contains(attr(n, "class"), "alert--leak")
	})
}

// The alarm is an alert at the step that leaks and nowhere else, stays on the page until it is put away, and comes back
// from the badge.
func TestALeakIsAlarmedOnce(t *testing.T) {
	m := leaking(t, "v1.34.4")
	said, from := 0, m.Left.index.leaks[0].from
	for m.Left.Pos < m.Left.Len() {
		m = send(m, "step")
		n := alerts(m)
		require.Equal(t, m.Left.Pos == from, n == 1, "at %d", m.Left.Pos)
		said += n
		require.Equal(t, m.Left.Pos >= from, count(View(m), func(n *h.Node) bool { return strings.Contains(attr(n, "class"), "alert--leak") }) == 1)
	}
	require.Equal(t, 1, said)
	m = send(m, "goto "+m.Left.index.leaks[0].Since.String())
	require.Equal(t, from, m.Left.Pos)
	require.Zero(t, alerts(m), "it has been said")

	id := m.Left.index.leaks[0].id()
	m = send(m, "last", "quiet "+id)
	require.NotContains(t, h.HTML(View(m)), "alert--leak")
	require.Contains(t, h.HTML(View(m)), "growing without bound")
	require.Contains(t, h.HTML(View(send(m, "loud"))), "alert--leak")
}

// The number of events that the alarm, the bracket and the list speak of is one that a reader can count on the page.
func TestHeldEventsCanBeCounted(t *testing.T) {
	m := send(leaking(t, "v1.34.4"), "last")
	f := newFrame(&m)
	n, _ := f.held(f.leaks()[0])
	require.Equal(t, 8, n)
	page := h.HTML(View(m))
	require.Contains(t, page, "8 events held")
	require.Contains(t, page, "holds 8 events that no one will ever ask about")
	require.Contains(t, page, "leaked: Done was never called")
	require.Contains(t, page, `class="spark spark--alarm"`)
}

// The button leads to the first later release that is made differently, where there is one.
func TestTheAlarmNamesTheReleaseThatFixesIt(t *testing.T) {
	for _, r := range profile.All() {
		m := send(leaking(t, r.String()), "last")
		p, err := profile.For(r, nil)
		require.NoError(t, err)
		if p.InFlight == profile.ByCycle || p.Recreated != profile.RecreatedLeaks {
			require.Empty(t, m.Left.index.leaks, r)
			continue
		}
		f := newFrame(&m)
		fixed := f.fixedIn(f.leaks()[0])
		for _, later := range profile.All() {
			q, err := profile.For(later, nil)
			require.NoError(t, err)
			if later.Compare(r) > 0 && q.Recreated != profile.RecreatedLeaks {
				require.Equal(t, later.String(), fixed, "from %s", r)
				require.Empty(t, send(m, "release "+fixed, "last").Left.index.leaks)
				break
			}
		}
	}
}
