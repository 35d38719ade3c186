package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/cow"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/trace/tracetest"
	"inflight/engine/why"
)

// marked is a release with markers of their own, pointing one with shared events.
var (
	marked   = &profile.Profile{Release: profile.Release{Minor: 28, Patch: 2}, InFlight: profile.PodMarker}
	pointing = &profile.Profile{Release: profile.Release{Minor: 28, Patch: 1}, InFlight: profile.PreviousEvent}
)

// story is the run that the goldens ask about: two pods, two events, a failure, a second incarnation.
func story(p *profile.Profile) *trace.Trace {
	b := tracetest.New(p)
	b.Step("apply pod/web") // beats 0 and 1: an operation of the learner
	web, api := b.Pod("web", 10), b.Pod("api", 0)
	b.Move(web, trace.ActiveQ, why.Reason{Rule: "test.add"})
	b.Move(api, trace.ActiveQ, why.Reason{Rule: "test.add"})
	b.Now += 1e9
	b.Step("step") // 2, 3
	b.Pop(web)
	b.Move(web, trace.Binding, why.Reason{Rule: "test.assume"})
	b.Now += 1e9
	b.Step("apply node/small") // 4, 5
	b.Event("small")
	b.Now += 1e9
	b.Step("step") // 6
	b.Pop(api)
	b.Now += 1e9
	b.Step("apply node/big") // 7, 8
	b.Event("big")
	b.Now += 1e9
	b.Step("step bind pod/web") // 9, 10
	b.Done(web)
	if p == marked {
		b.Drop(0, 1)
	} else {
		b.Drop(0)
	}
	b.OnNode(web, "small")
	b.Move(web, trace.Bound, why.Reason{Rule: "test.bind"})
	b.Now += 1e9
	b.Step("step") // 11
	b.Queued(api, func(q *trace.Queued) {
		q.Rejectors, q.BackoffExpiry = []string{"NodeResourcesFit", "TaintToleration"}, b.Now+1e9
	})
	b.Done(api)
	from := b.Put(api, trace.BackoffQ)
	b.Beat(trace.Change{Kind: trace.KindMove, Pod: api, From: from, To: trace.BackoffQ, Strategy: "QueueAfterBackoff"}, why.Reason{Rule: "test.requeue"})
	b.Now += 1e9
	b.Step("recreate pod/web") // 12, 13
	b.Move(web, trace.Gone, why.Reason{Rule: "test.delete"})
	b.Move(b.Pod("web", 10), trace.ActiveQ, why.Reason{Rule: "test.add"})
	b.Now += 1e9
	b.Step("step") // 14
	gated := b.Pod("gated", 0)
	b.Queued(gated, func(q *trace.Queued) { q.Gating = "SchedulingGates" })
	b.Move(gated, trace.UnschedulablePods, why.Reason{Rule: "test.gate"})
	return b.Trace
}

// TestStory asks a run: "over" the answer over the whole, "at BEAT" at one moment.
func TestStory(t *testing.T) {
	runs := map[string]*trace.Trace{"marked": story(marked), "pointing": story(pointing)}
	datadriven.RunTest(t, "testdata/story.txt", func(t *testing.T, d *datadriven.TestData) string {
		run := "marked"
		d.MaybeScanArgs(t, "run", &run)
		beat := -1
		d.MaybeScanArgs(t, "beat", &beat)
		var out strings.Builder
		for _, line := range strings.Split(d.Input, "\n") {
			p, problem := Parse(line)
			require.Nil(t, problem, "%s", line)
			var r Result
			if d.Cmd == "at" {
				r, problem = p.At(runs[run], beat)
			} else {
				r, problem = p.Over(runs[run])
			}
			if problem != nil {
				fmt.Fprintf(&out, "%d: %s\n", problem.Column, why.Text(why.English, problem.Why))
				continue
			}
			fmt.Fprint(&out, r.Value)
			if d.Cmd == "over" {
				where := "the start"
				if r.Beat >= 0 {
					where = runs[run].Beat(r.Beat).Address.String()
				}
				fmt.Fprintf(&out, " at %s", where)
			}
			for _, n := range r.Notes {
				fmt.Fprintf(&out, "; %s", why.Text(why.English, n))
			}
			fmt.Fprintf(&out, "  %s\n", p)
		}
		return out.String()
	})
}

// Following a run as it grows gives at each beat what asking at that beat gives.
func TestWatchAgreesWithAt(t *testing.T) {
	full := story(marked)
	for _, src := range []string{`pod(web).place == bound`, `NodeAdd in list.events`, `list.pods == 1`, `list.head == <api>`, `ops == 2`, `step > 4`, `decision`} {
		p, problem := Parse(src)
		require.Nil(t, problem)
		grown := &trace.Trace{Profile: full.Profile, Initial: full.Initial}
		w, problem := p.Watch(grown)
		require.Nil(t, problem)
		require.False(t, w.Next(), "there is no beat yet")
		n := 0
		for _, s := range full.Steps {
			beats := s.Beats
			s.Beats = nil
			grown.Steps = append(grown.Steps, s)
			for _, b := range beats {
				last := &grown.Steps[len(grown.Steps)-1]
				last.Beats = append(last.Beats, b)
				require.True(t, w.Next())
				require.Equal(t, n, w.Beat())
				at, problem := p.At(full, n)
				require.Nil(t, problem)
				require.Equal(t, at.Value, w.Result().Value, "%s at %d", src, n)
				require.Equal(t, at.Value == True, w.Holds())
				n++
			}
			require.False(t, w.Next())
		}
	}
}

// However elements come and go, a count kept over a run is what counting anew gives.
func TestMaskCountsWhatIsInTheList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var k mask
		var l trace.List
		var removed []uint64
		odd := func(e trace.Element) bool { return e.ID%2 == 1 }
		for range rapid.IntRange(1, 60).Draw(t, "beats") {
			for range rapid.IntRange(0, 9).Draw(t, "joining") {
				l.Log = append(l.Log, trace.Element{ID: len(l.Log)})
				l.Len++
			}
			for range rapid.IntRange(0, 4).Draw(t, "leaving") {
				if id := rapid.IntRange(0, len(l.Log)).Draw(t, "id"); l.Has(id) {
					for len(removed) <= id>>6 {
						removed = append(removed, 0)
					}
					removed[id>>6] |= 1 << (id & 63)
					l.Removed = cow.Of(removed...)
					l.Len--
				}
			}
			for l.Head < len(l.Log) && !l.Has(l.Head) {
				l.Head++
			}
			if rapid.IntRange(0, 3).Draw(t, "skipped") == 0 {
				continue
			}
			want := 0
			for e := range l.All() {
				if odd(e) {
					want++
				}
			}
			require.Equal(t, want, k.count(&l, odd))
		}
	})
}

// What a trace does not know is neither true nor false, and combines as three values do.
func TestUnknownIsThirdValue(t *testing.T) {
	b := tracetest.New(marked)
	b.Step("step")
	web, api := b.Pod("web", 0), b.Pod("api", 0)
	b.Unknown(web, trace.UnknownPlace|trace.UnknownAttempts|trace.UnknownRejectors|trace.UnknownInFlight)
	b.Move(web, trace.ActiveQ, why.Reason{})
	b.Move(api, trace.ActiveQ, why.Reason{})
	for src, want := range map[string]Value{
		`pod(web).place == activeQ`:                                  Unknown,
		`pod(web).place != activeQ`:                                  Unknown,
		`not (pod(web).place in [activeQ])`:                          Unknown,
		`pod(web).place not in [activeQ]`:                            Unknown,
		`pod(web).attempts > 0 or pod(api).attempts == 0`:            True,
		`pod(web).attempts > 0 and pod(api).attempts > 0`:            False,
		`pod(web).inFlight`:                                          Unknown,
		`pod(web).gated`:                                             Unknown,
		`A in pod(web).rejectors`:                                    Unknown,
		`pod(web).rejectors == 0`:                                    Unknown,
		`pod(web).uid == web-1`:                                      True,
		`eventually(pod(web).place == activeQ)`:                      Unknown,
		`always(pod(web).place == activeQ or pod(api).attempts > 0)`: False, // at the start there is no pod
		`never(pod(web).place == bound)`:                             Unknown,
		`within(1s, pod(web).attempts == 1)`:                         Unknown,
		`order(pod(web).attempts == 1, pod(api).place == activeQ)`:   Unknown,
		`order(pod(api).place == bound, pod(web).attempts == 1)`:     Unknown,
		`count(pod(web).place == activeQ) >= 1`:                      Unknown,
		`count(pod(web).place == activeQ) <= 5`:                      True,
		`visits(web, [activeQ])`:                                     Unknown,
		`end(pod(web).attempts == 1)`:                                Unknown,
	} {
		p, problem := Parse(src)
		require.Nil(t, problem, src)
		r, problem := p.Over(b.Trace)
		require.Nil(t, problem)
		require.Equal(t, want, r.Value, src)
	}
}

// A list that is not known is not an empty list.
func TestUnknownList(t *testing.T) {
	b := tracetest.New(marked)
	b.Step("step")
	b.Move(b.Pod("web", 0), trace.ActiveQ, why.Reason{})
	b.Trace.Steps[0].Beats[0].State.Unknown = trace.UnknownList
	for _, src := range []string{`list.len == 0`, `list.events == 0`, `list.head == <web>`, `NodeAdd in list.events`, `list.pods == []`} {
		p, problem := Parse(src)
		require.Nil(t, problem, src)
		r, _ := p.At(b.Trace, 0)
		require.Equal(t, Unknown, r.Value, src)
	}
}

func TestPodsThatCanNeverExistAreErrors(t *testing.T) {
	p, problem := Parse(`pod(web~2).place == bound and pod(wbe).gated`)
	require.Nil(t, problem)
	problem = p.Possible([]string{"default/web", "team/api"})
	require.NotNil(t, problem)
	require.Equal(t, 35, problem.Column)
	require.Equal(t, "no pod wbe can exist in this scenario; did you mean web? Its pods are web, team/api", why.Text(why.English, problem.Why))
	p, _ = Parse(`pod(team/api).gated`)
	require.Nil(t, p.Possible([]string{"team/api"}))
}
