package e2e

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/cmd/serve/site"
	"inflight/e2e/browser"
)

// A harness that sees nothing would pass every page. Each of these pages does one
// thing that the page must not do, and the harness must notice.
func TestTheHarnessIsNotBlind(t *testing.T) {
	pages := map[string]struct{ script, complaint string }{ // "remote" is served without the policy
		"log":         {`console.log("hello", 42)`, "console.log: hello 42"},
		"warning":     {`console.warn("careful")`, "console.warning: careful"},
		"exception":   {`throw new Error("boom")`, "boom"},
		"rejection":   {`Promise.reject(new Error("later"))`, "later"},
		"missing":     {`fetch("nothing.json")`, "404"},
		"remote":      {`fetch("http://198.51.100.1/").catch(() => {})`, "asks another origin: http://198.51.100.1/"},
		"eval":        {`try { eval("1") } catch {}`, "TrustedScript"},
		"inner HTML":  {`try { document.body.innerHTML = "<b>" } catch {}`, "TrustedHTML"},
		"inline":      {`document.body.setAttribute("style", "color: red")`, "Content Security Policy"},
		"image":       {`new Image().src = "https://example.com/a.png"`, "Content Security Policy"},
		"worker":      {`try { new Worker("w.js") } catch {}`, "TrustedScriptURL"},
		"other trust": {`try { trustedTypes.createPolicy("mine", {}) } catch {}`, "trusted-types inflight"},
	}
	for name, tc := range pages {
		t.Run(name, func(t *testing.T) {
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if name != "remote" {
					site.SecurityHeaders(w.Header())
				}
				switch r.URL.Path {
				case "/":
					w.Header().Set("Content-Type", "text/html; charset=utf-8")
					w.Write([]byte(`<!doctype html><link rel="icon" href="data:,"><body><script src="a.js"></script>`))
				case "/a.js":
					w.Header().Set("Content-Type", "text/javascript")
					w.Write([]byte(tc.script + `; document.documentElement.dataset.ready = "true"`))
				default:
					http.NotFound(w, r)
				}
			}))
			defer srv.Close()
			tab, err := chrome.NewTab(browser.Options{})
			require.NoError(t, err)
			defer tab.Close()
			require.NoError(t, tab.Open(srv.URL+"/"))
			require.NoError(t, tab.Settle())
			var seen []string
			require.Eventually(t, func() bool {
				seen = append(seen, tab.Complaints()...)
				return len(seen) > 0
			}, browser.Patience, 1e7, "nothing was noticed")
			require.Contains(t, seen[0], tc.complaint)
		})
	}
}

// What a user's machine brings along reaches the page.
func TestTheHarnessEmulates(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(`<!doctype html><link rel="icon" href="data:,"><title>a page</title>
			<h1>Queue</h1><ul aria-label="activeQ"><li>web-1<li>web-2</ul>
			<button data-msg="step &quot;1&quot;">Step</button><output>none</output>
			<script>
			document.addEventListener("click", e => { if (e.target.dataset.msg) document.querySelector("output").textContent = e.target.dataset.msg });
			document.addEventListener("keydown", e => document.querySelector("output").textContent = (e.shiftKey ? "⇧" : "") + e.key);
			</script>`))
	}))
	defer srv.Close()
	type env struct {
		Width, Height         int
		Scale                 float64
		Dark, Reduced, Strong bool
		Language              string
	}
	const read = `({Width: innerWidth, Height: innerHeight, Scale: devicePixelRatio,
		Dark: matchMedia("(prefers-color-scheme: dark)").matches,
		Reduced: matchMedia("(prefers-reduced-motion: reduce)").matches,
		Strong: matchMedia("(prefers-contrast: more)").matches, Language: navigator.language})`

	for _, tc := range []struct {
		o    browser.Options
		want env
	}{
		{browser.Options{}, env{1440, 900, 1, false, false, false, "en"}},
		{browser.Options{Width: 800, Height: 600, Scale: 2, Dark: true, ReducedMotion: true, Contrast: true, Language: "ja"},
			env{800, 600, 2, true, true, true, "ja"}},
	} {
		tab := newTab(t, tc.o)
		require.NoError(t, tab.Open(srv.URL))
		got, err := browser.Eval[env](tab, read)
		require.NoError(t, err)
		require.Equal(t, tc.want, got)
	}

	tab := newTab(t, browser.Options{})
	require.NoError(t, tab.Open(srv.URL))
	said := func() string {
		s, err := tab.Text("output")
		require.NoError(t, err)
		return s
	}
	require.NoError(t, tab.Send(`step "1"`))
	require.Equal(t, `step "1"`, said())
	require.NoError(t, tab.Press("a", "ArrowRight"))
	require.Equal(t, "ArrowRight", said())
	require.NoError(t, tab.Press("Shift+ArrowLeft"))
	require.Equal(t, "⇧ArrowLeft", said())
	require.ErrorContains(t, tab.Press("Right"), "there is no key")
	require.ErrorContains(t, tab.Click("#nothing"), "nothing visible")

	ax, err := tab.Accessibility()
	require.NoError(t, err)
	require.Equal(t, "a page", ax.Name)
	require.Len(t, ax.Find("heading", "Queue"), 1)
	lists := ax.Find("list", "activeQ")
	require.Len(t, lists, 1)
	require.Len(t, lists[0].Find("listitem", ""), 2, "%s", ax)
}
