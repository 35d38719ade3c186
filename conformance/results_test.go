//go:build k8s

package inflightconformance

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"slices"
	"testing"
	"time"

	"inflight/engine/profile"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

var resultsFile = flag.String("results", "", "a file in which to note what was compared")

// result is what a run compared: the newest of each release and setting of its gates is kept.
type result struct {
	Release     string          `json:"release"`
	Gates       map[string]bool `json:"gates"` // every gate that the release lets one set, as it was
	Operations  int             `json:"operations"`
	Scripts     int             `json:"scripts"`
	Divergences int             `json:"divergences"`
	Seed        uint64          `json:"seed"`
	Date        string          `json:"date"`
	Engine      string          `json:"engine"` // hash of the engine's sources
}

// key orders results: by release, the gates as the release has them first.
func (r result) key() (minor, patch int, gates string) {
	release, err := profile.Parse(r.Release)
	if err != nil {
		return 0, 0, ""
	}
	for _, g := range profile.GatesOf(release) {
		if on, set := r.Gates[g.Name]; set && on != g.Default {
			gates += g.Name
		}
	}
	return release.Minor, release.Patch, gates
}

func compareResults(a, b result) int {
	minorA, patchA, gatesA := a.key()
	minorB, patchB, gatesB := b.key()
	return cmp.Or(cmp.Compare(minorA, minorB), cmp.Compare(patchA, patchB), cmp.Compare(gatesA, gatesB))
}

// note writes the result of this release and setting into the results file, if there is to be one.
func note(t *testing.T, gates []script.Gate, r result) {
	if *resultsFile == "" {
		return
	}
	r.Release, r.Gates, r.Seed = real.Release(), real.Setting(gates), *seed
	hash, err := harness.SourceHash("../engine")
	if err != nil {
		t.Fatal(err)
	}
	r.Date, r.Engine = time.Now().UTC().Format(time.DateOnly), hash
	var all []result
	text, err := os.ReadFile(*resultsFile)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%s: %v", *resultsFile, err)
	}
	all = slices.DeleteFunc(all, func(old result) bool { return compareResults(old, r) == 0 })
	all = append(all, r)
	slices.SortFunc(all, compareResults)
	text, err = json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*resultsFile, append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
