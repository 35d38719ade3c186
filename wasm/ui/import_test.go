package ui

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

func TestImport(t *testing.T) {
	m := opened(t)
	m, cmds := Update(m, "yaml "+sampleCluster)
	require.Equal(t, Play, m.Mode)
	require.Empty(t, m.Dialog)
	require.Equal(t, sampleCluster, string(one[Save](t, cmds).Data))
	require.Equal(t, "home/scenarios/cluster.yaml", one[Save](t, cmds).Path)
	require.Equal(t, "notice.kept", m.Notice.Key)
	end := send(m, "last")
	f := newFrame(&end)
	require.Equal(t, "huge-0", f.name(end.Left.State().Unscheduled()[0].Pod), "the pod that fits nowhere waits")
	require.Equal(t, []string{"NodeResourcesFit", "TaintToleration"}, end.Left.State().Unscheduled()[0].Rejectors)
}

func TestImportRefusesAndKeepsTheOldCluster(t *testing.T) {
	m := send(opened(t), "yaml "+sampleCluster, "goto 5")
	old := m.Left.Trace
	bad := "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: app image: nginx\n"
	m, cmds := Update(m, "file broken.yaml\n"+bad)
	require.Same(t, old, m.Left.Trace)
	require.Equal(t, 5, m.Left.Pos)
	require.Equal(t, "import", m.Dialog)
	require.Equal(t, "problems", one[Focus](t, cmds).Key)
	require.Equal(t, 7, m.Import.Problems[0].Line)
	page := h.HTML(View(m))
	require.True(t, strings.Contains(page, `data-line="7"`), `data-line="7"`)
	require.True(t, strings.Contains(page, "<mark>"), "<mark>")
	require.True(t, strings.Contains(page, "Line 7, column"), "Line 7, column")
	requireShows(t, send(m, "lang ja"), "7 行")

	m = send(m, "draft "+bad+" ", "yaml "+sampleCluster)
	require.Empty(t, m.Dialog)
	require.Empty(t, m.Import.Problems)
}

func TestWarningsAreListed(t *testing.T) {
	m := send(opened(t), "yaml "+strings.Replace(sampleCluster, "spec:\n  priority: 100", "spec:\n  priority: 100\n  dnsPolcy: Default", 1))
	require.Len(t, m.Import.Warnings, 1)
	requireShows(t, m, "spec.dnsPolcy")
}

func TestUnreadFiles(t *testing.T) {
	m := opened(t)
	for msg, key := range map[Msg]string{"unread large 99 32 big.yaml": "notice.unread.large", "unread binary a.png": "notice.unread.binary", "unread failed a.yaml\nNotReadable": "notice.unread.failed"} {
		require.Equal(t, key, send(m, msg).Notice.Key)
		requireSound(t, send(m, msg), msg)
	}
}

func TestOwnClusterComesBack(t *testing.T) {
	m, cmds := New(Env{Width: 1440, Height: 900, Lessons: bundle(t), Kept: map[string]string{"mode": "play", "release": "v1.34.4", "scenario": "mine", "step.play": "5.1"}})
	require.Equal(t, Load{Path: "home/scenarios/mine.yaml", Msg: "opened mine"}, one[Load](t, cmds))
	empty := send(m, "opened mine error no such file")
	require.True(t, empty.isEmpty())
	requireSound(t, empty, "empty")
	m = send(m, Answer("opened mine", []byte(sampleCluster), nil))
	require.Equal(t, "v1.34.4", m.Left.Release.String())
	require.Equal(t, trace.Address{Step: 5, Beat: 1}, m.Left.Beat().Address)
}

func TestExportReadsAsTheSameRun(t *testing.T) {
	m := opened(t)
	d := one[Download](t, effects(m, "export"))
	require.Equal(t, "lost-marker.yaml", d.Name)
	again := send(m, "yaml "+string(d.Data), "release v1.28.1")
	require.Equal(t, trace.Text(m.Left.Trace), trace.Text(again.Left.Trace))
}

func TestModesKeepTheirRuns(t *testing.T) {
	m := send(opened(t), "goto 7", "mode play", "sample", "goto 9", "mode learn")
	require.Equal(t, 7, m.Left.Pos)
	require.Equal(t, 9, send(m, "mode play").Left.Pos)
	require.Equal(t, m.Mode, send(m, "mode nonsense").Mode)
}

func TestResumeAfterACrash(t *testing.T) {
	m := send(opened(t), "yaml "+sampleCluster, "release v1.28.2", "goto 12")
	r := one[Record](t, effects(m, "step"))
	again, _ := New(Env{Width: 1440, Height: 900, Lessons: bundle(t), Resume: r.Text, At: r.Before})
	require.Equal(t, Play, again.Mode)
	require.Equal(t, "v1.28.2", again.Left.Release.String())
	require.Equal(t, 12, again.Left.Pos)

	m = send(opened(t), "answer where backoffQ", "last", "exercise rescue", "act recreate pod/web-1")
	r = one[Record](t, effects(m, "back"))
	again, _ = New(Env{Width: 1440, Height: 900, Lessons: bundle(t), Resume: r.Text, At: r.At, Kept: m.Kept})
	require.Equal(t, "rescue", again.Progress.Exercise)
	require.Equal(t, trace.Text(m.Left.Trace), trace.Text(again.Left.Trace))
	require.Equal(t, m.Left.Pos-1, again.Left.Pos)
}

func TestActions(t *testing.T) {
	m := send(opened(t), "mode play", "sample", "last")
	n := m.Left.Len()
	require.NotEmpty(t, m.Possible)
	m = send(m, "act do "+m.Possible[0].ID)
	require.Greater(t, m.Left.Len(), n)
	require.Equal(t, m.Left.Len(), m.Left.Pos)
	same := send(m, "act fly to the moon")
	require.Equal(t, "notice.problem", same.Notice.Key)
	require.Equal(t, m.Left.Len(), same.Left.Len())
}

func TestLostMarkerFileOfOurOwn(t *testing.T) {
	data, err := os.ReadFile("testdata/lost-marker.yaml")
	require.NoError(t, err)
	m := send(opened(t), "yaml "+string(data))
	require.Equal(t, "v1.28.1", m.Left.Release.String(), "the file's first release")
	require.Equal(t, "リストから外れた目印", m.Title["ja"])
}
