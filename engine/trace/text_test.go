package trace_test

import (
	"testing"

	"github.com/cockroachdb/datadriven"

	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/trace/tracetest"
	"inflight/engine/why"
)

// profiles are three ways of remembering events, as a trace draws them.
var profiles = map[string]*profile.Profile{
	"cycle":  {Release: profile.Release{Minor: 27, Patch: 16}},
	"shared": {Release: profile.Release{Minor: 28, Patch: 1}, InFlight: profile.PreviousEvent, Gates: profile.Gates{QueueingHints: true}},
	"marker": {Release: profile.Release{Minor: 34, Patch: 4}, InFlight: profile.PodMarker, ErrorBackoffQ: true, PopFromBackoffQ: true,
		Gates: profile.Gates{QueueingHints: true, PopFromBackoffQ: true}},
}

// story is a run in which each part of the format appears.
func story(p *profile.Profile) *trace.Trace {
	b := tracetest.New(p)
	web, api, low := b.Pod("web", 10), b.Pod("api", 5), b.Pod("low", 0)
	b.Step("apply pod/web")
	for _, id := range []trace.PodID{web, api, low} {
		b.Move(id, trace.ActiveQ, why.Reason{Rule: "test.add"})
	}
	b.Now += 1e6
	b.Step("step")
	b.Pop(web)
	b.Now += 1e6
	b.Step("apply node/small")
	b.Event("small")
	b.Now += 1e6
	b.Step("step")
	b.OnNode(web, "small")
	b.Move(web, trace.Binding, why.Reason{Rule: "test.ok"})
	b.Pop(api)
	b.Now += 1e6
	b.Step("step until Diagnose")
	b.Attempt(func(a *trace.Attempt) {
		a.Failed, a.Next = trace.PhaseFilter, trace.PhaseRequeue
		a.Verdicts = []trace.Verdict{{Plugin: "NodeResourcesFit", Reason: "Insufficient cpu", Nodes: []string{"small", "tiny"}}}
	})
	b.Beat(trace.Change{Kind: trace.KindPhase, Pod: api, Phase: trace.PhaseFilter}, why.Reason{Rule: "test.none", Args: []why.Arg{why.N("nodes", 2)}})
	b.Now += 1e6
	b.Step("step bind pod/web")
	e := b.Event("big")
	b.Done(web)
	b.Drop(0)
	if p.InFlight != profile.ByCycle {
		b.Drop(1)
	}
	b.Move(web, trace.Bound, why.Reason{Rule: "test.ok"})
	b.Now += 326*1e9 + 500
	b.Step("step")
	b.Trace.Steps[len(b.Trace.Steps)-1].SilentTicks = 326
	b.Queued(api, func(q *trace.Queued) {
		q.Rejectors, q.Pending, q.BackoffExpiry = []string{"DynamicResources", "NodeResourcesFit"}, []string{"DynamicResources"}, b.Now+1e9
	})
	b.Beat(trace.Change{Kind: trace.KindLook, Pod: api, Elements: []int{len(b.State().List.Log) - 1}, Strategy: "QueueSkip", Event: e,
		Hints: []trace.Hint{{Plugin: "NodeResourcesFit", Event: e, Answer: "QueueSkip", Why: why.Reason{Rule: "test.fit.too-small",
			Args: []why.Arg{why.S("cpu", "500m")}}}}}, why.Reason{Rule: "test.look"})
	b.Done(api)
	from := b.Put(api, trace.UnschedulablePods)
	b.Beat(trace.Change{Kind: trace.KindMove, Pod: api, From: from, To: trace.UnschedulablePods, Strategy: "QueueSkip"},
		why.Reason{Rule: "test.none-after-marker", Args: []why.Arg{why.N("events", 0), why.T("sweep", b.Now+300e9)}})
	b.Queued(low, func(q *trace.Queued) { q.BackoffExpiry = b.Now + 1e9 })
	b.Move(low, trace.BackoffQ, why.Reason{Rule: "test.error"})
	b.Trace.Broken = []trace.Violation{{Name: "I4", At: trace.Address{Step: 7, Beat: 2}, Expected: true, Why: why.Reason{Rule: "test.i4"}}}
	b.Trace.Next = why.Reason{Rule: "test.sweep", Args: []why.Arg{why.T("at", b.Now+300e9)}}
	return b.Trace
}

func TestText(t *testing.T) {
	datadriven.RunTest(t, "testdata/text.txt", func(t *testing.T, d *datadriven.TestData) string {
		p, ok := profiles[d.CmdArgs[0].Key]
		if !ok {
			d.Fatalf(t, "no profile %s", d.CmdArgs[0].Key)
		}
		o := trace.TextOptions{}
		if d.HasArg("sentences") {
			o.Sentences = why.English
		}
		return trace.TextWith(story(p), o)
	})
}
