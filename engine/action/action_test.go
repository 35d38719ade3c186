package action_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Each line of the golden files is parsed by itself: its canonical form, or where and why it is refused.
func TestGolden(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		if strings.Contains(path, "fuzz") {
			return
		}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			lang := why.English
			if d.HasArg("ja") {
				lang = why.Japanese
			}
			var b strings.Builder
			for _, line := range strings.Split(d.Input, "\n") {
				a, p := action.Parse(line)
				if p != nil {
					require.True(t, p.Fatal)
					fmt.Fprintf(&b, "%s\n%s^ %s\n", line, strings.Repeat(" ", p.Column-1), why.Text(lang, p.Why))
					continue
				}
				b.WriteString(a.String() + "\n")
			}
			return b.String()
		})
	})
}

// Parse reads what String writes, as the same action.
func TestParseReadsWhatStringWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := genAction().Draw(t, "action")
		got, p := action.Parse(a.String())
		require.Nil(t, p, "%s: %v", a, p)
		if a.Until != "" {
			require.Equal(t, a.Until, a.String()[got.UntilCol-1:])
		}
		got.UntilCol = 0
		require.Equal(t, a, got)
	})
}

// Space does not matter between words.
func TestSpaceBetweenWords(t *testing.T) {
	a, p := action.Parse("  fail \t Bind   pod/web \"no  leader\"  ")
	require.Nil(t, p)
	require.Equal(t, `fail Bind pod/web "no  leader"`, a.String())
}

// The phases are those of the trace.
func TestPhasesAreTheTraces(t *testing.T) {
	for _, p := range []trace.Phase{trace.PhasePop, trace.PhasePreFilter, trace.PhaseFilter, trace.PhasePostFilter, trace.PhaseReserve,
		trace.PhasePermit, trace.PhaseWaitOnPermit, trace.PhaseDone, trace.PhasePreBind, trace.PhaseBind, trace.PhasePostBind,
		trace.PhaseDiagnose, trace.PhaseRefetch, trace.PhaseRequeue} {
		require.True(t, action.IsPhase(string(p)), p)
	}
	require.Len(t, action.Phases(), 14)
}

func TestTimes(t *testing.T) {
	for text, want := range map[string]time.Duration{"05:30": 330 * time.Second, "00:01.5": 1500 * time.Millisecond,
		"1:02:03": 3723 * time.Second, "330s": 330 * time.Second, "90:00": 90 * time.Minute, "00:00.000000001": 1} {
		got, ok := action.ParseTime(text)
		require.True(t, ok, text)
		require.Equal(t, int64(want), got, text)
	}
	for _, text := range []string{"", ":", "5", "1:2", "00:60", "1:60:00", "00:01.", "00:01.0000000001", "-1s", "a:00", "1:00:00:00", "+1:00"} {
		_, ok := action.ParseTime(text)
		require.False(t, ok, text)
	}
}

func genAction() *rapid.Generator[action.Action] {
	return rapid.Custom(func(t *rapid.T) action.Action {
		a := action.Action{Verb: rapid.SampledFrom(action.Verbs()).Draw(t, "verb")}
		pod := genRef(api.KindPod)
		phase := rapid.SampledFrom(action.Phases())
		text := rapid.StringMatching(`[^\r\x00-\x08]*\S[^\r\x00-\x08]*`)
		switch a.Verb {
		case action.Step:
			switch rapid.IntRange(0, 3).Draw(t, "form") {
			case 0:
				a.N = rapid.IntRange(1, action.MaxSteps).Draw(t, "n")
			case 1:
				a.Bind, a.Ref = true, pod.Draw(t, "ref")
			case 2:
				a.Until = phase.Draw(t, "phase")
			case 3:
				a.Until = "pod(web).attempts >= 2"
			}
		case action.Run:
			if rapid.Bool().Draw(t, "until") {
				a.Until = `time > 5s and not pod("a b").gated`
			}
		case action.Do:
			a.Name = rapid.StringMatching(`[a-z]+:[a-z0-9]+`).Draw(t, "id")
		case action.Mark:
			a.Name = rapid.StringMatching(`[\pL\p{Nd}._-]+`).Draw(t, "name")
		case action.Apply, action.Delete:
			a.Ref = genAnyRef().Draw(t, "ref")
		case action.Patch:
			a.Ref = genAnyRef().Draw(t, "ref")
			a.Patch = rapid.SampledFrom([]string{`{"metadata": {"labels": {"a": "b"}}}`, `{spec: {tolerations: []}}`, `{}`}).Draw(t, "patch")
		case action.Recreate, action.Activate, action.Release:
			a.Ref = pod.Draw(t, "ref")
		case action.Advance:
			if a.ToTime = rapid.Bool().Draw(t, "to"); a.ToTime {
				a.To = rapid.Int64Range(0, 1<<60).Draw(t, "time")
			} else {
				a.Dur = time.Duration(rapid.Int64Range(1, 1<<62).Draw(t, "duration"))
			}
		case action.Permit:
			a.Allow, a.Ref = rapid.Bool().Draw(t, "allow"), pod.Draw(t, "ref")
		case action.Fail, action.Reject:
			a.Phase, a.Ref = phase.Draw(t, "phase"), pod.Draw(t, "ref")
			if rapid.Bool().Draw(t, "message") {
				a.Text = text.Draw(t, "text")
			}
		case action.Hold:
			a.Phase, a.Ref = phase.Draw(t, "phase"), pod.Draw(t, "ref")
		case action.Note:
			a.Text = text.Draw(t, "text")
		}
		return a
	})
}

func genRef(kind api.Kind) *rapid.Generator[api.Ref] {
	return rapid.Custom(func(t *rapid.T) api.Ref {
		name := rapid.StringMatching(`[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?(\.[a-z0-9]+)?`)
		r := api.Ref{Kind: kind, Name: name.Draw(t, "name"), N: rapid.IntRange(0, 3).Draw(t, "n")}
		if kind.Namespaced() {
			r.Namespace = rapid.SampledFrom([]string{"default", "shop", "a-1"}).Draw(t, "namespace")
		}
		return r
	})
}

func genAnyRef() *rapid.Generator[api.Ref] {
	return rapid.OneOf(genRef(api.KindPod), genRef(api.KindNode))
}

func FuzzParse(f *testing.F) {
	for _, v := range action.Verbs() {
		f.Add(string(v) + " ")
	}
	for _, line := range []string{"step 3", "step until Diagnose", "step bind pod/a/b~2", "patch node/x {\"a\": null}", "advance to 1:02:03.5",
		"advance 1m30s", "fail Bind pod/web \"a\\u3042\\n\"", "note \"注\"", "permit allow pod/web", "step until  pod(web).place == bound"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		a, p := action.Parse(line)
		if p != nil {
			if p.Column < 1 || p.Column > len([]rune(line))+1 {
				t.Fatalf("column %d of %q", p.Column, line)
			}
			return
		}
		again, p := action.Parse(a.String())
		if p != nil {
			t.Fatalf("%q became %q, which is refused: %s", line, a, why.Text(why.English, p.Why))
		}
		a.UntilCol, again.UntilCol = 0, 0
		if a != again {
			t.Fatalf("%q became %q", a, again)
		}
	})
}
