// Gen writes versions/<release>.mod and .sum, from which the conformance tests of that release are built.
//
//	go run ./gen v1.34.4
//
// k8s.io/kubernetes requires its staging modules at v0.0.0 and replaces them with local folders, and replaces
// do not carry over to other modules; so each of them is replaced here by its published version: the staging
// modules of v1.X.Y are published as v0.X.Y (see unpublished for one that is not). Everything else comes from the go command itself, which adds what
// the packages of this module import under the build tags of the release's API.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) < 2 {
		fail(fmt.Errorf("name the releases to add, for example: go run ./gen v1.34.4"))
	}
	for _, release := range os.Args[1:] {
		if err := generate("v" + strings.TrimPrefix(release, "v")); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "gen:", err)
	os.Exit(2)
}

// generations are the build tags of the queue's APIs, by minor release; real/ has an adapter for each.
var generations = map[int]string{
	27: "k8s127",
	28: "k8s128",
	31: "k8s131",
	32: "k8s132",
	34: "k8s134",
	35: "k8s135",
	37: "k8s137",
}

// tagsFor are the build tags of a release, or an error where no adapter was written for its API. k8s is what all
// releases share.
func tagsFor(minor int) (string, error) {
	if tag, ok := generations[minor]; ok {
		return "k8s," + tag, nil
	}
	return "", fmt.Errorf("no adapter for Kubernetes 1.%d; write real/queue_*.go for its API and name its tag here", minor)
}

// unpublished are staging modules that the module proxy does not hand out, and the nearest version that it does. None
// has a part in what is compared: k8s.io/kube-scheduler of 1.31 has the types of configuration and extenders.
var unpublished = map[string]string{
	"k8s.io/kube-scheduler@v0.31.14": "v0.31.13",
}

var releaseForm = regexp.MustCompile(`^v1\.(\d+)\.(\d+)$`)

func generate(release string) error {
	m := releaseForm.FindStringSubmatch(release)
	if m == nil {
		return fmt.Errorf("%q is not a Kubernetes release; write it as v1.34.4", release)
	}
	minor, _ := strconv.Atoi(m[1])
	tags, err := tagsFor(minor)
	if err != nil {
		return err
	}
	staging, err := stagingModules(release)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// Written by: go run ./gen %s\n// tags: %s\n\n", release, tags)
	fmt.Fprintf(&b, "module k8s.io/kubernetes/pkg/scheduler/inflightconformance\n\ngo 1.26.0\n\n")
	fmt.Fprintf(&b, "require (\n\tinflight v0.0.0\n\tk8s.io/kubernetes %s\n)\n\nreplace (\n\tinflight => ../\n", release)
	for _, name := range staging {
		version := fmt.Sprintf("v0.%s.%s", m[1], m[2])
		if instead, ok := unpublished[name+"@"+version]; ok {
			version = instead
		}
		fmt.Fprintf(&b, "\t%s => %s %s\n", name, name, version)
	}
	b.WriteString(")\n")

	mod := filepath.Join("versions", release+".mod")
	if err := os.WriteFile(mod, []byte(b.String()), 0o644); err != nil {
		return err
	}
	if err := os.RemoveAll(strings.TrimSuffix(mod, ".mod") + ".sum"); err != nil {
		return err
	}
	// The go command adds what the build under these tags needs, and nothing that only other releases need (which
	// "go mod tidy" would ask for: it looks at every build tag).
	return run("go", "list", "-mod=mod", "-modfile="+mod, "-tags="+tags, "-deps", "-test", "-f", "{{with .Error}}{{.}}{{end}}", "./...")
}

// stagingModules are the modules that the release replaces by local folders.
func stagingModules(release string) ([]string, error) {
	cmd := exec.Command("go", "mod", "download", "-json", "k8s.io/kubernetes@"+release)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("download k8s.io/kubernetes %s: %w", release, err)
	}
	var module struct{ GoMod string }
	if err := json.Unmarshal(out, &module); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(module.GoMod)
	if err != nil {
		return nil, err
	}
	var names []string
	for line := range bytes.Lines(text) {
		if name, _, ok := strings.Cut(string(line), " => ./staging/"); ok {
			names = append(names, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), "replace ")))
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s replaces no staging modules; the recipe of this command no longer fits it", release)
	}
	return names, nil
}

func run(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	fmt.Fprintln(os.Stderr, "gen:", strings.Join(cmd.Args, " "))
	return cmd.Run()
}
