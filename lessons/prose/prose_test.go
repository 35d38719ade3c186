package prose

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"inflight/engine/tree"
	"inflight/lessons/lesson"
)

// TestProse reads Markdown and prints what a bundle would hold, or the problems.
func TestProse(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			links := map[string]string{}
			for _, a := range d.CmdArgs {
				links[a.Key] = "https://example.org/" + a.Key
			}
			doc, problems := Parse("en.md", []byte(strings.ReplaceAll(d.Input, "␣", " ")), links)
			if len(problems) > 0 {
				return problems.Error() + "\n"
			}
			var b strings.Builder
			v := lesson.WordsValue(doc.Title, doc.Text, doc.Words)
			fmt.Fprintln(&b, doc.Title)
			for _, x := range v.Get("text").Seq() {
				fmt.Fprintln(&b, tree.JSON(x))
			}
			if words := v.Get("words"); words != nil {
				for _, f := range words.Fields {
					fmt.Fprintf(&b, "%s: %s\n", f.Key, tree.JSON(f.Value))
				}
			}
			for _, id := range slices.Sorted(maps.Keys(doc.Lines)) {
				fmt.Fprintf(&b, "line %d %s\n", doc.Lines[id], id)
			}
			return b.String()
		})
	})
}
