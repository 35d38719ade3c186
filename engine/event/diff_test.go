package event

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/api"
	"inflight/engine/profile"
)

func profileOf(t *testing.T, r profile.Release) *profile.Profile {
	p, err := profile.For(r, nil)
	require.NoError(t, err)
	return p
}

func requesting(t *testing.T, name, quantity string) *api.Pod {
	p := &api.Pod{Containers: []api.Container{{}}}
	if name != "" {
		p.Containers[0].Requests = api.Resources{{Name: name, Quantity: api.MustQuantity(quantity)}}
	}
	return p
}

// A request that shrinks is a scale-down, and so is one that disappears, even one of 0.
func TestScaledDown(t *testing.T) {
	p := profileOf(t, profile.Release{Minor: 34, Patch: 4})
	for _, c := range []struct {
		old, new *api.Pod
		want     ActionType
	}{
		{requesting(t, "cpu", "2"), requesting(t, "cpu", "1"), UpdatePodScaleDown},
		{requesting(t, "cpu", "1"), requesting(t, "cpu", "2"), Update},
		{requesting(t, "cpu", "0"), requesting(t, "", ""), UpdatePodScaleDown},
		{requesting(t, "", ""), requesting(t, "cpu", "0"), Update},
	} {
		require.Equal(t, c.want, PodChanges(p, c.old, c.new)[0].Action)
	}
}

// One update of a node that changes three things is one event up to 1.29 and three from 1.30.
func TestNodeChanges(t *testing.T) {
	old := &api.Node{Unschedulable: true, Meta: api.Meta{Labels: map[string]string{"a": "1"}}}
	new := &api.Node{Taints: []api.Taint{{Key: "x", Effect: "NoSchedule"}}}
	require.Equal(t, []string{"NodeSpecUnschedulableChange"}, labelsOf(NodeChanges(profileOf(t, profile.Release{Minor: 28, Patch: 2}), old, new)))
	require.Equal(t, []string{"NodeUpdateNodeTaint", "NodeUpdateNodeLabel", "NodeUpdateNodeTaint"},
		labelsOf(NodeChanges(profileOf(t, profile.Release{Minor: 34, Patch: 4}), old, new)))
	require.Empty(t, NodeChanges(profileOf(t, profile.Release{Minor: 34, Patch: 4}), old, old))
}

// Another spelling of the same amount is news up to 1.29, if the API server keeps it as such.
func TestSpellings(t *testing.T) {
	node := func(memory string) *api.Node {
		return &api.Node{Allocatable: api.Resources{{Name: "memory", Quantity: api.MustQuantity(memory)}}}
	}
	for release, want := range map[profile.Release]int{{Minor: 28, Patch: 2}: 1, {Minor: 34, Patch: 4}: 0} {
		p := profileOf(t, release)
		require.Len(t, NodeChanges(p, node("1Gi"), node("1073741824")), want, release.String())
		require.Empty(t, NodeChanges(p, node("1Gi"), node("1024Mi")), release.String())
		require.Empty(t, NodeChanges(p, node("1000m"), node("1")), release.String())
		require.Len(t, NodeChanges(p, node("1Gi"), node("1Mi")), 1, release.String())
	}
}

func labelsOf(events []ClusterEvent) []string {
	var out []string
	for _, e := range events {
		out = append(out, e.Label)
	}
	return out
}

// From 1.37 what happened to the waiting pod itself is told apart from what happened to others, and growing requests are
// told.
func TestTargetPod(t *testing.T) {
	p := &profile.Profile{Labels: profile.DerivedLabels, GateAndTolerationEvents: true, TargetPod: true, ScaleUpEvents: true}
	small, big := requesting(t, "cpu", "1"), requesting(t, "cpu", "2")
	require.Equal(t, []string{"TargetPodUpdatePodScaleUp"}, labelsOf(PodChanges(p, small, big)))
	require.Equal(t, []string{"TargetPodUpdatePodScaleDown"}, labelsOf(PodChanges(p, big, small)))
	require.Equal(t, []string{"TargetPodUpdate"}, labelsOf(PodChanges(p, big, big)))
	big.NodeName = "n"
	require.Equal(t, []string{"AssignedPodUpdatePodScaleUp"}, labelsOf(PodChanges(p, small, big)))

	scaled := ClusterEvent{Resource: TargetPod, Action: UpdatePodScaleDown}
	require.True(t, Match(profile.MatchMoreSpecific, ClusterEvent{Resource: Pod, Action: Delete | UpdatePodScaleDown}, scaled))
	require.False(t, Match(profile.MatchMoreSpecific, ClusterEvent{Resource: AssignedPod, Action: Delete | UpdatePodScaleDown}, scaled))
}
