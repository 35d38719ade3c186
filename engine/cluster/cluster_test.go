package cluster

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/api"
	"inflight/engine/trace"
)

// What is summed up pod by pod is what summing up all pods gives, whatever comes and goes.
func TestSnapshotSums(t *testing.T) {
	sizes := []string{"1m", "250m", "2", "9223372036854775807"}
	rapid.Check(t, func(rt *rapid.T) {
		c := New(api.RequestOptions{Sidecars: true, PodLevel: true})
		for i := range 2 {
			c.SetNode(&api.Node{Meta: api.Meta{Name: fmt.Sprint("n", i)}})
		}
		for range rapid.IntRange(1, 30).Draw(rt, "changes") {
			uid := fmt.Sprint("p", rapid.IntRange(0, 5).Draw(rt, "pod"))
			switch rapid.IntRange(0, 4).Draw(rt, "change") {
			case 0:
				c.Remove(uid)
			case 1:
				c.SetNode(&api.Node{Meta: api.Meta{Name: "n0"}})
			default:
				p := &api.Pod{Meta: api.Meta{Name: uid, UID: uid}, Containers: []api.Container{{}}}
				if size := rapid.SampledFrom(append(sizes, "")).Draw(rt, "size"); size != "" {
					p.Containers[0].Requests = api.Resources{{Name: "cpu", Quantity: api.MustQuantity(size)}}
				}
				c.Place(trace.NoPod, p, fmt.Sprint("n", rapid.IntRange(0, 1).Draw(rt, "node")))
			}
			for i, got := range c.Snapshot() {
				require.Len(rt, got.Pods, len(c.nodes[i].pods))
				for j, p := range got.Pods {
					require.Same(rt, c.nodes[i].pods[j].pod, p)
				}
				want := api.NewNodeInfo(got.Node, got.Pods, c.request)
				require.Equal(rt, want.Requested, got.Requested)
				require.Equal(rt, []int64{want.NonZeroCPU, want.NonZeroMemory}, []int64{got.NonZeroCPU, got.NonZeroMemory})
			}
		}
	})
}

// A node sums up only the pod that comes, so that a node with thousands of pods can be looked at for each of them.
func TestPlaceCountsOnePod(t *testing.T) {
	allocs := func(pods int) float64 {
		c := New(api.RequestOptions{})
		c.SetNode(&api.Node{Meta: api.Meta{Name: "n"}})
		place := func(i int) {
			p := api.Pod{Meta: api.Meta{UID: fmt.Sprint(i)}, Containers: []api.Container{{}}}
			c.Place(trace.NoPod, &p, "n")
			c.Snapshot()
			bound := p
			bound.NodeName = "n"
			c.Place(trace.NoPod, &bound, "n")
			c.Snapshot()
		}
		for i := range pods {
			place(i)
		}
		i := pods
		return testing.AllocsPerRun(20, func() { place(i); i++ })
	}
	require.InDelta(t, allocs(10), allocs(1000), 30)
}
