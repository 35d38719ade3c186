package lesson_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/lessons/lesson"
	"inflight/lessons/pack"
)

// Whatever pack writes, Open reads, byte by byte.
func TestOpenReadsWhatPackWrites(t *testing.T) {
	name := rapid.StringMatching(`[a-z]{1,8}(/[a-z0-9-]{1,8}){0,3}\.[a-z]{1,4}`)
	rapid.Check(t, func(t *rapid.T) {
		files := rapid.MapOfN(name, rapid.SliceOfN(rapid.Byte(), 0, 1100), 0, 5).Draw(t, "files")
		tar, err := pack.Tar(files)
		require.NoError(t, err)
		tree, err := lesson.Open(tar)
		require.NoError(t, err)
		n := 0
		require.NoError(t, fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			n++
			got, err := fs.ReadFile(tree, name)
			require.Equal(t, string(files[name]), string(got))
			return err
		}))
		require.Equal(t, len(files), n)
	})
}

func TestDamagedBundles(t *testing.T) {
	tar, err := pack.Tar(map[string][]byte{"a/x.json": []byte("{}"), "b/y.yaml": []byte(strings.Repeat("y", 600))})
	require.NoError(t, err)
	damage := func(at int, with byte) []byte {
		b := append([]byte(nil), tar...)
		b[at] = with
		return b
	}
	for name, b := range map[string][]byte{
		"empty": {}, "cut short": tar[:1500], "a folder": damage(156, '5'), "no archive": damage(257, 'x'), "bad size": damage(130, 'x'),
		"huge": damage(125, '7'), "upward": append([]byte("../"), tar[3:]...),
	} {
		_, err := lesson.Open(b)
		require.Error(t, err, name)
		require.Contains(t, err.Error(), "the lessons", name)
	}
	_, err = pack.Tar(map[string][]byte{strings.Repeat("x", 101): nil})
	require.ErrorContains(t, err, "shorten it")
}

func TestReadRefusesWhatPackNeverWrites(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "lesson.json has 0 documents; build the page again",
		`{"facts": {"chapter": "x", "par": 1}}`: "par: is no field here",
		`{"facts": []}`:                         "is a list; write a map",
		`{"id": "x"}`:                           "is missing; write a map",
	} {
		_, err := lesson.Read([]byte(text), []byte("apiVersion: inflight/v1\nkind: Scenario\nmetadata: {name: x}\n"))
		require.ErrorContains(t, err, want)
	}
}
