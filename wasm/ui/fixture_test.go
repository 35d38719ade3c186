package ui

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
	"inflight/lessons"
	"inflight/lessons/lesson"
	"inflight/lessons/pack"
	h "inflight/wasm/vdom"
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

// bundle is the lessons as the page gets them.
func bundle(t testing.TB) fs.FS {
	t.Helper()
	files, err := pack.Bundle(lessons.Files)
	require.NoError(t, err)
	tar, err := pack.Tar(files)
	require.NoError(t, err)
	tree, err := lesson.Open(tar)
	require.NoError(t, err)
	return tree
}

// opened is the page as a reader opens it for the first time, by a link to the lesson of the lost marker.
func opened(t testing.TB, change ...func(*Env)) Model {
	t.Helper()
	env := Env{Width: 1440, Height: 900, Languages: []string{"en"}, Lessons: bundle(t), Fragment: "lesson=05-lost-marker"}
	for _, c := range change {
		c(&env)
	}
	m, _ := New(env)
	require.Empty(t, m.Failure)
	return m
}

// send gives a model messages, one after the other.
func send(m Model, msgs ...Msg) Model {
	for _, msg := range msgs {
		m, _ = Update(m, msg)
	}
	return m
}

// effects are what the last of the messages asks for.
func effects(m Model, msgs ...Msg) []Cmd {
	var cmds []Cmd
	for _, msg := range msgs {
		m, cmds = Update(m, msg)
	}
	return cmds
}

// requireShows looks for a piece of HTML in the page; a failure does not print the page.
func requireShows(t testing.TB, m Model, html string) {
	t.Helper()
	require.True(t, strings.Contains(h.HTML(View(m)), html), "the page does not show %s", html)
}

// lostMarkerText is the scenario of most goldens, to be read as a reader's own file.
func lostMarkerText(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/lost-marker.yaml")
	require.NoError(t, err)
	return string(text)
}
