package dev

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"inflight/cmd/serve/site"
)

// testServer serves a folder whose "build" is whatever result says.
func testServer(t *testing.T) (s *server, out string, result *error, url string) {
	t.Helper()
	out, result = t.TempDir(), new(error)
	s = newServer(out, func(context.Context) (string, error) { return "main.go:3: no", *result }, io.Discard)
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	return s, out, result, h.URL + "/"
}

func fetch(t *testing.T, url string) (int, string, http.Header) {
	t.Helper()
	res, err := http.Get(url)
	require.NoError(t, err)
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(b), res.Header
}

func put(t *testing.T, path, body string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(body), 0o644))
}

func TestServesTheLastGoodBuild(t *testing.T) {
	s, out, result, url := testServer(t)
	*result = errors.New("exit status 1")
	s.rebuild(t.Context(), change{})
	code, text, _ := fetch(t, url)
	require.Equal(t, http.StatusServiceUnavailable, code)
	require.Contains(t, text, "The first build failed")

	*result = nil
	put(t, filepath.Join(out, "index.html"), "<head></head>one")
	s.rebuild(t.Context(), change{})
	code, text, header := fetch(t, url)
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, `<head><script src="__dev/reload.js" defer></script></head>one`, text)
	require.Equal(t, site.Policy, header.Get("Content-Security-Policy"), "the page runs under its real policy")

	put(t, filepath.Join(out, "index.html"), "<head></head>two")
	*result = errors.New("exit status 1")
	s.rebuild(t.Context(), change{})
	_, text, _ = fetch(t, url)
	require.Contains(t, text, "one")

	code, text, header = fetch(t, url+scriptPath)
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, "EventSource")
	require.Contains(t, header.Get("Content-Type"), "javascript")
}

func TestTellsOpenPages(t *testing.T) {
	s, out, result, url := testServer(t)
	put(t, filepath.Join(out, "index.html"), "<head></head>")
	res, err := http.Get(url + eventsPath)
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, "text/event-stream", res.Header.Get("Content-Type"))
	lines := bufio.NewScanner(res.Body)
	next := func() string {
		var event []string
		for lines.Scan() && lines.Text() != "" {
			event = append(event, lines.Text())
		}
		return strings.Join(event, "|")
	}
	require.Equal(t, "event: hello|data:", next())
	s.rebuild(t.Context(), change{file: "engine/queue/pop.go"})
	require.Equal(t, "event: reload|data: engine/queue/pop.go", next())
	s.rebuild(t.Context(), change{file: "web/app.css", onlyCSS: true})
	require.Equal(t, "event: css|data: web/app.css", next())
	*result = errors.New("exit status 1")
	s.rebuild(t.Context(), change{})
	require.Equal(t, "event: failed|data: main.go:3: no", next())
}

func TestStreamEndsWithTheServer(t *testing.T) {
	s, _, _, _ := testServer(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/"+eventsPath, nil))
		close(done)
	}()
	cancel()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Fatal("the stream goes on")
	}
}

func TestWatch(t *testing.T) {
	root := t.TempDir()
	put(t, filepath.Join(root, "web/app.css"), "a")
	put(t, filepath.Join(root, "engine/queue/pop.go"), "a")
	put(t, filepath.Join(root, "web/dist/index.html"), "a")
	changes, err := watch(t.Context(), root, []string{"web", "engine", "lessons"}, io.Discard)
	require.NoError(t, err, "a folder that is not there is no error")
	next := func() change {
		select {
		case c := <-changes:
			return c
		case <-time.After(10 * time.Second):
			t.Fatal("no change was reported")
			return change{}
		}
	}
	put(t, filepath.Join(root, "web/app.css"), "b")
	require.Equal(t, change{"web/app.css", true}, next())

	put(t, filepath.Join(root, "web/app.css"), "c")
	put(t, filepath.Join(root, "engine/queue/pop.go"), "b")
	require.Equal(t, change{"engine/queue/pop.go", false}, next(), "what comes together is one change")

	require.NoError(t, os.Mkdir(filepath.Join(root, "engine/new"), 0o755))
	require.Eventually(t, func() bool { // the new folder is watched a moment after it appears
		put(t, filepath.Join(root, "engine/new/file.go"), time.Now().String())
		select {
		case c := <-changes:
			return c.file == "engine/new/file.go"
		case <-time.After(2 * settle):
			return false
		}
	}, 10*time.Second, time.Millisecond)

	for _, quiet := range []string{"web/dist/index.html", "engine/queue/pop_test.go", "web/.app.css.swp", "web/app.css~", "web/4913"} {
		put(t, filepath.Join(root, quiet), "b")
	}
	select {
	case c := <-changes:
		t.Fatalf("%s is no source", c.file)
	case <-time.After(3 * settle):
	}
}

func TestFindRoot(t *testing.T) {
	root, err := findRoot()
	require.NoError(t, err, "this package lies in the clone")
	require.FileExists(t, filepath.Join(root, "go.mod"))
	t.Chdir(t.TempDir())
	_, err = findRoot()
	require.ErrorContains(t, err, "go to the clone and try again")
}
