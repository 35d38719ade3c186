package why

import "sort"

// Info is what is known of a rule beside its texts.
type Info struct {
	Rule Rule
	// Decision marks the beats that decide where a pod goes: "next decision" stops at them.
	Decision bool
	// Args are the arguments that the texts may use and that every reason of the rule carries, beside plugin,
	// event, pod and node. Every text uses each of them that is not optional ("name?" is optional).
	Args []string
	// Sources are the upstream functions that the behaviour comes from, each for a range of releases.
	Sources []Source
}

// Source is an upstream function from a minor release on, until the next Source of the same rule takes over; one
// without a function ends the range.
// Package is relative to k8s.io/kubernetes/pkg/scheduler ("internal/queue"), Func is Type.Method or function.
// Lines and links are in lines.txt, which conformance derives from the sources.
type Source struct {
	Since         int // minor release, 0 for all
	Package, Func string
}

var registry = map[Rule]Info{}

// register adds the rules of one area; a rule that exists already is a programming error.
func register(infos ...Info) {
	for _, i := range infos {
		if _, twice := registry[i.Rule]; twice {
			panic("why: rule " + string(i.Rule) + " registered twice")
		}
		registry[i.Rule] = i
	}
}

// Lookup returns what is known of a rule.
func Lookup(r Rule) (Info, bool) {
	i, ok := registry[r]
	return i, ok
}

// Rules are all rules, sorted.
func Rules() []Rule {
	out := make([]Rule, 0, len(registry))
	for r := range registry { // order-free: sorted below
		out = append(out, r)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

// SourceFor is the upstream function behind the rule in releases of the given minor; ok is false where the rule
// is ours alone.
func (i Info) SourceFor(minor int) (s Source, ok bool) {
	for _, c := range i.Sources {
		if c.Since <= minor {
			s, ok = c, c.Func != ""
		}
	}
	return s, ok
}

// Problem is something wrong, or merely not as written, in what a person gave us: a file, a link, a flag, a line.
type Problem struct {
	File         string // "" where the input has no name
	Line, Column int    // from 1; 0 where there is none
	Field        string // path of the field: spec.containers[0].resources
	Why          Reason // what is wrong and the way out
	Fatal        bool   // an error; otherwise a warning
}
