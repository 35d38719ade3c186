//go:build k8s

package inflightconformance

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
	r.Date, r.Engine = time.Now().UTC().Format(time.DateOnly), engineHash(t, "../engine")
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

// engineHash is a hash of the names and contents of the engine's Go files, tests left out.
func engineHash(t *testing.T, root string) string {
	sum := sha256.New()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		fmt.Fprintf(sum, "%s %d\n%s", filepath.ToSlash(name), len(text), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}
