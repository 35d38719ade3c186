package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"sort"
	"strings"
)

// share is a number of bytes of code that belong to one group of packages.
type share struct {
	name  string
	bytes int
}

// groups tell whose a package is, by import path; the first that fits.
var groups = []struct{ name, prefix string }{
	{"ours: engine", "inflight/engine"},
	{"ours: lessons", "inflight/lessons"},
	{"ours: page (wasm/…)", "inflight/"},
	{"yaml.v3", "go.yaml.in/yaml"},
	{"hackpadfs, go-indexeddb, safejs", "github.com/hack-pad/"},
	{"honnef dom", "honnef.co/go/js/dom"},
}

var runtimePackages = regexp.MustCompile(`^(runtime|internal|sync|unsafe|syscall)(/|$)`)

func groupOf(pkg string) string {
	for _, g := range groups {
		if strings.HasPrefix(pkg, g.prefix) {
			return g.name
		}
	}
	switch {
	case pkg == "":
		return "made by the compiler"
	case strings.Contains(strings.SplitN(pkg, "/", 2)[0], "."):
		return "other modules"
	case runtimePackages.MatchString(pkg):
		return "Go runtime"
	}
	return "standard library"
}

// attribute splits a module's code by group and by package, largest first.
func attribute(sizes wasmSizes, pkgs []string) (byGroup, byPackage []share) {
	group, pkg := map[string]int{}, map[string]int{}
	find := packageFinder(pkgs)
	for fn, n := range sizes.functions {
		p := find(fn)
		group[groupOf(p)] += n
		if p != "" {
			pkg[p] += n
		}
	}
	return sortedShares(group), sortedShares(pkg)
}

func sortedShares(m map[string]int) []share {
	list := make([]share, 0, len(m))
	for name, n := range m {
		list = append(list, share{name, n})
	}
	sort.Slice(list, func(i, j int) bool {
		if list[i].bytes != list[j].bytes {
			return list[i].bytes > list[j].bytes
		}
		return list[i].name < list[j].name
	})
	return list
}

// notInNames is what the linker replaces by _ in names of functions.
var notInNames = regexp.MustCompile(`[^\w.]`)

// packageFinder returns a function from a function's name, as the linker writes
// it, to the import path of its package, "" if it belongs to none. The longest
// package that fits wins.
func packageFinder(pkgs []string) func(string) string {
	byName := map[string]string{}
	for _, p := range pkgs {
		byName[notInNames.ReplaceAllString(p, "_")] = p
	}
	byName["main"] = "inflight/wasm"
	return func(fn string) string {
		for i := len(fn); i > 0; i = strings.LastIndexByte(fn[:i], '.') {
			if p, ok := byName[fn[:i]]; ok {
				return p
			}
		}
		return ""
	}
}

// wasmPackages lists the import paths that end up in the program.
func wasmPackages() ([]string, error) {
	cmd := exec.Command("go", "list", "-deps", "./wasm")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the packages of ./wasm: %w", err)
	}
	return strings.Fields(string(out)), nil
}
