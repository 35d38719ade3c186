package ui

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExercisesAreSolvedByTheirSolutions(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "answer head e2")
	for _, e := range m.Lesson.Exercises {
		solved := send(m, "solve "+e.ID)
		require.Len(t, solved.Progress.Actions, len(e.Solution))
		for _, g := range e.Goals {
			require.False(t, send(m, "exercise "+e.ID).Progress.met(e.ID, g.ID), "%s %s at the start", e.ID, g.ID)
			require.True(t, solved.Progress.met(e.ID, g.ID), "%s %s", e.ID, g.ID)
		}
		requireSound(t, solved, e.ID)
		requireShows(t, solved, "done:")
		for _, wrong := range e.Wrong {
			tried := send(m, "exercise "+e.ID)
			for _, line := range wrong {
				tried = send(tried, "act "+line)
			}
			all := true
			for _, g := range e.Goals {
				all = all && tried.Progress.met(e.ID, g.ID)
			}
			require.False(t, all, "%s by %q", e.ID, wrong)
		}
	}
}

func TestExerciseAgainAndLeave(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "exercise rescue", "act recreate pod/web-1")
	require.Len(t, m.Progress.Actions, 1)
	require.Empty(t, send(m, "exercise rescue").Progress.Actions)
	back := send(m, "leave")
	require.Empty(t, back.Progress.Exercise)
	require.Equal(t, back.Lesson.Scenario, back.Left.Scenario)
	require.Equal(t, m.Progress.Exercise, send(m, "exercise nonsense").Progress.Exercise)
	require.Equal(t, 2, send(m, "hint rescue", "hint rescue").Progress.Hints["rescue"])

	// On the other release the same actions are done again.
	strand := send(m, "solve strand", "release v1.28.2")
	require.Equal(t, "v1.28.2", strand.Left.Release.String())
	require.Equal(t, "strand", strand.Progress.Exercise)
	require.Greater(t, strand.Left.Len(), 0)
}

func TestFigures(t *testing.T) {
	m := send(opened(t), "answer where backoffQ")
	for _, f := range m.Lesson.Figures {
		at := send(m, "figure "+f.ID)
		require.Greater(t, at.Left.Pos, 0, f.ID)
	}
	require.Equal(t, m.Left.Pos, send(m, "figure nonsense").Left.Pos)
	asked := opened(t)
	require.LessOrEqual(t, send(asked, "figure parked").Left.Pos, asked.limit(), "a figure does not tell the answer")
}
