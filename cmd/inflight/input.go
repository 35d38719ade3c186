package main

import (
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"inflight/engine/check"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// load reads the files into a scenario; it reports what is wrong with them.
func (s *session) load(names []string) (*scenario.Scenario, bool) {
	var files []scenario.File
	for _, name := range names {
		f, ok := s.read(name)
		if !ok {
			return nil, false
		}
		files = append(files, f)
	}
	load := scenario.Load
	if s.has(strictFlag) {
		load = scenario.LoadStrict
	}
	sc, problems := load(files...)
	for _, p := range problems {
		s.report(p, 0)
	}
	return sc, sc != nil
}

// read reads a file; - is standard input.
func (s *session) read(name string) (scenario.File, bool) {
	var data []byte
	var err error
	if name == "-" {
		name = s.text(msg("stdin"))
		data, err = io.ReadAll(s.stdin)
	} else {
		data, err = s.readFile(name)
	}
	if err != nil {
		io.WriteString(s.stderr, name+": "+s.text(msg("input.read", "error", cause(err)))+"\n")
		return scenario.File{}, false
	}
	return scenario.File{Name: name, Data: data}, true
}

// cause is an error without the name of the file that it is about.
func cause(err error) string {
	s := err.Error()
	if i := strings.LastIndex(s, ": "); i >= 0 {
		s = s[i+2:]
	}
	return s
}

// release reads a release as it was typed.
func release(got string) (profile.Release, *message) {
	r, err := profile.Parse(got)
	if err == nil && profile.Known(r) {
		return r, nil
	}
	var known []string
	for _, k := range profile.All() {
		known = append(known, k.String())
	}
	return profile.Release{}, nearest("release", got, known)
}

// theRelease is --k8s, else the scenario's first, else the newest that there is.
func (s *session) theRelease(sc *scenario.Scenario) (profile.Release, *message) {
	if got := s.get(k8sFlag); got != "" {
		return release(got)
	}
	if len(sc.Releases) > 0 {
		return sc.Releases[0], nil
	}
	all := profile.All()
	return all[len(all)-1], nil
}

// profile resolves a release with the gates and variants of the scenario and of the flags. A gate of the scenario that
// the release has not, or has locked the other way, is left out with a warning; one of --gates is an error. So are
// variants.
func (s *session) profile(sc *scenario.Scenario, r profile.Release) (*profile.Profile, *message) {
	gates := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(sc.Gates)) {
		if m := gate(r, name, sc.Gates[name]); m != nil {
			io.WriteString(s.stderr, sc.File+": "+s.text(msg("warning"))+": "+s.text(msg("input.gate", "release", r.String(), "gate", name, "value", strconv.FormatBool(sc.Gates[name])))+"\n")
			continue
		}
		gates[name] = sc.Gates[name]
	}
	asked, wrong := s.gates()
	if wrong != nil {
		return nil, wrong
	}
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		if m := gate(r, name, asked[name]); m != nil {
			return nil, m
		}
		gates[name] = asked[name]
	}
	p, err := profile.For(r, gates)
	if err != nil {
		return nil, msg("use.profile", "error", err.Error())
	}
	return s.withVariants(sc, p)
}

func (s *session) withVariants(sc *scenario.Scenario, p *profile.Profile) (*profile.Profile, *message) {
	asked, wrong := s.variants()
	if wrong != nil {
		return nil, wrong
	}
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		if m := variant(p, name, asked[name]); m != nil {
			return nil, m
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sc.Variants)) {
		_, given := asked[name]
		switch {
		case given:
		case p.Variant(name) == "":
			io.WriteString(s.stderr, sc.File+": "+s.text(msg("warning"))+": "+s.text(msg("input.variant", "release", p.Release.String(), "variant", name, "value", sc.Variants[name]))+"\n")
		default:
			asked[name] = sc.Variants[name]
		}
	}
	q, err := p.With(asked)
	if err != nil {
		return nil, msg("use.profile", "error", err.Error())
	}
	return q, nil
}

// variant says why a variant cannot be set so, nil where it can.
func variant(p *profile.Profile, name, value string) *message {
	var names []string
	for _, v := range profile.AllVariants() {
		names = append(names, v.Name)
		switch {
		case v.Name != name:
		case p.Variant(name) == "":
			return msg("use.variant-idle", "variant", name, "release", p.Release.String())
		case !slices.Contains(v.ValueNames(), value):
			return nearest("variant-value", value, v.ValueNames())
		default:
			return nil
		}
	}
	return nearest("variant", name, names)
}

// gate says why a feature gate cannot be set so in a release, nil where it can.
func gate(r profile.Release, name string, on bool) *message {
	var known []string
	for _, g := range profile.GatesOf(r) {
		if g.Name != name {
			known = append(known, g.Name)
			continue
		}
		if g.Locked != "" && on != g.Default {
			return msg("use.gate-locked", "gate", name, "value", strconv.FormatBool(g.Default), "since", g.Locked)
		}
		return nil
	}
	if len(known) == 0 {
		return msg("use.gate-none", "gate", name, "release", r.String())
	}
	return msg("use.gate-unknown", "gate", name, "release", r.String(), "want", strings.Join(known, ", "))
}

// simulate runs the scenario under a release and reports what the run warns of. The code is exitWell where there is a
// trace.
func (s *session) simulate(sc *scenario.Scenario, r profile.Release) (*trace.Trace, int) {
	p, wrong := s.profile(sc, r)
	if wrong != nil {
		return nil, s.wrong(wrong)
	}
	t, problem := sim.Run(sc, p)
	return t, s.ran(sc, t, problem)
}

// ran reports what went wrong in a run, and what it warns of beside the scenario's own warnings.
func (s *session) ran(sc *scenario.Scenario, t *trace.Trace, problem *why.Problem) int {
	start := sc.Clock
	if t != nil {
		start = t.Initial.At
		for _, w := range t.Warnings[min(len(sc.Problems), len(t.Warnings)):] {
			s.report(w, start)
		}
	}
	if problem != nil {
		s.report(*problem, start)
		return exitUnreadable
	}
	return exitWell
}

// predicate parses a predicate of the command line, or reports what is wrong with it.
func (s *session) predicate(what, src string) (*check.Predicate, bool) {
	p, problem := check.Parse(src)
	if problem != nil {
		s.reportIn(what, problem)
		return nil, false
	}
	return p, true
}

// reportIn reports a problem whose column points into a text of the command line.
func (s *session) reportIn(what string, p *why.Problem) {
	q := *p
	q.File = what
	s.report(q, 0)
}

// pods are the names of the pods that a scenario can have.
func pods(sc *scenario.Scenario) []string {
	var out []string
	for _, d := range sc.Objects {
		if r := d.Ref(); r.Kind == "Pod" && !slices.Contains(out, r.Namespace+"/"+r.Name) {
			out = append(out, r.Namespace+"/"+r.Name)
		}
	}
	return out
}
