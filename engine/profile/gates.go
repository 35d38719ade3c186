package profile

import (
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
	"strings"
)

// Gates are the feature gates that change the queue, resolved for one release.
type Gates struct {
	QueueingHints   bool // SchedulerQueueingHints
	PopFromBackoffQ bool // SchedulerPopFromBackoffQ
}

// Gate is a feature gate as one release has it.
type Gate struct {
	Name    string
	Default bool
	// Locked says since when it can no longer be changed, "" while it can.
	Locked string
}

// gateRow says from which release on a gate exists, with which default, or is locked.
type gateRow struct {
	name     string
	at       Release
	on       bool
	lockedAt string
}

var gateHistory = []gateRow{
	{"SchedulerQueueingHints", Release{28, 0}, true, ""},
	{"SchedulerQueueingHints", Release{28, 6}, false, ""},
	{"SchedulerQueueingHints", Release{32, 0}, true, ""},
	{"SchedulerQueueingHints", Release{34, 0}, true, "v1.34.0"},
	{"SchedulerPopFromBackoffQ", Release{33, 0}, true, ""},
}

// GatesOf are the gates that a release has, by name.
func GatesOf(r Release) []Gate {
	var out []Gate
	for _, row := range gateHistory {
		if !r.AtLeast(row.at) {
			continue
		}
		g := Gate{row.name, row.on, row.lockedAt}
		if i := slices.IndexFunc(out, func(o Gate) bool { return o.Name == row.name }); i >= 0 {
			out[i] = g
		} else {
			out = append(out, g)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// For resolves a release and the gates that a learner set to a Profile. It refuses a release that Inflight does not
// model, a gate that the release does not have and one that it has locked.
func For(r Release, set map[string]bool) (*Profile, error) {
	if !Known(r) {
		return nil, fmt.Errorf("release %s is not modelled; take one of %s", r, known())
	}
	p := first()
	p.Release = r
	for i := range history {
		if history[i].landed(r) {
			history[i].set(&p)
		}
	}
	on := map[string]bool{}
	gates := GatesOf(r)
	for _, g := range gates {
		on[g.Name] = g.Default
	}
	for _, name := range sortedKeys(set) {
		i := slices.IndexFunc(gates, func(g Gate) bool { return g.Name == name })
		switch {
		case i < 0:
			return nil, fmt.Errorf("%s has no feature gate %s that changes the queue; it has %s", r, name, gateNames(gates))
		case gates[i].Locked != "" && set[name] != gates[i].Default:
			return nil, fmt.Errorf("feature gate %s is locked to %t since %s", name, gates[i].Default, gates[i].Locked)
		}
		on[name] = set[name]
	}
	p.applyGates(Gates{QueueingHints: on["SchedulerQueueingHints"], PopFromBackoffQ: on["SchedulerPopFromBackoffQ"]})
	return &p, nil
}

// applyGates takes back what a gate that is off takes back.
func (p *Profile) applyGates(g Gates) {
	p.Gates = g
	if !g.QueueingHints {
		p.InFlight, p.DoneAt, p.Exceptions = ByCycle, DoneNever, nil
		p.UpdateInFlight, p.Unscheduled, p.PreCheck, p.AssignedPodsByAffinity = false, UpdateRequeues, true, true
	}
	p.PopFromBackoffQ = p.PopFromBackoffQ && g.PopFromBackoffQ
}

func gateNames(gates []Gate) string {
	if len(gates) == 0 {
		return "none"
	}
	var names []string
	for _, g := range gates {
		names = append(names, g.Name)
	}
	return strings.Join(names, ", ")
}

func sortedKeys[T any](m map[string]T) []string {
	var keys []string
	for k := range m { // order-free: sorted below
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// TableHash names what this engine knows of the releases: it changes with every row, gate and default, and with
// nothing else. Traces and links carry it.
func TableHash() string {
	h := fnv.New64a()
	for i := range history {
		fmt.Fprintln(h, history[i].at, history[i].says, history[i].source)
	}
	fmt.Fprintln(h, gateHistory)
	for _, r := range All() {
		if p, err := For(r, nil); err == nil {
			fmt.Fprintf(h, "%+v\n", *p)
		}
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
