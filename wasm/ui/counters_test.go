package ui

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	h "inflight/wasm/vdom"
)

// failures has a pod that no node takes, one whose Filter breaks, and one whose binding fails when another pod has been
// popped since.
const failures = `apiVersion: inflight/v1
kind: Scenario
metadata: {name: failures}
spec:
  releases: [RELEASE]
  start: [node/small]
  story:
  - apply pod/big
  - step until pod(big).place == unschedulablePods
  - apply pod/broken
  - fail Filter pod/broken "no connection"
  - step until pod(broken).place == unschedulablePods or pod(broken).place == backoffQ
  - apply pod/bound
  - hold Bind pod/bound
  - fail Bind pod/bound "no connection"
  - step until Permit
  - apply pod/huge
  - step until Pop
  - apply node/small-too
  - step until Diagnose
  - release pod/bound
  - step bind pod/bound
  - step bind pod/bound
  - step bind pod/bound
  - run until pod(bound).place == unschedulablePods or pod(bound).place == backoffQ
---
apiVersion: v1
kind: Node
metadata: {name: small}
status: {allocatable: {cpu: "1", pods: "9"}}
---
apiVersion: v1
kind: Node
metadata: {name: small-too}
status: {allocatable: {cpu: "1", pods: "9"}}
---
apiVersion: v1
kind: Pod
metadata: {name: big}
spec: {containers: [{name: main, resources: {requests: {cpu: "2"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: huge}
spec: {containers: [{name: main, resources: {requests: {cpu: "3"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: broken}
spec: {containers: [{name: main, resources: {requests: {cpu: 100m}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: bound}
spec: {containers: [{name: main, resources: {requests: {cpu: 100m}}}]}
`

// Where cycles decide, the two counters and the sentence below them say what the step then does.
func TestCountersSayWhereAFailedPodGoes(t *testing.T) {
	for release, want := range map[string][]string{
		"v1.27.16": {"return.no-move-request", "return.no-move-request", "return.move-request", "return.move-request"},
		"v1.31.14": {"return.no-move-request", "return.error", "return.move-request", "return.move-request"},
	} {
		text := strings.ReplaceAll(failures, "RELEASE", release)
		tr := runText(t, "failures.yaml", text, release)
		m := send(opened(t), "file failures.yaml\n"+text, "release "+release, "last")
		var met []string
		for _, step := range tr.Steps {
			for _, b := range step.Beats {
				rule := string(b.Why.Rule)
				if !strings.HasPrefix(rule, "return.") {
					continue
				}
				met = append(met, rule)
				at := send(m, "goto "+b.Address.String())
				shown := ""
				walkNodes(View(at), func(n *h.Node) {
					if strings.Contains(attr(n, "class"), "star--counters") {
						shown = h.HTML(n)
					}
				})
				pod := strings.TrimPrefix(b.Why.Pod, "default/")
				sentence := map[string]string{"return.move-request": "goes to backoffQ", "return.error": "No plugin rejected", "return.no-move-request": "goes to unschedulablePods"}[rule]
				require.Contains(t, shown, sentence, "%s at %s", release, b.Address)
				require.Contains(t, shown, pod, "%s at %s", release, b.Address)
				for _, arg := range b.Why.Args {
					require.Contains(t, shown, "cycle "+itoa(int(arg.Int)), "%s at %s: %s", release, b.Address, arg.Name)
				}
			}
		}
		require.Equal(t, want, met, release)
	}
}
