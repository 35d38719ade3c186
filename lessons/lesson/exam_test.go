package lesson_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/check"
	"inflight/engine/profile"
	"inflight/engine/sim"
	"inflight/engine/why"
	"inflight/lessons"
	"inflight/lessons/lesson"
	"inflight/lessons/pack"
)

func lostMarker(t *testing.T) *lesson.Lesson {
	t.Helper()
	s, err := pack.Read(lessons.Files, "05-lost-marker")
	require.NoError(t, err)
	return s.Lesson
}

func release(t *testing.T, name string) profile.Release {
	t.Helper()
	r, err := profile.Parse(name)
	require.NoError(t, err)
	return r
}

// The question stands before the whole step that answers it, and each release has its own answer.
func TestPredictionsStopTheRun(t *testing.T) {
	l := lostMarker(t)
	where := l.Prediction("where")
	for name, truth := range map[string]string{"v1.28.1": "unschedulablePods", "v1.28.2": "backoffQ", "v1.34.4": "backoffQ"} {
		p, err := lesson.Profile(l.Scenario, release(t, name))
		require.NoError(t, err)
		run, problem := sim.Run(l.Scenario, p)
		require.Nil(t, problem)
		stop, err := where.Stop(run)
		require.NoError(t, err)
		require.Equal(t, truth, stop.Truth, name)
		first := run.Beat(stop.Beat)
		require.Equal(t, stop.Step, first.Address.Step)
		require.Equal(t, 1, first.Address.Beat)
		require.Equal(t, "look", string(first.Kind), "the walk stays hidden, too")

		at, err := (&lesson.Prediction{Before: "20.2", Term: "pod(web-1).place", Choices: where.Choices}).Stop(run)
		require.NoError(t, err)
		require.Equal(t, stop, at)
		never, err := (&lesson.Prediction{Before: "pod(web-1).place == gone"}).Stop(run)
		require.NoError(t, err)
		require.Nil(t, never)
		_, err = (&lesson.Prediction{Before: "pod(web-1)"}).Stop(run)
		require.Error(t, err)
	}
	require.True(t, where.Asked(release(t, "v1.28.1")))
	require.False(t, l.Prediction("head").Asked(release(t, "v1.28.1")))
}

// Feedback for a release wins over that for all.
func TestFeedback(t *testing.T) {
	l := lostMarker(t)
	said := func(r string) string { return l.Feedback(why.English, "where", "backoffQ", release(t, r))[0].Text }
	require.Contains(t, said("v1.28.1"), "what it should do")
	require.Contains(t, said("v1.28.2"), "Right")
	require.Nil(t, l.Feedback(why.English, "where", "bound", release(t, "v1.28.1")))
}

// An exercise begins where its story has led, and not a step further.
func TestExercisesBegin(t *testing.T) {
	l := lostMarker(t)
	s, err := l.Begin(l.Exercise("rescue"), release(t, "v1.28.1"))
	require.NoError(t, err)
	require.Equal(t, len(l.Scenario.Story)-1, s.StoryDone())
	require.Equal(t, 20, len(s.Trace().Steps))

	s, err = l.Begin(l.Exercise("strand"), release(t, "v1.28.2"))
	require.NoError(t, err)
	require.Empty(t, s.Trace().Steps)
}

// Goals are held against a run of every release; where an action cannot be done, none is met.
func TestGoalsAreExamined(t *testing.T) {
	l := lostMarker(t)
	e := l.Exercise("strand")
	outcomes, err := l.Examine(e, e.Solution)
	require.NoError(t, err)
	require.Len(t, outcomes, 2)
	for _, o := range outcomes {
		require.True(t, o.Met)
		require.Equal(t, []lesson.Finding{{Release: release(t, "v1.28.1"), Value: check.True}, {Release: release(t, "v1.28.2"), Value: check.True}}, o.Where)
	}

	for _, stuck := range []string{"delete pod/nobody", "step until Sleep"} {
		outcomes, err = l.Examine(e, append([]string{stuck}, e.Solution...))
		require.NoError(t, err)
		for _, o := range outcomes {
			require.False(t, o.Met)
			require.NotNil(t, o.Where[0].Stuck, stuck)
		}
	}

	broken := *e
	broken.Goals = []lesson.Goal{{ID: "x", Check: "end("}}
	_, err = l.Examine(&broken, nil)
	require.ErrorContains(t, err, "check of x")
}

// There is more than one way to rescue the pod: whatever makes the queue look again.
func TestWaysToRescue(t *testing.T) {
	l := lostMarker(t)
	e := l.Exercise("rescue")
	wait := "run until pod(web-1).place == bound"
	for _, way := range []string{
		`patch pod/web-1 {"metadata": {"labels": {"try": "2"}}}`,
		`patch node/node-2 {"status": {"allocatable": {"cpu": "8"}}}`,
		"delete pod/cache-0",
		"activate pod/web-1",
	} {
		outcomes, err := l.Examine(e, []string{way, wait})
		require.NoError(t, err)
		for _, o := range outcomes {
			require.True(t, o.Met, "%s: %s", way, o.Goal)
		}
	}
}

// A choice among patches is asked at the end, and each patch is tried: on the lesson's story and where the new pod's own
// attempt runs.
func TestPatchesAreTried(t *testing.T) {
	src, err := pack.Read(lessons.Files, "11-same-name")
	require.NoError(t, err)
	l := src.Lesson
	patch := l.Prediction("patch")
	p, err := lesson.Profile(l.Scenario, release(t, "v1.35.4"))
	require.NoError(t, err)
	run, problem := sim.Run(l.Scenario, p)
	require.Nil(t, problem)
	stop, err := l.Stop(patch, run)
	require.NoError(t, err)
	require.Equal(t, &lesson.Stop{Step: len(run.Steps) + 1, Beat: run.Beats(), Truth: "D"}, stop)

	leaks := *patch
	leaks.Goals = map[string]string{"same-name": patch.Goals["same-name"]}
	_, err = l.Stop(&leaks, run)
	require.ErrorContains(t, err, "C and D meet all goals", "the draft stops the leak as well")
	touches := *patch
	touches.Goals = map[string]string{"same-name": "end(list.len > 0)", "twins": patch.Goals["twins"]}
	stop, err = l.Stop(&touches, run)
	require.NoError(t, err)
	require.Empty(t, stop.Truth, "none leaks and leaves the new pod alone")
	broken := *patch
	broken.Patches = map[string]lesson.Patch{"A": {Variants: map[string]string{"recreatedPod": "nonsense"}}, "B": {}, "C": {}, "D": {}}
	_, err = l.Stop(&broken, run)
	require.ErrorContains(t, err, "nonsense")
}
