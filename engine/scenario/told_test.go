package scenario_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/scenario"
)

const told = `
apiVersion: inflight/v1
kind: Scenario
metadata: {name: told}
spec: {story: [apply node/b, step]}
---
{apiVersion: v1, kind: Node, metadata: {name: a}, status: {allocatable: {cpu: "1", memory: 1Gi, pods: "10"}}}
---
{apiVersion: v1, kind: Node, metadata: {name: b}, status: {allocatable: {cpu: "1", memory: 1Gi, pods: "10"}}}
`

func lineOf(t *testing.T, text string) scenario.Line {
	t.Helper()
	a, problem := action.Parse(text)
	require.Nil(t, problem)
	return scenario.Line{Action: a, Text: text}
}

func names(objects []api.Object) (out []string) {
	for _, o := range objects {
		out = append(out, o.Metadata().Name)
	}
	return out
}

// Another story leaves the start as it is, although a document that it no longer applies would be there by default.
func TestToldKeepsTheStart(t *testing.T) {
	sc, problems := scenario.Load(scenario.File{Name: "told.yaml", Data: []byte(told)})
	require.Empty(t, problems)
	node := api.Ref{Kind: api.KindNode, Name: "b"}
	require.Equal(t, "node/b~2", sc.NewRef(node).String())
	require.Equal(t, "node/c", sc.NewRef(api.Ref{Kind: api.KindNode, Name: "c"}).String())

	more, problems := api.Decode("", []byte("{apiVersion: v1, kind: Node, metadata: {name: b, labels: {zone: two}}, status: {allocatable: {cpu: 1, memory: 1Gi, pods: 10}}}"), api.Options{})
	require.Empty(t, problems)
	for name, story := range map[string][]scenario.Line{
		"none": nil, "the same": sc.Story, "the second": {lineOf(t, "apply node/b~2")},
	} {
		other := sc.Told(story, more...)
		require.Equal(t, []string{"a"}, names(other.Start), name)
		require.Equal(t, name == "the same", other.StartRefs == nil, "the file says the start only where it must")
		again, problems := scenario.Load(scenario.File{Name: "told.yaml", Data: other.Marshal()})
		require.Empty(t, problems)
		require.Equal(t, []string{"a"}, names(again.Start), name)
		doc, _ := again.Lookup(api.Ref{Kind: api.KindNode, Name: "b", N: 2})
		require.Equal(t, "two", doc.Object.Metadata().Labels["zone"])
	}
}

// A snapshot becomes a story in which nothing is there at first.
func TestToldOfASnapshot(t *testing.T) {
	sc, problems := scenario.Load(scenario.File{Name: "a.yaml", Data: []byte("{apiVersion: v1, kind: Node, metadata: {name: a}, status: {allocatable: {cpu: 1, memory: 1Gi, pods: 10}}}")})
	require.Empty(t, problems)
	other := sc.Told([]scenario.Line{lineOf(t, "apply node/a")})
	again, problems := scenario.Load(scenario.File{Name: "a.yaml", Data: other.Marshal()})
	require.Empty(t, problems)
	require.False(t, again.Snapshot)
	require.Empty(t, again.Start)
	require.Len(t, again.Story, 1)
	require.Empty(t, sc.Told(nil).Start)
}
