package sim

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/scenario"
)

// crowd is a scenario of n waiting pods on a node that takes one of them at a time.
func crowd(t testing.TB, n int) *scenario.Scenario {
	var b strings.Builder
	b.WriteString("apiVersion: inflight/v1\nkind: Scenario\nmetadata: {name: crowd}\nspec:\n  start: [node/box")
	for i := range n {
		fmt.Fprintf(&b, ", pod/p%d", i)
	}
	b.WriteString("]\n  story: [note \"crowd\"]\n---\napiVersion: v1\nkind: Node\nmetadata: {name: box}\nstatus: {allocatable: {cpu: \"1\", memory: 1Gi, pods: \"110\"}}\n")
	for i := range n {
		fmt.Fprintf(&b, "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p%d}\nspec: {containers: [{name: main, image: x, resources: {requests: {cpu: \"%d\"}}}]}\n", i, i%3)
	}
	sc, problems := scenario.Load(scenario.File{Name: "crowd.yaml", Data: []byte(b.String())})
	require.NotNil(t, sc, problems)
	return sc
}

// grown is a run with n pods whose list has at least elements elements, held by the first attempt.
func grown(t testing.TB, pods, elements int) *Sim {
	p, err := profile.For(profile.Release{Minor: 28, Patch: 2}, nil)
	require.NoError(t, err)
	s, problem := New(crowd(t, pods), p)
	require.Nil(t, problem)
	require.Nil(t, s.Do(parsed(t, "step")))
	for i := range elements {
		require.Nil(t, s.Do(parsed(t, fmt.Sprintf(`patch node/box {"metadata": {"labels": {"x": "%d"}}}`, i))))
	}
	return s
}

// perBeat is how many bytes a beat allocates over the given actions.
func perBeat(t testing.TB, s *Sim, actions []string) float64 {
	before := s.beats
	var a, b runtime.MemStats
	runtime.ReadMemStats(&a)
	for _, line := range actions {
		require.Nil(t, s.Do(parsed(t, line)))
	}
	runtime.ReadMemStats(&b)
	return float64(b.TotalAlloc-a.TotalAlloc) / float64(s.beats-before)
}

func labels(from, n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`hold Refetch pod/p%d`, (from+i)%50), fmt.Sprintf(`note "%d"`, i))
	}
	return out
}

// A beat costs about 2 KB at 50 pods, and no more with 10,000 elements in the list than with 100.
func TestBytesPerBeat(t *testing.T) {
	steps := make([]string, 200)
	for i := range steps {
		steps[i] = "step"
	}
	few := perBeat(t, grown(t, 50, 0), steps)
	t.Logf("%.0f bytes a beat at 50 pods", few)
	require.Less(t, few, 2500.0)

	short, long := grown(t, 50, 100), grown(t, 50, 10_000)
	a, b := perBeat(t, short, labels(0, 100)), perBeat(t, long, labels(0, 100))
	t.Logf("%.0f bytes a beat with 100 elements in the list, %.0f with 10,000", a, b)
	require.Less(t, b, 1.5*a+64)
}

func BenchmarkBeat(b *testing.B) {
	for _, c := range []struct{ pods, elements int }{{50, 0}, {50, 100}, {50, 10_000}, {1000, 0}} {
		b.Run(fmt.Sprintf("pods=%d/list=%d", c.pods, c.elements), func(b *testing.B) {
			s := grown(b, c.pods, c.elements)
			b.ReportAllocs()
			b.ResetTimer()
			start := s.beats
			for range b.N {
				if s.beats >= MaxBeats-100 {
					b.StopTimer()
					s = grown(b, c.pods, c.elements)
					start += s.beats
					b.StartTimer()
				}
				_ = s.Do(parsed(b, "step"))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(max(s.beats-start, 1)), "ns/beat")
		})
	}
}
