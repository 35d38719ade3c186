//go:build k8s

package plugins

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
)

var resultsFile = flag.String("results", "", "a file in which to note what was compared")

// result is what a run compared with one setting of gates: the newest of each release is kept.
type result struct {
	Release     string                    `json:"release"`
	Gates       string                    `json:"gates"`
	Pairs       map[string]int            `json:"pairs"` // by what was asked
	Verdicts    map[string]map[string]int `json:"verdicts"`
	Divergences int                       `json:"divergences"`
	Seed        uint64                    `json:"seed"`
	Date        string                    `json:"date"`
	Engine      string                    `json:"engine"` // hash of the engine's sources
}

// note writes the result of this release into the results file, if there is to be one.
func note(t *testing.T, e *engine, total *tally, divergences int) {
	if *resultsFile == "" {
		return
	}
	hash, err := harness.SourceHash("../../engine")
	if err != nil {
		t.Fatal(err)
	}
	r := result{real.Release(), e.gates, total.pairs, total.said, divergences, *seed, time.Now().UTC().Format(time.DateOnly), hash}
	var all []result
	text, err := os.ReadFile(*resultsFile)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%s: %v", *resultsFile, err)
	}
	all = slices.DeleteFunc(all, func(old result) bool { return old.Release == r.Release && old.Gates == r.Gates })
	all = append(all, r)
	slices.SortFunc(all, func(a, b result) int { return cmp.Or(cmp.Compare(a.Release, b.Release), cmp.Compare(b.Gates, a.Gates)) })
	text, err = json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*resultsFile, append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// missing are the things worth meeting that a run never met.
func missing(w *world, e *engine, total *tally) (out []string) {
	want := func(what string, said ...string) {
		for _, s := range said {
			if total.said[what][s] == 0 {
				out = append(out, what+": "+s)
			}
		}
	}
	for _, name := range sortedKeys(e.filters) {
		want(name+" Filter", success)
		if len(total.said[name+" Filter"]) < 3 { // a code and a reason beside
			out = append(out, name+" Filter: a rejection")
		}
	}
	want(gating+" PreEnqueue", success, "UnschedulableAndUnresolvable")
	want(fit+" Filter", "Unschedulable", "Too many pods", "exactly enough pods", "one too little pods")
	if e.profile.FitUnresolvable {
		want(fit+" Filter", "UnschedulableAndUnresolvable")
	}
	for _, r := range resources {
		want(fit+" Filter", "Insufficient "+r, "exactly enough "+r)
		if r != "hugepages-2Mi" { // comes in pages
			want(fit+" Filter", "one too little "+r)
		}
	}
	if e.profile.PreCheck {
		want("preCheck", "true", "false")
	}
	for _, r := range w.registered {
		if _, compared := e.filters[r.plugin]; !compared && r.plugin != gating || !r.hint.IsValid() || !met(r.event) {
			continue
		}
		f := functionName(r.hint)
		want(r.plugin+" hints", f+" "+e.queueWord())
		if f != "defaultQueueingHintFn" && !alwaysQueues[f] {
			want(r.plugin+" hints", f+" QueueSkip")
		}
	}
	for _, a := range knownActions {
		seen := false
		for said := range total.said["events"] {
			seen = seen || strings.Contains(said, "/"+a+" ")
		}
		if !seen && !unmet[a] && (a != "UpdatePodGeneratedResourceClaim" || e.profile.ClaimEvents) {
			out = append(out, "events: "+a)
		}
	}
	return out
}

// met tells whether a change of a node or a pod can be the event.
func met(event clusterEvent) bool {
	set := map[string]bool{}
	for _, a := range eachAction(event) {
		if !unmet[a] {
			addRegistration(set, string(event.Resource), a)
		}
	}
	return len(set) > 0
}

// unmet are actions that no change made up here is.
var unmet = map[string]bool{"UpdateNodeDeclaredFeature": true, "UpdateNodePreemptionPolicy": true}

// alwaysQueues are functions that never skip: their event is about the pod itself.
var alwaysQueues = map[string]bool{"isSchedulableAfterUpdateTargetPodSchedulingGatesEliminated": true,
	"isSchedulableAfterTargetPodTolerationChange": true, "isSchedulableAfterTargetPodScaleDown": true}
