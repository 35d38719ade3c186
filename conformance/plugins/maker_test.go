//go:build k8s

package plugins

import (
	"fmt"
	"slices"
	"sort"

	"inflight/engine/api"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
)

// maker makes up pairs. about names the plugin for whose sake a pair is made: what it reads is there more often.
type maker struct {
	*harness.Rand
	about   string
	request api.RequestOptions
}

func keys(m object) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func (m maker) pick(s ...string) string { return harness.Pick(m.Rand, s...) }

// often is more likely where the pair is made for one of the plugins.
func (m maker) often(percent int, plugins ...string) bool {
	if slices.Contains(plugins, m.about) {
		return m.Chance(60)
	}
	return m.Chance(percent)
}

func list[T any](n int, item func() T) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = item()
	}
	return out
}

// The plugins by name.
const (
	fit           = "NodeResourcesFit"
	taints        = "TaintToleration"
	gating        = "SchedulingGates"
	affinity      = "NodeAffinity"
	nodeName      = "NodeName"
	ports         = "NodePorts"
	unschedulable = "NodeUnschedulable"
)

const cordoned = "node.kubernetes.io/unschedulable"

func (m maker) amount(resource string) string {
	switch resource {
	case "cpu":
		return m.pick("0", "1m", "499m", "500m", "501m", "0.5", "1", "1000m", "1500m", "2")
	case "memory":
		return m.pick("0", "1", "64Mi", "127Mi", "128Mi", "134217727", "134217729", "128M", "1Gi", "0.5Gi", "1500m")
	case "ephemeral-storage":
		return m.pick("0", "1Gi", "1073741823", "1073741825", "2Gi")
	case "hugepages-2Mi":
		return m.pick("0", "2Mi", "4Mi", "6Mi")
	}
	return m.pick("0", "1", "2", "3")
}

// amounts is requests and limits: some resources, most often without limits; those that need limits have them.
func (m maker) amounts(names ...string) object {
	requests, limits := object{}, object{}
	for _, r := range names {
		switch exact := r != "cpu" && r != "memory" && r != "ephemeral-storage"; {
		case exact && m.Chance(15):
			a := m.amount(r)
			requests[r], limits[r] = a, a
		case exact:
		case m.Chance(8):
			limits[r] = m.amount(r) // the limit stands for the request
		case m.Chance(50):
			requests[r] = m.amount(r)
		}
	}
	out := object{}
	if len(requests) > 0 {
		out["requests"] = requests
	}
	if len(limits) > 0 {
		out["limits"] = limits
	}
	return out
}

var resources = []string{"cpu", "memory", "ephemeral-storage", "example.com/gpu", "example.com/fpga", "hugepages-2Mi"}

func (m maker) container(name string) object {
	c := object{"name": name, "image": "x"}
	if m.often(25, fit) {
		if r := m.amounts(resources...); len(r) > 0 {
			c["resources"] = r
		}
	}
	if m.often(10, ports) {
		c["ports"] = list(1+m.N(2), m.port)
	}
	return c
}

// port: few numbers and addresses, so that ports meet; of some the protocol, the address or the host's port is not
// named.
func (m maker) port() object {
	p := object{"containerPort": 80 + m.N(3)}
	if m.Chance(80) {
		p["hostPort"] = 80 + m.N(3)
	}
	if m.Chance(60) {
		p["hostIP"] = m.pick("", "0.0.0.0", "10.0.0.1", "10.0.0.2", "::1")
	}
	if m.Chance(50) {
		p["protocol"] = m.pick("TCP", "UDP", "SCTP")
	}
	return p
}

func (m maker) toleration() object {
	t := object{}
	if m.Chance(80) {
		t["key"] = m.pick("a", "a", "b", cordoned)
	}
	if op := m.pick("", "Equal", "Exists", "Exists"); op != "" {
		t["operator"] = op
	}
	if t["key"] == nil {
		t["operator"] = "Exists"
	}
	if t["operator"] != "Exists" && m.Chance(50) {
		t["value"] = m.pick("v", "w")
	}
	if m.Chance(60) {
		t["effect"] = m.pick("NoSchedule", "NoSchedule", "NoExecute", "PreferNoSchedule")
	}
	return t
}

func (m maker) label() (key, value string) {
	return m.pick("zone", "n", "disk"), m.pick("a", "b", "5", "10", "-3", "x1", "007", "")
}

func (m maker) labels() object {
	out := object{}
	for range 1 + m.N(3) {
		k, v := m.label()
		out[k] = v
	}
	return out
}

func (m maker) requirement() object {
	key, value := m.label()
	r := object{"key": key, "operator": m.pick("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")}
	switch r["operator"] {
	case "In", "NotIn":
		_, other := m.label()
		r["values"] = harness.Pick(m.Rand, []any{value}, []any{value, other})
	case "Gt", "Lt":
		r["values"] = []any{m.pick("4", "5", "7", "-4", "x1", "05", "9223372036854775808", "")}
	}
	return r
}

func (m maker) term() object {
	t := object{}
	if m.Chance(75) {
		t["matchExpressions"] = list(m.N(3), m.requirement)
	}
	if m.Chance(30) {
		t["matchFields"] = list(1+m.N(2), func() object {
			return object{"key": "metadata.name", "operator": m.pick("In", "In", "In", "NotIn"), "values": []any{m.pick("n1", "n1", "n2")}}
		})
	}
	return t
}

// pod is a pod without a node.
func (m maker) pod(name string) object {
	spec := object{"containers": []any{m.container("main")}}
	if m.Chance(20) {
		spec["containers"] = []any{m.container("main"), m.container("more")}
	}
	if m.often(5, fit, ports) && m.Chance(50) {
		n := 0
		spec["initContainers"] = list(1+m.N(3), func() object {
			n++
			c := m.container(fmt.Sprintf("init%d", n))
			if m.Chance(50) {
				c["restartPolicy"] = "Always"
			}
			return c
		})
	}
	if m.often(2, fit) && m.Chance(30) {
		o := object{}
		for _, r := range harness.Some(m.Rand, "cpu", "memory", "ephemeral-storage") {
			o[r] = m.amount(r)
		}
		spec["overhead"] = o
	}
	if m.often(2, fit) && m.Chance(30) {
		if r := m.amounts("cpu", "memory"); len(r) > 0 {
			spec["resources"] = r
		}
	}
	if m.often(10, taints, unschedulable) {
		spec["tolerations"] = list(1+m.N(2), m.toleration)
	}
	if m.often(5, affinity) {
		spec["nodeSelector"] = m.labels()
		if m.Chance(50) {
			k, v := m.label()
			spec["nodeSelector"] = object{k: v}
		}
	}
	if m.often(5, affinity) {
		spec["affinity"] = object{"nodeAffinity": object{"requiredDuringSchedulingIgnoredDuringExecution": object{"nodeSelectorTerms": list(1+m.N(2), m.term)}}}
	}
	if m.often(5, gating) {
		n := 0
		spec["schedulingGates"] = list(1+m.N(2), func() object { n++; return object{"name": fmt.Sprintf("gate%d", n)} })
	}
	meta := object{"name": name, "namespace": m.pick("default", "default", "team"), "uid": "uid-" + name}
	if m.Chance(20) {
		meta["labels"] = m.labels()
	}
	if m.Chance(10) {
		meta["annotations"] = m.labels()
	}
	return object{"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": spec}
}

// assigned is a pod on a node.
func (m maker) assigned(name, node string) object {
	p := m.pod(name)
	spec := p["spec"].(object)
	delete(spec, "schedulingGates")
	spec["nodeName"] = node
	return p
}

// offered are amounts of a node around what a pod needs there beside what is taken: enough by far, exactly, one more,
// one less, none.
func (m maker) offered(need, taken api.Amounts) object {
	out := object{}
	for _, r := range resources {
		n := need.Get(r) + taken.Get(r)
		switch m.N(10) {
		case 0:
			n--
		case 1:
			n++
		case 2:
			n = need.Get(r)
		case 3:
			n = m.around(need.Get(r))
		case 4, 5, 6:
			n = 2*n + 1<<32
		}
		if m.Chance(4) {
			continue
		}
		unit := ""
		if r == "cpu" {
			unit = "m"
		}
		out[r] = fmt.Sprintf("%d%s", max(0, n), unit)
	}
	return out
}

func (m maker) around(n int64) int64 { return n + int64(m.N(3)) - 1 }

// node is a node with room for some pods, beside on of them.
func (m maker) node(offered object, on int) object {
	offered["pods"] = fmt.Sprint(harness.Pick(m.Rand, 110, 110, on, on+1, on+1, on+2, 0))
	spec := object{}
	if m.often(10, taints) {
		spec["taints"] = m.taints()
	}
	if m.often(5, unschedulable) {
		spec["unschedulable"] = true
		if m.Chance(50) { // as the node controller does
			spec["taints"] = []any{object{"key": cordoned, "effect": "NoSchedule"}}
		}
	}
	meta := object{"name": m.pick("n1", "n1", "n2"), "uid": "uid-node"}
	if m.often(20, affinity) {
		meta["labels"] = m.labels()
	}
	if m.Chance(10) {
		meta["annotations"] = m.labels()
	}
	status := object{m.pick("allocatable", "allocatable", "allocatable", "capacity"): offered}
	if m.Chance(20) {
		status["conditions"] = list(1+m.N(2), m.condition)
	}
	return object{"apiVersion": "v1", "kind": "Node", "metadata": meta, "spec": spec, "status": status}
}

func (m maker) condition() object {
	return object{"type": m.pick("Ready", "DiskPressure"), "status": m.pick("True", "False", "Unknown"), "reason": m.pick("x", "y")}
}

func (m maker) taints() []any {
	var out []any
	seen := map[string]bool{}
	for range 1 + m.N(2) {
		t := object{"key": m.pick("a", "b", cordoned), "effect": m.pick("NoSchedule", "NoExecute", "PreferNoSchedule")}
		if m.Chance(50) {
			t["value"] = m.pick("v", "w")
		}
		if id := fmt.Sprint(t["key"], t["effect"]); !seen[id] {
			seen[id] = true
			out = append(out, t)
		}
	}
	return out
}

// requested is what pods request together, as far as they are admitted.
func (m maker) requested(pods ...any) (sum api.Amounts) {
	for _, p := range pods {
		if ours, ok := readOurs(p.(object)); ok {
			sum = sum.Plus(api.Request(ours.(*api.Pod), m.request))
		}
	}
	return sum
}

// placement is a pod and a node with pods on it.
func (m maker) placement() pair {
	pod := m.pod("web")
	n := 0
	on := list(harness.Pick(m.Rand, 0, 1, 1, 2, 3), func() any { n++; return m.assigned(fmt.Sprintf("on-%d", n), "n1") })
	node := m.node(m.offered(m.requested(pod), m.requested(on...)), len(on))
	if m.often(5, nodeName) {
		pod["spec"].(object)["nodeName"] = m.pick("n1", "n2")
	}
	return pair{"pod": pod, "node": node, "on": on}
}
