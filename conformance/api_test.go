//go:build k8s

package inflightconformance

import (
	"math"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"inflight/engine/api"
	"inflight/engine/profile"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
)

// quantityText is something that is a quantity, or nearly.
func quantityText(r *harness.Rand) string {
	if r.Chance(10) {
		var b strings.Builder
		for range r.N(8) {
			b.WriteString(harness.Pick(r, "+", "-", ".", "0", "1", "9", "m", "K", "i", "e", "E", " ", "x"))
		}
		return b.String()
	}
	number := harness.Pick(r, "0", "1", "7", "100", "1500", "1024", "999999999", "9223372036854775807", "123456789012345678901")
	if r.Chance(40) {
		number += "." + harness.Pick(r, "", "0", "5", "25", "001", "000000001", "0000000001", "999999999999")
	}
	return harness.Pick(r, "", "", "", "-", "+") + number +
		harness.Pick(r, "", "", "n", "u", "m", "k", "K", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "E3", "e-3", "E+2", "e", "i", "mi")
}

// TestQuantities: what is a quantity, what it comes to, and which of two is more.
func TestQuantities(t *testing.T) {
	r := harness.NewRand(3)
	valid := 0
	var before resource.Quantity
	var ourBefore api.Quantity
	for range 200_000 {
		text := quantityText(r)
		if strings.IndexAny(strings.TrimLeft(text, "+-."), "0123456789") != 0 {
			continue // a few texts without a number ("Ei") pass for zero in ours and are refused by the real one
		}
		want, err := resource.ParseQuantity(text)
		got, why := api.ParseQuantity(text)
		if (err == nil) != (why == nil) {
			t.Fatalf("%q: real %v, ours %v", text, err, why)
		}
		if err != nil {
			continue
		}
		valid++
		if got.Sign() != want.Sign() {
			t.Fatalf("%q: real sign %d, ours %d", text, want.Sign(), got.Sign())
		}
		// What does not fit into an int64 wraps around in the real one, in thousandths too, and so do negative fractions
		// ("-1.001Ti"). Nothing requests such amounts, and ours saturates there.
		if v := want.Value(); want.Sign() >= 0 && got.Value < math.MaxInt64 && (got.Value != v || v < math.MaxInt64/1000 && got.Milli != want.MilliValue()) {
			t.Fatalf("%q: real %d and %d thousandths, ours %d and %d", text, v, want.MilliValue(), got.Value, got.Milli)
		}
		fits := func(q api.Quantity) bool { return q.Value < math.MaxInt64 && q.Value > -math.MaxInt64 }
		if valid > 1 && fits(got) && fits(ourBefore) && got.Cmp(ourBefore) != want.Cmp(before) {
			t.Fatalf("%q and %q: real %d, ours %d", text, ourBefore.Text, want.Cmp(before), got.Cmp(ourBefore))
		}
		before, ourBefore = want, got
	}
	if valid < 100_000 {
		t.Errorf("only %d of the texts were quantities", valid)
	}
}

// TestSelectors: which labels meet a label selector.
func TestSelectors(t *testing.T) {
	r := harness.NewRand(4)
	met := 0
	for range 50_000 {
		real, ours := &metav1.LabelSelector{}, &api.Selector{}
		for range r.N(3) {
			e := metav1.LabelSelectorRequirement{Key: harness.Pick(r, "a", "b"), Operator: harness.Pick(r, metav1.LabelSelectorOpIn,
				metav1.LabelSelectorOpNotIn, metav1.LabelSelectorOpExists, metav1.LabelSelectorOpDoesNotExist)}
			if e.Operator == metav1.LabelSelectorOpIn || e.Operator == metav1.LabelSelectorOpNotIn {
				e.Values = append([]string{"x"}, harness.Some(r, "y", "z", "")...)
			}
			real.MatchExpressions = append(real.MatchExpressions, e)
			ours.Requirements = append(ours.Requirements, api.Requirement{Key: e.Key, Operator: string(e.Operator), Values: e.Values})
		}
		selector, err := metav1.LabelSelectorAsSelector(real)
		if err != nil {
			t.Fatal(err)
		}
		set := map[string]string{}
		for _, key := range harness.Some(r, "a", "b") {
			set[key] = harness.Pick(r, "", "x", "y", "w")
		}
		want := selector.Matches(labels.Set(set))
		if got := ours.Matches(set); got != want {
			t.Fatalf("%s and %v: real %t, ours %t", selector, set, want, got)
		}
		if want {
			met++
		}
	}
	if met == 0 || met == 50_000 {
		t.Errorf("%d of 50000 met", met)
	}
}

// TestTolerations: which tolerations tolerate which taints.
func TestTolerations(t *testing.T) {
	for _, key := range []string{"", "k", "l"} {
		for _, operator := range []string{"", "Equal", "Exists", "Nonsense"} {
			for _, value := range []string{"", "v", "w"} {
				for _, effect := range []string{"", "NoSchedule", "NoExecute"} {
					for _, taint := range []api.Taint{{Key: "k", Effect: "NoSchedule"}, {Key: "k", Value: "v", Effect: "NoSchedule"}, {Key: "l", Value: "w", Effect: "NoExecute"}} {
						theirs := v1.Toleration{Key: key, Operator: v1.TolerationOperator(operator), Value: value, Effect: v1.TaintEffect(effect)}
						want := real.Tolerates(&theirs, &v1.Taint{Key: taint.Key, Value: taint.Value, Effect: v1.TaintEffect(taint.Effect)})
						if got := (api.Toleration{Key: key, Operator: operator, Value: value, Effect: effect}).Tolerates(taint); got != want {
							t.Errorf("%v and %v: real %t, ours %t", theirs, taint, want, got)
						}
					}
				}
			}
		}
	}
}

// TestRequests: what a pod of several containers, init containers and overhead counts as requesting.
func TestRequests(t *testing.T) {
	release, err := profile.Parse(real.Release())
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.For(release, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := harness.NewRand(5)
	for range 20_000 {
		pod, ours := podWithRequests(r, p)
		got := api.Request(ours, api.RequestOptions{Sidecars: p.Sidecars, PodLevel: p.PodLevelResources})
		want := real.Requests(pod)
		for name, quantity := range want {
			value := quantity.Value()
			if name == v1.ResourceCPU {
				value = quantity.MilliValue()
			}
			if got.Get(string(name)) != value {
				t.Fatalf("%+v\n%s: real %d, ours %d", ours, name, value, got.Get(string(name)))
			}
		}
		for _, a := range got {
			if _, ok := want[v1.ResourceName(a.Name)]; !ok {
				t.Fatalf("%+v\nreal %v, ours %v", ours, want, got)
			}
		}
	}
}

func podWithRequests(r *harness.Rand, p *profile.Profile) (*v1.Pod, *api.Pod) {
	pod, ours := &v1.Pod{}, &api.Pod{}
	list := func() (v1.ResourceList, api.Resources) {
		real, ours := v1.ResourceList{}, api.Resources{}
		for _, name := range harness.Some(r, "cpu", "example.com/gpu", "memory") {
			text := harness.Pick(r, "1", "250m", "3", "0", "1500m", "2")
			real[v1.ResourceName(name)] = resource.MustParse(text)
			ours = append(ours, api.Resource{Name: name, Quantity: api.MustQuantity(text)})
		}
		return real, ours
	}
	for range 1 + r.N(3) {
		a, b := list()
		pod.Spec.Containers = append(pod.Spec.Containers, v1.Container{Resources: v1.ResourceRequirements{Requests: a}})
		ours.Containers = append(ours.Containers, api.Container{Requests: b})
	}
	for range r.N(3) {
		a, b := list()
		c, o := v1.Container{Resources: v1.ResourceRequirements{Requests: a}}, api.Container{Requests: b}
		if p.Sidecars && r.Chance(50) {
			real.Sidecar(&c)
			o.Sidecar = true
		}
		pod.Spec.InitContainers, ours.InitContainers = append(pod.Spec.InitContainers, c), append(ours.InitContainers, o)
	}
	if r.Chance(30) {
		pod.Spec.Overhead, ours.Overhead = list()
	}
	return pod, ours
}
