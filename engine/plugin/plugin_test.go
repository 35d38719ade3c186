package plugin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/why"
)

func set(t testing.TB, r profile.Release) *Set {
	p, err := profile.For(r, nil)
	require.NoError(t, err)
	return New(p)
}

func resources(t testing.TB, pairs ...string) api.Resources {
	var out api.Resources
	for i := 0; i < len(pairs); i += 2 {
		q, problem := api.ParseQuantity(pairs[i+1])
		require.Nil(t, problem)
		out = append(out, api.Resource{Name: pairs[i], Quantity: q})
	}
	return out
}

func node(t testing.TB, name string, pairs ...string) *api.Node {
	return &api.Node{Meta: api.Meta{Name: name}, Allocatable: resources(t, pairs...)}
}

func pod(t testing.TB, name string, pairs ...string) *api.Pod {
	return &api.Pod{Meta: api.Meta{Name: name, Namespace: "default", UID: name}, Containers: []api.Container{{Requests: resources(t, pairs...)}}}
}

func (s *Set) filtered(p *api.Pod, n *api.Node, on ...*api.Pod) *Status {
	return s.Filter(p, api.NewNodeInfo(n, on, s.request))
}

func TestFit(t *testing.T) {
	s := set(t, profile.Release{Minor: 34, Patch: 4})
	n := node(t, "n", "cpu", "2", "example.com/gpu", "1", "memory", "1Gi", "pods", "2")
	require.Nil(t, s.filtered(pod(t, "p", "cpu", "2"), n), "exactly what there is fits")

	st := s.filtered(pod(t, "p", "cpu", "1501m"), n, pod(t, "x", "cpu", "500m"))
	require.Equal(t, []string{"Insufficient cpu"}, st.Reasons)
	require.Equal(t, "cpu on n: p needs 1501m, 1500m free.", why.Text(why.English, st.Why))

	st = s.filtered(pod(t, "p", "cpu", "3", "memory", "2Gi", "example.com/gpu", "2"), n, pod(t, "x"), pod(t, "y"))
	require.Equal(t, []string{"Too many pods", "Insufficient cpu", "Insufficient memory", "Insufficient example.com/gpu"}, st.Reasons)

	require.Nil(t, s.filtered(pod(t, "p"), node(t, "n", "pods", "1")), "a pod that asks for nothing only needs a place")
	require.Equal(t, []string{"Too many pods"}, s.filtered(pod(t, "p"), node(t, "n")).Reasons, "a node that does not say how many pods takes none")
}

// Up to 1.27 a pod that asks for anything is also kept off a node that is overbooked in something else (#116408).
func TestFitOnAnOverbookedNode(t *testing.T) {
	n, on := node(t, "n", "cpu", "1", "memory", "1Gi", "pods", "9"), pod(t, "x", "cpu", "1500m")
	old, now := set(t, profile.Release{Minor: 27, Patch: 16}), set(t, profile.Release{Minor: 28, Patch: 1})
	p := pod(t, "p", "memory", "1Mi")
	require.Nil(t, now.filtered(p, n, on))
	st := old.filtered(p, n, on)
	require.NotNil(t, st)
	require.Equal(t, []string{"Insufficient cpu"}, st.Reasons)
	require.Equal(t, "cpu on n: p needs 0m, -500m free.", why.Text(why.English, st.Why))
	require.False(t, old.Admits(p, api.NewNodeInfo(n, []*api.Pod{on}, old.request)))
	require.Nil(t, old.filtered(pod(t, "p"), n, on), "a pod that asks for nothing is not kept off")
	require.Nil(t, old.filtered(p, n, pod(t, "x", "cpu", "1")), "a node that is exactly full is not overbooked")
}

func TestTaints(t *testing.T) {
	tainted := node(t, "n", "pods", "9")
	tainted.Taints = []api.Taint{{Key: "soft", Effect: "PreferNoSchedule"}, {Key: "gpu", Value: "true", Effect: "NoSchedule"}}
	p := pod(t, "p")
	for r, message := range map[profile.Release]string{
		{Minor: 28, Patch: 2}: "node(s) had untolerated taint {gpu: true}",
		{Minor: 34, Patch: 4}: "node(s) had untolerated taint(s)",
	} {
		require.Equal(t, []string{message}, set(t, r).filtered(p, tainted).Reasons)
	}
	p.Tolerations = []api.Toleration{{Key: "gpu", Operator: "Exists"}}
	require.Nil(t, set(t, profile.Release{Minor: 28, Patch: 2}).filtered(p, tainted), "a soft taint keeps nobody off")
	tainted.Taints = append(tainted.Taints, api.Taint{Key: "down", Effect: "NoExecute"})
	require.NotNil(t, set(t, profile.Release{Minor: 28, Patch: 2}).filtered(p, tainted))
}

// Each hint of 1.34, on both sides of its boundary.
func TestHints(t *testing.T) {
	s := set(t, profile.Release{Minor: 34, Patch: 4})
	needs := pod(t, "p", "cpu", "2")
	small, big := node(t, "n", "cpu", "1", "pods", "9"), node(t, "n", "cpu", "2", "pods", "9")
	more := node(t, "n", "cpu", "2", "pods", "10")
	assigned, free := pod(t, "x", "cpu", "1"), pod(t, "x", "cpu", "1")
	assigned.NodeName = "n"
	smaller := pod(t, "x", "cpu", "500m")
	smaller.NodeName = "n"
	tainted := node(t, "n", "pods", "9")
	tainted.Taints = []api.Taint{{Key: "gpu", Effect: "NoSchedule"}}
	plain := node(t, "n", "pods", "9")
	for name, c := range map[string]struct {
		hint     event.HintFunc
		old, new api.Object
		want     event.Answer
		rule     why.Rule
	}{
		"new node fits":         {s.fitAfterNode, nil, big, event.AnswerQueue, "hint.fit.new-node"},
		"new node too small":    {s.fitAfterNode, nil, small, event.AnswerSkip, "hint.fit.too-small"},
		"node grows":            {s.fitAfterNode, small, big, event.AnswerQueue, "hint.fit.grew"},
		"node takes more pods":  {s.fitAfterNode, big, more, event.AnswerQueue, "hint.fit.grew"},
		"node stays":            {s.fitAfterNode, big, big, event.AnswerSkip, "hint.fit.not-grown"},
		"assigned pod gone":     {s.fitAfterPod, assigned, nil, event.AnswerQueue, "hint.fit.pod-gone"},
		"unassigned pod gone":   {s.fitAfterPod, free, nil, event.AnswerSkip, "hint.fit.unassigned-gone"},
		"assigned pod smaller":  {s.fitAfterPod, assigned, smaller, event.AnswerQueue, "hint.fit.other-smaller"},
		"assigned pod the same": {s.fitAfterPod, assigned, assigned, event.AnswerSkip, "hint.fit.other-not-smaller"},
		"itself smaller":        {s.fitAfterPod, needs, needs, event.AnswerQueue, "hint.fit.itself-smaller"},
		"taint gone":            {s.taintAfterNode, tainted, plain, event.AnswerQueue, "hint.taint.gone"},
		"taint still":           {s.taintAfterNode, plain, tainted, event.AnswerSkip, "hint.taint.still"},
		"taint never":           {s.taintAfterNode, plain, plain, event.AnswerSkip, "hint.taint.never"},
		"untainted node":        {s.taintAfterNode, nil, plain, event.AnswerQueue, "hint.taint.new-node"},
		"own tolerations":       {s.taintAfterPod, needs, needs, event.AnswerQueue, "hint.taint.tolerations"},
		"others' tolerations":   {s.taintAfterPod, free, free, event.AnswerSkip, "hint.taint.other-pod"},
		"own gates":             {s.gatesAfterPod, needs, needs, event.AnswerQueue, "hint.gates.eliminated"},
		"others' gates":         {s.gatesAfterPod, free, free, event.AnswerSkip, "hint.gates.other-pod"},
	} {
		t.Run(name, func(t *testing.T) {
			got, reason := c.hint(needs, c.old, c.new)
			require.Equal(t, c.want, got)
			require.Equal(t, c.rule, reason.Rule)
		})
	}
}

// From 1.30 to 1.36 any change of a taint wakes pods that NodeResourcesFit rejected (kubernetes#122292).
func TestImplicitTaintRegistration(t *testing.T) {
	has := func(r profile.Release) bool {
		for _, x := range set(t, r).Registrations() {
			if x.Plugin == NodeResourcesFit && x.Hint == nil && x.Event.Action == event.UpdateNodeTaint {
				return true
			}
		}
		return false
	}
	require.True(t, has(profile.Release{Minor: 34, Patch: 4}))
	require.False(t, has(profile.Release{Minor: 28, Patch: 2}))
}

func TestChoose(t *testing.T) {
	s := set(t, profile.Release{Minor: 34, Patch: 4})
	info := func(n *api.Node, on ...*api.Pod) *api.NodeInfo { return api.NewNodeInfo(n, on, s.request) }
	a, b := node(t, "a", "cpu", "4", "memory", "4Gi", "pods", "9"), node(t, "b", "cpu", "4", "memory", "4Gi", "pods", "9")
	p := pod(t, "p", "cpu", "1", "memory", "1Gi")
	i, _, _ := s.Choose(p, []*api.NodeInfo{info(a, pod(t, "x", "cpu", "2", "memory", "2Gi")), info(b)})
	require.Equal(t, 1, i, "the emptier node")
	i, _, _ = s.Choose(p, []*api.NodeInfo{info(a), info(b)})
	require.Equal(t, 0, i, "the first of equals")
	b.Taints = []api.Taint{{Key: "soft", Effect: "PreferNoSchedule"}}
	i, _, _ = s.Choose(p, []*api.NodeInfo{info(b), info(a, pod(t, "x", "cpu", "1", "memory", "1Gi"))})
	require.Equal(t, 1, i, "a soft taint outweighs some load")

	// Best-effort pods are not balanced from 1.33 on (kubernetes#129138): only what is left counts.
	lopsided, even := node(t, "l", "cpu", "4", "memory", "4Gi", "pods", "9"), node(t, "e", "cpu", "4", "memory", "4Gi", "pods", "9")
	for release, want := range map[profile.Release]int{{Minor: 28, Patch: 2}: 1, {Minor: 34, Patch: 4}: 0} {
		s := set(t, release)
		i, _, _ := s.Choose(pod(t, "p"), []*api.NodeInfo{
			api.NewNodeInfo(lopsided, []*api.Pod{pod(t, "x", "cpu", "2")}, s.request),
			api.NewNodeInfo(even, []*api.Pod{pod(t, "x", "cpu", "1500m", "memory", "1500Mi")}, s.request)})
		require.Equal(t, want, i, release.String())
	}
}

// Preemption helps where other pods hold what is missing; from 1.34 on the plugin says so of each node (kubernetes#131345).
func TestUnresolvable(t *testing.T) {
	n := node(t, "n", "cpu", "2", "pods", "9")
	taken := pod(t, "t", "cpu", "2")
	for release, want := range map[profile.Release]bool{{Minor: 28, Patch: 2}: false, {Minor: 34, Patch: 4}: true} {
		s := set(t, release)
		require.Equal(t, want, s.filtered(pod(t, "p", "cpu", "2001m"), n).Unresolvable, release.String())
		require.False(t, s.filtered(pod(t, "p", "cpu", "2"), n, taken).Unresolvable, release.String())
	}
	n.Taints = []api.Taint{{Key: "k", Effect: "NoExecute"}}
	require.True(t, set(t, profile.Release{Minor: 28, Patch: 2}).filtered(pod(t, "p"), n).Unresolvable)
}
