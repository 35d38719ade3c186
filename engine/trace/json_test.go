package trace_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/trace"
	"inflight/engine/trace/tracetest"
	"inflight/engine/why"
)

func TestJSON(t *testing.T) {
	datadriven.RunTest(t, "testdata/json.txt", func(t *testing.T, d *datadriven.TestData) string {
		tr := story(profiles[d.CmdArgs[0].Key])
		tr.Warnings = []why.Problem{{File: "a.yaml", Line: 7, Column: 5, Field: "spec.foo", Why: why.Reason{Rule: "test.unknown-field"}}}
		tr.Attempts = []trace.AttemptRecord{{Attempt: trace.Attempt{Pod: 1, N: 2, Message: "0/2 nodes are available: 2 Insufficient cpu.",
			Verdicts: []trace.Verdict{{Plugin: "NodeResourcesFit", Reason: "Insufficient cpu", Nodes: []string{"small", "tiny"}}}},
			Step: 4, Result: "unschedulable"}}
		data := trace.JSONWith(tr, trace.JSONOptions{Engine: "0123abcd"})
		var out bytes.Buffer
		require.NoError(t, json.Indent(&out, data, "", " "))
		if d.HasArg("state") { // the contract's part that people read most
			var parts struct{ State, Invariants, Attempts, Warnings json.RawMessage }
			require.NoError(t, json.Unmarshal(data, &parts))
			out.Reset()
			require.NoError(t, json.Indent(&out, parts.State, "", " "))
		}
		return out.String()
	})
}

// Any text comes back as it was, but for bytes that are no UTF-8.
func TestJSONText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		note := rapid.String().Draw(t, "note")
		b := tracetest.New(profiles["marker"])
		b.Step(note)
		b.Beat(trace.Change{Kind: trace.KindNote, Pod: trace.NoPod, Note: note}, why.Reason{Rule: "test.note",
			Args: []why.Arg{why.S("text", note), why.L("names", []string{"a", "b"}), why.D("for", 1500000000), why.N("n", -3)}})
		var got struct {
			Steps []struct {
				Action string
				Beats  []struct {
					Note string
					Why  struct{ Args map[string]any }
				}
			}
		}
		require.NoError(t, json.Unmarshal(trace.JSON(b.Trace), &got))
		require.Equal(t, note, got.Steps[0].Action)
		require.Equal(t, note, got.Steps[0].Beats[0].Note)
		require.Equal(t, map[string]any{"text": note, "names": []any{"a", "b"}, "for": "1.5s", "n": -3.0}, got.Steps[0].Beats[0].Why.Args)
	})
}
