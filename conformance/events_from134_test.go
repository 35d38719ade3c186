//go:build k8s134 || k8s135 || k8s137

package inflightconformance

import (
	"fmt"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/ours"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
)

func profileOf(t *testing.T) *profile.Profile {
	release, err := profile.Parse(real.Release())
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.For(release, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMatching: which registrations cover which events, over every resource and random sets of actions.
func TestMatching(t *testing.T) {
	p, r := profileOf(t), harness.NewRand(1)
	resources := append([]string{"Pod", "Node", "AssignedPod", "PersistentVolume", "*"}, waitingPods(p)...)
	actions := []string{"Add", "Delete", "UpdateNodeAllocatable", "UpdateNodeLabel", "UpdateNodeTaint", "UpdateNodeCondition",
		"UpdateNodeAnnotation", "UpdatePodLabel", "UpdatePodScaleDown", "UpdatePodToleration",
		"UpdatePodSchedulingGatesEliminated", "UpdatePodGeneratedResourceClaim"}
	if p.ScaleUpEvents {
		actions = append(actions, "UpdatePodScaleUp")
	}
	matched := 0
	for range 200_000 {
		some := func() []string {
			switch r.N(6) {
			case 0:
				return []string{"All"}
			case 1:
				return []string{"Update"}
			}
			return append(harness.Some(r, actions...), harness.Pick(r, actions...))
		}
		registered, incoming := harness.Pick(r, resources...), harness.Pick(r, resources...)
		ra, ia := some(), some()
		want := framework.MatchClusterEvents(fwk.ClusterEvent{Resource: fwk.EventResource(registered), ActionType: real.Actions(ra...)},
			fwk.ClusterEvent{Resource: fwk.EventResource(incoming), ActionType: real.Actions(ia...)})
		got := event.Match(p.EventMatch, event.ClusterEvent{Resource: event.Resource(registered), Action: ours.Actions(p, ra...)},
			event.ClusterEvent{Resource: event.Resource(incoming), Action: ours.Actions(p, ia...)})
		if got != want {
			t.Fatalf("a registration for %s/%s and an event %s/%s: real %t, ours %t", registered, ra, incoming, ia, want, got)
		}
		if want {
			matched++
		}
	}
	if matched == 0 {
		t.Error("nothing ever matched")
	}
}

// waitingPods are the resources that the events of pods without a node are about.
func waitingPods(p *profile.Profile) []string {
	if p.TargetPod {
		return []string{"UnscheduledPod", "TargetPod"}
	}
	return []string{"UnschedulablePod"}
}

// node is one node in both languages.
type node struct {
	real *v1.Node
	ours *api.Node
}

func someNode(r *harness.Rand) node {
	n := node{&v1.Node{ObjectMeta: metav1.ObjectMeta{Name: "n"}}, &api.Node{Meta: api.Meta{Name: "n"}}}
	if r.Chance(50) {
		n.real.Spec.Unschedulable, n.ours.Unschedulable = true, true
	}
	if cpu := harness.Pick(r, "", "1", "1000m", "2"); cpu != "" {
		n.real.Status.Allocatable = v1.ResourceList{v1.ResourceCPU: resource.MustParse(cpu)}
		n.ours.Allocatable = api.Resources{{Name: "cpu", Quantity: api.MustQuantity(cpu)}}
	}
	pairs := func() map[string]string {
		switch r.N(4) {
		case 0:
			return nil
		case 1:
			return map[string]string{}
		}
		return map[string]string{"a": harness.Pick(r, "", "x", "y")}
	}
	labels, annotations := pairs(), pairs()
	n.real.Labels, n.ours.Labels = labels, labels
	n.real.Annotations, n.ours.Annotations = annotations, annotations
	for range r.N(3) {
		taint := api.Taint{Key: harness.Pick(r, "k", "l"), Value: harness.Pick(r, "", "v"), Effect: harness.Pick(r, "NoSchedule", "NoExecute")}
		n.ours.Taints = append(n.ours.Taints, taint)
		n.real.Spec.Taints = append(n.real.Spec.Taints, v1.Taint{Key: taint.Key, Value: taint.Value, Effect: v1.TaintEffect(taint.Effect)})
	}
	if status := harness.Pick(r, "", "True", "False"); status != "" {
		n.ours.Conditions = map[string]string{"Ready": status}
		n.real.Status.Conditions = []v1.NodeCondition{{Type: "Ready", Status: v1.ConditionStatus(status), LastHeartbeatTime: metav1.Unix(int64(r.N(9)), 0)}}
	}
	return n
}

// TestNodeEvents: what an update of a node sends, in order.
func TestNodeEvents(t *testing.T) {
	p, r := profileOf(t), harness.NewRand(2)
	several := 0
	for range 100_000 {
		old, now := someNode(r), someNode(r)
		var want, got []string
		for _, e := range framework.NodeSchedulingPropertiesChange(now.real, old.real) {
			want = append(want, e.Label())
		}
		for _, e := range event.NodeChanges(p, old.ours, now.ours) {
			got = append(got, e.Label)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("from %+v\nto %+v\nreal %v, ours %v", old.ours, now.ours, want, got)
		}
		if len(want) > 1 {
			several++
		}
	}
	if several == 0 {
		t.Error("no update ever sent several events")
	}
}
