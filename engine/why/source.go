package why

import (
	_ "embed"
	"strconv"
	"strings"
)

// Location is where an upstream function is in one release.
type Location struct {
	Func string // Type.Method, or the function's name
	File string // path in the repository kubernetes/kubernetes
	Line int
	URL  string // of that line at the release's tag
}

// linesText is one function a line: release, package below pkg/scheduler ("." for itself), function, file, line.
// It is derived from the sources of the releases and checked by conformance/lines.
//
//go:embed lines.txt
var linesText string

var lines = parseLines(linesText)

type place struct{ release, pkg, fn string }

func parseLines(s string) map[place]Location {
	out := map[place]Location{}
	for _, l := range strings.Split(s, "\n") {
		f := strings.Fields(l)
		if len(f) != 5 || f[0] == "#" {
			continue
		}
		n, err := strconv.Atoi(f[4])
		if err != nil {
			panic("why: lines.txt: " + l)
		}
		out[place{f[0], f[1], f[2]}] = Location{Func: f[2], File: f[3], Line: n,
			URL: "https://github.com/kubernetes/kubernetes/blob/" + f[0] + "/" + f[3] + "#L" + f[4]}
	}
	return out
}

// Locate is where the behaviour of a rule is in a release, written v1.28.1 with its minor; ok is false where the rule
// is ours alone or the release has no such function.
func Locate(r Rule, release string, minor int) (Location, bool) {
	info, ok := Lookup(r)
	if !ok {
		return Location{}, false
	}
	s, ok := info.SourceFor(minor)
	if !ok {
		return Location{}, false
	}
	l, ok := lines[place{release, s.Dir(), s.Func}]
	return l, ok
}

// Dir is the source's package below pkg/scheduler, "." for itself.
func (s Source) Dir() string {
	if s.Package == "" {
		return "."
	}
	return s.Package
}
