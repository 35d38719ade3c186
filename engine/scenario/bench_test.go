package scenario

import (
	"fmt"
	"strings"
	"testing"
)

func cluster(nodes, pods int) []byte {
	var b strings.Builder
	for i := 0; i < nodes; i++ {
		fmt.Fprintf(&b, "---\napiVersion: v1\nkind: Node\nmetadata:\n  name: node-%d\n  labels:\n    kubernetes.io/hostname: node-%d\n    topology.kubernetes.io/zone: zone-%d\nspec:\n  podCIDR: 10.0.0.0/24\nstatus:\n  allocatable:\n    cpu: 3920m\n    ephemeral-storage: \"47093746742\"\n    memory: 15361Mi\n    pods: \"110\"\n  conditions:\n  - {type: Ready, status: \"True\"}\n", i, i, i%3)
	}
	for i := 0; i < pods; i++ {
		fmt.Fprintf(&b, "---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: web-%d\n  namespace: shop\n  creationTimestamp: \"2025-06-01T09:00:00Z\"\n  labels:\n    app: web\n    pod-template-hash: 6d8f7c9b4\n  ownerReferences:\n  - apiVersion: apps/v1\n    kind: ReplicaSet\n    name: web-6d8f7c9b4\n    uid: 11111111-0000-4000-8000-000000000001\nspec:\n  containers:\n  - name: app\n    image: registry.example/app:1\n    resources:\n      requests:\n        cpu: 250m\n        memory: 256Mi\n      limits:\n        cpu: 500m\n        memory: 256Mi\n  tolerations:\n  - {effect: NoExecute, key: node.kubernetes.io/not-ready, operator: Exists, tolerationSeconds: 300}\n  - {effect: NoExecute, key: node.kubernetes.io/unreachable, operator: Exists, tolerationSeconds: 300}\n", i)
	}
	return []byte(b.String())
}
func BenchmarkLoad(b *testing.B) {
	data := cluster(1000, 5000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		s, p := Load(File{"c.yaml", data})
		if s == nil {
			b.Fatal(p)
		}
	}
}
