package sim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/trace"
)

// narrowedCast is three nodes, one of them cordoned, and pods that name nodes.
const narrowedCast = `
apiVersion: inflight/v1
kind: Scenario
metadata: {name: narrowed}
spec:
  start: [node/a, node/b, node/c]
  story: [note "played by tests"]
---
{apiVersion: v1, kind: Node, metadata: {name: a}, spec: {unschedulable: true}, status: {allocatable: {cpu: "4", memory: 4Gi, pods: "10"}}}
---
{apiVersion: v1, kind: Node, metadata: {name: b}, status: {allocatable: {cpu: "4", memory: 4Gi, pods: "10"}}}
---
{apiVersion: v1, kind: Node, metadata: {name: c, labels: {zone: x}}, status: {allocatable: {cpu: "4", memory: 4Gi, pods: "10"}}}
---
apiVersion: v1
kind: Pod
metadata: {name: on-a}
spec:
  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [a]}]}]}}}
  containers: [{name: main, image: main}]
---
apiVersion: v1
kind: Pod
metadata: {name: on-gone}
spec:
  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [gone]}]}]}}}
  containers: [{name: main, image: main}]
---
apiVersion: v1
kind: Pod
metadata: {name: on-gone-or-b}
spec:
  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [
    {matchFields: [{key: metadata.name, operator: In, values: [gone]}]}, {matchFields: [{key: metadata.name, operator: In, values: [b]}]}]}}}
  containers: [{name: main, image: main}]
---
apiVersion: v1
kind: Pod
metadata: {name: nowhere}
spec:
  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [
    {matchFields: [{key: metadata.name, operator: In, values: [a]}, {key: metadata.name, operator: In, values: [b]}]}]}}}
  containers: [{name: main, image: main}]
---
apiVersion: v1
kind: Pod
metadata: {name: odd}
spec:
  affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: zone, operator: Gt, values: [x]}]}}]}}
  containers: [{name: main, image: main}]
`

// by is a value by release, "" the one of all others.
func by(release string, values map[string]string) string {
	if v, ok := values[release]; ok {
		return v
	}
	return values[""]
}

// What PreFilter narrows and what is said of it differs by release: who is blamed, what is counted, and what becomes of a
// name that no node has (kubernetes#119779, #126022, #124559).
func TestNarrowedNodes(t *testing.T) {
	for _, c := range []struct {
		pod                string
		message, rejectors map[string]string
	}{
		{"on-a",
			map[string]string{"": "0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) didn't satisfy plugin(s) [NodeAffinity].",
				"v1.27.16": "0/3 nodes are available: 1 node(s) were unschedulable.", "v1.28.1": "0/3 nodes are available: 1 node(s) were unschedulable.",
				"v1.28.2": "0/3 nodes are available: 1 node(s) were unschedulable.", "v1.31.14": "0/3 nodes are available: 1 node(s) were unschedulable."},
			map[string]string{"": "NodeAffinity NodeUnschedulable", "v1.27.16": "NodeUnschedulable", "v1.28.1": "NodeUnschedulable", "v1.28.2": "NodeUnschedulable"}},
		{"on-gone",
			map[string]string{"": "0/3 nodes are available: 3 node(s) didn't satisfy plugin(s) [NodeAffinity].", "v1.27.16": "0/3 nodes are available:",
				"v1.28.1": `nodeinfo not found for node name "gone"`, "v1.28.2": `nodeinfo not found for node name "gone"`, "v1.31.14": "0/3 nodes are available:"},
			map[string]string{"": "NodeAffinity", "v1.27.16": "", "v1.28.1": "", "v1.28.2": ""}},
		{"on-gone-or-b",
			map[string]string{"": "", "v1.28.1": `nodeinfo not found for node name "gone"`, "v1.28.2": `nodeinfo not found for node name "gone"`},
			map[string]string{"": ""}},
		{"nowhere", map[string]string{"": "0/3 nodes are available: pod affinity terms conflict."}, map[string]string{"": "NodeAffinity"}},
		{"odd",
			map[string]string{"": `running PreScore plugin "NodeAffinity": [0].matchExpressions[0].values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`},
			map[string]string{"": ""}},
	} {
		for release, run := range playedBy(t, narrowedCast, "apply pod/"+c.pod, "run until pod("+c.pod+").place not in [activeQ, scheduling, binding]") {
			require.NotEmpty(t, run.Attempts, release)
			require.Equal(t, by(release, c.message), run.Attempts[0].Message, "%s %s", release, c.pod)
			s := run.Final()
			var rejectors []string
			for _, p := range s.Pods.All() {
				if p.Object.Name == c.pod && p.Place != trace.Bound {
					rejectors = p.Queued.Rejectors
				}
			}
			require.Equal(t, by(release, c.rejectors), strings.Join(rejectors, " "), "%s %s", release, c.pod)
		}
	}
}
