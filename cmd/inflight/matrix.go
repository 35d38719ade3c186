package main

import (
	"strconv"
	"strings"

	"inflight/engine/profile"
	"inflight/engine/trace"
)

// runMatrix is inflight matrix FILE: where each pod ends under each release.
func runMatrix(s *session) int {
	if len(s.files) == 0 {
		return s.wrong(msg("use.no-file", "command", "matrix FILE"))
	}
	releases := profile.All()
	if s.has(releasesFlag) {
		releases = nil
		for got := range strings.SplitSeq(s.get(releasesFlag), ",") {
			r, wrong := release(strings.TrimSpace(got))
			if wrong != nil {
				return s.wrong(wrong)
			}
			releases = append(releases, r)
		}
	}
	sc, ok := s.load(s.files)
	if !ok {
		return exitUnreadable
	}
	var runs []*trace.Trace
	for _, r := range distinct(releases) {
		t, code := s.simulate(sc, r)
		if code != exitWell {
			return code
		}
		runs = append(runs, t)
	}
	s.ends(runs)
	return exitWell
}

// runVersions is inflight versions: the releases that there are, with the feature gates that change the queue and the
// variants as the release has them.
func runVersions(s *session) int {
	rows := [][]string{{s.text(msg("table.release")), s.text(msg("table.gates")), s.text(msg("table.variants"))}}
	for _, r := range profile.All() {
		var gates []string
		for _, g := range profile.GatesOf(r) {
			entry := g.Name + "=" + strconv.FormatBool(g.Default)
			if g.Locked != "" {
				entry += " " + s.text(msg("versions.locked", "since", g.Locked))
			}
			gates = append(gates, entry)
		}
		if gates == nil {
			gates = []string{"-"}
		}
		rows = append(rows, []string{r.String(), strings.Join(gates, ", "), released(r)})
	}
	s.table(rows)
	return exitWell
}

// released is what a release has of each variant.
func released(r profile.Release) string {
	var out []string
	if p, err := profile.For(r, nil); err == nil {
		for _, v := range p.Variants() {
			out = append(out, v.Name+"="+p.Variant(v.Name))
		}
	}
	if out == nil {
		return "-"
	}
	return strings.Join(out, ", ")
}
