//go:build k8s

package plugins

import (
	"flag"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

var (
	seed  = flag.Uint64("seed", 1, "where made-up pairs start")
	pairs = flag.Int("pairs", 1000, "how many pairs of each kind are made up for each plugin")
)

func asNode(o any) *v1.Node { return o.(*v1.Node) }
func asPod(o any) *v1.Pod   { return o.(*v1.Pod) }

// variants are the settings of the gate that changes what plugins do.
func variants() [][]script.Gate {
	all := real.Variants()
	return slices.DeleteFunc(all, func(gates []script.Gate) bool {
		return slices.ContainsFunc(gates, func(g script.Gate) bool { return g.Name != "SchedulerQueueingHints" })
	})
}

func name(gates []script.Gate) string {
	if len(gates) == 0 {
		return "default"
	}
	var out []string
	for _, g := range gates {
		out = append(out, g.String())
	}
	return strings.Join(out, ",")
}

// everyVariant runs a test with each setting of gates.
func everyVariant(t *testing.T, test func(t *testing.T, w *world, e *engine)) {
	for _, gates := range variants() {
		t.Run(name(gates), func(t *testing.T) {
			real.WithGates(gates, func() { test(t, newWorld(t), newEngine(t, gates)) })
		})
	}
}

// comparisons are all that can be compared with the engine's plugins.
func comparisons(w *world, e *engine) []comparison {
	var all []comparison
	filters := sortedKeys(e.filters)
	for _, plugin := range filters {
		all = append(all, filtering(plugin))
	}
	all = append(all, queueing(gating))
	asked := append(filters, gating)
	for _, plugin := range asked {
		all = append(all, hinting(plugin, asked))
	}
	if e.profile.PreCheck {
		for _, plugin := range filters {
			all = append(all, prechecking(plugin))
		}
	}
	return all
}

// about is the plugin that a comparison is named for.
func (c comparison) about() string {
	for _, word := range strings.Fields(c.name) {
		if slices.Contains([]string{fit, taints, gating, affinity, nodeName, ports, unschedulable}, word) {
			return word
		}
	}
	return ""
}

// TestPlugins compares every plugin of the engine with the real one.
func TestPlugins(t *testing.T) {
	everyVariant(t, func(t *testing.T, w *world, e *engine) {
		total, divergences := newTally(), 0
		for i, c := range comparisons(w, e) {
			count := newTally()
			if m := c.compare(w, e, maker{harness.NewRand(*seed*1000 + uint64(i)), c.about(), e.request}, *pairs, count); m != nil {
				divergences++
				t.Errorf("seed %d: %s", *seed, m)
			}
			total.join(count)
		}
		t.Logf("\n%s", total)
		if divergences == 0 {
			for _, what := range missing(w, e, total) {
				t.Errorf("never met: %s", what)
			}
		}
		note(t, e, total, divergences)
	})
}

// TestRegistrations: the events that each plugin registers, and those that any does.
func TestRegistrations(t *testing.T) {
	everyVariant(t, func(t *testing.T, w *world, e *engine) {
		for _, plugin := range append(sortedKeys(e.filters), gating) {
			same(t, plugin, realRegistrations(w, plugin), ourRegistrations(e, plugin))
		}
		if e.profile.EventFilter {
			same(t, "any plugin", realRegistrations(w, ""), ourRegistrations(e, ""))
		}
	})
}

func same(t *testing.T, plugin string, real, ours []string) {
	if !slices.Equal(real, ours) {
		t.Errorf("%s\n  real: %s\n  ours: %s", plugin, strings.Join(real, " "), strings.Join(ours, " "))
	}
}
