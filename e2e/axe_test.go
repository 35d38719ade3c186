package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
	"inflight/lessons/lesson"
)

// axeSource is axe-core as tools/setup.sh fetches it. Without it these tests fail: a page that nobody has examined has
// not passed.
func axeSource(t *testing.T) string {
	t.Helper()
	setup, err := os.ReadFile("../tools/setup.sh")
	require.NoError(t, err)
	version := regexp.MustCompile(`(?m)^axe_version=(\S+)$`).FindStringSubmatch(string(setup))
	require.NotNil(t, version, "tools/setup.sh names the version of axe-core")
	source, err := os.ReadFile(filepath.Join("..", ".tools", "axe-"+version[1], "axe.min.js"))
	require.NoError(t, err, "axe-core is not here; fetch it with: tools/setup.sh axe")
	return string(source)
}

// requireNoFindings examines the page as it is.
func requireNoFindings(t *testing.T, tab *browser.Tab, source, what string) {
	t.Helper()
	require.NoError(t, tab.Settle())
	found, err := tab.Axe(source)
	require.NoError(t, err, what)
	for _, f := range found {
		t.Errorf("%s: %s", what, f)
	}
}

// tell sends messages as controls would, also those that have none on this page.
func tell(t *testing.T, tab *browser.Tab, msgs ...string) {
	t.Helper()
	for _, m := range msgs {
		_, err := browser.Eval[*bool](tab, `(inflight.send(`+browser.Quote(m)+`), null)`)
		require.NoError(t, err)
	}
}

var (
	axeThemes = []string{"light", "dark", "projector"}
	axeLangs  = []string{"en", "ja"}
)

// view is a page to examine: how it is opened, and the messages that lead there.
type view struct {
	name string
	o    browser.Options
	msgs []string
}

// lessonViews are a lesson at its start, at its first question, after a wrong answer, at its end, and in an exercise.
func lessonViews(l *lesson.Lesson) []view {
	open := "lesson " + l.ID
	all := []string{open}
	for _, p := range l.Predictions {
		all = append(all, "answer "+p.ID+" "+p.Choices[0])
	}
	e := l.Exercises[0]
	return []view{
		{l.ID, browser.Options{}, []string{open}},
		{l.ID + " asks", browser.Options{}, []string{open, "last", "choose " + l.Predictions[0].ID + " " + l.Predictions[0].Choices[0]}},
		{l.ID + " answers", browser.Options{}, []string{open, "last", all[1], "step"}},
		{l.ID + " at the end", browser.Options{}, append(all[:len(all):len(all)], "last", "part list")},
		{l.ID + " exercise", browser.Options{}, append(all[:len(all):len(all)], "exercise "+e.ID, "hint "+e.ID, "act "+e.Solution[0])},
		{l.ID + " solved", browser.Options{}, append(all[:len(all):len(all)], "solve "+l.Exercises[len(l.Exercises)-1].ID)},
	}
}

// views are all of the page, at the sizes of the design.
func views(t *testing.T) []view {
	var all []view
	for _, l := range allLessons(t) {
		all = append(all, lessonViews(l)...)
	}
	team, leak := teamFile(t), recreatedFile(t)
	story := []string{"lesson 05-lost-marker", "answer where activeQ", "answer head e2", "goto 20.2"}
	with := func(more ...string) []string { return append(story[:len(story):len(story)], more...) }
	wide := browser.Options{}
	all = append(all,
		view{"a pod and an event chosen", wide, with("select 5", "element 2")},
		view{"the lanes as a table", wide, with("open lanes")},
		view{"lessons", wide, with("dialog lessons")},
		view{"keys", wide, with("dialog keys")},
		view{"go to", wide, with("dialog goto")},
		view{"releases", wide, with("dialog releases")},
		view{"gates flipped", wide, []string{"yaml " + leak, "release v1.34.4", "gate SchedulerPopFromBackoffQ false", "variant recreatedPod draft", "last", "dialog releases"}},
		view{"stops", wide, with("bookmark", "breakpoint", "until decision", "breakwhen", "until list.le", "dialog stops")},
		view{"stops on the transport", wide, with("bookmark", "breakpoint", "until decision", "breakwhen", "goto 5")},
		view{"a condition that cannot be read", wide, with("dialog stops", "rununtil list.len >")},
		view{"a condition that is never met", wide, with("dialog stops", "rununtil list.len > 99")},
		view{"go to what there is not", wide, with("dialog goto", "goto nowhere")},
		view{"broken rules", wide, with("broken")},
		view{"import", wide, with("dialog import")},
		view{"import with errors", wide, []string{"dialog import", "yaml apiVersion: v1\nkind: Pod\nmetadata: {name: web, name: api}\n"}},
		view{"Play without objects", wide, []string{"mode play"}},
		view{"Play", wide, []string{"yaml " + team}},
		view{"Play at the end", wide, []string{"yaml " + team, "last", "notice"}},
		view{"Play with warnings", wide, []string{"yaml " + strings.ReplaceAll(team, "spec:", "specs:\nspec:"), "last"}},
		view{"Play empty", wide, []string{"mode play", "panel node", "add-pod"}},
		view{"Play forms", wide, []string{"yaml " + team, "last", "act advance 10s", "undo", "open pod.more", "form pod.cpu plenty", "add-pod", "panel taint"}},
		view{"Play by YAML", wide, []string{"yaml " + team, "last", "add-as yaml", "form pod.yaml kind: [", "add-pod"}},
		view{"Play edit", wide, []string{"yaml " + team, "last", "edit node/worker-1", "edited kind: [", "save-edit"}},
		view{"Play scenarios", wide, []string{"yaml " + team, "dialog scenarios", "rename-scenario No Name"}},
		view{"a folded list", wide, []string{"yaml " + longList, "last"}},
		view{"a leak", wide, []string{"yaml " + leak, "release v1.34.4", "last"}},
	)
	for _, s := range []struct {
		name string
		o    browser.Options
		msgs []string
	}{
		{"narrow", browser.Options{Width: 1300, Height: 800}, nil},
		{"low", browser.Options{Width: 1280, Height: 720}, nil},
		{"drawer", browser.Options{Width: 1200, Height: 800}, []string{"drawer"}},
		{"below", browser.Options{Width: 1024, Height: 768}, []string{"open why"}},
		{"tabs", browser.Options{Width: 800, Height: 1000}, nil},
		{"phone", browser.Options{Width: 390, Height: 844, Touch: true}, nil},
		{"phone why", browser.Options{Width: 390, Height: 844, Touch: true}, []string{"tab why"}},
		{"phone queues", browser.Options{Width: 390, Height: 844, Touch: true}, []string{"tab queues"}},
		{"phone attempt", browser.Options{Width: 390, Height: 844, Touch: true}, []string{"tab attempt"}},
		{"phone nodes", browser.Options{Width: 390, Height: 844, Touch: true}, []string{"tab nodes"}},
		{"phone menu", browser.Options{Width: 390, Height: 844, Touch: true}, []string{"dialog menu"}},
		{"phone lessons", browser.Options{Width: 320, Height: 568, Touch: true}, []string{"dialog lessons"}},
	} {
		all = append(all, view{s.name, s.o, with(s.msgs...)})
	}
	all = append(all,
		view{"phone leak", browser.Options{Width: 390, Height: 844, Touch: true}, []string{"yaml " + leak, "release v1.34.4", "last", "tab why"}},
		view{"phone stops", browser.Options{Width: 390, Height: 844, Touch: true}, with("bookmark", "dialog stops")},
		view{"phone releases", browser.Options{Width: 390, Height: 844, Touch: true}, with("dialog releases")},
		view{"phone Play", browser.Options{Width: 390, Height: 844, Touch: true}, []string{"yaml " + team, "last"}},
		view{"phone Play yours", browser.Options{Width: 390, Height: 844, Touch: true}, []string{"yaml " + team, "last", "tab actions", "panel size"}},
		view{"tabs Play", browser.Options{Width: 800, Height: 1000}, []string{"yaml " + team, "last"}})
	return all
}

// axe-core finds nothing in any view, in any theme and language.
func TestAxeFindsNothing(t *testing.T) {
	source := axeSource(t)
	for _, v := range views(t) {
		t.Run(v.name, func(t *testing.T) {
			v.o.ReducedMotion = true
			tab := open(t, v.o, "/")
			tell(t, tab, v.msgs...)
			for _, theme := range axeThemes {
				for _, lang := range axeLangs {
					tell(t, tab, "theme "+theme, "lang "+lang)
					requireNoFindings(t, tab, source, theme+" "+lang)
				}
			}
			picture(t, tab, "axe-"+strings.ReplaceAll(v.name, " ", "-"))
		})
	}
}

// The same where the engine is not at work: while it loads, where it does not come, after it has stopped.
func TestAxeFindsNothingAroundTheEngine(t *testing.T) {
	source := axeSource(t)
	for _, dark := range []bool{false, true} {
		for _, lang := range axeLangs {
			o := browser.Options{Dark: dark, Language: lang, ReducedMotion: true}
			what := lang
			if dark {
				what += " dark"
			}
			t.Run(what, func(t *testing.T) {
				gate := make(chan struct{})
				tab := newTab(t, o)
				require.NoError(t, tab.BeforeLoad(`const wait = setTimeout; window.setTimeout = (f, ms, ...a) => wait(f, ms >= 10000 ? 50 : ms, ...a);`))
				require.NoError(t, tab.Open(newServer(t, dripping(gate))+"/"))
				require.NoError(t, tab.Wait(`!document.getElementById("loading-slow").hidden`))
				requireNoFindings(t, tab, source, "loading")
				close(gate)
				require.NoError(t, tab.Ready())

				lost := newTab(t, o)
				require.NoError(t, lost.Open(newServer(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if strings.HasSuffix(r.URL.Path, ".wasm") {
						http.NotFound(w, r)
						return
					}
					server.Config.Handler.ServeHTTP(w, r)
				}))+"/"))
				require.NoError(t, lost.Wait(`document.documentElement.dataset.ready === "failed"`))
				requireNoFindings(t, lost, source, "no engine")
				require.Len(t, lost.Complaints(), 1, "the browser itself reports the missing file")
			})
			for _, theme := range axeThemes {
				t.Run("crash "+theme+" "+what, func(t *testing.T) {
					tab := newTab(t, o)
					require.NoError(t, tab.Open(server.URL+"/#debug"))
					require.NoError(t, tab.Ready())
					tell(t, tab, "theme "+theme, "debug panic")
					require.NoError(t, tab.Wait(`document.documentElement.dataset.ready === "crashed"`))
					requireNoFindings(t, tab, source, "crashed")
					tab.Complaints() // the crash, which was asked for
				})
			}
		}
	}
}

// A page with known faults is found out, and on ours too: the examination is not blind.
func TestAxeIsNotBlind(t *testing.T) {
	source := axeSource(t)
	faults := map[string]string{
		"button-name":    `document.body.append(document.createElement("button"))`,
		"color-contrast": `document.querySelector(".why__sentence").style.color = "#bbb"`,
		"image-alt":      `document.querySelector("main").append(Object.assign(new Image(), {src: "data:,"}))`,
		"html-has-lang":  `document.documentElement.removeAttribute("lang")`,
		"label":          `document.querySelector("main").append(document.createElement("input"))`,
	}
	for rule, fault := range faults { // order-free: each on a page of its own
		t.Run(rule, func(t *testing.T) {
			tab := open(t, browser.Options{ReducedMotion: true}, "/")
			requireNoFindings(t, tab, source, "before")
			_, err := browser.Eval[*bool](tab, `(`+fault+`, null)`)
			require.NoError(t, err)
			found, err := tab.Axe(source)
			require.NoError(t, err)
			ids := []string{}
			for _, f := range found {
				ids = append(ids, f.ID)
			}
			require.Contains(t, ids, rule)
		})
	}
}

// recreatedFile is a pod that is made again during its attempt: in v1.34.4 its first UID stays in flight.
func recreatedFile(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../cmd/inflight/testdata/recreated.yaml")
	require.NoError(t, err)
	return string(text)
}

// longList is a list of so many events that the page folds it.
var longList = `apiVersion: inflight/v1
kind: Scenario
metadata: {name: long}
spec:
  story:
  - step until Permit
` + strings.Repeat(`  - 'patch node/small {"metadata": {"labels": {"n": "1"}}}'
  - 'patch node/small {"metadata": {"labels": {"n": "2"}}}'
`, 8) + `---
apiVersion: v1
kind: Node
metadata: {name: small}
status: {allocatable: {cpu: "4", memory: 4Gi, pods: "10"}}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: main, image: web}]}
`
