// Package inflight_test holds the house rules of the repository as tests: who may
// import whom, what may be in the program, what the engine must not do, and how
// files look. A rule that is broken says where, and what to do.
package inflight_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// order lists the packages from the ground up. A package may import those of
// earlier lines, its own subfolders, and nothing else of ours: packages of one
// line know nothing of each other. A name that ends in /... stands for a folder.
// A package that is not here yet needs a place: that is a decision, not a detail.
var order = []string{
	// What a manifest, a release, a reason say.
	"engine/cow engine/profile engine/why",
	"engine/tree",
	"engine/api",
	// What happens, and how it is told.
	"engine/event",
	"engine/action engine/trace",
	"engine/trace/tracejson engine/trace/tracetest",
	// The parts of the scheduler.
	"engine/cluster engine/plugin engine/queue",
	"engine/sched",
	// What a file and a question say, and the world that plays them.
	"engine/check",
	"engine/scenario",
	"engine/sim",
	// What reads traces and makes scenarios.
	"engine/compare engine/explore engine/klog engine/export",
	"engine lessons/...",
	// The page without a browser.
	"wasm/store wasm/vdom",
	"wasm/motion",
	"wasm/ui",
	// The page in one, and the programs.
	"wasm/dom",
	"wasm",
	"web tools/...",
	"cmd/...",
}

// only says who may import what is not ours. What is not listed is free; in
// tests everything is.
var only = map[string]string{
	"syscall/js":                        "wasm wasm/dom",
	"honnef.co/go/js/dom/v2":            "wasm wasm/dom",
	"github.com/hack-pad/hackpadfs":     "wasm wasm/dom wasm/store lessons/...",
	"go.yaml.in/yaml/v3":                "engine/tree lessons/... tools/...",
	"github.com/yuin/goldmark":          "lessons/...",
	"github.com/andybalholm/brotli":     "tools/build",
	"github.com/fsnotify/fsnotify":      "cmd/serve/dev",
	"github.com/cockroachdb/datadriven": "engine/trace/tracetest",
	"github.com/stretchr/testify":       "engine/trace/tracetest",
	"pgregory.net/rapid":                "engine/trace/tracetest",
	"k8s.io":                            "",
	"sigs.k8s.io":                       "",
}

// inProgram are the modules whose packages may be in the page's program.
var inProgram = []string{
	"inflight", "go.yaml.in/yaml/v3", "honnef.co/go/js/dom/v2",
	"github.com/hack-pad/hackpadfs", "github.com/hack-pad/go-indexeddb", "github.com/hack-pad/safejs",
}

// notInProgram are packages of the standard library that weigh more than they
// would do for the page. See docs/size.md.
var notInProgram = []string{
	"crypto/tls", "encoding/gob", "encoding/json", "encoding/xml", "go/ast", "html/template", "net", "net/http", "testing", "text/template",
}

// listed is what go list knows of a package.
type listed struct {
	ImportPath, Dir, Export string
	Standard                bool
	GoFiles, IgnoredGoFiles []string
	Imports                 []string
	Module                  *struct{ Path string }
	Error                   *struct{ Err string }
}

// list runs go list in the root and returns the packages.
func list(t *testing.T, env []string, args ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-json=ImportPath,Dir,Export,Standard,GoFiles,IgnoredGoFiles,Imports,Module,Error"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	var pkgs []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else {
			require.NoError(t, err)
		}
		pkgs = append(pkgs, p)
	}
}

var browser = []string{"GOOS=js", "GOARCH=wasm"}

// ours lists every package of the module, for this machine and for the browser.
func ours(t *testing.T) map[string]listed {
	t.Helper()
	all := map[string]listed{}
	for _, env := range [][]string{nil, browser} {
		for _, p := range list(t, env, "./...") {
			if old, ok := all[p.ImportPath]; ok {
				p.Imports = append(p.Imports, old.Imports...)
			}
			all[p.ImportPath] = p
		}
	}
	require.NotEmpty(t, all)
	return all
}

// within tells whether a package, by its path in the module, is one of names.
func within(pkg, names string) bool {
	for name := range strings.FieldsSeq(names) {
		if folder, ok := strings.CutSuffix(name, "/..."); ok && below(pkg, folder) || pkg == name {
			return true
		}
	}
	return false
}

// below tells whether a path is folder or lies in it.
func below(p, folder string) bool { return p == folder || strings.HasPrefix(p, folder+"/") }

// rank is the package's line in order, -1 if it has none. The line that names it
// wins over one that names its folder.
func rank(pkg string) int {
	found := -1
	for i, line := range order {
		for name := range strings.FieldsSeq(line) {
			if name == pkg {
				return i
			}
		}
		if within(pkg, line) {
			found = i
		}
	}
	return found
}

// mayImport tells whether package from may import package to, both ours.
func mayImport(from, to string) bool {
	if top := strings.Join(strings.SplitN(from, "/", 3)[:min(2, strings.Count(from, "/")+1)], "/"); rank(from) == rank(to) {
		return below(to, top) && strings.Contains(top, "/") || below(from, "lessons") && below(to, "lessons") || below(from, "tools") && below(to, "tools")
	}
	return rank(to) < rank(from)
}

func TestLayers(t *testing.T) {
	for name, p := range ours(t) {
		from := strings.TrimPrefix(strings.TrimPrefix(name, "inflight"), "/")
		if from == "" {
			continue // these tests
		}
		if rank(from) < 0 {
			t.Errorf("%s has no layer yet: give it a line in order (tidy_test.go)", from)
			continue
		}
		for _, imported := range p.Imports {
			to, mine := strings.CutPrefix(imported, "inflight/")
			if mine && rank(to) >= 0 && !mayImport(from, to) {
				t.Errorf("%s imports %s, which does not lie below it (order in tidy_test.go)", from, to)
			}
			for module, users := range only {
				if below(imported, module) && !within(from, users) {
					t.Errorf("%s imports %s; only these may: %s", from, imported, users)
				}
			}
		}
	}
}

func TestLayersAreChecked(t *testing.T) {
	for _, tc := range []struct {
		from, to string
		may      bool
	}{
		{"engine/queue", "engine/trace", true}, {"engine/trace", "engine/queue", false},
		{"engine/queue", "engine/plugin", false}, {"engine/sched", "engine/plugin", true},
		{"engine/sim", "wasm/ui", false}, {"wasm/ui", "engine/sim", true}, {"wasm/ui", "wasm/vdom", true},
		{"wasm/vdom", "wasm/motion", false}, {"cmd/serve", "cmd/serve/site", true},
		{"cmd/serve", "cmd/inflight/x", false}, {"lessons", "lessons/lesson", true}, {"wasm/dom", "web", false},
	} {
		require.Equal(t, tc.may, mayImport(tc.from, tc.to), "%s → %s", tc.from, tc.to)
	}
}

func TestWhatIsInTheProgram(t *testing.T) {
	for _, p := range list(t, browser, "-deps", "./wasm/...") {
		switch {
		case p.Standard:
			for _, heavy := range notInProgram {
				if p.ImportPath == heavy {
					t.Errorf("the program contains %s: too heavy for the page (go list -deps tells who brings it)", heavy)
				}
			}
		case p.Module == nil || !within(p.Module.Path, strings.Join(inProgram, " ")):
			t.Errorf("the program contains %s, which is not among the few that may be (inProgram in tidy_test.go)", p.ImportPath)
		case below(path.Clean(p.ImportPath), "inflight/cmd"), below(p.ImportPath, "inflight/tools"), below(p.ImportPath, "inflight/web"):
			t.Errorf("the program contains %s, which belongs to building and serving it", p.ImportPath)
		}
	}
}

// Kubernetes is compared with, never used: only conformance/ requires it.
func TestKubernetesIsElsewhere(t *testing.T) {
	for _, mod := range []string{"go.mod", "go.sum", "e2e/go.mod", "e2e/go.sum"} {
		text, err := os.ReadFile(mod)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		require.NoError(t, err)
		for line := range strings.SplitSeq(string(text), "\n") {
			if name := strings.TrimSpace(line); strings.HasPrefix(name, "k8s.io/") || strings.HasPrefix(name, "sigs.k8s.io/") {
				t.Errorf("%s requires Kubernetes: %s", mod, name)
			}
		}
	}
}
