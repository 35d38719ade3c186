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

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
)

var resultsFile = flag.String("results", "", "a file in which to note what was compared")

// result is what a run compared: the newest of each release is kept.
type result struct {
	Release     string   `json:"release"`
	Gates       []string `json:"gates"` // settings that were compared
	Operations  int      `json:"operations"`
	Scripts     int      `json:"scripts"`
	Divergences int      `json:"divergences"`
	Seed        uint64   `json:"seed"`
	Date        string   `json:"date"`
	Engine      string   `json:"engine"` // hash of the engine's sources
}

// note writes the result of this release into the results file, if there is to be one.
func note(t *testing.T, r result) {
	if *resultsFile == "" {
		return
	}
	r.Release, r.Gates, r.Seed = real.Release(), gates(), *seed
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
	all = slices.DeleteFunc(all, func(old result) bool { return old.Release == r.Release })
	all = append(all, r)
	slices.SortFunc(all, func(a, b result) int { return cmp.Compare(a.Release, b.Release) })
	text, err = json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*resultsFile, append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// gates are the settings of feature gates that were compared.
func gates() []string {
	var all []string
	for _, variant := range real.Variants() {
		text := "default"
		for i, g := range variant {
			if i == 0 {
				text = ""
			}
			text += g.String()
		}
		all = append(all, text)
	}
	return all
}
