//go:build k8s

package real

import (
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// buildPod makes the API object of a description. The revision is the resourceVersion; what hints say about an
// update travels as a managed field, which no release takes for a change of the pod.
func buildPod(p *script.Pod) *v1.Pod {
	priority := int32(p.Priority)
	pod := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: p.Namespace, Name: p.Name, UID: types.UID(p.UID),
			ResourceVersion: strconv.Itoa(p.Revision),
			Labels:          script.Pairs(p.Labels),
			ManagedFields:   hintField(p.Hints),
		},
		Spec: v1.PodSpec{
			SchedulerName: p.Scheduler,
			Priority:      &priority,
			Containers:    []v1.Container{{Name: "main"}},
		},
	}
	if p.Spec != "" {
		pod.Annotations = map[string]string{"spec": p.Spec}
	}
	for _, r := range p.Requests {
		if pod.Spec.Containers[0].Resources.Requests == nil {
			pod.Spec.Containers[0].Resources.Requests = v1.ResourceList{}
		}
		quantity := resource.NewQuantity(r.N, resource.DecimalSI)
		if r.Resource == "cpu" {
			quantity = resource.NewMilliQuantity(r.N, resource.DecimalSI)
		}
		pod.Spec.Containers[0].Resources.Requests[v1.ResourceName(r.Resource)] = *quantity
	}
	for _, gate := range p.Gates {
		pod.Spec.SchedulingGates = append(pod.Spec.SchedulingGates, v1.PodSchedulingGate{Name: gate})
	}
	for _, key := range p.Tolerations {
		pod.Spec.Tolerations = append(pod.Spec.Tolerations, v1.Toleration{Key: key, Operator: v1.TolerationOpExists})
	}
	if len(p.Affinity) > 0 {
		pod.Spec.Affinity = &v1.Affinity{PodAffinity: &v1.PodAffinity{RequiredDuringSchedulingIgnoredDuringExecution: terms(p.Affinity)}}
	}
	if p.Status != "" {
		pod.Status.Conditions = []v1.PodCondition{{Type: "Told", Status: v1.ConditionTrue, Message: p.Status}}
	}
	if p.Claims != "" {
		setClaims(pod, p.Claims)
	}
	return pod
}

func terms(from []script.Term) []v1.PodAffinityTerm {
	var terms []v1.PodAffinityTerm
	for _, t := range from {
		term := v1.PodAffinityTerm{LabelSelector: &metav1.LabelSelector{}, Namespaces: t.Namespaces, TopologyKey: "zone"}
		for _, r := range t.Requirements {
			term.LabelSelector.MatchExpressions = append(term.LabelSelector.MatchExpressions,
				metav1.LabelSelectorRequirement{Key: r.Key, Operator: metav1.LabelSelectorOperator(r.Operator), Values: r.Values})
		}
		terms = append(terms, term)
	}
	return terms
}

func hintField(h script.Hints) []metav1.ManagedFieldsEntry {
	if len(h) == 0 {
		return nil
	}
	return []metav1.ManagedFieldsEntry{{Manager: h.String()}}
}

// buildObject makes the object that an event is about, from node/NAME or pod/NS/NAME.
func buildObject(e script.Event) any {
	kind, name, _ := strings.Cut(e.Object, "/")
	meta := metav1.ObjectMeta{Name: name, ManagedFields: hintField(e.Hints)}
	if kind == "pod" {
		meta.Namespace, meta.Name, _ = strings.Cut(name, "/")
		return &v1.Pod{ObjectMeta: meta}
	}
	return &v1.Node{ObjectMeta: meta}
}

// beforeAndAfter are the objects of an event: an addition has none before, a deletion none after.
func beforeAndAfter(e script.Event) (old, updated any) {
	if e.Object == "" {
		return nil, nil
	}
	object := buildObject(e)
	switch e.Actions[0] {
	case "Add":
		return nil, object
	case "Delete":
		return object, nil
	}
	return object, object
}

// answer is what the script says a plugin answers for a pod about an event with these objects.
func answer(plugin string, pod *v1.Pod, old, updated any) script.Answer {
	object, _ := updated.(metav1.Object)
	if object == nil {
		object, _ = old.(metav1.Object)
	}
	if object == nil || len(object.GetManagedFields()) == 0 {
		return script.Queue
	}
	op, err := script.ParseOp("event x/Add object=node/x hints=" + object.GetManagedFields()[0].Manager)
	if err != nil {
		panic(err)
	}
	return op.Event.Hints.For(plugin, string(pod.UID))
}

// admits is what a PreEnqueue plugin of the script says of a pod.
func admits(p *script.Plugin, pod *v1.Pod) bool {
	neutral := &script.Pod{}
	for _, g := range pod.Spec.SchedulingGates {
		neutral.Gates = append(neutral.Gates, g.Name)
	}
	for k, v := range pod.Labels {
		neutral.Labels = append(neutral.Labels, k+":"+v)
	}
	return p.Admits(neutral)
}

// passes is the preCheck of an event.
func passes(only []string, pod *v1.Pod) bool {
	for _, name := range only {
		if name == pod.Name || name == pod.Namespace+"/"+pod.Name {
			return true
		}
	}
	return false
}
