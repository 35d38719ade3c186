package ui

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/trace/tracetest"
	"inflight/engine/why"
)

func profileOf(t testing.TB, release string) *profile.Profile {
	t.Helper()
	r, err := profile.Parse(release)
	require.NoError(t, err)
	p, err := profile.For(r, nil)
	require.NoError(t, err)
	return p
}

// longList is a page whose list has a marker, n events, another marker, and two events after it.
func longList(t testing.TB, release string, n int) Model {
	t.Helper()
	b := tracetest.New(profileOf(t, release))
	first, second := b.Pod("first", 0), b.Pod("second", 0)
	b.Step("pop")
	b.Pop(first)
	for i := range n {
		b.Step(fmt.Sprint("apply node/n", i))
		b.Event(fmt.Sprint("n", i))
	}
	b.Step("pop")
	b.Put(first, trace.Binding)
	b.Pop(second)
	b.Step("apply")
	b.Event("late-0")
	b.Event("late-1")
	m := Model{Width: 1440, Height: 900, Lang: "en", Mode: Play, Selected: trace.NoPod, Element: trace.NoElement, Speed: 1, Left: look(b.Trace)}
	m.Left.Pos = m.Left.Len()
	return m
}

func railOf(m Model) *rail { return newFrame(&m).laidRail() }

func TestShortListsAreNotFolded(t *testing.T) {
	r := railOf(longList(t, "v1.28.2", 1))
	require.Len(t, r.cells, 5)
	for _, c := range r.cells {
		require.Zero(t, c.folded)
	}
	require.Len(t, r.brackets, 2)
	require.Equal(t, 1, r.brackets[0].level, "the oldest pod's bracket is the outermost")
	require.Equal(t, []int{3, 2}, []int{r.brackets[0].n, r.brackets[1].n})
}

func TestLongListsFold(t *testing.T) {
	for _, n := range []int{42, 2000} {
		m := longList(t, "v1.28.2", n)
		r := railOf(m)
		var shown []int
		folded := 0
		for _, c := range r.cells {
			folded += c.folded
			if c.folded == 0 {
				shown = append(shown, c.el.ID)
			}
		}
		require.Equal(t, n+4, folded+len(shown), "every element is drawn or counted")
		require.Equal(t, []int{0, 1, n + 1, n + 2, n + 3}, shown, "head, markers, what follows them, and the tail stay")
		require.Equal(t, n+2, r.brackets[0].n)
		requireSound(t, m, fmt.Sprint(n))

		key := ""
		for _, c := range r.cells {
			if c.folded > 0 {
				key = foldKey(c.el.ID)
			}
		}
		open := send(m, "open "+key)
		require.LessOrEqual(t, len(railOf(open).cells), maxRailCells+1)
		requireSound(t, open, fmt.Sprint(n, " open"))
		require.Equal(t, len(r.cells), len(railOf(send(open, "open "+key)).cells))
	}
}

func TestAChosenElementStaysUnfolded(t *testing.T) {
	m := send(longList(t, "v1.28.2", 42), "element 20")
	found := false
	for _, c := range railOf(m).cells {
		found = found || c.folded == 0 && c.el.ID == 20
	}
	require.True(t, found)
}

// A pod that points at an event which has left the list keeps it on the page, with the one before it.
func TestFallenCells(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "goto 33")
	r := railOf(m)
	require.True(t, r.cells[0].gone && r.cells[1].gone)
	require.Len(t, r.flags, 1)
	require.True(t, r.flags[0].gone)
	require.Equal(t, r.cells[1].column, r.flags[0].from)
	require.NotZero(t, r.nilColumn)
	require.Less(t, r.nilColumn, r.head)
	require.Less(t, r.head, r.cells[2].column)
}

func TestManyPodsInFlight(t *testing.T) {
	b := tracetest.New(profileOf(t, "v1.28.2"))
	for i := range 11 {
		id := b.Pod(fmt.Sprint("a-rather-long-name-of-a-pod-that-goes-on-and-on-until-63-chars-", i), 0)
		b.Step("pop")
		b.Pop(id)
		b.Put(id, trace.Binding)
		b.Step("apply")
		b.Event("n")
	}
	m := Model{Width: 1440, Height: 900, Lang: "en", Mode: Play, Selected: trace.NoPod, Element: trace.NoElement, Speed: 1, Left: look(b.Trace)}
	m.Left.Pos = m.Left.Len()
	r := railOf(m)
	require.Len(t, r.brackets, maxBrackets)
	require.Equal(t, 11-maxBrackets, r.hiddenPods)
	requireSound(t, m, "11 in flight")
}

func TestOrphanedMarkersAreLeaks(t *testing.T) {
	b := tracetest.New(profileOf(t, "v1.28.2"))
	id := b.Pod("web", 0)
	b.Step("pop")
	b.Pop(id)
	b.Done(id)
	b.Put(id, trace.Gone)
	b.Step("apply")
	b.Event("n")
	m := Model{Width: 1440, Height: 900, Lang: "en", Mode: Play, Selected: trace.NoPod, Element: trace.NoElement, Speed: 1, Left: look(b.Trace)}
	m.Left.Pos = m.Left.Len()
	requireShows(t, m, "cell--leak")
}

func TestUnknownIsSaid(t *testing.T) {
	b := tracetest.New(profileOf(t, "v1.28.2"))
	id := b.Pod("web", 0)
	b.Put(id, trace.UnschedulablePods)
	b.Unknown(id, trace.UnknownRejectors|trace.UnknownAttempts|trace.UnknownBackoff|trace.UnknownTimestamp|trace.UnknownPlace)
	b.Step("note")
	b.Beat(trace.Change{Kind: trace.KindNote, Pod: id, Note: "from a log"}, why.Reason{Rule: "note"})
	m := Model{Width: 1440, Height: 900, Lang: "en", Mode: Play, Selected: id, Element: trace.NoElement, Speed: 1, Left: look(b.Trace)}
	m.Left.Pos = 1
	requireShows(t, m, ">unknown</")
	requireShows(t, m, "web, rejectors unknown")
}

// Every element of the list is on the rail once, drawn or within a fold, whatever the room and the choices.
func TestRailShowsEveryElementOnce(t *testing.T) {
	base := longList(t, "v1.28.2", 60)
	old := longList(t, "v1.28.1", 60)
	rapid.Check(t, func(rt *rapid.T) {
		m := base
		if rapid.Bool().Draw(rt, "old") {
			m = old
		}
		m.Width = rapid.IntRange(320, 3000).Draw(rt, "width")
		m.Left.Pos = rapid.IntRange(0, m.Left.Len()).Draw(rt, "pos")
		m.Element = rapid.IntRange(-1, 62).Draw(rt, "element")
		m.Open = map[string]bool{foldKey(rapid.IntRange(0, 62).Draw(rt, "open")): true}
		f := newFrame(&m)
		r := f.laidRail()
		seen := map[int]int{}
		column := 0
		for _, c := range r.cells {
			require.Greater(rt, c.column, column)
			column = c.column
			for _, id := range f.listed() {
				if !c.gone && (c.folded == 0 && c.el.ID == id || c.folded > 0 && id >= c.el.ID && id <= c.last) {
					seen[id]++
				}
			}
		}
		for _, id := range f.listed() {
			require.Equal(rt, 1, seen[id], "element %d", id)
		}
	})
}

func BenchmarkView50Pods(b *testing.B) {
	m := fiftyPods(b)
	b.ReportAllocs()
	for b.Loop() {
		View(m)
	}
}

func BenchmarkView10000Elements(b *testing.B) {
	m := longList(b, "v1.28.2", 10000)
	b.ReportAllocs()
	for b.Loop() {
		View(m)
	}
}

func fiftyPods(t testing.TB) Model {
	b := tracetest.New(profileOf(t, "v1.28.2"))
	places := []trace.Place{trace.ActiveQ, trace.BackoffQ, trace.UnschedulablePods}
	for i := range 50 {
		id := b.Pod(fmt.Sprint("pod-", i), int32(i))
		b.Put(id, places[i%3])
	}
	for i := range 40 {
		b.Step("apply")
		b.Event(fmt.Sprint("n", i))
	}
	m := Model{Width: 1440, Height: 900, Lang: "en", Mode: Play, Selected: trace.NoPod, Element: trace.NoElement, Speed: 1, Left: look(b.Trace)}
	m.Left.Pos = m.Left.Len()
	return m
}
