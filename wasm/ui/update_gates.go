package ui

import (
	"strings"

	"inflight/engine/profile"
)

// quickMost is how many releases the top bar shows as buttons; all of them are in the dialog.
const quickMost = 4

// quick are the releases that are one press away: those that the lesson or the file is about; else the first of each
// way to remember what is in flight, and the newest.
func (m *Model) quick() []profile.Release {
	all := m.releases()
	if m.Mode == Play && m.Left.Scenario != nil && len(m.Left.Scenario.Releases) > 0 {
		all = m.Left.Scenario.Releases
	}
	if len(all) <= quickMost {
		return all
	}
	var out []profile.Release
	met := map[profile.InFlight]bool{}
	for i, r := range all {
		p, err := profile.For(r, nil)
		if err != nil {
			continue
		}
		if !met[p.InFlight] || i == len(all)-1 {
			out = append(out, r)
		}
		met[p.InFlight] = true
	}
	return out[max(0, len(out)-quickMost):]
}

// gate flips a feature gate and makes the run anew: "gate NAME true".
func (u *update) gate(rest string) {
	name, value, _ := strings.Cut(rest, " ")
	p := &u.m.Left
	if p.Scenario == nil || value != "true" && value != "false" {
		return
	}
	for _, g := range profile.GatesOf(p.Release) {
		if g.Name != name || g.Locked != "" {
			continue
		}
		if u.m.exercising() != nil {
			u.note("notice.gate.exercise")
			return
		}
		u.pause("")
		u.m.Left.flip(name, value == "true")
		u.rerun(p.Release)
		return
	}
}

// flip sets a gate in the pane's scenario, which nobody else reads.
func (p *Pane) flip(name string, on bool) {
	sc := *p.Scenario
	sc.Gates = with(sc.Gates, name, on)
	p.Scenario, p.Flips = &sc, with(p.Flips, name, on)
}

// gateOn tells whether a gate is on in the run that shows.
func (m *Model) gateOn(g profile.Gate) bool {
	if m.Left.Scenario == nil || g.Locked != "" {
		return g.Default
	}
	if on, set := m.Left.Scenario.Gates[g.Name]; set {
		return on
	}
	return g.Default
}

// flipped tells whether a gate of the run differs from its default, or a piece of code from the release's own.
func (m *Model) flipped() bool {
	if t := m.Left.Trace; t != nil && len(t.Profile.ChangedVariants()) > 0 {
		return true
	}
	for _, g := range profile.GatesOf(m.Left.Release) {
		if m.gateOn(g) != g.Default {
			return true
		}
	}
	return false
}

// variant takes other code for a piece of the release, or the release's own, and makes the run anew: "variant NAME
// VALUE".
func (u *update) variant(rest string) {
	name, value, _ := strings.Cut(rest, " ")
	p := &u.m.Left
	if p.Scenario == nil || p.Trace == nil {
		return
	}
	if _, err := p.Trace.Profile.With(map[string]string{name: value}); err != nil {
		return
	}
	if u.m.exercising() != nil {
		u.note("notice.gate.exercise")
		return
	}
	u.pause("")
	u.m.Left.vary(name, value)
	u.rerun(p.Release)
}

// vary sets a variant in the pane's scenario.
func (p *Pane) vary(name, value string) {
	sc := *p.Scenario
	sc.Variants = with(sc.Variants, name, value)
	p.Scenario, p.Varied = &sc, with(p.Varied, name, value)
}
