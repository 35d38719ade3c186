package api

import (
	"strconv"
	"strings"

	"inflight/engine/why"
)

// Ref names an object in actions, stories and links: kind/[namespace/]name, with ~n the n-th incarnation.
type Ref struct {
	Kind      Kind
	Namespace string // "default" where none is written; empty for kinds without namespaces
	Name      string
	N         int // incarnation, from 1; 0 where none is written: the one there is
}

// kindWords are the words of each kind that a reference may begin with, the canonical one first; kubectl's short
// names are among them.
var kindWords = []struct {
	kind       Kind
	namespaced bool
	words      []string
}{
	{KindPod, true, []string{"pod", "pods", "po"}},
	{KindNode, false, []string{"node", "nodes", "no"}},
}

// RefKinds are the words that references begin with: node, pod.
func RefKinds() []string {
	var out []string
	for _, k := range kindWords {
		out = append(out, k.words[0])
	}
	return out
}

// Namespaced tells whether objects of the kind live in namespaces.
func (k Kind) Namespaced() bool {
	for _, w := range kindWords {
		if w.kind == k {
			return w.namespaced
		}
	}
	return false
}

// String is the canonical form: without the namespace default, without the incarnation where there is none.
func (r Ref) String() string {
	s := strings.ToLower(string(r.Kind)) + "/"
	if r.Kind.Namespaced() && r.Namespace != DefaultNamespace {
		s += r.Namespace + "/"
	}
	s += r.Name
	if r.N > 0 {
		s += "~" + strconv.Itoa(r.N)
	}
	return s
}

// Object is the reference without its incarnation.
func (r Ref) Object() Ref {
	r.N = 0
	return r
}

// RefOf is the reference of an object, without incarnation.
func RefOf(o Object) Ref {
	m := o.Metadata()
	return Ref{Kind: o.Kind(), Namespace: m.Namespace, Name: m.Name}
}

// ParseRef reads a reference. The problem's column points into s.
func ParseRef(s string) (Ref, *why.Problem) {
	kind, rest, ok := strings.Cut(s, "/")
	if !ok {
		return Ref{}, refProblem(1, "action.ref", why.S("got", shown(s)))
	}
	r := Ref{}
	namespaced := false
	for _, k := range kindWords {
		for _, w := range k.words {
			if strings.EqualFold(w, kind) {
				r.Kind, namespaced = k.kind, k.namespaced
			}
		}
	}
	if r.Kind == "" {
		return Ref{}, refProblem(1, "action.ref.kind", why.S("got", shown(kind)), why.L("want", RefKinds()))
	}
	col := len(kind) + 2
	first, second, two := strings.Cut(rest, "/")
	switch {
	case two && !namespaced:
		return Ref{}, refProblem(col, "action.ref.no-namespace", why.S("kind", string(r.Kind)), why.S("got", shown(first)))
	case two:
		if !ValidLabelName(first) {
			return Ref{}, refProblem(col, "action.ref.namespace", why.S("got", shown(first)))
		}
		r.Namespace, rest, col = first, second, col+len(first)+1
	case namespaced:
		r.Namespace = DefaultNamespace
	}
	name, n, numbered := strings.Cut(rest, "~")
	if numbered {
		i, err := strconv.Atoi(n)
		if err != nil || i < 1 || n != strconv.Itoa(i) {
			return Ref{}, refProblem(col+len(name)+1, "action.ref.number", why.S("got", shown(n)))
		}
		r.N = i
	}
	if !ValidSubdomain(name) {
		return Ref{}, refProblem(col, "action.ref.name", why.S("got", shown(name)))
	}
	r.Name = name
	return r, nil
}

// shown is a text in a sentence: an empty one shows as "".
func shown(s string) string {
	if s == "" {
		return `""`
	}
	return s
}

func refProblem(column int, rule why.Rule, args ...why.Arg) *why.Problem {
	return &why.Problem{Column: column, Fatal: true, Why: why.Reason{Rule: rule, Args: args}}
}
