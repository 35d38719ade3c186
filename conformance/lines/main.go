// Command lines derives engine/why/lines.txt from the sources of the releases: for every function that a rule of the
// engine names, the file and line where each release has it. With -check it only tells whether the file is what the
// sources say.
//
//	go run ./lines [-check] ../engine/why/lines.txt
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"

	"inflight/engine/profile"
	"inflight/engine/why"
)

func main() {
	check := flag.Bool("check", false, "only tell whether the file is what the sources say")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "lines: name the file to write: engine/why/lines.txt")
		os.Exit(2)
	}
	text, err := derive()
	if err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
		os.Exit(1)
	}
	if *check {
		have, err := os.ReadFile(flag.Arg(0))
		if err != nil || !bytes.Equal(have, text) {
			fmt.Fprintln(os.Stderr, "lines:", flag.Arg(0), "is not what the sources say; write it again with: make lines")
			os.Exit(1)
		}
		fmt.Println("lines: ok")
		return
	}
	if err := os.WriteFile(flag.Arg(0), text, 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
		os.Exit(1)
	}
}

// derive is the text of the file. A function that a release lacks is an error: then the rule's sources are wrong.
func derive() ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintln(&out, "# release package function file line; derived from the sources by conformance/lines")
	for _, r := range profile.All() {
		dir, err := sources(r.String())
		if err != nil {
			return nil, err
		}
		at := map[string]map[string]string{}
		for _, s := range wanted(r.Minor) {
			if at[s.Dir()] == nil {
				if at[s.Dir()], err = functions(dir, filepath.Join("pkg/scheduler", s.Dir())); err != nil {
					return nil, err
				}
			}
			where, ok := at[s.Dir()][s.Func]
			if !ok {
				return nil, fmt.Errorf("%s has no %s in pkg/scheduler/%s", r, s.Func, s.Dir())
			}
			fmt.Fprintln(&out, r, s.Dir(), s.Func, where)
		}
	}
	return out.Bytes(), nil
}

// wanted are the functions that rules name for a minor release, sorted.
func wanted(minor int) []why.Source {
	seen := map[string]bool{}
	var out []why.Source
	for _, rule := range why.Rules() {
		info, _ := why.Lookup(rule)
		if s, ok := info.SourceFor(minor); ok && !seen[s.Dir()+" "+s.Func] {
			seen[s.Dir()+" "+s.Func] = true
			out = append(out, s)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Dir()+" "+out[i].Func < out[j].Dir()+" "+out[j].Func })
	return out
}

// sources is the folder of the release's sources in the module cache.
func sources(release string) (string, error) {
	cmd := exec.Command("go", "mod", "download", "-json", "k8s.io/kubernetes@"+release)
	cmd.Stderr = os.Stderr
	b, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("sources of %s: %w", release, err)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(b, &m); err != nil {
		return "", err
	}
	return m.Dir, nil
}

// functions are the functions of a package: Type.Method or name → "file line".
func functions(root, pkg string) (map[string]string, error) {
	out := map[string]string{}
	files, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, f, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range parsed.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				out[name(fn)] = fmt.Sprintf("%s/%s %d", pkg, filepath.Base(f), set.Position(fn.Pos()).Line)
			}
		}
	}
	return out, nil
}

func name(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + fn.Name.Name
	}
	return fn.Name.Name
}
