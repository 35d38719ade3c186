package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"inflight/engine/why"
)

// TestParse shows the canonical form of predicates and, under a caret at the column, what is wrong with others.
func TestParse(t *testing.T) {
	datadriven.RunTest(t, "testdata/parse.txt", func(t *testing.T, d *datadriven.TestData) string {
		var out strings.Builder
		lines := []string{d.Input}
		if d.Cmd == "parse" {
			lines = strings.Split(d.Input, "\n")
		}
		for _, line := range lines {
			p, problem := Parse(line)
			if problem == nil {
				fmt.Fprintln(&out, p)
				continue
			}
			at := strings.Split(line, "\n")[problem.Line-1]
			fmt.Fprintf(&out, "%s\n%s^ %d:%d %s\n", at, strings.Repeat(" ", problem.Column-1), problem.Line, problem.Column,
				why.Text(why.English, problem.Why))
			if d.HasArg("ja") {
				fmt.Fprintln(&out, why.Text(why.Japanese, problem.Why))
			}
		}
		return out.String()
	})
}

// Every rule of the language appears in some golden or test in this package with its sentence: none is an unused text.
func TestTextsOfProblemsAreFilled(t *testing.T) {
	for _, r := range why.Rules() {
		if !strings.HasPrefix(string(r), "check.") {
			continue
		}
		info, _ := why.Lookup(r)
		reason := why.Reason{Rule: r}
		for _, a := range info.Args {
			reason.Args = append(reason.Args, why.S(a, "‹"+a+"›"))
		}
		for _, lang := range why.Langs() {
			text := why.Text(lang, reason)
			require.NotContains(t, text, "{", "%s %s", lang, r)
			for _, a := range info.Args {
				require.Contains(t, text, "‹"+a+"›", "%s %s", lang, r)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`pod(web).place == backoffQ`, `not (pod(a).gated or pod(b).inFlight) and list.len >= 3`,
		`on v1.28.1 { end(pod("team/web~2").place in [bound, gone]) } on 1.28.2 {never(decision)}`,
		`count(NodeAdd in list.events) >= 2`, `visits(web, [activeQ, scheduling])`, `within(1m30s, time > 5s)`,
		`metric("a", b="c") < 0.5`, `order(list.head == <web>, list.pods == [web, api])`, `pod("true").node != "in"`,
		`[(`, `"\x`, `<a>=`, `pod(pod/pod/x).uid == ""`, "step\n==\n\n-1", `((((`, `0 == pod(x).backoffLeft`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		p, problem := Parse(src)
		if problem != nil {
			lines := strings.Split(src, "\n")
			if problem.Line < 1 || problem.Line > len(lines) || problem.Column < 1 || problem.Column > len([]rune(lines[problem.Line-1]))+1 {
				t.Fatalf("%q: the problem is at %d:%d, outside of the text", src, problem.Line, problem.Column)
			}
			return
		}
		again, problem := Parse(p.String())
		if problem != nil {
			t.Fatalf("%q: its canonical form %q does not parse: %s", src, p, why.Text(why.English, problem.Why))
		}
		if again.String() != p.String() {
			t.Fatalf("%q: %q becomes %q", src, p, again)
		}
	})
}
