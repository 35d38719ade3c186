//go:build k8s134

package admission

import (
	"fmt"
	"strings"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
)

// writer makes up manifests, most of them right, many a little wrong.
type writer struct{ *harness.Rand }

func (w writer) maybe(percent int, s string) string {
	if w.Chance(percent) {
		return s
	}
	return ""
}

func (w writer) pick(s ...string) string { return harness.Pick(w.Rand, s...) }

// fields joins what is not empty.
func fields(parts ...string) string {
	var some []string
	for _, p := range parts {
		if p != "" {
			some = append(some, p)
		}
	}
	return "{" + strings.Join(some, ", ") + "}"
}

func items(n int, item func() string) string {
	var out []string
	for range n {
		out = append(out, item())
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func (w writer) amounts() string {
	var out []string
	for _, r := range []struct {
		name    string
		percent int
	}{{"cpu", 30}, {"memory", 30}, {"example.com/gpu", 6}, {"hugepages-2Mi", 6}, {"ephemeral-storage", 6}, {"pods", 2}, {"foo", 2},
		{"kubernetes.io/x", 6}, {"requests.example.com/x", 3}, {"a b", 2}, {"storage", 2}, {"attachable-volumes-x", 3}} {
		if w.Chance(r.percent) {
			// Not both whole bytes and fractions of them: the engine counts those of spec.resources up one by one.
			out = append(out, fmt.Sprintf("%q: %q", r.name, w.pick("1", "1", "2", "2", "2Mi", "4Mi", "0", "1Gi", w.pick("1", "-1", "500m"))))
		}
	}
	return fields(out...)
}

func (w writer) resources() string {
	a, b := w.amounts(), w.amounts()
	if w.Chance(50) {
		b = a
	}
	return fields(w.maybe(50, "requests: "+a), w.maybe(50, "limits: "+b))
}

func (w writer) container(more string) string {
	name := w.pick("a", "b", "c", "d", "e", "f", "g", w.pick("A", "a.b", "", "-", "x"))
	return fields(fmt.Sprintf("name: %q", name), "image: x", "resources: "+w.resources(), w.maybe(20, "ports: "+items(1+w.N(2), w.port)), more)
}

func (w writer) port() string {
	return fields(
		w.maybe(95, "containerPort: "+w.pick("80", "80", "81", w.pick("0", "65536", "-1"))),
		w.maybe(40, "hostPort: "+w.pick("80", "80", "81", w.pick("0", "65536", "-1"))),
		w.maybe(30, "protocol: "+w.pick("TCP", "UDP", "SCTP", w.pick("udp", "''"))),
		w.maybe(20, "hostIP: "+w.pick("127.0.0.1", "0.0.0.0", "'::'", "x")),
		w.maybe(20, fmt.Sprintf("name: %q", w.pick("http", "a-1", "web", w.pick("Http", "123", "a--b", "-a", "a-", "aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaa", "")))))
}

func (w writer) requirement(fields bool) string {
	key, operator, values := w.pick("a", "zone.io/b", w.pick("", "a b")), w.pick("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", w.pick("", "in")),
		w.pick("[]", "['1']", "[x]", "[x]", "[x, z]", "['a b']")
	if fields {
		key, operator, values = w.pick("metadata.name", "metadata.name", "metadata.name", "metadata.uid"), w.pick("In", "NotIn", "Exists"), w.pick("[n1]", "[n1]", "[n1, n2]", "[]", "[A]", "['']")
	}
	return fmt.Sprintf("{key: %q, operator: %q, values: %s}", key, operator, values)
}

func (w writer) nodeTerm() string {
	return fields(w.maybe(60, "matchExpressions: "+items(1+w.N(2), func() string { return w.requirement(false) })),
		w.maybe(30, "matchFields: "+items(1, func() string { return w.requirement(true) })))
}

func (w writer) nodeAffinity() string {
	required := "requiredDuringSchedulingIgnoredDuringExecution: " + w.pick(
		"{nodeSelectorTerms: "+items(1+w.N(2), w.nodeTerm)+"}", "{nodeSelectorTerms: "+items(1, w.nodeTerm)+"}", w.pick("{}", "null", "{nodeSelectorTerms: []}"))
	preferred := "preferredDuringSchedulingIgnoredDuringExecution: " + items(1, func() string {
		return fields(w.maybe(90, "weight: "+w.pick("1", "100", w.pick("0", "101", "-1"))), w.maybe(90, "preference: "+w.nodeTerm()))
	})
	return "affinity: {nodeAffinity: " + fields(w.maybe(80, required), w.maybe(40, preferred)) + "}"
}

func (w writer) toleration() string {
	return fields(
		w.maybe(80, fmt.Sprintf("key: %q", w.pick("a", "a", "x.io/b", "", "a b"))),
		w.maybe(60, fmt.Sprintf("operator: %q", w.pick("Exists", "Equal", "", "exists"))),
		w.maybe(30, fmt.Sprintf("value: %q", w.pick("v", "", "a b"))),
		w.maybe(60, fmt.Sprintf("effect: %q", w.pick("NoSchedule", "NoExecute", "PreferNoSchedule", "", "Never"))),
		w.maybe(15, "tolerationSeconds: 5"))
}

func (w writer) labels(key string) string {
	return key + ": " + fields(fmt.Sprintf("%q: %q", w.pick("a", "a/b", "A.b_c", w.pick("a b", "A/b")), w.pick("v", "", w.pick("a b", "-v"))))
}

func (w writer) selector() string {
	return fields(w.maybe(50, w.labels("matchLabels")), w.maybe(50, "matchExpressions: "+items(1, func() string {
		return fmt.Sprintf("{key: %q, operator: %q, values: %s}", w.pick("a", "", "a b"), w.pick("In", "NotIn", "Exists", "DoesNotExist", "Gt", ""), w.pick("[]", "[x]", "['a b']"))
	})))
}

func (w writer) affinity() string {
	term := fields(w.maybe(70, "labelSelector: "+w.selector()), w.maybe(90, "topologyKey: "+w.pick("zone", "a/b", "'a b'")),
		w.maybe(30, "namespaceSelector: "+w.selector()), w.maybe(30, "namespaces: "+w.pick("[a]", "[A]")))
	return "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [" + term + "]}}"
}

func (w writer) pod() string {
	spec := fields(
		"containers: "+items(1+w.N(2), func() string { return w.container(w.maybe(3, "restartPolicy: Always")) }),
		w.maybe(20, "initContainers: "+items(1, func() string { return w.container(w.maybe(40, "restartPolicy: "+w.pick("Always", "Never", "x"))) })),
		w.maybe(20, "schedulingGates: "+items(1+w.N(2), func() string { return fmt.Sprintf("{name: %q}", w.pick("a", "b", "x.io/a", "", "a b")) })),
		w.maybe(20, "nodeName: "+w.pick("n1", "A")),
		w.maybe(30, "tolerations: "+items(1+w.N(2), w.toleration)),
		w.maybe(10, "restartPolicy: "+w.pick("Always", "Never", "OnFailure", "x")),
		w.maybe(10, "priority: "+w.pick("0", "5", "-5")),
		w.maybe(10, "preemptionPolicy: "+w.pick("Never", "PreemptLowerPriority", "x")),
		w.maybe(15, "overhead: "+w.amounts()),
		w.maybe(15, "resources: "+w.resources()),
		w.maybe(10, "hostNetwork: "+w.pick("true", "false")),
		w.maybe(15, "nodeSelector: "+w.pick("{a: b}", "{a: b, c: d}", "{}", w.pick("{'a b': c}", "{a: 'b c'}"))),
		w.pick("", w.maybe(60, w.affinity()), w.maybe(90, w.nodeAffinity()), ""))
	meta := fields(fmt.Sprintf("name: %q", w.pick("web", "web", "web", "web-1.a", w.pick("web", "Web", "a_b", "-"))),
		w.maybe(20, w.labels("labels")), w.maybe(20, w.labels("annotations")), "namespace: "+w.pick("default", "shop"))
	return "apiVersion: v1\nkind: Pod\nmetadata: " + meta + "\nspec: " + spec + "\n"
}

func (w writer) node() string {
	taint := func() string {
		return fields(w.maybe(90, fmt.Sprintf("key: %q", w.pick("a", "b", "x.io/b", "a b", ""))),
			w.maybe(40, fmt.Sprintf("value: %q", w.pick("v", "", "a b"))), w.maybe(90, "effect: "+w.pick("NoSchedule", "NoExecute", "PreferNoSchedule", "x")))
	}
	return "apiVersion: v1\nkind: Node\nmetadata: " +
		fields("name: "+w.pick("n1", "n1", "a.b", "A"), w.maybe(10, "namespace: default"), w.maybe(20, w.labels("labels"))) +
		"\nspec: " + fields(w.maybe(50, "taints: "+items(1+w.N(2), taint)), w.maybe(20, "unschedulable: "+w.pick("true", "false"))) +
		"\nstatus: " + fields(w.maybe(60, "allocatable: "+w.amounts()), w.maybe(40, "capacity: "+w.amounts())) + "\n"
}

// changed is a pod's manifest with one thing changed.
func (w writer) changed(s string) string {
	put := func(before, more string) string { return strings.Replace(s, before, before+more, 1) }
	switch w.N(7) {
	case 6: // what a gated pod asks of nodes
		switch {
		case strings.Contains(s, "nodeSelector: {a: b"):
			return strings.Replace(s, "nodeSelector: {a: b", "nodeSelector: "+w.pick("{new: x, a: b", "{a: other", "{new: x"), 1)
		case strings.Contains(s, "matchExpressions: [{") && strings.Contains(s, "nodeSelectorTerms"):
			return strings.Replace(s, "matchExpressions: [{", w.pick("matchExpressions: [{key: new, operator: Exists}, {", "matchFields: [{key: metadata.name, operator: In, values: [n9]}], matchExpressions: [{"), 1)
		case strings.Contains(s, "nodeSelectorTerms: [{"):
			return strings.Replace(s, "nodeSelectorTerms: [{", "nodeSelectorTerms: [{matchExpressions: [{key: new, operator: Exists}]}, {", 1)
		case !strings.Contains(s, "affinity: "):
			return put("spec: {", "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: new, operator: Exists}]}]}}}, ")
		}
	case 0:
		return strings.Replace(s, "image: x", "image: z", 1)
	case 1:
		return strings.ReplaceAll(s, `"cpu": "1"`, `"cpu": "500m"`)
	case 2:
		return strings.Replace(s, `schedulingGates: [{name: "a"}, `, "schedulingGates: [", 1)
	case 3:
		return put("tolerations: [", "{operator: Exists}, ")
	case 4:
		return put("spec: {", w.pick("priority: 7", "nodeSelector: {a: b}", "nodeName: n2", "terminationGracePeriodSeconds: 5", "activeDeadlineSeconds: 5",
			"restartPolicy: Never", "hostNetwork: true", "tolerations: [{key: zz, operator: Exists}]", "schedulingGates: [{name: new}]")+", ")
	}
	return put("metadata: {", w.pick("labels: {n1: x}", "annotations: {n1: x}", "finalizers: [a/b]")+", ")
}
