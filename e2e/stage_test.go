package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// stage is what the page shows of a State, in words: read off the DOM on one side,
// written from the State on the other.
type stage struct {
	At, Of        int // beats: shown, and all
	Release       string
	ActiveQ       []string // in pop order
	BackoffQ      []string
	ErrorBackoffQ []string
	Unschedulable []string
	Counts        string   // the numbers in the heads of the lanes: activeQ, backoffQ, unschedulablePods
	List          []string // <web> for a marker, E3 for an event, head first
	ListLength    int
	Sentence      string
}

// readStage is one look at the page.
const readStage = `(() => {
	const words = e => (e?.innerText ?? "").replace(/\s+/g, " ").trim();
	const pods = lane => [...document.querySelectorAll(lane + " li .pod__name")].map(words);
	const count = lane => words(document.querySelector(lane + " .lane__count"));
	const range = document.querySelector(".scrub__range");
	const sentence = document.querySelector(".why__sentence")?.cloneNode(true);
	sentence?.querySelector(".visually-hidden")?.remove();
	return {
		At: Number(range?.value ?? -1), Of: Number(range?.max ?? -1),
		Release: document.querySelector(".versions")?.dataset.release ?? "",
		ActiveQ: pods(".lane--active"),
		BackoffQ: pods(".lane--backoff > .rows"),
		ErrorBackoffQ: pods(".lane--backoff .split"),
		Unschedulable: pods(".lane--unsched .rows"),
		Counts: [".lane--active", ".lane--backoff", ".lane--unsched"].map(count).join(" "),
		List: [...document.querySelectorAll(".rail .cell:not(.cell--gone)")].map(c =>
			c.matches(".cell--pod") ? "<" + words(c.querySelector(".cell__label")) + ">" : words(c.querySelector(".cell__top span"))),
		ListLength: Number(/\d+/.exec(words(document.querySelector(".star__len span:last-child")))?.[0] ?? -1),
		Sentence: (sentence?.textContent ?? "").replace(/\s+/g, " ").trim(),
	};
})()`

func look(t *testing.T, tab *browser.Tab) stage {
	t.Helper()
	s, err := browser.Eval[stage](tab, readStage)
	require.NoError(t, err)
	return s
}

// wanted is what the page must show at a beat of a run; 0 is the start.
func wanted(run *trace.Trace, at int, lang why.Lang) stage {
	state, sentence := run.Initial, ""
	if at > 0 {
		b := run.Beat(at - 1)
		state, sentence = b.State, why.Text(lang, trace.Since(b.Why, run.Initial.At))
	}
	name := func(id trace.PodID) string { return why.ShortPod(state.Pods.At(int(id)).Object.FullName()) }
	names := func(queued []*trace.Queued) []string {
		list := []string{}
		for _, q := range queued {
			list = append(list, name(q.Pod))
		}
		return list
	}
	s := stage{
		At: at, Of: run.Beats(), Release: run.Profile.Release.String(),
		ActiveQ: names(state.ActiveOrder()), BackoffQ: names(state.BackoffOrder()),
		ErrorBackoffQ: names(state.ErrorBackoffOrder()), Unschedulable: names(state.Unscheduled()),
		List: []string{}, ListLength: state.List.Len, Sentence: strings.Join(strings.Fields(sentence), " "),
	}
	s.Counts = fmt.Sprint(len(s.ActiveQ), len(s.BackoffQ), len(s.Unschedulable))
	for e := range state.List.All() {
		if e.Event == nil {
			s.List = append(s.List, "<"+name(e.Pod)+">")
		} else {
			s.List = append(s.List, fmt.Sprintf("E%d", e.Event.N))
		}
	}
	return s
}

// lostMarker is the file of the story that both releases tell differently.
func lostMarker(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../lessons/05-lost-marker/scenario.yaml")
	require.NoError(t, err)
	return string(text)
}

// engineRun is the same run without a browser.
func engineRun(t *testing.T, text, release string) *trace.Trace {
	t.Helper()
	sc, problems := scenario.Load(scenario.File{Name: "file.yaml", Data: []byte(text)})
	require.Empty(t, problems)
	r, err := profile.Parse(release)
	require.NoError(t, err)
	p, err := profile.For(r, sc.Gates)
	require.NoError(t, err)
	run, problem := sim.Run(sc, p)
	require.Nil(t, problem)
	return run
}

// paste gives the page a text as a reader does: dialog, field, button.
func paste(t *testing.T, tab *browser.Tab, text string) {
	t.Helper()
	require.NoError(t, tab.Send("dialog import"))
	require.NoError(t, tab.Wait(`document.querySelector("textarea[name=yaml]")`))
	require.NoError(t, tab.Fill("textarea[name=yaml]", text))
	require.NoError(t, tab.Click("form.import [type=submit]"))
}

// play opens the page with a text of the reader's own under a release.
func play(t *testing.T, o browser.Options, text, release string) *browser.Tab {
	t.Helper()
	tab := open(t, o, "/")
	paste(t, tab, text)
	require.NoError(t, tab.Wait(`!document.querySelector("dialog[open]")`))
	take(t, tab, release)
	if there, err := tab.Texts(".notice"); err == nil && len(there) > 0 {
		tab.Send("notice") // fails where the message has left by itself in the meantime
	}
	require.NoError(t, tab.Wait(`!document.querySelector(".notice")`))
	toStart(t, tab)
	return tab
}

// take chooses a release: by its button where the bar has one, else in the dialog of all of them.
func take(t *testing.T, tab *browser.Tab, release string) {
	t.Helper()
	if tab.Send("release "+release) != nil {
		require.NoError(t, tab.Send("dialog releases"))
		require.NoError(t, tab.Wait(`document.querySelector(".dialog--releases")`))
		require.NoError(t, tab.Click(`input[value="`+release+`"]`))
		require.NoError(t, tab.Press("Escape"))
	}
	require.NoError(t, tab.Wait(`document.querySelector(".versions")?.dataset.release === `+browser.Quote(release)))
}

// toStart goes back to the start. PageDown and PageUp then step wherever the focus
// is; the arrows belong to the widget that has it.
func toStart(t *testing.T, tab *browser.Tab) {
	t.Helper()
	if look(t, tab).At > 0 {
		require.NoError(t, tab.Send("first"))
	}
	arrive(t, tab, 0)
}

// arrive waits until the page shows a beat.
func arrive(t *testing.T, tab *browser.Tab, at int) {
	t.Helper()
	require.NoError(t, tab.Wait(fmt.Sprintf(`document.querySelector(".scrub__range")?.value === "%d"`, at)))
}
