package api_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/api"
	"inflight/engine/why"
)

// Of five thousand pods that lack the same, twenty are told, and how many more there are.
func TestManyWarnings(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "---\n{apiVersion: v1, kind: Pod, metadata: {name: p%d}, spec: {topologySpreadConstraints: [{maxSkew: 1}], containers: [{name: c, foo%d: 1}]}}\n", i, i)
	}
	docs, problems := api.Decode("f", []byte(b.String()), api.Options{})
	require.Len(t, docs, 5000)
	count := map[why.Rule]int{}
	for _, p := range problems {
		require.False(t, p.Fatal)
		count[p.Why.Rule]++
	}
	require.Equal(t, map[why.Rule]int{"input.no-image": 20, "input.unknown-field": 20, "input.more-like-it": 2, "input.not-modelled": 1}, count)
	require.Equal(t, "and 4980 more of this kind", why.Text(why.English, problems[len(problems)-1].Why))
}

// Nor are there thousands of errors, and none of the wrong documents is let through.
func TestManyErrors(t *testing.T) {
	doc := "---\n{apiVersion: v1, kind: Pod, metadata: {name: A}, spec: {foo: 1, containers: [{name: c, image: x}]}}\n"
	for _, strict := range []bool{false, true} {
		docs, problems := api.Decode("f", []byte(strings.Repeat(doc, 1000)), api.Options{Strict: strict})
		require.Empty(t, docs)
		require.Less(t, len(problems), 250)
		more := 0
		for _, p := range problems {
			if p.Why.Rule == "input.more" {
				more++
			}
		}
		require.Equal(t, 1, more)
	}
}

// A pod that limits itself asks for what its containers ask for, even if that is nothing; only what none of them names
// does it ask for up to its limit (defaultPodRequests).
func TestPodLevelDefaults(t *testing.T) {
	for containers, want := range map[string]string{
		`containers: [{name: c, image: x}]`:                                                                            "1Gi",
		`containers: [{name: c, image: x, resources: {requests: {memory: 1Mi}}}]`:                                      "1Mi",
		`containers: [{name: c, image: x, resources: {requests: {memory: "0"}}}]`:                                      "0",
		`containers: [{name: c, image: x}], initContainers: [{name: i, image: x, resources: {requests: {memory: 0}}}]`: "0",
	} {
		docs, _ := api.Decode("f", []byte(`{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {resources: {limits: {memory: 1Gi}}, `+containers+`}}`), api.Options{})
		require.Len(t, docs, 1, containers)
		pod := docs[0].Object.(*api.Pod)
		for _, a := range api.Request(pod, api.RequestOptions{PodLevel: true}) {
			require.Equal(t, want, api.FormatAmount(a), containers)
		}
	}
}

func FuzzPatch(f *testing.F) {
	docs, _ := api.Decode("f", []byte(`{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {schedulingGates: [{name: a}], containers: [{name: c, image: x}]}}`), api.Options{})
	for _, seed := range []string{`{"metadata": {"labels": {"a": "b"}}}`, `{spec: {schedulingGates: null}}`, `{kind: Node}`, `{metadata: null}`, `{spec: null}`,
		`{apiVersion: v2}`, `{spec: {containers: null}}`, `{metadata: {name: null}}`, `{items: []}`, `{kind: List}`, `[]`, `{`, `{metadata: {generateName: x-, name: null}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, patch string) {
		patched, problems := api.Patch(docs[0], patch, api.UpdateRules{})
		if patched.Object == nil {
			for _, p := range problems {
				if p.Fatal {
					return
				}
			}
			t.Fatalf("%q: neither a pod nor an error", patch)
		}
		if patched.Object.Kind() != api.KindPod || patched.Object.Metadata().Name != "web" {
			t.Fatalf("%q made something else of the pod", patch)
		}
	})
}
