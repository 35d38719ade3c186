package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
)

// What is around the engine: before it has loaded, where it does not load, when it stops, where nothing is kept.

// TestTheTextCanBeReadWhileTheEngineLoads: the engine arrives in drops; meanwhile there is text, progress in bytes, and
// after a while the offer to read without it.
func TestTheTextCanBeReadWhileTheEngineLoads(t *testing.T) {
	for lang, words := range map[string][]string{
		"en": {"Where a Pod can be", " MB.", "Read without the engine"},
		"ja": {"Pod のいる場所", " MB 中 ", "エンジンなしで読む"},
	} {
		t.Run(lang, func(t *testing.T) {
			gate := make(chan struct{})
			tab := newTab(t, browser.Options{Language: lang})
			require.NoError(t, tab.BeforeLoad(`const wait = setTimeout; window.setTimeout = (f, ms, ...a) => wait(f, ms >= 10000 ? 50 : ms, ...a);`))
			require.NoError(t, tab.Open(newServer(t, dripping(gate))+"/"))
			require.NoError(t, tab.Wait(`document.getElementById("loading-bar").value > 0`))
			require.NoError(t, tab.Wait(`!document.getElementById("loading-slow").hidden`))
			text, err := tab.Text("#before")
			require.NoError(t, err)
			for _, w := range words {
				require.Contains(t, text, w)
			}
			progress, err := browser.Eval[[]float64](tab, `(b => [b.value, b.max])(document.getElementById("loading-bar"))`)
			require.NoError(t, err)
			require.Less(t, progress[0], progress[1])
			require.Greater(t, progress[1], 1e6, "the whole is known in bytes")
			picture(t, tab, "loading-"+lang)
			require.NoError(t, tab.Click("#loading-read"))
			close(gate)
			require.NoError(t, tab.Ready())
			require.NoError(t, tab.Wait(`document.getElementById("before").hidden`))
		})
	}
}

// dripping is the site, but half of the engine is held back until the gate opens.
func dripping(gate <-chan struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, ".wasm") {
			server.Config.Handler.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		server.Config.Handler.ServeHTTP(&dripper{ResponseWriter: w, gate: gate, done: r.Context().Done()}, r)
	})
}

type dripper struct {
	http.ResponseWriter
	gate <-chan struct{}
	done <-chan struct{}
	sent int
}

func (d *dripper) Write(b []byte) (int, error) {
	if d.sent += len(b); d.sent > 1<<20 {
		http.NewResponseController(d.ResponseWriter).Flush()
		select {
		case <-d.gate:
		case <-d.done:
			return 0, io.ErrClosedPipe
		}
	}
	return d.ResponseWriter.Write(b)
}

// TestAnEngineThatDoesNotArrive: the page says what to do, the text stays, and trying again works.
func TestAnEngineThatDoesNotArrive(t *testing.T) {
	missing := true
	tab := newTab(t, browser.Options{})
	require.NoError(t, tab.Open(newServer(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if missing && strings.HasSuffix(r.URL.Path, ".wasm") {
			http.NotFound(w, r)
			return
		}
		server.Config.Handler.ServeHTTP(w, r)
	}))+"/"))
	require.NoError(t, tab.Wait(`document.documentElement.dataset.ready === "failed"`))
	text, err := tab.Text("#before")
	require.NoError(t, err)
	require.Contains(t, text, "make run")
	require.Contains(t, text, "Where a Pod can be")
	require.Len(t, tab.Complaints(), 1, "the browser itself reports the missing file")
	missing = false
	require.NoError(t, tab.Click("#failed button"))
	require.NoError(t, tab.Wait(`document.documentElement.dataset.ready === "true"`))
}

// TestACrashKeepsTheRecording: the stage stays in sight, dimmed and dead; a restart goes to the step before; the
// recording can be had.
func TestACrashKeepsTheRecording(t *testing.T) {
	tab := newTab(t, browser.Options{})
	require.NoError(t, tab.Open(server.URL+"/#debug"))
	require.NoError(t, tab.Ready())
	paste(t, tab, lostMarker(t))
	require.NoError(t, tab.Wait(`!document.querySelector("dialog[open]")`))
	require.NoError(t, tab.Press("Home"))
	arrive(t, tab, 0)
	for at := 1; at <= 6; at++ {
		require.NoError(t, tab.Press("n"))
		arrive(t, tab, at)
	}
	was := look(t, tab)
	_, err := browser.Eval[*bool](tab, `(inflight.send("debug panic"), null)`)
	require.NoError(t, err)
	require.NoError(t, tab.Wait(`document.documentElement.dataset.ready === "crashed"`))
	require.Contains(t, strings.Join(tab.Complaints(), "\n"), "provoked", "whoever looks into the console finds the reason")
	require.NoError(t, tab.Press("n")) // nobody listens, and nothing breaks
	require.Equal(t, was, look(t, tab), "the stage stays")
	ax, err := tab.Accessibility()
	require.NoError(t, err)
	require.Len(t, ax.Find("alert", ""), 1)
	details, err := browser.Eval[bool](tab, `document.querySelector("#crash details").open`)
	require.NoError(t, err)
	require.False(t, details)
	picture(t, tab, "crash")

	_, err = browser.Eval[*bool](tab, `(() => {
		const make = URL.createObjectURL;
		URL.createObjectURL = blob => { blob.text().then(t => { window.saved = t }); return make(blob); };
		HTMLAnchorElement.prototype.click = () => {};
		return null;
	})()`)
	require.NoError(t, err)
	require.NoError(t, tab.Click("#crash .btn--line"))
	require.NoError(t, tab.Wait(`window.saved`))
	saved, err := browser.Eval[string](tab, `window.saved`)
	require.NoError(t, err)
	require.Contains(t, saved, "kind: Scenario")

	require.NoError(t, tab.Click("#crash .btn--fill"))
	require.NoError(t, tab.Wait(`document.documentElement.dataset.ready === "true"`))
	require.NoError(t, tab.Wait(`Number(document.querySelector(".scrub__range")?.value) > 0`))
	now := look(t, tab)
	require.Less(t, now.At, was.At)
	require.NoError(t, tab.Press("n"))
	arrive(t, tab, now.At+1)
}

// TestWhereNothingIsKept: whatever the browser refuses, the page works.
func TestWhereNothingIsKept(t *testing.T) {
	for name, script := range map[string]string{
		"absent":                  `Object.defineProperty(globalThis, "indexedDB", {value: undefined});`,
		"denied":                  `Object.defineProperty(globalThis, "indexedDB", {get() { throw new DOMException("no", "SecurityError"); }});`,
		"throws":                  `IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); };`,
		"blocked":                 `const open = IDBFactory.prototype.open; IDBFactory.prototype.open = function (name) { open.call(this, name, 1).onsuccess = (e) => { globalThis.held = e.target.result; }; return open.call(this, name, 2); };`,
		"full":                    `IDBObjectStore.prototype.put = IDBObjectStore.prototype.add = () => { throw new DOMException("no", "QuotaExceededError"); };`,
		"no local storage either": `for (const s of ["indexedDB", "localStorage"]) Object.defineProperty(globalThis, s, {get() { throw new DOMException("no", "SecurityError"); }});`,
	} {
		t.Run(name, func(t *testing.T) {
			tab := newTab(t, browser.Options{})
			require.NoError(t, tab.BeforeLoad(script))
			require.NoError(t, tab.Open(server.URL+"/"))
			require.NoError(t, tab.Ready())
			paste(t, tab, lostMarker(t))
			require.NoError(t, tab.Wait(`!document.querySelector("dialog[open]")`))
			require.NoError(t, tab.Press("Home"))
			arrive(t, tab, 0)
			require.NoError(t, tab.Press("n"))
			arrive(t, tab, 1)
		})
	}
}

// TestMotionTouchesOnlyWhatIsCheap: translate, rotate, scale and opacity, in what ends by itself; what flies is not in
// the page.
func TestMotionTouchesOnlyWhatIsCheap(t *testing.T) {
	tab := play(t, browser.Options{}, lostMarker(t), "v1.28.1")
	all, moved := look(t, tab).Of, 0
	for at := 1; at <= all; at++ {
		require.NoError(t, tab.Press("n"))
		arrive(t, tab, at)
		names, err := browser.Eval[[]string](tab, `[...document.getAnimations(), ...(document.getElementById("flights").shadowRoot?.getAnimations() ?? [])]
			.filter(a => a.constructor === Animation).flatMap(a => a.effect.getKeyframes().flatMap(Object.keys))`)
		require.NoError(t, err)
		moved += len(names)
		for _, n := range names {
			require.Contains(t, []string{"translate", "rotate", "scale", "opacity", "offset", "computedOffset", "easing", "composite"}, n)
		}
	}
	require.Positive(t, moved, "something moves in this story")
	require.NoError(t, tab.Settle())
	require.NoError(t, tab.Wait(`!document.getElementById("flights").shadowRoot?.querySelector(".flight")`))
}

// TestReducedMotionOutlines: nothing moves, and what the step changed has an outline until the next.
func TestReducedMotionOutlines(t *testing.T) {
	tab := play(t, browser.Options{ReducedMotion: true}, lostMarker(t), "v1.28.1")
	all, outlined := look(t, tab).Of, 0
	for at := 1; at <= all; at++ {
		require.NoError(t, tab.Press("n"))
		arrive(t, tab, at)
		names, err := browser.Eval[[]string](tab, `document.getAnimations().filter(a => a.constructor === Animation).flatMap(a => a.effect.getKeyframes().flatMap(Object.keys))`)
		require.NoError(t, err)
		for _, n := range names {
			require.NotContains(t, []string{"translate", "rotate", "scale", "opacity"}, n)
			if n == "outlineColor" || n == "outline" {
				outlined++
			}
		}
	}
	require.Positive(t, outlined)
}

// TestADroppedFileIsShown: the page plays what is dropped on it.
func TestADroppedFileIsShown(t *testing.T) {
	tab := open(t, browser.Options{}, "/")
	_, err := browser.Eval[*bool](tab, `(() => {
		const d = new DataTransfer();
		d.items.add(new File([`+browser.Quote(lostMarker(t))+`], "a story.yaml"));
		document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: d, bubbles: true, cancelable: true}));
		return null;
	})()`)
	require.NoError(t, err)
	require.NoError(t, tab.Wait(`Number(document.querySelector(".scrub__range")?.max) > 10`))
}
