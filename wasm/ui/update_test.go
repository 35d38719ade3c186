package ui

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// one is the effect of a type among effects.
func one[T Cmd](t testing.TB, cmds []Cmd) T {
	t.Helper()
	for _, c := range cmds {
		if x, ok := c.(T); ok {
			return x
		}
	}
	var none T
	require.Fail(t, "no such effect", "%T in %v", none, cmds)
	return none
}

func TestStepAndBackShowTheSamePages(t *testing.T) {
	for _, r := range []string{"v1.28.1", "v1.28.2", "v1.34.4"} {
		m := send(opened(t), "answer where backoffQ", "answer head e2", "release "+r, "first")
		var pages []string
		for m.Left.Pos < m.Left.Len() {
			pages = append(pages, h.HTML(View(m)))
			before := m.Left.Pos
			m = send(m, "step")
			require.Equal(t, before+1, m.Left.Pos)
		}
		for i := len(pages) - 1; i >= 0; i-- {
			m = send(m, "back")
			require.Equal(t, pages[i], h.HTML(View(m)), "%s at %d", r, i)
		}
		require.Equal(t, m.Left.Pos, send(m, "back").Left.Pos, "nothing is before the start")
	}
}

func TestPredictionStopsTheRun(t *testing.T) {
	m := opened(t)
	stop := m.limit()
	require.Less(t, stop, m.Left.Len())
	for _, msgs := range [][]Msg{{"last"}, {"pos 1000"}, {"goto 60"}, {"goto 19.2"}, {"decision", "decision", "decision", "decision"}} {
		require.LessOrEqual(t, send(m, msgs...).Left.Pos, stop, "%v", msgs)
	}
	at := send(m, "last")
	require.Equal(t, "where", at.asking().ID)
	require.Equal(t, stop, send(at, "step").Left.Pos)
	require.Equal(t, "ask:where", one[Focus](t, effects(at, "step")).Key, "Step leads to the question")
	require.False(t, strings.Contains(h.HTML(View(at)), "unschedulablePods</text>"), "the timeline does not tell the answer")

	require.Empty(t, send(at, "answer where nonsense").Progress.Answers["where"])
	chosen := send(at, "choose where backoffQ")
	require.Equal(t, stop, chosen.limit(), "a choice that is not checked is no answer")
	answered := send(chosen, "answer where backoffQ")
	require.Equal(t, answered.Left.Len(), answered.limit())
	require.Equal(t, stop+1, send(answered, "step").Left.Pos)
	require.Equal(t, "backoffQ", send(answered, "answer where activeQ").Progress.Answers["where"], "one answer")
	page := h.HTML(View(answered))
	require.True(t, strings.Contains(page, "choice--true"), "choice--true")
	require.True(t, strings.Contains(page, "You have found the bug"), "You have found the bug")
}

func TestReleaseSwitchKeepsTheMoment(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "answer head e2")
	decided := 0
	for _, pos := range m.Left.index.decisions {
		m = send(m, "release v1.28.1", "pos "+itoa(pos))
		b, s := m.Left.Beat(), m.Left.Step()
		other := send(m, "release v1.28.2")
		require.Equal(t, "v1.28.2", other.Left.Release.String())
		require.LessOrEqual(t, other.Left.Step().At, s.At)
		if s.Action == other.Left.Step().Action && s.N == other.Left.Step().N {
			require.Equal(t, b.Pod, other.Left.Beat().Pod, "at %v", b.Address)
			decided++
		}
	}
	require.GreaterOrEqual(t, decided, 2)

	start := send(m, "first", "release v1.28.2")
	require.Equal(t, 0, start.Left.Pos)
	end := send(m, "last", "release v1.28.2")
	require.Equal(t, end.Left.Len(), end.Left.Pos)
	require.Equal(t, m.Left.Release, send(m, "release v9.9.9", "release nonsense").Left.Release)
	require.Equal(t, "v1.34.4", send(m, "release v1.28.1", "version", "version").Left.Release.String())
	require.Equal(t, "v1.28.1", send(m, "release v1.28.1", "version", "version", "version").Left.Release.String())
}

// A release on which another question is asked must not show what follows it.
func TestReleaseSwitchKeepsSecrets(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "last", "release v1.28.2")
	require.Equal(t, m.limit(), m.Left.Pos)
	require.Equal(t, "head", m.asking().ID)
}

func TestLostMarkerOnBothReleases(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "answer head e2")
	place := func(r string) trace.Place {
		m = send(m, "release "+r, "first")
		for m.Left.Pos < m.Left.Len() {
			m = send(m, "step")
			if b := m.Left.Beat(); b.Kind == trace.KindMove && b.From == trace.Scheduling && b.To != trace.Binding {
				return b.To
			}
		}
		return trace.Nowhere
	}
	require.Equal(t, trace.UnschedulablePods, place("v1.28.1"))
	require.Equal(t, trace.BackoffQ, place("v1.28.2"))
}

func TestPlaying(t *testing.T) {
	m := opened(t)
	m, cmds := Update(m, "play")
	require.Equal(t, 1, m.Left.Pos)
	require.Equal(t, After{ID: "play", Milliseconds: beatTime, Msg: "tick"}, one[After](t, cmds))
	require.Equal(t, beatTime/2, one[After](t, effects(m, "speed", "tick")).Milliseconds)
	require.Equal(t, Cancel{"play"}, one[Cancel](t, effects(m, "play")), "again: it pauses")
	require.Equal(t, Paused, send(m, "step").Playing, "a step pauses")
	for range m.limit() {
		m = send(m, "tick")
	}
	require.Equal(t, Paused, m.Playing, "a question stops it")
	require.Equal(t, m.limit(), m.Left.Pos)
	require.Equal(t, m.Left.Pos, send(m, "tick").Left.Pos, "a late tick does nothing")
	end := send(m, "answer where backoffQ", "last")
	require.Equal(t, Paused, send(end, "play").Playing)
	require.NotEmpty(t, effects(end, "back", "play"))
}

func TestSettingsAreKept(t *testing.T) {
	m := opened(t)
	require.Equal(t, Keep{"lang", "ja"}, one[Keep](t, effects(m, "lang")))
	require.Equal(t, "ja", one[SetRoot](t, effects(m, "lang ja")).Lang)
	require.Equal(t, "dark", one[SetRoot](t, effects(m, "theme")).Theme)
	around := send(m, "theme", "theme", "theme")
	require.Equal(t, "light", around.theme())
	require.Equal(t, why.English, send(m, "lang xx").Lang)

	later := send(m, "lang ja", "theme projector", "answer where backoffQ", "release v1.28.2", "answer head e2", "goto 20", "letters false")
	m, _ = New(Env{Width: 1440, Height: 900, Lessons: bundle(t), Kept: later.Kept})
	require.Equal(t, why.Japanese, m.Lang)
	require.Equal(t, "projector", m.theme())
	require.Equal(t, "v1.28.2", m.Left.Release.String())
	require.Equal(t, 20, m.Left.Pos)
	require.Equal(t, "backoffQ", m.Progress.Answers["where"])
	require.True(t, m.NoLetters)
}

func TestSystemPreferences(t *testing.T) {
	m := opened(t, func(e *Env) { e.Languages, e.Dark = []string{"fr", "ja-JP"}, true })
	require.Equal(t, why.Japanese, m.Lang)
	require.Equal(t, "dark", m.theme())
	require.Equal(t, "light", one[SetRoot](t, effects(m, "media dark=false still=true")).Theme)
	require.Equal(t, "projector", one[SetRoot](t, effects(m, "theme projector", "media dark=false still=false")).Theme)
	lost := send(m, "storage memory quota exceeded")
	require.Equal(t, "notice.memory", lost.Notice.Key)
	require.Empty(t, send(lost, "notice").Notice.Key)
}

func TestChoosingPodsAndElements(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "goto 33")
	chosen := send(m, "select 6")
	require.Equal(t, trace.PodID(6), newFrame(&chosen).sel)
	require.Equal(t, trace.NoPod, send(m, "select 6", "select 6").Selected, "again: the page follows the beat")
	require.Equal(t, 2, send(m, "element 2").Element)
	require.Contains(t, one[Reveal](t, effects(m, "element 2")).Keys, "asked:2")
	require.Equal(t, trace.NoElement, send(m, "element 2", "element 2").Element)
	require.Equal(t, trace.NoElement, send(m, "element 999").Element)
	require.Equal(t, trace.NoElement, send(m, "element 2", "step").Element)
	marked := send(m, "answer head e2", "release v1.28.2")
	for e := range marked.Left.State().List.All() {
		if e.Event == nil {
			require.Equal(t, e.Pod, send(marked, "element "+itoa(e.ID)).Selected, "a marker is its pod")
		}
	}
}

// Whatever messages come, in whatever order, nothing panics and the page stays sound.
func TestAnyMessages(t *testing.T) {
	base := opened(t)
	var all []Msg
	for v := range handlers { // order-free: sorted by rapid's choice
		all = append(all, v)
	}
	rests := []string{"", "0", "1", "5", "30", "999", "-1", "12.3", "v1.28.2", "v1.34.4", "v1.27.16", "learn", "play", "where", "where backoffQ",
		"head <web-1>", "rescue", "strand", "do pop", "run", "advance 10s", "nonsense", "ja", "memory quota", "import", "keys", "goto", "menu", "lanes",
		"why", "fold:1", "390 844", "900 700", "1440 900", "ok " + sampleCluster, "error gone", sampleCluster, "name.yaml\n" + sampleCluster, "a: [",
		"ArrowRight widget=star", "n", "Space", "Escape", "3", "e2-leaves", "parked", "binary x", "faster", "slower"}
	rapid.Check(t, func(rt *rapid.T) {
		m := base
		var sent []string
		for range rapid.IntRange(1, 12).Draw(rt, "n") {
			v := rapid.SampledFrom(sorted(all)).Draw(rt, "verb")
			msg := strings.TrimSpace(v + " " + rapid.SampledFrom(rests).Draw(rt, "rest"))
			sent = append(sent, msg)
			m = send(m, msg)
		}
		if m.Left.Trace != nil {
			require.LessOrEqual(rt, m.Left.Pos, m.limit(), "%q", sent)
		}
		requireSound(t, m, strings.Join(sent, "; "))
	})
}

func sorted(in []string) []string {
	out := append([]string{}, in...)
	for i := range out {
		for j := i + 1; j < len(out); j++ {
			if out[j] < out[i] {
				out[i], out[j] = out[j], out[i]
			}
		}
	}
	return out
}

func TestModelsAreNotChangedInPlace(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "goto 30")
	page := h.HTML(View(m))
	send(m, "open lanes", "select 3", "element 1", "step", "step", "release v1.28.2", "lang ja", "theme", "exercise rescue", "hint rescue", "choose head e2", "mode play", "sample")
	require.Equal(t, page, h.HTML(View(m)))
}

func TestEveryReleaseIsInTheSwitchOfPlay(t *testing.T) {
	m := send(opened(t), "mode play", "sample")
	require.Equal(t, profile.All(), m.releases())
}
