package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
	"inflight/e2e/built"
)

// Shared by all tests: starting a browser costs seconds, a tab does not.
var (
	chrome *browser.Browser
	server *httptest.Server
)

// shots is where pictures go; SHOTS=folder changes it.
var shots = "shots"

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	var err error
	if server, err = built.Serve("e2e, or make build before go test"); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	defer server.Close()
	if chrome, err = browser.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	defer chrome.Close()
	if dir := os.Getenv("SHOTS"); dir != "" {
		shots = dir
	}
	return m.Run()
}

// newTab opens an empty tab that is closed at the test's end. Whatever the page
// did meanwhile that it should not fails the test.
func newTab(t *testing.T, o browser.Options) *browser.Tab {
	t.Helper()
	tab, err := chrome.NewTab(o)
	require.NoError(t, err)
	return watched(t, tab)
}

func watched(t *testing.T, tab *browser.Tab) *browser.Tab {
	t.Cleanup(func() {
		for _, c := range tab.Complaints() {
			t.Errorf("the page is not silent: %s", c)
		}
		if t.Failed() {
			picture(t, tab, "failed-"+strings.ReplaceAll(t.Name(), "/", "-"))
		}
		tab.Close()
	})
	return tab
}

// open is the page, ready, in a new tab.
func open(t *testing.T, o browser.Options, path string) *browser.Tab {
	t.Helper()
	tab := newTab(t, o)
	require.NoError(t, tab.Open(server.URL+path))
	require.NoError(t, tab.Ready())
	return tab
}

// picture keeps what is to be seen under a name.
func picture(t *testing.T, tab *browser.Tab, name string) {
	t.Helper()
	file := filepath.Join(shots, name+".png")
	if err := tab.Screenshot(file); err != nil {
		t.Logf("no picture %s: %v", name, err)
		return
	}
	t.Logf("picture: e2e/%s", filepath.ToSlash(file))
}

// newServer serves h until the test ends and returns its address.
func newServer(t *testing.T, h http.Handler) string {
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL
}
