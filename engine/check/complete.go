package check

import (
	"regexp"
	"slices"
	"strings"

	"inflight/engine/why"
)

// World is what a scenario can ever have, by the names that a predicate uses.
type World struct{ Pods, Nodes []string }

// Completion are the words that may stand at the end of a text: each takes the place of what follows From, in bytes.
type Completion struct {
	From  int
	Words []string
}

// Complete lists what the parser would accept at the end of src, as a condition about one moment: words that begin as
// the last one of src does. It asks the parser, so it knows no grammar of its own.
func Complete(src string, w World) Completion {
	from := len(src)
	for from > 0 && (isWordByte(src[from-1]) || src[from-1] == '.' || src[from-1] == '<') {
		from--
	}
	head, last := src[:from], src[from:]
	c := Completion{From: from}
	for _, word := range w.expand(next(head), head) {
		if len(word) < len(last) || !strings.EqualFold(word[:len(last)], last) || word == last || slices.Contains(c.Words, word) {
			continue
		}
		if _, p := Parse(head + strings.TrimSuffix(word, ".")); p == nil || toTheEnd(p, head+strings.TrimSuffix(word, ".")) {
			c.Words = append(c.Words, word)
		}
	}
	return c
}

// next is what the parser wants at the end of a text, nil where something is wrong before it.
func next(head string) []string {
	if strings.TrimSpace(head) == "" {
		return starts()
	}
	_, p := Parse(head)
	switch {
	case p == nil:
		return []string{"and", "or"}
	case !toTheEnd(p, head):
		return nil
	}
	want := wanted(p)
	if !slices.Contains(want, "VALUE") {
		return want
	}
	for _, probe := range []string{"zz", "zz]", "zz)", "zz])"} { // a value fits or not: what does is told by its refusal
		if _, p = Parse(head + probe); p == nil { // any word: what else it could be is told by the refusal of a number
			if _, p = Parse(head + "3"); p == nil {
				return nil
			}
		}
		if got := wanted(p); !toTheEnd(p, head+probe) {
			return got
		}
	}
	return nil
}

// toTheEnd tells whether the parser got as far as the end of the text.
func toTheEnd(p *why.Problem, src string) bool {
	lines := strings.Split(src, "\n")
	return p.Line == len(lines) && p.Column > len([]rune(strings.TrimRight(lines[len(lines)-1], " \t")))
}

// wanted are the words that a problem says would be accepted.
func wanted(p *why.Problem) []string {
	want, _ := p.Why.Get("want")
	if want.Str == "" {
		return nil
	}
	return strings.Split(want.Str, ", ")
}

// nodeTerm is a question for a node's name.
var nodeTerm = regexp.MustCompile(`\.node\s*(==|!=)\s*$|\.node\s+(not\s+)?in\s*\[[^\]]*$`)

// expand puts names in the place of what stands for them, and leaves out what a moment has no use for.
func (w World) expand(want []string, head string) []string {
	var out []string
	for _, x := range want {
		x = strings.Trim(x, "'")
		switch {
		case x == "pod(NAME).place" || x == "pod":
			out = append(out, "pod(")
		case x == "NAME" && strings.HasSuffix(strings.TrimRight(head, " "), "("):
			for _, p := range w.Pods {
				out = append(out, p+").")
			}
		case x == "NAME":
			if nodeTerm.MatchString(head) {
				out = append(out, w.Nodes...)
			}
		case x == "<POD>":
			for _, p := range w.Pods {
				out = append(out, "<"+p+">")
			}
		case x == "node/NAME":
			for _, n := range w.Nodes {
				out = append(out, "node/"+n)
			}
		case x == "pod(NAME).rejectors":
			for _, p := range w.Pods {
				out = append(out, "pod("+p+").rejectors")
			}
		case x == "[A": // of "[A, B]"
			out = append(out, "[")
		case strings.Contains(x, "NAME") || strings.Contains(x, "(…)") || strings.HasPrefix(x, "metric") || slices.Contains(temporal, x) || x == "(" || x == "B]":
		default:
			out = append(out, x)
		}
	}
	return out
}
