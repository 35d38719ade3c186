package check

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"inflight/engine/api"
	"inflight/engine/cow"
	"inflight/engine/event"
	"inflight/engine/trace"
)

// long is a run of n beats in which each beat adds an event to the list, so that the list is as long as the run.
func long(n int) *trace.Trace {
	t := &trace.Trace{Profile: marked}
	var pods []*trace.Pod
	for i := range 50 {
		o := &api.Pod{Meta: api.Meta{Namespace: "default", Name: fmt.Sprintf("web-%d", i)}}
		pods = append(pods, &trace.Pod{ID: trace.PodID(i), UID: o.Name + "-1", Object: o, Place: trace.Scheduling, InFlight: true})
	}
	view := cow.Of(pods...)
	log := []trace.Element{{Pod: 0}}
	for i := range n {
		log = append(log, trace.Element{ID: i + 1, Pod: trace.NoPod, Event: &event.Recorded{N: i + 1,
			ClusterEvent: event.ClusterEvent{Resource: event.Node, Action: event.Add, Label: "NodeAdd"}}})
	}
	state := func(i int) *trace.State {
		return &trace.State{Profile: marked, At: trace.Time(i), Pods: view, List: trace.List{Log: log[:i+1], Len: i + 1}}
	}
	t.Initial = state(0)
	for i := 1; i <= n; i++ {
		if i%10 == 1 {
			t.Steps = append(t.Steps, trace.Step{N: len(t.Steps) + 1, Action: "step"})
		}
		s := &t.Steps[len(t.Steps)-1]
		s.Beats = append(s.Beats, trace.Beat{State: state(i), At: trace.Time(i), Change: trace.Change{Pod: trace.NoPod}})
	}
	return t
}

// slow are predicates that look at everything there is, to the end of the run.
var slow = []string{
	`eventually(NodeDelete in list.events)`,
	`always(list.events >= 0 and list.pods == 1)`,
	`never(pod(web-49).place == bound) and count(list.head == e9) == 0`,
	`visits(web-7, [activeQ]) or order(decision, pod(web-1).gated) or within(1h, pod(web-2).attempts > 3)`,
}

func over(t *trace.Trace, p *Predicate) time.Duration {
	begin := time.Now()
	p.Over(t)
	return time.Since(begin)
}

// Four times the run, with four times the list, takes about four times as long: sixteen times would be quadratic. A
// busy machine gets several chances.
func TestLinearInTheRun(t *testing.T) {
	short, long := long(20_000), long(80_000)
	for _, src := range slow {
		p, problem := Parse(src)
		require.Nil(t, problem, src)
		ratio := func() float64 {
			a, b := over(short, p), over(long, p)
			for range 3 {
				a, b = min(a, over(short, p)), min(b, over(long, p))
			}
			return float64(b) / float64(a)
		}
		best := ratio()
		for range 4 {
			if best < 10 {
				break
			}
			best = min(best, ratio())
		}
		require.Less(t, best, 10.0, src)
	}
}

func BenchmarkOver(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		run := long(n)
		for i, src := range slow {
			p, _ := Parse(src)
			b.Run(fmt.Sprintf("%d/beats=%d", i, n), func(b *testing.B) {
				for b.Loop() {
					p.Over(run)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/beat")
			})
		}
	}
}
