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

// gateRow says from which release on a gate exists, with which default, or is locked, or is gone and what it gated stays
// as the default says.
type gateRow struct {
	name     string
	at       Release
	on       bool
	lockedAt string
	gone     bool
}

var gateHistory = []gateRow{
	{name: "SchedulerQueueingHints", at: Release{28, 0}, on: true},
	{name: "SchedulerQueueingHints", at: Release{28, 6}, on: false},
	{name: "SchedulerQueueingHints", at: Release{32, 0}, on: true},
	{name: "SchedulerQueueingHints", at: Release{34, 0}, on: true, lockedAt: "v1.34.0"},
	{name: "SchedulerQueueingHints", at: Release{37, 0}, on: true, gone: true},
	{name: "SchedulerPopFromBackoffQ", at: Release{33, 0}, on: true},
}

// gateRowsOf are the rows in effect in a release, by name.
func gateRowsOf(r Release) []gateRow {
	var out []gateRow
	for _, row := range gateHistory {
		if !r.AtLeast(row.at) {
			continue
		}
		if i := slices.IndexFunc(out, func(o gateRow) bool { return o.name == row.name }); i >= 0 {
			out[i] = row
		} else {
			out = append(out, row)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].name < out[j].name })
	return out
}

// GatesOf are the gates that a release has, by name.
func GatesOf(r Release) []Gate {
	var out []Gate
	for _, row := range gateRowsOf(r) {
		if !row.gone {
			out = append(out, Gate{row.name, row.on, row.lockedAt})
		}
	}
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
	for _, row := range gateRowsOf(r) {
		on[row.name] = row.on
	}
	gates := GatesOf(r)
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
