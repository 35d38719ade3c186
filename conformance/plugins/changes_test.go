//go:build k8s

package plugins

import (
	"fmt"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
)

// change is a pod that waits and a change of an object: a node that comes, changes or goes, a pod on a node that does,
// an update of the pod itself or of another that waits, and a nominated pod that goes.
func (m maker) change() pair {
	pod := m.pod("web")
	kind := m.N(14)
	switch { // what concerns the plugin comes more often
	case m.about == gating && m.Chance(60):
		kind = 11
	case m.about == ports && m.Chance(40):
		kind = 8
	case m.about == nodeName && m.Chance(40):
		kind = m.N(7)
	}
	switch kind {
	case 0, 1:
		return pair{"pod": pod, "new": m.node(m.offered(m.requested(pod), nil), 0)}
	case 2, 3, 4, 5:
		old := m.node(m.offered(m.requested(pod), nil), 0)
		return pair{"pod": pod, "old": old, "new": m.nodeChanged(old, pod)}
	case 6:
		return pair{"pod": pod, "old": m.node(m.offered(m.requested(pod), nil), 0)}
	case 7:
		return pair{"pod": pod, "new": m.assigned("other", "n1")}
	case 8, 9:
		return pair{"pod": pod, "old": m.assigned("other", "n1")}
	case 10:
		old := m.assigned("other", "n1")
		return pair{"pod": pod, "old": old, "new": m.podChanged(old)}
	case 11:
		return pair{"pod": pod, "old": pod, "new": m.podChanged(pod)}
	case 12:
		old := m.pod("other")
		return pair{"pod": pod, "old": old, "new": m.podChanged(old)}
	}
	old := m.pod("other")
	if m.Chance(70) {
		old["status"] = object{"nominatedNodeName": "n1"}
	}
	return pair{"pod": pod, "old": old}
}

// nodeChanged is a node with one thing changed, or two, or none.
func (m maker) nodeChanged(old, pod object) object {
	n := clone(old).(object)
	for range harness.Pick(m.Rand, 0, 1, 1, 1, 1, 1, 2, 2, 3) {
		fresh := m.node(m.offered(m.requested(pod), nil), 0)
		switch m.N(8) {
		case 0, 1:
			m.amountChanged(n["status"].(object))
		case 2:
			n["status"].(object)["allocatable"] = fresh["status"].(object)["allocatable"]
		case 3:
			copyField(n, fresh, "metadata", "labels")
		case 4:
			copyField(n, fresh, "spec", "taints")
		case 5:
			copyField(n, fresh, "spec", "unschedulable")
		case 6:
			copyField(n, fresh, "status", "conditions")
		case 7:
			copyField(n, fresh, "metadata", "annotations")
		}
	}
	return n
}

func copyField(to, from object, path ...string) {
	a, b := to[path[0]].(object), from[path[0]].(object)
	if v, ok := b[path[1]]; ok {
		a[path[1]] = v
	} else {
		delete(a, path[1])
	}
}

// amountChanged changes one amount that a node offers: a little more, a little less, another way to write it, gone.
func (m maker) amountChanged(status object) {
	offered, _ := status["allocatable"].(object)
	if len(offered) == 0 {
		return
	}
	r := harness.Pick(m.Rand, keys(offered)...)
	var n int64
	unit := ""
	fmt.Sscanf(fmt.Sprint(offered[r]), "%d%s", &n, &unit)
	switch m.N(6) {
	case 0, 1:
		offered[r] = fmt.Sprintf("%d%s", n+1, unit)
	case 2:
		offered[r] = fmt.Sprintf("%d%s", max(0, n-1), unit)
	case 3: // the same, written otherwise
		if unit == "m" {
			offered[r] = fmt.Sprintf("%de-3", n)
		} else {
			offered[r] = fmt.Sprintf("%d000m", n)
		}
	case 4:
		delete(offered, r)
	case 5:
		offered[r] = fmt.Sprintf("%d%s", 2*n, unit)
	}
}

// podChanged is a pod with one thing changed, or two, or none.
func (m maker) podChanged(old object) object {
	p := clone(old).(object)
	meta, spec := p["metadata"].(object), p["spec"].(object)
	for range harness.Pick(m.Rand, 0, 1, 1, 1, 1, 2, 2) {
		switch m.N(9) {
		case 0:
			meta["labels"] = m.labels()
		case 1, 2:
			fresh := m.pod("x")["spec"].(object)
			spec["containers"] = fresh["containers"]
		case 3:
			tolerations, _ := spec["tolerations"].([]any)
			spec["tolerations"] = append(tolerations[:len(tolerations):len(tolerations)], m.toleration())
		case 4:
			delete(spec, "schedulingGates")
		case 5:
			if gates, _ := spec["schedulingGates"].([]any); len(gates) > 0 {
				spec["schedulingGates"] = gates[1:]
			}
		case 6:
			meta["annotations"] = m.labels()
		case 7:
			p["status"] = object{"resourceClaimStatuses": []any{object{"name": "c", "resourceClaimName": m.pick("x", "y")}}}
		case 8:
			containers := spec["containers"].([]any)
			delete(containers[len(containers)-1].(object), "resources")
		}
	}
	return p
}
