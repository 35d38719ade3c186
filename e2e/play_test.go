package e2e

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
)

// saving lets a test see what the page hands over as a file.
const saving = `(() => {
	const make = URL.createObjectURL.bind(URL);
	URL.createObjectURL = blob => { blob.text().then(t => { globalThis.saved = t; }); return make(blob); };
	HTMLAnchorElement.prototype.click = () => {};
})()`

// exportedFile is the file that the page's button hands over.
func exportedFile(t *testing.T, tab *browser.Tab) string {
	t.Helper()
	_, err := browser.Eval[*bool](tab, `(delete globalThis.saved, null)`)
	require.NoError(t, err)
	require.NoError(t, tab.Send("export"))
	require.NoError(t, tab.Wait(`globalThis.saved`))
	text, err := browser.Eval[string](tab, `globalThis.saved`)
	require.NoError(t, err)
	return text
}

// done waits until the history's newest line says this.
func done(t *testing.T, tab *browser.Tab, what string) {
	t.Helper()
	require.NoError(t, tab.Wait(`document.querySelector(".history > li:not(.history__other) .history__what")?.title.startsWith(`+browser.Quote(what)+`)`), "the history does not say %s", what)
}

// requireTold: the page shows the end of the run of the file that it exports.
func requireTold(t *testing.T, tab *browser.Tab, file, release string) {
	t.Helper()
	run := engineRun(t, file, release)
	got := look(t, tab)
	require.Equal(t, run.Beats(), got.Of, "%s", file)
	require.Equal(t, wanted(run, run.Beats(), "en"), got)
}

// From nothing to a cluster, an event, back and forth, another branch, the next visit, and a file that says the same.
func TestPlayFromNothing(t *testing.T) {
	const release = "v1.34.4"
	tab := newTab(t, browser.Options{ReducedMotion: true})
	require.NoError(t, tab.BeforeLoad(saving))
	require.NoError(t, tab.Open(server.URL+"/"))
	require.NoError(t, tab.Ready())
	take(t, tab, release)
	require.NoError(t, tab.Send("mode play"))
	require.NoError(t, tab.Wait(`document.querySelector(".state h2")`))
	picture(t, tab, "play-empty")

	require.NoError(t, tab.Send("panel node"))
	require.NoError(t, tab.Fill(`input[name="node.cpu"]`, "1"))
	require.NoError(t, tab.Click(`[data-key="do:add-node"]`))
	done(t, tab, "apply node/node-1")
	require.NoError(t, tab.Fill(`input[name="pod.name"]`, "web-1"))
	require.NoError(t, tab.Fill(`input[name="pod.cpu"]`, "2"))
	require.NoError(t, tab.Click(`[data-key="do:add-pod"]`))
	done(t, tab, "apply pod/web-1")
	name, err := browser.Eval[string](tab, `document.querySelector("input[name='pod.name']").value`)
	require.NoError(t, err)
	require.Equal(t, "web-2", name)

	require.NoError(t, tab.Fill(`input[name="pod.cpu"]`, "plenty"))
	require.NoError(t, tab.Click(`[data-key="do:add-pod"]`))
	require.NoError(t, tab.Wait(`document.activeElement?.name === "pod.cpu" && document.activeElement.getAttribute("aria-invalid")`))
	bad, err := tab.Text("[id='wrong-pod.cpu']")
	require.NoError(t, err)
	require.Contains(t, bad, "spec.containers[0].resources.requests.cpu")
	require.NoError(t, tab.Fill(`input[name="pod.cpu"]`, "500m"))
	require.NoError(t, tab.Wait(`!document.querySelector("[aria-invalid]")`))

	// The pod fits nowhere: it waits until a change of the node is an event for it.
	for range 40 {
		require.NoError(t, tab.Send("step"))
		if len(look(t, tab).Unschedulable) > 0 {
			break
		}
	}
	require.Equal(t, []string{"web-1"}, look(t, tab).Unschedulable)
	require.NoError(t, tab.Send("last"))
	require.NoError(t, tab.Wait(`document.querySelector("[data-key='pick-event'] option[value*=allocatable]")`))
	_, err = browser.Eval[*bool](tab, `(() => {
		const menu = document.querySelector("[data-key='pick-event']");
		menu.value = menu.querySelector("option[value*=allocatable]").value;
		menu.dispatchEvent(new Event("change", {bubbles: true}));
		return null;
	})()`)
	require.NoError(t, err)
	require.NoError(t, tab.Send("fire"))
	done(t, tab, `patch node/node-1 {"status":{"allocatable":{"cpu":"3"}}}`)
	fired := look(t, tab)
	require.Empty(t, fired.Unschedulable, "the event woke it")
	picture(t, tab, "play-fired")
	requireTold(t, tab, exportedFile(t, tab), release)

	require.NoError(t, tab.Press("z"))
	require.NoError(t, tab.Wait(`document.querySelector(".scrub__range").max !== "`+itoa(fired.Of)+`"`))
	require.Equal(t, []string{"web-1"}, look(t, tab).Unschedulable)
	require.NoError(t, tab.Press("Shift+Z"))
	arrive(t, tab, fired.At)
	require.Equal(t, fired, look(t, tab))

	// Another future from an earlier moment, and the old one again.
	require.NoError(t, tab.Click(`[data-key="line:1"]`))
	require.NoError(t, tab.Wait(`document.querySelector(".scrub__range").value !== document.querySelector(".scrub__range").max`))
	require.NoError(t, tab.Click(`[data-key="do:play.recreate"]`))
	done(t, tab, "recreate pod/web-1")
	branched := look(t, tab)
	require.NotEqual(t, fired.Of, branched.Of)
	other, err := tab.Texts(".history__other")
	require.NoError(t, err)
	require.Len(t, other, 1, "the way to the old future")
	picture(t, tab, "play-branch")
	require.NoError(t, tab.Click(".history__other button"))
	done(t, tab, "patch node/node-1")
	require.Equal(t, fired.List, look(t, tab).List)
	require.NoError(t, tab.Press("z"))
	done(t, tab, "recreate pod/web-1")
	require.Equal(t, branched.Of, look(t, tab).Of)

	// The next visit, and the file read by another.
	file := exportedFile(t, tab)
	requireTold(t, tab, file, release)
	require.NoError(t, tab.Wait(`new Promise(done => setTimeout(() => done(true), 1500))`))
	next, err := tab.Sibling(browser.Options{ReducedMotion: true})
	require.NoError(t, err)
	watched(t, next)
	require.NoError(t, next.BeforeLoad(saving))
	require.NoError(t, next.Open(server.URL+"/"))
	require.NoError(t, next.Ready())
	done(t, next, "recreate pod/web-1")
	require.Equal(t, branched, look(t, next))
	require.Equal(t, file, exportedFile(t, next))
	require.NoError(t, next.Press("z"))
	done(t, next, "patch node/node-1") // undo leads to the old future, as before the visit

	reader := newTab(t, browser.Options{ReducedMotion: true})
	require.NoError(t, reader.Open(server.URL+"/"))
	require.NoError(t, reader.Ready())
	paste(t, reader, file)
	require.NoError(t, reader.Wait(`!document.querySelector("dialog[open]")`))
	take(t, reader, release)
	require.NoError(t, reader.Send("last"))
	arrive(t, reader, branched.Of)
	got := look(t, reader)
	require.Equal(t, branched, got)
}

// Several scenarios are kept, opened, renamed, copied, deleted and brought back.
func TestScenariosAreKept(t *testing.T) {
	tab := play(t, browser.Options{ReducedMotion: true}, teamFile(t), "v1.34.4")
	names := func() []string {
		list, err := tab.Texts(".scenarios__open")
		require.NoError(t, err)
		return list
	}
	list := func(want ...string) {
		t.Helper()
		require.NoError(t, tab.Wait(`[...document.querySelectorAll(".scenarios__open")].map(e => e.textContent).join() === `+browser.Quote(strings.Join(want, ","))), "%q", names())
	}
	require.NoError(t, tab.Send("dialog scenarios"))
	list("cluster")
	require.NoError(t, tab.Fill(`input[name="scenario.name"]`, "team"))
	require.NoError(t, tab.Press("Enter"))
	list("team")
	require.NoError(t, tab.Send("duplicate team"))
	list("team", "team-2")
	require.NoError(t, tab.Wait(`document.activeElement?.dataset.key === "open:team-2"`))
	require.NoError(t, tab.Send("discard team-2"))
	list("team")
	require.NoError(t, tab.Wait(`document.activeElement?.dataset.key === "do:restore"`))
	require.NoError(t, tab.Press("Enter"))
	list("team", "team-2")
	picture(t, tab, "play-scenarios")
	require.NoError(t, tab.Send("open-scenario team-2"))
	require.NoError(t, tab.Wait(`document.querySelector(".scenario__name b")?.textContent === "team-2"`))
	require.NoError(t, tab.Send("act advance 10s"))
	done(t, tab, "advance 10s")
	require.NoError(t, tab.Send("dialog scenarios"))
	require.NoError(t, tab.Send("open-scenario team"))
	require.NoError(t, tab.Wait(`document.querySelector(".scenario__name b")?.textContent === "team"`))
	history, err := tab.Texts(".history__what")
	require.NoError(t, err)
	require.Empty(t, history, "what was done to the copy is not done to the other")
	require.NoError(t, tab.Send("dialog scenarios"))
	require.NoError(t, tab.Send("open-scenario team-2"))
	done(t, tab, "advance 10s")
}

// Play by keyboard alone: a node, pods, a step, an edit, a hold, undo.
func TestPlayByKeyboard(t *testing.T) {
	tab := open(t, browser.Options{ReducedMotion: true}, "/")
	k := hands{t, tab}
	k.tabTo("mode:play")
	k.press("Enter")
	require.NoError(t, tab.Wait(`document.querySelector(".state h2")`))
	k.tabTo("panel:node")
	k.press("Enter")
	require.NoError(t, tab.Wait(`document.activeElement?.name === "node.name"`))
	k.press("Enter")
	done(t, tab, "apply node/node-1")
	require.Equal(t, "panel:node", k.focus(), "the focus goes back")
	for k.focus() != "field:pod.name" {
		k.press("Shift+Tab")
	}
	k.press("Enter")
	done(t, tab, "apply pod/pod-1")
	require.Equal(t, "field:pod.name", k.focus())
	k.press("Enter")
	done(t, tab, "apply pod/pod-2")
	k.tabTo("do:play.edit")
	k.press("Space")
	require.NoError(t, tab.Wait(`document.activeElement?.name === "edit"`))
	_, err := browser.Eval[*bool](tab, `(document.activeElement.setSelectionRange(0, 1e6), null)`)
	require.NoError(t, err)
	require.NoError(t, tab.Type("{apiVersion: v1, kind: Pod, metadata: {name: pod-2, labels: {tier: web}}, spec: {containers: [{name: app, image: 'registry.example/app:1', resources: {requests: {cpu: 500m}}}]}}"))
	k.tabTo("do:save-edit")
	k.press("Enter")
	done(t, tab, `patch pod/pod-2 {"metadata":{"labels":{"tier":"web"}}}`)
	require.NoError(t, tab.Wait(`!document.querySelector("dialog[open]")`))
	require.Equal(t, "do:play.edit", k.focus(), "the focus goes back")
	k.tabTo("do:pop")
	k.press("Enter")
	done(t, tab, "do pop")
	k.tabTo("more:prefilter")
	k.press("Enter")
	k.tabTo("hold:prefilter")
	k.press("Space")
	done(t, tab, "hold PreFilter pod/pod-1")
	k.tabTo("release:pod/pod-1")
	k.press("Enter")
	done(t, tab, "release pod/pod-1")
	k.tabTo("do:undo")
	k.press("Enter", "z", "z")
	done(t, tab, `patch pod/pod-2`)
	k.press("Shift+Z")
	done(t, tab, "do pop")
}
