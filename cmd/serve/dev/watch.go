package dev

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// change is what happened to the sources since the last one was reported.
type change struct {
	file    string // the last file that changed, from the root
	onlyCSS bool
}

// settle is how long the sources must be quiet before a change is reported:
// editors write several times, and tools write many files.
const settle = 150 * time.Millisecond

// watch reports changes below root's folders until ctx ends. Folders that do not
// exist are left out.
func watch(ctx context.Context, root string, folders []string, log io.Writer) (<-chan change, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watching the sources: %w", err)
	}
	for _, f := range folders {
		if err := addTree(w, filepath.Join(root, f)); err != nil {
			w.Close()
			return nil, fmt.Errorf("watching %s: %w", f, err)
		}
	}
	out := make(chan change)
	go func() {
		defer w.Close()
		pump(ctx, w, root, out, log)
	}()
	return out, nil
}

// pump gathers events until the sources are quiet, then reports one change.
func pump(ctx context.Context, w *fsnotify.Watcher, root string, out chan<- change, log io.Writer) {
	var pending *change
	quiet := time.NewTimer(settle)
	quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case err := <-w.Errors:
			fmt.Fprintf(log, "dev: watching the sources: %v\n", err)
		case e := <-w.Events:
			name, ok := sourceOf(e, w, root)
			if !ok {
				continue
			}
			css := filepath.Ext(name) == ".css"
			if pending != nil {
				css = css && pending.onlyCSS
			}
			pending = &change{file: name, onlyCSS: css}
			quiet.Reset(settle)
		case <-quiet.C:
			select {
			case out <- *pending:
				pending = nil
			case <-ctx.Done():
				return
			}
		}
	}
}

// sourceOf is the name from the root of a source that e is about. A new folder
// is watched from then on.
func sourceOf(e fsnotify.Event, w *fsnotify.Watcher, root string) (string, bool) {
	if e.Op == fsnotify.Chmod {
		return "", false
	}
	if info, err := os.Stat(e.Name); err == nil && info.IsDir() {
		addTree(w, e.Name) // gone again in the meantime, if it fails
		return "", false
	}
	rel, err := filepath.Rel(root, e.Name)
	if err != nil || !isSource(filepath.ToSlash(rel)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// isSource leaves out what no build reads: tests, and files that editors keep
// beside the one that is edited.
func isSource(name string) bool {
	base := name[strings.LastIndexByte(name, '/')+1:]
	switch {
	case strings.HasPrefix(base, "."), strings.HasPrefix(base, "#"),
		strings.HasSuffix(base, "~"), strings.HasSuffix(base, ".tmp"),
		strings.HasSuffix(base, "_test.go"), strings.Contains(name, "/testdata/"),
		strings.HasPrefix(name, "web/dist/"), strings.Trim(base, "0123456789") == "":
		return false
	}
	return true
}

func addTree(w *fsnotify.Watcher, dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil || !d.IsDir() {
			return err
		}
		if n := d.Name(); n == "dist" || n == "testdata" || strings.HasPrefix(n, ".") {
			return fs.SkipDir
		}
		return w.Add(path)
	})
}
