package lessons_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/lessons"
	"inflight/lessons/lesson"
	"inflight/lessons/lint"
	"inflight/lessons/pack"
)

func TestLessonsKeepTheirPromises(t *testing.T) {
	problems, err := lint.Check(lessons.Files)
	require.NoError(t, err)
	for _, p := range problems {
		t.Error(p)
	}
}

// The page gets what the authors wrote: through the archive and back nothing is lost but the places in the files.
func TestTheBundleHoldsTheLessons(t *testing.T) {
	bundle := open(t)
	index, err := lesson.Index(bundle)
	require.NoError(t, err)
	written, err := pack.List(lessons.Files)
	require.NoError(t, err)
	require.Len(t, index, len(written))
	for i, id := range written {
		got, err := lesson.Load(bundle, id)
		require.NoError(t, err)
		require.Equal(t, index[i], got.Entry())
		s, err := pack.Read(lessons.Files, id)
		require.NoError(t, err)
		want := s.Lesson
		require.Equal(t, want.Text, got.Text)
		require.Equal(t, want.Words, got.Words)
		require.Equal(t, want.Title, got.Title)
		require.Equal(t, want.Releases, got.Releases)
		require.Equal(t, []any{want.ID, want.Number, want.Of, want.Chapter, want.Subjects}, []any{got.ID, got.Number, got.Of, got.Chapter, got.Subjects})
		require.Equal(t, len(want.Scenarios), len(got.Scenarios))
		for i := range want.Predictions {
			want.Predictions[i].Pos = got.Predictions[i].Pos
		}
		require.Equal(t, want.Predictions, got.Predictions)
		for i := range want.Exercises {
			e := &want.Exercises[i]
			e.Pos, e.Wrong = got.Exercises[i].Pos, nil
			for j := range e.Goals {
				e.Goals[j].Pos = got.Exercises[i].Goals[j].Pos
			}
		}
		require.Equal(t, want.Exercises, got.Exercises)
	}
}

// The same sources give the same bytes.
func TestTheBundleIsReproducible(t *testing.T) {
	require.Equal(t, archive(t), archive(t))
}

func archive(t *testing.T) []byte {
	t.Helper()
	files, err := pack.Bundle(lessons.Files)
	require.NoError(t, err)
	tar, err := pack.Tar(files)
	require.NoError(t, err)
	return tar
}

func open(t *testing.T) fs.FS {
	t.Helper()
	bundle, err := lesson.Open(archive(t))
	require.NoError(t, err)
	return bundle
}

// Golden: each lesson's run on each of its releases, in trace/RELEASE.txt. Rewritten with -rewrite.
func TestTraces(t *testing.T) {
	ids, err := pack.List(lessons.Files)
	require.NoError(t, err)
	for _, id := range ids {
		s, err := pack.Read(lessons.Files, id)
		require.NoError(t, err)
		for _, r := range s.Lesson.Releases {
			file := path.Join(id, "trace", r.String()+".txt")
			t.Run(file, func(t *testing.T) {
				begun(t, file, r)
				datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
					require.Equal(t, "run", d.Cmd, "%s begins with: run %s", file, r)
					require.Equal(t, r.String(), d.CmdArgs[0].Key)
					return play(t, s.Lesson, r)
				})
			})
		}
	}
}

// begun makes a golden file that is not there yet, under -rewrite.
func begun(t *testing.T, file string, r profile.Release) {
	t.Helper()
	_, err := os.Stat(file)
	if f := flag.Lookup("rewrite"); err == nil || f == nil || f.Value.String() != "true" {
		return
	}
	require.NoError(t, os.MkdirAll(path.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte("run "+r.String()+"\n----\n"), 0o644))
}

func play(t *testing.T, l *lesson.Lesson, r profile.Release) string {
	t.Helper()
	p, err := lesson.Profile(l.Scenario, r)
	require.NoError(t, err)
	run, problem := sim.Run(l.Scenario, p)
	if problem != nil {
		return fmt.Sprintln(lesson.Say(*problem))
	}
	return trace.Text(run)
}
