package ui

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/trace"
)

// saved is the file that an update writes, "" for none.
func saved(cmds []Cmd, path string) string {
	for _, c := range cmds {
		if s, ok := c.(Save); ok && s.Path == path {
			return string(s.Data)
		}
	}
	return ""
}

// What is done is kept a moment later, and comes back on the next visit, with undo.
func TestKeptAndOpenedAgain(t *testing.T) {
	m := send(opened(t), "mode play", "opened  error none")
	require.True(t, m.isEmpty())
	m, cmds := Update(m, "new")
	require.Empty(t, saved(cmds, "home/scenarios/cluster.yaml"), "nothing was done yet")
	m = send(m, "form node.name node-1", "add-node", "add-pod", "act run")
	m, cmds = Update(m, "keep")
	file := saved(cmds, "home/scenarios/cluster.yaml")
	require.Equal(t, string(m.exported()), file)
	require.Equal(t, []string{"cluster"}, m.Play.Files)
	require.Equal(t, "cluster", m.Kept["scenario"])
	requireScenario(t, m)

	again, _ := New(Env{Width: 1440, Height: 900, Lessons: bundle(t), Kept: m.Kept})
	again = send(again, "files ok cluster.yaml\nother.yaml\n.draft", Answer("opened cluster", []byte(file), nil))
	require.Equal(t, []string{"cluster", "other"}, again.Play.Files)
	requireSame(t, trace.Text(m.Left.Trace), trace.Text(again.Left.Trace))
	require.Equal(t, m.Left.Pos, again.Left.Pos)
	require.Equal(t, file, string(again.exported()))
	again = send(again, "undo")
	require.Equal(t, "apply pod/pod-1", after(lines(again), 1)[0])
	again = send(again, "undo", "undo", "undo", "undo")
	require.Empty(t, lines(again))
	require.True(t, len(again.Play.session.entries) > 0 && !again.isEmpty())
}

// Branches and undo come back on the next visit, too; a memory of another file does not.
func TestBranchesAreRemembered(t *testing.T) {
	m := send(played(t), "form pod.name extra", "add-pod", "act step", "undo", "undo", "act delete node/node-1", "keep")
	m, cmds := Update(send(m, "act step", "act step"), "keep")
	file, memory := saved(cmds, "home/scenarios/cluster.yaml"), saved(cmds, "home/.inflight/history/cluster")
	require.NotEmpty(t, memory)
	next := func() Model {
		again, _ := New(Env{Width: 1440, Height: 900, Lessons: bundle(t), Kept: m.Kept})
		return send(again, "files ok cluster.yaml", Answer("opened cluster", []byte(file), nil))
	}
	again := send(next(), Answer("remembered cluster", []byte(memory), nil))
	require.Equal(t, memory, again.Play.session.memory())
	require.Equal(t, file, string(again.exported()))
	requireShows(t, again, "branch ")
	n := 0
	for i := range again.Play.session.entries {
		if again.Play.session.entries[i].action.String() == "apply pod/extra" {
			n = i + 1
		}
	}
	branched := send(again, "branch "+itoa(n))
	require.Equal(t, []string{"apply pod/extra", "step"}, after(lines(branched), 2))
	requireScenario(t, branched)
	undone := send(again, "undo", "undo")
	require.NotContains(t, lines(undone), "delete node/node-1")
	requireScenario(t, undone)

	for _, bad := range []string{"", "inflight/history 2", memory + "x", strings.Replace(memory, "delete node/node-1", "delete node/node-2", 1),
		strings.Replace(memory, "\nnow ", "\nnow 9", 1), strings.Replace(memory, "base ", "base 9", 1), strings.Replace(memory, "| kind: Pod", "| kind: Pods", 1)} {
		kept := next()
		require.Equal(t, len(kept.Play.session.entries), len(send(kept, Answer("remembered cluster", []byte(bad), nil)).Play.session.entries), "%.80s", bad)
	}
	late := send(next(), "act advance 1s", Answer("remembered cluster", []byte(memory), nil))
	require.Contains(t, lines(late), "advance 1s", "what was done meanwhile stays")
}

// Export and import give the same run, under another name where the name is taken.
func TestExportImport(t *testing.T) {
	m := send(played(t), "act delete pod/web-0", "act advance 10s", "form pod.name web-0", "add-pod", "act run", "keep")
	d := one[Download](t, effects(m, "export"))
	require.Equal(t, "cluster.yaml", d.Name)
	again := send(m, "file "+d.Name+"\n"+string(d.Data))
	require.Equal(t, "cluster-2", again.Play.Name)
	require.Equal(t, []string{"cluster", "cluster-2"}, again.Play.Files)
	requireSame(t, beats(m.Left.Trace), beats(again.Left.Trace))
	requireScenario(t, again)
	require.Contains(t, string(again.exported()), "name: cluster-2")
}

func TestSeveralScenariosInOneFile(t *testing.T) {
	text := stories + "---" + strings.Replace(stories, "name: stories", "name: others", 1)
	m, cmds := Update(opened(t), "file two.yaml\n"+text)
	require.Equal(t, []string{"others", "stories"}, m.Play.Files)
	require.Equal(t, "stories", m.Play.Name)
	require.Equal(t, "notice.scenarios", m.Notice.Key)
	require.NotContains(t, saved(cmds, "home/scenarios/stories.yaml"), "others")
	require.Contains(t, saved(cmds, "home/scenarios/others.yaml"), "name: others")
	requireScenario(t, m)
	m = send(m, "dialog scenarios", "open-scenario others", Answer("opened others", []byte(saved(cmds, "home/scenarios/others.yaml")), nil))
	require.Equal(t, "others", m.Play.Name)
	require.Empty(t, m.Dialog)
}

// A kept file that cannot be read says so, stays where it is, and can be taken along or put right.
func TestBadKeptFile(t *testing.T) {
	bad := strings.Replace(stories, "cpu: 500m", "cpu: plenty", 1)
	m, _ := New(Env{Width: 1440, Height: 900, Lessons: bundle(t), Kept: map[string]string{"mode": "play", "scenario": "mine"}})
	m, cmds := Update(send(m, "files ok mine.yaml"), Answer("opened mine", []byte(bad), nil))
	require.Empty(t, saved(cmds, "home/scenarios/mine.yaml"))
	require.Equal(t, "import", m.Dialog)
	require.Equal(t, "mine", m.Play.Repair)
	requireShows(t, m, "text-file")
	requireSound(t, m, "a bad file")
	require.Equal(t, bad, string(one[Download](t, effects(m, "text-file")).Data))
	closed := send(m, "close", "file other.yaml\n"+stories)
	require.NotEqual(t, "mine", closed.Play.Name, "another file does not take the bad one's place")
	good, cmds := Update(m, "yaml "+stories)
	require.Equal(t, "mine", good.Play.Name)
	require.Contains(t, saved(cmds, "home/scenarios/mine.yaml"), "500m")
}

func TestRename(t *testing.T) {
	for _, text := range []string{stories, sampleCluster} {
		m := send(opened(t), "files ok taken.yaml", "yaml "+text, "dialog scenarios")
		old := m.Play.Name
		for _, bad := range []string{"taken", "No Name", ""} {
			wrong := send(m, "rename-scenario "+bad)
			require.NotEmpty(t, wrong.Play.Wrong["scenario.name"], bad)
			requireSound(t, wrong, bad)
			require.Equal(t, old, wrong.Play.Name)
		}
		m, cmds := Update(m, "rename-scenario better")
		require.Equal(t, "better", m.Play.Name)
		require.Equal(t, Remove{"home/scenarios/" + old + ".yaml"}, one[Remove](t, cmds))
		require.NotEmpty(t, saved(cmds, "home/scenarios/better.yaml"))
		require.Equal(t, []string{"better", "taken"}, m.Play.Files)
		requireScenario(t, m)
		require.Equal(t, "better.yaml", one[Download](t, effects(m, "export")).Name)
	}
}

func TestDuplicateDeleteRestore(t *testing.T) {
	m := send(played(t), "dialog scenarios")
	text := string(m.exported())
	m, cmds := Update(m, "duplicate cluster")
	require.Equal(t, Load{"home/scenarios/cluster.yaml", "copied cluster"}, one[Load](t, cmds))
	m, cmds = Update(m, Answer("copied cluster", []byte(text), nil))
	require.Equal(t, text, saved(cmds, "home/scenarios/cluster-2.yaml"))
	require.Equal(t, text, string(one[Download](t, effects(m, "export-one cluster-2", Answer("exported cluster-2", []byte(text), nil))).Data))
	m, cmds = Update(send(m, "discard cluster"), Answer("discarded cluster", []byte(text), nil))
	require.Equal(t, Remove{"home/scenarios/cluster.yaml"}, one[Remove](t, cmds))
	require.Equal(t, []string{"cluster-2"}, m.Play.Files)
	require.True(t, m.isEmpty())
	require.Equal(t, "scenarios", m.Dialog)
	requireSound(t, m, "deleted")
	m, cmds = Update(m, "restore")
	require.Equal(t, text, saved(cmds, "home/scenarios/cluster.yaml"))
	require.Equal(t, []string{"cluster", "cluster-2"}, m.Play.Files)
}

// Leaving for a lesson writes what waits.
func TestLeavingKeeps(t *testing.T) {
	m := send(played(t), "act delete pod/web-0")
	require.True(t, m.Play.Unkept)
	_, cmds := Update(m, "mode learn")
	require.Contains(t, saved(cmds, "home/scenarios/cluster.yaml"), "delete pod/web-0")
}
