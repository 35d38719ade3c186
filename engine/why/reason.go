// Package why holds reasons as data: why a beat of the trace happened. Sentences are looked up per language
// when they are shown (text/en.txt, text/ja.txt); the engine never builds them. rules.go lists every rule, with
// the upstream function that it comes from.
package why

import "strings"

// Rule identifies a reason, area.case: "hint.queue", "filter.fit.insufficient".
type Rule string

// Reason is why something happened: a rule and the values that decided.
type Reason struct {
	Rule   Rule
	Plugin string   // plugin name, where one decided
	Event  EventRef // zero where no cluster event is involved
	Pod    string   // namespace/name of the pod it is about
	Node   string
	Args   []Arg // the numbers and names of the sentence, in the order in which the rule lists them
}

// EventRef names a recorded cluster event.
type EventRef struct {
	N      int    // E1, E2, …: the n-th cluster event of the run; 0 is none
	Label  string // NodeAdd, AssignedPodDelete … as the release names it
	Object string // REF of the object that changed: node/big, pod/default/web
}

// ArgKind says how a value is written and styled.
type ArgKind uint8

// The kinds of values.
const (
	ArgInt      ArgKind = iota // Int: a count
	ArgDuration                // Int: nanoseconds
	ArgTime                    // Int: nanoseconds since the epoch
	ArgText                    // Str: an identifier or a quantity in the manifest's own spelling
	ArgPod                     // Str: namespace/name
	ArgNode                    // Str: name
	ArgList                    // Str: names joined by ", "
)

// Arg is one named value of a reason.
type Arg struct {
	Name string
	Kind ArgKind
	Str  string
	Int  int64
}

// N is a count.
func N(name string, n int) Arg { return Arg{Name: name, Kind: ArgInt, Int: int64(n)} }

// S is an identifier or a quantity.
func S(name, s string) Arg { return Arg{Name: name, Kind: ArgText, Str: s} }

// L is a list of names.
func L(name string, names []string) Arg {
	return Arg{Name: name, Kind: ArgList, Str: strings.Join(names, ", ")}
}

// D is a duration in nanoseconds.
func D(name string, ns int64) Arg { return Arg{Name: name, Kind: ArgDuration, Int: ns} }

// T is an instant in nanoseconds since the epoch.
func T(name string, ns int64) Arg { return Arg{Name: name, Kind: ArgTime, Int: ns} }

// Get returns the argument of that name and whether there is one.
func (r Reason) Get(name string) (Arg, bool) {
	for _, a := range r.Args {
		if a.Name == name {
			return a, true
		}
	}
	return Arg{}, false
}
