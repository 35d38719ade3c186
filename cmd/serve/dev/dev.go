package dev

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"

	"inflight/cmd/serve/site"
)

//go:embed reload.js
var reloadScript []byte

const (
	scriptPath = "__dev/reload.js"
	eventsPath = "__dev/events"
)

// watched are the folders whose files go into the page.
var watched = []string{"engine", "lessons", "wasm", "web"}

// New builds the page of the checkout that the current folder is in and keeps
// it current until ctx ends. Progress and build errors go to log.
func New(ctx context.Context, log io.Writer) (http.Handler, error) {
	root, err := findRoot()
	if err != nil {
		return nil, err
	}
	out := filepath.Join(root, ".tools", "dev")
	build := func(ctx context.Context) (string, error) {
		cmd := exec.CommandContext(ctx, "go", "run", "./tools/build", "-dev", "-quiet", "-out", out)
		cmd.Dir = root
		msg, err := cmd.CombinedOutput()
		text, _ := strings.CutSuffix(strings.TrimSpace(string(msg)), "exit status 1") // go run's own last word
		return strings.TrimSpace(text), err
	}
	s := newServer(out, build, log)
	changes, err := watch(ctx, root, watched, log)
	if err != nil {
		return nil, err
	}
	s.rebuild(ctx, change{})
	go s.follow(ctx, changes)
	return s, nil
}

// server holds the page as last built and the pages that listen for the next.
type server struct {
	out   string
	build func(context.Context) (message string, err error)
	log   io.Writer
	page  atomic.Pointer[site.Site]
	hub   hub
}

func newServer(out string, build func(context.Context) (string, error), log io.Writer) *server {
	return &server{out: out, build: build, log: log}
}

func (s *server) follow(ctx context.Context, changes <-chan change) {
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-changes:
			s.rebuild(ctx, c)
		}
	}
}

// rebuild makes the page anew and tells the open ones. A failed build leaves the
// last good page in place and shows its message on it.
func (s *server) rebuild(ctx context.Context, c change) {
	msg, err := s.build(ctx)
	if err == nil {
		var page *site.Site
		if page, err = site.New(os.DirFS(s.out), addScript); err == nil {
			s.page.Store(page)
		}
	}
	switch {
	case ctx.Err() != nil:
	case err != nil:
		if msg == "" {
			msg = err.Error()
		}
		fmt.Fprintf(s.log, "dev: the build failed; the last good page stays\n%s\n", msg)
		s.hub.send(event{"failed", msg})
	case c.onlyCSS:
		fmt.Fprintf(s.log, "dev: styles anew (%s)\n", c.file)
		s.hub.send(event{"css", c.file})
	default:
		fmt.Fprintf(s.log, "dev: built%s\n", because(c))
		s.hub.send(event{"reload", c.file})
	}
}

func because(c change) string {
	if c.file == "" {
		return ""
	}
	return " (" + c.file + ")"
}

// addScript makes the page listen for the next build.
func addScript(name string, body []byte) []byte {
	if name != "index.html" {
		return body
	}
	tag := []byte(`<script src="` + scriptPath + `" defer></script></head>`)
	return bytes.Replace(body, []byte("</head>"), tag, 1)
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch strings.TrimPrefix(r.URL.Path, "/") {
	case scriptPath:
		site.SecurityHeaders(w.Header())
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		w.Write(reloadScript)
	case eventsPath:
		site.SecurityHeaders(w.Header())
		s.hub.ServeHTTP(w, r)
	default:
		if page := s.page.Load(); page != nil {
			page.ServeHTTP(w, r)
			return
		}
		site.SecurityHeaders(w.Header())
		http.Error(w, "The first build failed; its message is in the terminal. Fix it, then load this page again.\n"+
			"最初のビルドに失敗しました。メッセージはターミナルにあります。直してから読み込み直してください。", http.StatusServiceUnavailable)
	}
}

// findRoot goes up from the current folder to the module's root.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for d := dir; ; d = filepath.Dir(d) {
		mod, err := os.ReadFile(filepath.Join(d, "go.mod"))
		if err == nil && bytes.HasPrefix(mod, []byte("module inflight\n")) {
			return d, nil
		}
		if d == filepath.Dir(d) {
			return "", errors.New("-dev builds from the sources, and this folder is not in a clone of them; go to the clone and try again")
		}
	}
}
