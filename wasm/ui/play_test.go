package ui

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/action"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
	"inflight/lessons/lesson"
)

// madeInPlay are keys that the code of Play composes.
var madeInPlay = regexp.MustCompile(`^(line|play|change|scenarios)\.|^edit\.title$`)

// played is Play with the sample cluster, at the end of what its file tells.
func played(t testing.TB) Model {
	t.Helper()
	m := send(opened(t), "mode play", "sample", "last")
	require.Equal(t, Play, m.Mode)
	require.NotNil(t, m.Play.session)
	return m
}

// requireScenario: what is told is the run of the file that the page exports.
func requireScenario(t *testing.T, m Model) {
	t.Helper()
	sc, problems := scenario.Load(scenario.File{Name: "exported.yaml", Data: m.exported()})
	require.NotNil(t, sc, "%s", sayProblems(problems))
	p, err := lesson.Profile(sc, m.Left.Release)
	require.NoError(t, err)
	run, problem := sim.Run(sc, p)
	require.Nil(t, problem, "%s", m.exported())
	requireSame(t, beats(run), beats(m.Left.Trace))
}

// requireSame compares long texts; a failure shows where they part.
func requireSame(t *testing.T, want, got string) {
	t.Helper()
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			require.Fail(t, "the texts part", "line %d of %d and %d:\n%s", i, len(a), len(b), strings.Join(a[i:min(i+3, len(a))], "\n"))
		}
	}
	require.Len(t, b, len(a))
}

// beats is the text of a trace without the lines of its actions: a file says several steps as one. What comes next is
// said of snapshots alone.
func beats(run *trace.Trace) string {
	var out []string
	for _, line := range strings.Split(trace.Text(run), "\n") {
		if !strings.Contains(line, "  > ") && !strings.HasPrefix(line, "next ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// lines is the story that is told.
func lines(m Model) []string {
	var out []string
	s := m.Play.session
	for _, n := range s.path(s.at()) {
		out = append(out, s.entry(n).action.String())
	}
	return out
}

func after(all []string, n int) []string { return all[len(all)-n:] }

func TestActionsBecomeTheStory(t *testing.T) {
	m := played(t)
	m = send(m, "act delete pod/web-0", "act step", "act step", "act advance 1s")
	require.Equal(t, []string{"delete pod/web-0", "step 2", "advance 1s"}, after(lines(m), 3))
	requireScenario(t, m)
	require.Contains(t, string(m.exported()), "kind: Scenario")
	refused := send(m, "act delete pod/web-0")
	require.Equal(t, "notice.problem", refused.Notice.Key)
	require.Equal(t, lines(m), lines(refused))
	requireSound(t, m, "after actions")
}

// A file that nothing was done to stays as it was written.
func TestUntouchedFileIsExportedAsItIs(t *testing.T) {
	m := played(t)
	require.Equal(t, sampleCluster, string(m.exported()))
}

func TestUndoAndRedo(t *testing.T) {
	m := played(t)
	start, first := beats(m.Left.Trace), len(lines(m))
	m = send(m, "act delete pod/web-0", "act advance 10s", "step", "step")
	end := beats(m.Left.Trace)
	m = send(m, "key z", "key z")
	require.Equal(t, "delete pod/web-0", after(lines(m), 1)[0])
	require.Equal(t, "notice.undone", m.Notice.Key)
	m = send(m, "undo", "undo")
	requireSame(t, start, beats(m.Left.Trace))
	m = send(m, "key Z shift", "redo", "redo", "redo")
	requireSame(t, end, beats(m.Left.Trace))
	require.Equal(t, m.Left.Len(), m.Left.Pos)
	require.GreaterOrEqual(t, len(lines(m)), first+3)
	requireScenario(t, m)
}

// Who acts at an earlier moment begins a branch. Undo brings back the moment and the future that was left; the branch
// stays in the history.
func TestBranch(t *testing.T) {
	m := send(played(t), "act delete pod/web-0", "act advance 10s", "act delete node/node-2")
	old := trace.Text(m.Left.Trace)
	s := m.Play.session
	at, _ := m.Left.index.line(len(s.path(s.at())) - 3)
	m = send(m, "goto "+m.Left.Trace.Steps[at.last].Beats[0].Address.String())
	shown := m.Left.Pos
	m = send(m, "act recreate pod/huge-0")
	require.Equal(t, []string{"delete pod/web-0", "recreate pod/huge-0"}, after(lines(m), 2))
	requireScenario(t, m)
	requireShows(t, m, "branch ")
	branched := trace.Text(m.Left.Trace)

	m = send(m, "undo")
	requireSame(t, old, trace.Text(m.Left.Trace))
	require.Equal(t, shown, m.Left.Pos)
	m = send(m, "redo")
	requireSame(t, branched, trace.Text(m.Left.Trace))

	other := 0
	for i := range m.Play.session.entries {
		if m.Play.session.entries[i].action.String() == "advance 10s" {
			other = i + 1
		}
	}
	m = send(m, "branch "+itoa(other))
	requireSame(t, old, trace.Text(m.Left.Trace))
	requireSame(t, branched, trace.Text(send(m, "undo").Left.Trace)) // going to a branch can be undone, too
}

// A branch may begin within a line: of steps, of a run, of a wait.
func TestBranchWithinALine(t *testing.T) {
	page := opened(t)
	m := send(page, "yaml "+stories)
	text := trace.Text(m.Left.Trace)
	for pos := range m.Left.Len() {
		n := send(page, "yaml "+stories, "pos "+itoa(pos), `act note "here"`)
		require.Equal(t, `note "here"`, after(lines(n), 1)[0], "at %d", pos)
		old, now := m.Left.Trace.Steps, n.Left.Trace.Steps
		step := 0
		if pos > 0 {
			step = m.Left.index.stepOf[pos-1] + 1
		}
		require.GreaterOrEqual(t, len(now), step+1)
		for i := range step {
			require.Equal(t, old[i].At, now[i].At)
			require.Len(t, now[i].Beats, len(old[i].Beats))
		}
		require.LessOrEqual(t, len(now)-step-1, 2, "nothing but timers of the same instant comes before what is done")
		requireScenario(t, n)
		requireSame(t, text, trace.Text(send(n, "undo").Left.Trace))
	}
}

const stories = `
apiVersion: inflight/v1
kind: Scenario
metadata: {name: stories}
spec:
  story: [apply node/small, step 5, run, advance 12s, advance to 00:31, next timer, step until Requeue, run until pod(big).attempts == 5]
---
apiVersion: v1
kind: Node
metadata: {name: small}
status: {allocatable: {cpu: "1", memory: 1Gi, pods: "10"}}
---
apiVersion: v1
kind: Pod
metadata: {name: big}
spec: {containers: [{name: app, image: app, resources: {requests: {cpu: "2"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: app, resources: {requests: {cpu: 500m}}}]}
`

// At the end of what is told, Step lets the scheduler do its next step, and Play goes on until only timers remain.
func TestStepGoesOn(t *testing.T) {
	m := send(played(t), "act recreate pod/huge-0")
	n := m.Left.Len()
	m = send(m, "step")
	require.Equal(t, n+1, m.Left.Pos)
	require.Greater(t, m.Left.Len(), n)
	require.Equal(t, "step", after(lines(m), 1)[0])
	m = send(m, "play")
	for range 100 {
		m = send(m, "tick")
	}
	require.Equal(t, Paused, m.Playing)
	require.True(t, m.Left.Pos == m.Left.Len() && len(m.Possible) == 1 && m.Possible[0].ID == "timer")
	requireScenario(t, m)
	decided := len(m.Left.index.decisions)
	m = send(m, "decision")
	require.True(t, m.Left.Beat().Decision)
	require.Greater(t, len(m.Left.index.decisions), decided)
	requireScenario(t, m)
}

// Time that passes without changing anything shows, although no beat tells of it.
func TestSilentTimeShows(t *testing.T) {
	m := send(opened(t), "yaml "+stories, "last", "act advance 100ms")
	require.Equal(t, "notice.passed", m.Notice.Key)
	end := m.Left.Beat().At
	require.GreaterOrEqual(t, m.Left.State().At, end+100_000_000)
	m = send(m, "undo")
	require.Equal(t, end, m.Left.State().At)
}

// A story that another release cannot tell ends before the line, says so, and goes on from there.
func TestStuckUnderAnotherRelease(t *testing.T) {
	m := send(opened(t), "yaml "+strings.Replace(stories, "[apply node/small, step 5, run", "[apply node/small, step, do prefilter, do filter, do postfilter, do diagnose, do refetch, do requeue, do flightless", 1))
	require.NotEmpty(t, m.Import.Problems)
	m = played(t)
	m.Left.Release = m.releases()[0]
	s := m.Play.session
	a, _ := action.Parse("do flightless")
	s, n := s.with(entry{parent: s.at(), action: a})
	m.Play.session = s.visited(n, "")
	u := &update{m: m}
	u.visit(m.Play.session)
	m = u.m
	require.NotNil(t, m.Left.Stuck)
	requireShows(t, m, "is-stuck")
	requireSound(t, m, "stuck")
	m = send(m, "act advance 1s")
	require.Nil(t, m.Left.Stuck)
	require.NotContains(t, lines(m), "do flightless")
	require.Equal(t, why.English, m.Lang)
}

// Gates that the reader flips are told with the rest.
func TestFlippedGatesAreTold(t *testing.T) {
	for _, yaml := range []string{stories, sampleCluster} {
		m := send(opened(t), "yaml "+yaml, "release v1.34.4", "last")
		name := ""
		for _, g := range profile.GatesOf(m.Left.Release) {
			if g.Locked == "" {
				name = g.Name
			}
		}
		require.NotEmpty(t, name)
		m = send(m, "gate "+name+" false")
		requireScenario(t, m)
		m = send(m, "last", "act advance 1s", "undo", "redo", "release v1.28.2", "release v1.34.4")
		requireScenario(t, m)
		require.Contains(t, string(m.exported()), name+": false")
	}
}
