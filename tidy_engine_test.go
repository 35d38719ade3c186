package inflight_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The engine is a function of its input: the same scenario, release, gates and
// actions give the same trace on every machine, every time. So it has no clock, no
// chance, no goroutines, no environment, and no order that comes from a map.

var notInEngine = []string{
	"crypto/rand", "log", "math/rand", "math/rand/v2", "net", "net/http", "os", "os/exec", "path/filepath",
	"runtime", "syscall", "syscall/js", "unsafe",
}

var clock = map[string]bool{
	"After": true, "AfterFunc": true, "NewTicker": true, "NewTimer": true, "Now": true, "Since": true, "Sleep": true, "Tick": true, "Until": true,
}

// noReleases are the packages that must not know that there are releases.
var noReleases = "engine/cluster engine/plugin engine/queue engine/sched engine/sim"

var release = regexp.MustCompile(`\bv?1\.[23][0-9]\b`)

func TestEngineIsDeterministic(t *testing.T) {
	pkgs := list(t, nil, "-export", "-deps", "./engine/...")
	exports := map[string]string{}
	for _, p := range pkgs {
		exports[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	checked := 0
	for _, p := range pkgs {
		name := strings.TrimPrefix(p.ImportPath, "inflight/")
		if p.Standard || !below(name, "engine") || strings.HasSuffix(name, "test") {
			continue
		}
		if p.Export == "" {
			t.Logf("%s does not compile; its own test says why", name)
			continue
		}
		var files []*ast.File
		for _, f := range p.GoFiles {
			files = append(files, parse(t, fset, filepath.Join(p.Dir, f)))
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		conf := types.Config{Importer: imp, Error: func(error) {}}
		conf.Check(p.ImportPath, fset, files, info) // compiled a moment ago
		for _, problem := range undetermined(fset, files, info, within(name, noReleases)) {
			t.Error(problem)
		}
		checked++
	}
	require.Positive(t, checked)
}

func parse(t *testing.T, fset *token.FileSet, file string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	return f
}

// undetermined lists what in files could make two runs differ.
func undetermined(fset *token.FileSet, files []*ast.File, info *types.Info, noRelease bool) []string {
	var problems []string
	for _, f := range files {
		excused := orderFree(fset, f)
		say := func(n ast.Node, what string) {
			pos := fset.Position(n.Pos())
			problems = append(problems, relative(pos.Filename)+":"+strconv.Itoa(pos.Line)+": "+what)
		}
		for _, spec := range f.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); slices.Contains(notInEngine, path) {
				say(spec, "the engine must not import "+path)
			}
		}
		sorted := map[ast.Node]bool{} // arguments of slices.Sorted and its like
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt, *ast.SelectStmt, *ast.ChanType:
				say(n, "the engine has no goroutines")
			case *ast.RangeStmt:
				if isMap(info.TypeOf(n.X)) && !excused[fset.Position(n.Pos()).Line] {
					say(n, "ranges over a map: sort its keys, or say at this line why no order shows: // order-free: …")
				}
			case *ast.CallExpr:
				pkg, fn := called(info, n)
				switch {
				case pkg == "slices" && strings.HasPrefix(fn, "Sorted") && len(n.Args) > 0:
					sorted[n.Args[0]] = true
				case pkg == "maps" && (fn == "Keys" || fn == "Values" || fn == "All") && !sorted[n] && !excused[fset.Position(n.Pos()).Line]:
					say(n, "maps."+fn+" comes in any order: slices.Sorted it, or say at this line why no order shows: // order-free: …")
				}
			case *ast.SelectorExpr:
				if id, ok := n.X.(*ast.Ident); ok && clock[n.Sel.Name] && packageOf(info, id) == "time" {
					say(n, "the engine's clock is virtual: no time."+n.Sel.Name)
				}
			case *ast.BasicLit:
				if noRelease && n.Kind == token.STRING && release.MatchString(n.Value) {
					say(n, "names a release: what differs between releases is a field of profile.Profile")
				}
			}
			return true
		})
	}
	return problems
}

// orderFree are the lines that are excused: those with the comment and the next.
func orderFree(fset *token.FileSet, f *ast.File) map[int]bool {
	lines := map[int]bool{}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if reason, ok := strings.CutPrefix(c.Text, "// order-free:"); ok && strings.TrimSpace(reason) != "" {
				lines[fset.Position(c.Pos()).Line] = true
				lines[fset.Position(group.End()).Line+1] = true
			}
		}
	}
	return lines
}

func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	if p, ok := t.(*types.TypeParam); ok {
		t = p.Constraint()
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// called is the package and name of a call like maps.Keys(m).
func called(info *types.Info, call *ast.CallExpr) (pkg, name string) {
	fun := call.Fun
	if i, ok := fun.(*ast.IndexExpr); ok {
		fun = i.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	return packageOf(info, id), sel.Sel.Name
}

// packageOf is the import path that an identifier stands for, "" if none.
func packageOf(info *types.Info, id *ast.Ident) string {
	if p, ok := info.Uses[id].(*types.PkgName); ok {
		return p.Imported().Path()
	}
	return ""
}

func TestDeterminismIsChecked(t *testing.T) {
	const head = "package x\nimport (\"maps\"; \"slices\"; \"time\")\nvar _, _, _ = maps.Keys[map[int]int], slices.Max[[]int], time.Second\nfunc f(m map[int]int, s []int) {\n"
	bad := map[string]string{
		"for range m {}": "ranges over a map",
		"type named map[int]int; for range (named(m)) {}": "ranges over a map",
		"for range maps.Keys(m) {}":                       "maps.Keys",
		"_ = slices.Collect(maps.Values(m))":              "maps.Values",
		"go f(m, s)":                                      "goroutines",
		"select {}":                                       "goroutines",
		"_ = time.Now()":                                  "virtual",
		"t := time.Since; _ = t":                          "virtual",
		"_ = \"since v1.28.2\"":                           "names a release",
		"for range m {} // order-free:":                   "ranges over a map",
		"\n// order-free: the line after the next\n\nfor range m {}": "ranges over a map",
	}
	good := []string{
		"for range s {}", "for range 3 {}", "for range slices.Sorted(maps.Keys(m)) {}", "for range m {} // order-free: it only counts",
		"// order-free: it only counts\nfor range m {}", "_ = time.Duration(3) * time.Second", "_ = \"10.96.0.1\"", "_ = maps.Clone(m)",
	}
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "source", nil) // keeps what it has read
	problems := func(body string) []string {
		f, err := parser.ParseFile(fset, "x.go", head+body+"\n}", parser.ParseComments)
		require.NoError(t, err, body)
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		conf := types.Config{Importer: imp, Error: func(error) {}}
		conf.Check("x", fset, []*ast.File{f}, info)
		return undetermined(fset, []*ast.File{f}, info, true)
	}
	for _, body := range slices.Sorted(maps.Keys(bad)) {
		got := problems(body)
		require.Len(t, got, 1, body)
		require.Contains(t, got[0], bad[body])
	}
	for _, body := range good {
		require.Empty(t, problems(body), body)
	}
}
