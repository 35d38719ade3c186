package lessons_test

import (
	"os"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"inflight/lessons/lint"
)

var example = regexp.MustCompile("(?ms)^```[a-z]+ file=(\\S+)\n(.*?)^```$")

// The lesson that docs/lessons.md is written around keeps all promises of that page.
func TestTheDocumentedLesson(t *testing.T) {
	text, err := os.ReadFile("../docs/lessons.md")
	require.NoError(t, err)
	files := fstest.MapFS{}
	for _, m := range example.FindAllSubmatch(text, -1) {
		files["01-waits/"+string(m[1])] = &fstest.MapFile{Data: m[2]}
	}
	require.Len(t, files, 5)
	problems, err := lint.Check(files)
	require.NoError(t, err)
	for _, p := range problems {
		t.Error(p)
	}
}
