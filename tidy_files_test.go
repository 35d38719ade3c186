package inflight_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// limit is how many lines a file may have: one idea per file, named after it.
const limit = 500

// written are the endings of files that people write.
var written = map[string]bool{
	".css": true, ".go": true, ".html": true, ".js": true, ".md": true, ".mk": true, ".mod": true, ".sh": true, ".txt": true, ".yaml": true,
}

// sources calls f for every file that belongs to the repository and is written
// by people, by its path from the root.
func sources(t *testing.T, f func(name string, text []byte)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(file)
		switch {
		case d.IsDir() && name != "." && name != ".ci" && strings.HasPrefix(d.Name(), "."),
			d.IsDir() && (name == "bin" || name == "web/dist" || name == "e2e/shots" || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.IsDir() || !written[path.Ext(name)] && name != "Makefile" && name != ".ci/run":
			return nil
		}
		text, err := os.ReadFile(file)
		if err == nil {
			n++
			f(name, text)
		}
		return err
	})
	require.NoError(t, err)
	require.Positive(t, n)
}

// relative is a file's path from the root.
func relative(file string) string {
	dir, err := os.Getwd()
	if err != nil {
		return file
	}
	if rel, err := filepath.Rel(dir, file); err == nil && !strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(rel)
	}
	return file
}

func TestFilesFitInAHead(t *testing.T) {
	sources(t, func(name string, text []byte) {
		if strings.Contains(name, "/testdata/") || strings.Contains(name, "/trace/") || strings.Contains(name, "/versions/") {
			return // made by programs, read in parts
		}
		if n := bytes.Count(text, []byte("\n")); n > limit && !bytes.HasPrefix(text, []byte("// Code generated ")) {
			t.Errorf("%s has %d lines; %d is the limit, so give its second idea a file of its own", name, n, limit)
		}
	})
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	documented, first := map[string]bool{}, map[string]string{}
	sources(t, func(name string, text []byte) {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/testdata/") {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		dir := path.Dir(name)
		first[dir] = name
		if f.Doc != nil && len(strings.Fields(f.Doc.Text())) >= 5 {
			documented[dir] = true
		}
	})
	for dir, name := range first {
		if !documented[dir] {
			t.Errorf("%s (%s): no comment on the package clause says what the package is for", dir, name)
		}
	}
}

// What a clone must not know: where somebody's machine keeps it, or from where
// that machine gets packages.
var elsewhere = []*regexp.Regexp{
	regexp.MustCompile(`(^|[\s"'(=:,\x60])/(wor[k]|roo[t]|tm[p]|User[s])/`),
	regexp.MustCompile(`\.\./share[d]\b`),
	regexp.MustCompile(`proxy\.golan[g]\.org|sum\.golan[g]\.org|registry\.npmj[s]|deb\.debia[n]\.org|archive\.ubunt[u]`),
}

func TestNothingOfAMachine(t *testing.T) {
	sources(t, func(name string, text []byte) {
		for i, line := range strings.Split(string(text), "\n") {
			for _, re := range elsewhere {
				if m := re.FindString(line); m != "" {
					t.Errorf("%s:%d: %q belongs to somebody's machine, not to the repository", name, i+1, strings.TrimSpace(m))
				}
			}
		}
	})
}
