//go:build k8s134

package admission

import (
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/apis/core/validation"
	"sigs.k8s.io/yaml"

	"inflight/engine/api"
	"inflight/engine/why"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
)

var options = validation.PodValidationOptions{PodLevelResourcesEnabled: true, AllowSidecarResizePolicy: true}

// realPod is the pod as the API server has it before validation, or why it cannot be read.
func realPod(t *testing.T, text string) (*core.Pod, error) {
	var p v1.Pod
	if err := yaml.UnmarshalStrict([]byte(text), &p); err != nil {
		return nil, err
	}
	p.ResourceVersion = "1"
	corev1.SetObjectDefaults_Pod(&p)
	var c core.Pod
	if err := corev1.Convert_v1_Pod_To_core_Pod(&p, &c, nil); err != nil {
		t.Fatal(err)
	}
	return &c, nil
}

func messages(errs field.ErrorList) (out []string) {
	for _, e := range errs {
		out = append(out, e.Error())
	}
	return out
}

// counts of what was compared; a comparison in which little was admitted, or little refused, shows nothing.
type counts struct{ admitted, refused int }

// same compares one judgement: the real errors and ours.
func (c *counts) same(t *testing.T, text string, real []string, problems []why.Problem) {
	t.Helper()
	var ours []string
	for _, p := range problems {
		if p.Fatal {
			ours = append(ours, p.Field+": "+why.Text(why.English, p.Why))
		}
	}
	if (len(real) == 0) != (len(ours) == 0) {
		t.Errorf("%s\nreal: %s\nours: %s", text, strings.Join(real, "\n      "), strings.Join(ours, "\n      "))
	}
	if len(real) == 0 {
		c.admitted++
	} else {
		c.refused++
	}
}

func (c *counts) enough(t *testing.T, n int) {
	if c.admitted < n/10 || c.refused < n/10 {
		t.Errorf("%d admitted and %d refused of %d: too one-sided to show anything", c.admitted, c.refused, n)
	}
	t.Logf("%d admitted, %d refused", c.admitted, c.refused)
}

// TestPods: which pods are admitted.
func TestPods(t *testing.T) {
	const n = 8000
	w, c := writer{harness.NewRand(1)}, counts{}
	for range n {
		text := w.pod()
		_, problems := api.Decode("f", []byte(text), api.Options{})
		p, err := realPod(t, text)
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		p.ResourceVersion = ""
		c.same(t, text, messages(validation.ValidatePodCreate(p, options)), problems)
	}
	c.enough(t, n)
}

// TestNodes: which nodes are.
func TestNodes(t *testing.T) {
	const n = 10000
	w, c := writer{harness.NewRand(2)}, counts{}
	for range n {
		text := w.node()
		_, problems := api.Decode("f", []byte(text), api.Options{})
		var node v1.Node
		if err := yaml.UnmarshalStrict([]byte(text), &node); err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		corev1.SetObjectDefaults_Node(&node)
		var real core.Node
		if err := corev1.Convert_v1_Node_To_core_Node(&node, &real, nil); err != nil {
			t.Fatal(err)
		}
		c.same(t, text, messages(validation.ValidateNode(&real)), problems)
	}
	c.enough(t, n)
}

// TestUpdates: which changes of a pod are.
func TestUpdates(t *testing.T) {
	const n = 3000
	w, c := writer{harness.NewRand(3)}, counts{}
	for range n {
		before := w.pod()
		after := w.changed(before)
		if strings.Count(after, "labels: {") > strings.Count(before, "labels: {") && strings.Contains(before, " labels: {") {
			continue // the key would be there twice
		}
		old, _ := api.Decode("f", []byte(before), api.Options{})
		new, _ := api.Decode("f", []byte(after), api.Options{})
		if len(old) != 1 || len(new) != 1 {
			continue
		}
		was, err1 := realPod(t, before)
		is, err2 := realPod(t, after)
		if err1 != nil || err2 != nil {
			continue
		}
		c.same(t, before+after, messages(validation.ValidatePodUpdate(is, was, options)), api.CheckUpdate(old[0], new[0], api.UpdateRules{}))
	}
	c.enough(t, (c.admitted+c.refused)/2)
}
