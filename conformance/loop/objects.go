//go:build k8s134 || k8s135 || k8s137

package loop

import (
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"inflight/engine/api"
)

func meta(m api.Meta) metav1.ObjectMeta {
	out := metav1.ObjectMeta{Namespace: m.Namespace, Name: m.Name, UID: types.UID(m.UID), Labels: m.Labels, Annotations: m.Annotations}
	if m.Deleting {
		out.DeletionTimestamp = &metav1.Time{Time: time.Unix(1, 0)}
		out.Finalizers = []string{"example.com/keep"}
	}
	return out
}

func resources(list api.Resources) v1.ResourceList {
	out := v1.ResourceList{}
	for _, r := range list {
		out[v1.ResourceName(r.Name)] = resource.MustParse(r.Quantity.Text)
	}
	return out
}

// pod is the API's form of a pod of the simulation. Its status is taken from the version before.
func pod(p *api.Pod, before *v1.Pod) *v1.Pod {
	o := &v1.Pod{ObjectMeta: meta(p.Meta), Spec: v1.PodSpec{SchedulerName: p.SchedulerName, Priority: &p.Priority, NodeName: p.NodeName}}
	if before != nil {
		o.Status = *before.Status.DeepCopy()
	}
	o.Status.NominatedNodeName = p.NominatedNodeName
	if p.PreemptionPolicy != "" {
		policy := v1.PreemptionPolicy(p.PreemptionPolicy)
		o.Spec.PreemptionPolicy = &policy
	}
	for _, g := range p.SchedulingGates {
		o.Spec.SchedulingGates = append(o.Spec.SchedulingGates, v1.PodSchedulingGate{Name: g})
	}
	for _, t := range p.Tolerations {
		o.Spec.Tolerations = append(o.Spec.Tolerations, v1.Toleration{Key: t.Key, Operator: v1.TolerationOperator(t.Operator), Value: t.Value, Effect: v1.TaintEffect(t.Effect)})
	}
	for _, c := range p.Containers {
		o.Spec.Containers = append(o.Spec.Containers, v1.Container{Name: c.Name, Resources: v1.ResourceRequirements{Requests: resources(c.Requests), Limits: resources(c.Limits)}})
	}
	return o
}

func node(n *api.Node) *v1.Node {
	o := &v1.Node{ObjectMeta: meta(n.Meta), Spec: v1.NodeSpec{Unschedulable: n.Unschedulable}, Status: v1.NodeStatus{Allocatable: resources(n.Allocatable)}}
	for _, t := range n.Taints {
		o.Spec.Taints = append(o.Spec.Taints, v1.Taint{Key: t.Key, Value: t.Value, Effect: v1.TaintEffect(t.Effect)})
	}
	return o
}
