package api_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"inflight/engine/api"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// The golden files patch objects and tell what becomes of them.
//
//	object            the input is the manifest that the patches are applied to
//	patch [resize] [ja]
func TestPatchGolden(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, file string) {
		var doc api.Doc
		datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd == "object" {
				docs, problems := api.Decode("f.yaml", []byte(d.Input), api.Options{})
				require.Empty(t, problems)
				require.Len(t, docs, 1)
				doc = docs[0]
				return api.RefOf(doc.Object).String() + "\n"
			}
			lang := why.English
			if d.HasArg("ja") {
				lang = why.Japanese
			}
			before := tree.JSON(doc.Value)
			patched, problems := api.Patch(doc, d.Input, api.UpdateRules{Resize: d.HasArg("resize")})
			require.Equal(t, before, tree.JSON(doc.Value), "the document is left as it is")
			var b strings.Builder
			for _, p := range problems {
				require.Zero(t, p.Line)
				fmt.Fprintf(&b, "%s: %s\n", p.Field, why.Text(lang, p.Why))
			}
			if patched.Object != nil {
				b.WriteString(changes(doc.Object, patched.Object))
			}
			return b.String()
		})
	})
}

// changes tells what differs between two versions of an object, as the scheduler sees it.
func changes(a, b api.Object) string {
	var out strings.Builder
	if x, ok := a.(*api.Pod); ok {
		fmt.Fprintf(&out, "equal for the queue: %t\n", api.PodSchedulingEqual(x, b.(*api.Pod), true))
	} else {
		fmt.Fprintf(&out, "equal: %t\n", api.NodeEqual(a.(*api.Node), b.(*api.Node)))
	}
	x, y := strings.Split(dump(a), "\n"), strings.Split(dump(b), "\n")
	for i := range x {
		if x[i] != y[i] {
			fmt.Fprintf(&out, "- %s\n+ %s\n", x[i], y[i])
		}
	}
	return out.String()
}

func dump(o api.Object) string {
	m := o.Metadata()
	s := fmt.Sprintf("labels %v\nannotations %v\nrest %s\n", m.Labels, m.Annotations, m.Rest)
	switch o := o.(type) {
	case *api.Pod:
		s += fmt.Sprintf("requests %v\ntolerations %v\ngates %v\npriority %d\nphase %q nominated %q claims %s\naffinity %v",
			api.Request(o, api.RequestOptions{Sidecars: true, PodLevel: true}), o.Tolerations, o.SchedulingGates, o.Priority,
			o.Phase, o.NominatedNodeName, o.ClaimStatuses, o.RequiredPodAffinity)
	case *api.Node:
		s += fmt.Sprintf("unschedulable %t\ntaints %v\nallocatable %v\nconditions %v", o.Unschedulable, o.Taints, api.Allocatable(o), o.Conditions)
	}
	return s
}

// A pod equals itself however it is spelled: as YAML, as JSON, with other quantities for the same amounts, with what
// a cluster adds.
func TestEqualHoweverSpelled(t *testing.T) {
	read := func(text string) *api.Pod {
		docs, problems := api.Decode("f", []byte(text), api.Options{})
		require.Len(t, docs, 1, "%s: %v", text, problems)
		return docs[0].Object.(*api.Pod)
	}
	base := read(`{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {a: b}}, spec: {containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]}}`)
	for name, text := range map[string]string{
		"JSON":                          `{"kind": "Pod", "apiVersion": "v1", "spec": {"containers": [{"image": "x", "name": "c", "resources": {"requests": {"cpu": "1"}}}]}, "metadata": {"labels": {"a": "b"}, "name": "web"}}`,
		"another spelling of an amount": `{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {a: b}}, spec: {containers: [{name: c, image: x, resources: {requests: {cpu: 1000m}}}]}}`,
		"what a cluster counts": `{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {a: b}, resourceVersion: "7", generation: 3, finalizers: [x], managedFields: [{manager: kubectl}]},
  spec: {containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]}, status: {phase: Pending, conditions: [{type: PodScheduled, status: "False"}]}}`,
		"what says nothing": `{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: default, labels: {a: b}, annotations: {}},
  spec: {hostNetwork: false, nodeSelector: {}, volumes: [], schedulerName: default-scheduler, securityContext: null, containers: [{name: c, image: x, env: [], stdin: false, resources: {requests: {cpu: "1"}, limits: {}}}]}}`,
	} {
		require.True(t, api.PodSchedulingEqual(base, read(text), true), name)
	}
	for name, text := range map[string]string{
		"a label":            `{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {a: c}}, spec: {containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]}}`,
		"an annotation":      `{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {a: b}, annotations: {x: z}}, spec: {containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]}}`,
		"an image":           `{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {a: b}}, spec: {containers: [{name: c, image: z, resources: {requests: {cpu: "1"}}}]}}`,
		"a request":          `{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {a: b}}, spec: {containers: [{name: c, image: x, resources: {requests: {cpu: "2"}}}]}}`,
		"a node selector":    `{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {a: b}}, spec: {nodeSelector: {a: b}, containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]}}`,
		"tolerationSeconds":  `{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {a: b}}, spec: {tolerations: [{key: a, operator: Exists, effect: NoExecute, tolerationSeconds: 3}], containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]}}`,
		"an empty directory": `{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {a: b}}, spec: {volumes: [{name: v, emptyDir: {}}], containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]}}`,
	} {
		require.False(t, api.PodSchedulingEqual(base, read(text), true), name)
	}
	claims := read(`{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {a: b}}, spec: {containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]}, status: {resourceClaimStatuses: [{name: a, resourceClaimName: b}]}}`)
	require.False(t, api.PodSchedulingEqual(base, claims, true))
	require.True(t, api.PodSchedulingEqual(base, claims, false), "1.27 does not look at claims")
}

func TestParseRef(t *testing.T) {
	for text, want := range map[string]string{"pod/web": "pod/web", "po/default/web": "pod/web", "Pods/shop/web~2": "pod/shop/web~2", "node/n": "node/n", "no/n~1": "node/n~1"} {
		r, p := api.ParseRef(text)
		require.Nil(t, p, text)
		require.Equal(t, want, r.String())
		again, p := api.ParseRef(r.String())
		require.Nil(t, p)
		require.Equal(t, r, again)
	}
}
