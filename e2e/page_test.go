package e2e

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/cmd/serve/site"
	"inflight/e2e/browser"
)

// The page loads whole, compressed, under its policy, and asks nobody else.
func TestPageLoads(t *testing.T) {
	tab := open(t, browser.Options{}, "/")
	title, err := browser.Eval[string](tab, "document.title")
	require.NoError(t, err)
	require.Contains(t, title, "Inflight")

	type load struct {
		Name          string
		Encoded, Body int
	}
	loads, err := browser.Eval[[]load](tab, `performance.getEntriesByType("resource")
		.map(e => ({Name: e.name, Encoded: e.encodedBodySize, Body: e.decodedBodySize}))`)
	require.NoError(t, err)
	program := false
	for _, l := range loads {
		require.True(t, strings.HasPrefix(l.Name, server.URL), l.Name)
		if strings.Contains(l.Name, ".wasm") {
			program = true
			require.Positive(t, l.Body)
			require.Less(t, l.Encoded, l.Body/2, "it travels compressed")
		}
	}
	require.True(t, program, "the program was loaded: %v", loads)
	for _, address := range tab.Requests() {
		require.True(t, strings.HasPrefix(address, server.URL) || strings.HasPrefix(address, "data:"), address)
	}
}

// The policy is the one decided on, and nothing in the page's markup needs more.
func TestPolicyIsSent(t *testing.T) {
	res, err := http.Get(server.URL)
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, site.Policy, res.Header.Get("Content-Security-Policy"))
	markup, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NotRegexp(t, regexp.MustCompile(`(?i)<script(>|[^>]*[^c]>)[^<]|\son\w+=|\sstyle=|javascript:`), string(markup))
	require.NotRegexp(t, regexp.MustCompile(`(?i)(href|src)\s*=\s*["']?(https?:)?//`), string(markup), "only addresses of its own")
	require.NotRegexp(t, regexp.MustCompile(`(?i)(href|src)\s*=\s*["']?/`), string(markup), "relative addresses: a site may lie in a sub-path")
}

// A site may lie below a path; every address in it is relative.
func TestPageWorksInASubPath(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/some/where/", http.StripPrefix("/some/where", server.Config.Handler))
	sub := newServer(t, mux)
	tab := newTab(t, browser.Options{})
	require.NoError(t, tab.Open(sub+"/some/where/"))
	require.NoError(t, tab.Ready())
	for _, address := range tab.Requests() {
		require.True(t, strings.HasPrefix(address, sub+"/some/where/") || strings.HasPrefix(address, "data:"), address)
	}
}

// The second visit asks for the page anew and for nothing else: everything with a
// hash in its name is taken from the cache.
func TestSecondVisitLoadsFromTheCache(t *testing.T) {
	tab := open(t, browser.Options{}, "/")
	again, err := tab.Sibling(browser.Options{})
	require.NoError(t, err)
	watched(t, again)
	require.NoError(t, again.Open(server.URL+"/"))
	require.NoError(t, again.Ready())
	sizes, err := browser.Eval[map[string]int](again, `Object.fromEntries(performance.getEntriesByType("resource")
		.filter(e => /\.[0-9a-f]{10}\./.test(e.name)).map(e => [e.name, e.transferSize]))`)
	require.NoError(t, err)
	require.NotEmpty(t, sizes)
	for name, n := range sizes {
		require.Zero(t, n, "%s was transferred again", name)
	}
}
