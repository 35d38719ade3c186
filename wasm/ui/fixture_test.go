package ui

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
	"inflight/lessons/lesson"
)

// runFile runs a scenario file of testdata under a release.
func runFile(t testing.TB, file, release string) *trace.Trace {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	return runText(t, file, string(data), release)
}

func runText(t testing.TB, name, text, release string) *trace.Trace {
	t.Helper()
	sc, problems := scenario.Load(scenario.File{Name: name, Data: []byte(text)})
	require.NotNil(t, sc, "%v", sayProblems(problems))
	r, err := profile.Parse(release)
	require.NoError(t, err)
	p, err := lesson.Profile(sc, r)
	require.NoError(t, err)
	tr, problem := sim.Run(sc, p)
	if problem != nil {
		require.Fail(t, sayProblems([]why.Problem{*problem}))
	}
	return tr
}

func sayProblems(ps []why.Problem) string {
	var out []string
	for _, p := range ps {
		out = append(out, p.File+":"+itoa(p.Line)+":"+itoa(p.Column)+": "+why.Text(why.English, p.Why))
	}
	return strings.Join(out, "\n")
}
