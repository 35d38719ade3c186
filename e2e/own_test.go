package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
	"inflight/engine/scenario"
	"inflight/engine/trace"
)

// teamFile is three Nodes and eight Pods as kubectl prints them.
func teamFile(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/team.yaml")
	require.NoError(t, err)
	return string(text)
}

// A reader's own cluster: each node says which plugin rejects the pod that fits
// nowhere, and with which numbers; the others are bound.
func TestOwnClusterSaysWhoRejectsWhere(t *testing.T) {
	text := teamFile(t)
	const release = "v1.34.4"
	run := engineRun(t, text, release)
	tried := 0
	for at := 1; at <= run.Beats() && tried == 0; at++ {
		if a := run.Beat(at - 1).State.Scheduling; a != nil && a.Failed != "" {
			tried = at
		}
	}
	require.Positive(t, tried, "one pod fits nowhere")

	tab := play(t, browser.Options{ReducedMotion: true}, text, release)
	for range tried {
		require.NoError(t, tab.Press("PageDown"))
	}
	arrive(t, tab, tried)
	rows, err := tab.Texts(".verdict")
	require.NoError(t, err)
	require.Len(t, rows, 3, "one row a node")
	for _, want := range []struct{ node, plugin, numbers string }{
		{"worker-1", "NodeResourcesFit", "needs 16"}, {"worker-2", "NodeResourcesFit", "needs 16"}, {"gpu-1", "TaintToleration", "gpu=true:NoSchedule"},
	} {
		row := ""
		for _, r := range rows {
			if strings.HasPrefix(r, want.node) {
				row = r
			}
		}
		require.Contains(t, row, want.plugin, "%s in %q", want.node, rows)
		require.Contains(t, row, want.numbers)
	}
	picture(t, tab, "own-rejected")

	require.NoError(t, tab.Send("last"))
	arrive(t, tab, run.Beats())
	got := look(t, tab)
	require.Equal(t, []string{"team/model-0"}, got.Unschedulable)
	require.Empty(t, got.ActiveQ)
	bound := 0
	for _, p := range run.Final().Pods.All() {
		if p.Place == trace.Bound {
			bound++
			used, err := tab.Texts(".used[title*=" + browser.Quote(p.Object.Name) + "]")
			require.NoError(t, err)
			require.Len(t, used, 1, "%s stands on its node", p.Object.Name)
		}
	}
	require.Equal(t, 7, bound)
	require.NoError(t, tab.Settle())
	picture(t, tab, "own-end")
}

// A text that cannot be read says where, which field, and what to do, and leaves
// the cluster before it as it was.
func TestErrorsInOwnFile(t *testing.T) {
	good := teamFile(t)
	tab := play(t, browser.Options{ReducedMotion: true}, good, "v1.34.4")
	before := look(t, tab)
	for name, change := range map[string][2]string{
		"a quantity":      {"cpu: 1500m", "cpu: plenty"},
		"a key twice":     {"restartPolicy: Always", "restartPolicy: Always\n    restartPolicy: Never"},
		"broken YAML":     {"    podCIDR: 10.244.0.0/24", "\t\tpodCIDR: 10.244.0.0/24"},
		"a type":          {"priority: 1000", "priority: high"},
		"a taint effect":  {"effect: NoSchedule", "effect: Nowhere"},
		"not a structure": {"    - image:", "    - 5\n    - image:"},
	} {
		t.Run(name, func(t *testing.T) {
			bad := strings.Replace(good, change[0], change[1], 1)
			require.NotEqual(t, good, bad)
			_, problems := scenario.Load(scenario.File{Name: "file.yaml", Data: []byte(bad)})
			require.NotEmpty(t, problems)
			paste(t, tab, bad)
			require.NoError(t, tab.Wait(`document.querySelector(".yaml-errors")`))
			notes, err := tab.Texts(".yaml__note")
			require.NoError(t, err)
			require.NotEmpty(t, notes)
			require.Contains(t, strings.ToLower(notes[0]), "line ")
			require.Contains(t, notes[0], "olumn ", "the column is said, too")
			shown, err := tab.Texts(".yaml .is-bad")
			require.NoError(t, err)
			require.NotEmpty(t, shown, "the line itself is shown")
			require.NoError(t, tab.Send("close"))
			require.NoError(t, tab.Wait(`!document.querySelector("dialog[open]")`))
			require.Equal(t, before, look(t, tab), "nothing was half-applied")
		})
	}
}

// What a reader did last is there on the next visit: file, step, release, language
// and theme.
func TestTheLastVisitIsKept(t *testing.T) {
	tab := play(t, browser.Options{ReducedMotion: true}, teamFile(t), "v1.28.2")
	require.NoError(t, tab.Send("lang"))
	require.NoError(t, tab.Wait(`document.documentElement.lang === "ja"`))
	require.NoError(t, tab.Send("theme"))
	theme, err := browser.Eval[string](tab, `document.documentElement.dataset.theme`)
	require.NoError(t, err)
	for range 9 {
		require.NoError(t, tab.Press("PageDown"))
	}
	arrive(t, tab, 9)
	want := look(t, tab)
	// It is written a moment later; a visit that begins before that begins before it.
	require.NoError(t, tab.Settle())
	require.NoError(t, tab.Wait(`new Promise(done => setTimeout(() => done(true), 1500))`))

	next, err := tab.Sibling(browser.Options{ReducedMotion: true})
	require.NoError(t, err)
	watched(t, next)
	require.NoError(t, next.Open(server.URL+"/"))
	require.NoError(t, next.Ready())
	require.NoError(t, next.Wait(`document.querySelector(".scrub__range")?.max === "`+itoa(want.Of)+`"`))
	arrive(t, next, 9)
	require.Equal(t, want, look(t, next))
	now, err := browser.Eval[[2]string](next, `[document.documentElement.lang, document.documentElement.dataset.theme]`)
	require.NoError(t, err)
	require.Equal(t, [2]string{"ja", theme}, now)
}
