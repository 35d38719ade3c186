package plugin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/why"
)

var v127, v128, v134 = profile.Release{Minor: 27, Patch: 16}, profile.Release{Minor: 28, Patch: 2}, profile.Release{Minor: 34, Patch: 4}

// decoded reads the one object of a manifest in braces.
func decoded[T api.Object](t testing.TB, text string) T {
	kind := "Pod"
	if _, isNode := any(*new(T)).(*api.Node); isNode {
		kind = "Node"
	}
	docs, problems := api.Decode("f", []byte("{apiVersion: v1, kind: "+kind+", "+text+"}"), api.Options{})
	for _, p := range problems {
		require.False(t, p.Fatal, "%s: %s", text, why.Text(why.English, p.Why))
	}
	require.Len(t, docs, 1, text)
	return docs[0].Object.(T)
}

func aNode(t testing.TB, name, labels, spec string) *api.Node {
	return decoded[*api.Node](t, "metadata: {name: '"+name+"', labels: {"+labels+"}}, spec: {"+spec+"}, status: {allocatable: {cpu: 4, memory: 4Gi, pods: 9}}")
}

func aPod(t testing.TB, name, spec string) *api.Pod {
	return decoded[*api.Pod](t, "metadata: {name: "+name+", uid: "+name+"}, spec: {containers: [{name: c, image: x}], "+spec+"}")
}

func withPorts(t testing.TB, name, ports, spec string) *api.Pod {
	return decoded[*api.Pod](t, "metadata: {name: "+name+", uid: "+name+"}, spec: {"+spec+" containers: [{name: c, image: x, ports: ["+ports+"]}]}")
}

func requiring(terms string) string {
	return "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [" + terms + "]}}}"
}

// Each way in which a node is not one that the pod asks for, and the nodes that are.
func TestNodeAffinity(t *testing.T) {
	s := set(t, v134)
	n := aNode(t, "n1", "disk: hdd, cores: '8', odd: x", "")
	for spec, want := range map[string]string{
		"nodeSelector: {disk: hdd}":            "",
		"nodeSelector: {}":                     "",
		"nodeSelector: {disk: ssd}":            "p selects nodes with disk=ssd, and n1 has disk=hdd.",
		"nodeSelector: {disk: hdd, gpu: a100}": "p selects nodes with gpu=a100, and n1 has no label gpu.",
		requiring("{matchExpressions: [{key: disk, operator: In, values: [ssd, hdd]}]}"):                                          "",
		requiring("{matchExpressions: [{key: disk, operator: NotIn, values: [ssd]}, {key: gone, operator: NotIn, values: [a]}]}"): "",
		requiring("{matchExpressions: [{key: disk, operator: NotIn, values: [hdd]}]}"):                                            "The node affinity of p requires disk NotIn (hdd), and n1 has disk=hdd.",
		requiring("{matchExpressions: [{key: disk, operator: DoesNotExist}]}"):                                                    "The node affinity of p requires disk DoesNotExist, and n1 has disk=hdd.",
		requiring("{matchExpressions: [{key: gpu, operator: Exists}]}"):                                                           "The node affinity of p requires gpu Exists, and n1 has no label gpu.",
		requiring("{matchExpressions: [{key: cores, operator: Gt, values: ['7']}, {key: cores, operator: Lt, values: ['9']}]}"):   "",
		requiring("{matchExpressions: [{key: cores, operator: Gt, values: ['8']}]}"):                                              "The node affinity of p requires cores Gt (8), and n1 has cores=8.",
		requiring("{matchExpressions: [{key: odd, operator: Lt, values: ['8']}]}"):                                                "The node affinity of p requires odd Lt (8), and n1 has odd=x.",
		requiring("{matchExpressions: [{key: cores, operator: Gt, values: [many]}]}"):                                             "The scheduler cannot read cores Gt (many) in the node affinity of p, so the term matches no node, n1 neither.",
		requiring("{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}"):                                            "",
		requiring("{matchFields: [{key: metadata.name, operator: NotIn, values: [n1]}]}"):                                         "The node affinity of p requires metadata.name NotIn (n1), and this is n1.",
		requiring("{}"): "The one term of p's node affinity asks for nothing, and such a term matches no node, n1 neither.",
		requiring("{matchExpressions: [{key: disk, operator: In, values: [ssd]}]}, {matchExpressions: [{key: odd, operator: Exists}]}"):             "",
		requiring("{matchExpressions: [{key: disk, operator: In, values: [ssd]}]}, {matchExpressions: [{key: odd, operator: In, values: [a, b]}]}"): "n1 meets none of the 2 terms of p's node affinity: disk=ssd | odd In (a, b).",
		"nodeSelector: {disk: ssd}, " + requiring("{matchExpressions: [{key: disk, operator: Exists}]}"):                                            "p selects nodes with disk=ssd, and n1 has disk=hdd.",
	} {
		st := s.filtered(aPod(t, "p", spec), n)
		if want == "" {
			require.Nil(t, st, spec)
			continue
		}
		require.NotNil(t, st, spec)
		require.Equal(t, []string{"node(s) didn't match Pod's node affinity/selector"}, st.Reasons)
		require.True(t, st.Unresolvable)
		require.Equal(t, want, why.Text(why.English, st.Why))
	}
}

// matchFields with In narrow the nodes before any is looked at, where every term has one.
func TestPreFilter(t *testing.T) {
	name := func(op string, names string) string {
		return "{key: metadata.name, operator: " + op + ", values: [" + names + "]}"
	}
	for spec, want := range map[string][]string{
		"nodeSelector: {a: b}":                                nil,
		requiring("{matchFields: [" + name("In", "b") + "]}"): {"b"},
		requiring("{matchFields: [" + name("In", "b") + "]}, {matchFields: [" + name("In", "a") + "]}"):                          {"a", "b"},
		requiring("{matchFields: [" + name("In", "b") + "]}, {matchExpressions: [{key: a, operator: Exists}]}"):                  nil,
		requiring("{matchFields: [" + name("NotIn", "b") + "]}"):                                                                 nil,
		requiring("{matchFields: [" + name("In", "a") + ", " + name("In", "b") + "]}, {matchFields: [" + name("In", "c") + "]}"): {"c"},
	} {
		narrowed, rejected := set(t, v134).PreFilter(aPod(t, "p", spec))
		require.Nil(t, rejected, spec)
		if want == nil {
			require.Nil(t, narrowed, spec)
			require.True(t, narrowed.Leaves("x"))
			continue
		}
		require.Equal(t, &Narrowed{NodeAffinity, want}, narrowed, spec)
		require.True(t, narrowed.Leaves(want[0]))
		require.False(t, narrowed.Leaves("x"))
	}
	both := aPod(t, "p", requiring("{matchFields: ["+name("In", "a")+", "+name("In", "b")+"]}"))
	_, rejected := set(t, v134).PreFilter(both)
	require.Equal(t, []string{"pod affinity terms conflict"}, rejected.Reasons)
}

func TestUnschedulable(t *testing.T) {
	cordoned := aNode(t, "n", "", "unschedulable: true")
	for spec, rejected := range map[string]bool{
		"":                                  true,
		"tolerations: [{operator: Exists}]": false,
		"tolerations: [{key: node.kubernetes.io/unschedulable, operator: Exists, effect: NoSchedule}]":          false,
		"tolerations: [{key: node.kubernetes.io/unschedulable, operator: Exists, effect: NoExecute}]":           true,
		"tolerations: [{key: node.kubernetes.io/unschedulable, operator: Equal, value: x, effect: NoSchedule}]": true,
	} {
		st := set(t, v134).filtered(aPod(t, "p", spec), cordoned)
		require.Equal(t, rejected, st != nil, spec)
		if rejected {
			require.Equal(t, []string{"node(s) were unschedulable"}, st.Reasons)
		}
	}
	require.True(t, set(t, v127).Admits(aPod(t, "p", ""), api.NewNodeInfo(cordoned, nil, api.RequestOptions{})), "the preCheck does not look at the cordon")
}

func TestNodeName(t *testing.T) {
	n := aNode(t, "n", "", "")
	require.Nil(t, set(t, v134).filtered(aPod(t, "p", "nodeName: 'n'"), n))
	require.Equal(t, []string{"node(s) didn't match the requested node name"}, set(t, v134).filtered(aPod(t, "p", "nodeName: other"), n).Reasons)
}

// NodePorts by address and protocol; hostNetwork takes the node's ports; sidecars count from 1.34.
func TestNodePorts(t *testing.T) {
	n := aNode(t, "n", "", "")
	dns := withPorts(t, "dns", "{containerPort: 53, hostPort: 53, protocol: UDP, hostIP: 127.0.0.1}", "")
	for ports, want := range map[string]string{
		"{containerPort: 53}":                                                 "",
		"{containerPort: 53, hostPort: 53}":                                   "",
		"{containerPort: 53, hostPort: 54, protocol: UDP}":                    "",
		"{containerPort: 53, hostPort: 53, protocol: UDP, hostIP: 127.0.0.2}": "",
		"{containerPort: 9, hostPort: 53, protocol: UDP}":                     "p wants the port 53/UDP of n, and dns holds 53/UDP (127.0.0.1) there.",
		"{containerPort: 9, hostPort: 53, protocol: UDP, hostIP: 0.0.0.0}":    "p wants the port 53/UDP of n, and dns holds 53/UDP (127.0.0.1) there.",
		"{containerPort: 9, hostPort: 53, protocol: UDP, hostIP: 127.0.0.1}":  "p wants the port 53/UDP (127.0.0.1) of n, and dns holds 53/UDP (127.0.0.1) there.",
		"{containerPort: 1}, {containerPort: 9, hostPort: 53, protocol: UDP}": "p wants the port 53/UDP of n, and dns holds 53/UDP (127.0.0.1) there.",
	} {
		p := withPorts(t, "p", ports, "")
		st := set(t, v134).filtered(p, n, dns)
		require.Equal(t, want == "", set(t, v127).Admits(p, api.NewNodeInfo(n, []*api.Pod{dns}, api.RequestOptions{})), ports)
		if want == "" {
			require.Nil(t, st, ports)
			continue
		}
		require.Equal(t, []string{"node(s) didn't have free ports for the requested pod ports"}, st.Reasons)
		require.False(t, st.Unresolvable)
		require.Equal(t, want, why.Text(why.English, st.Why))
	}
	onHost, plain := withPorts(t, "h", "{containerPort: 9123}", "hostNetwork: true,"), withPorts(t, "p", "{containerPort: 80, hostPort: 9123}", "")
	require.NotNil(t, set(t, v134).filtered(plain, n, onHost))
	sidecar := decoded[*api.Pod](t, "metadata: {name: s}, spec: {containers: [{name: c, image: x}], initContainers: [{name: i, image: x, restartPolicy: Always, ports: [{containerPort: 1, hostPort: 9123}]}]}")
	require.NotNil(t, set(t, v134).filtered(plain, n, sidecar))
	require.Nil(t, set(t, v128).filtered(plain, n, sidecar))
}

// The hints of 1.34 on both sides of their boundaries; those of 1.31 want less.
func TestNodeHints(t *testing.T) {
	now := set(t, v134)
	before := New(&profile.Profile{Hints: profile.TwoHints, Gates: profile.Gates{QueueingHints: true}})
	ssd := aPod(t, "p", "nodeSelector: {disk: ssd}")
	broken := aPod(t, "p", requiring("{matchExpressions: [{key: a, operator: Gt, values: [b]}]}"))
	with, without := aNode(t, "n", "disk: ssd", ""), aNode(t, "n", "disk: hdd", "")
	cordoned, open := aNode(t, "n", "", "unschedulable: true"), aNode(t, "n", "", "")
	tolerant, other := aPod(t, "p", "tolerations: [{operator: Exists}]"), aPod(t, "other", "")
	port := "{containerPort: 80, hostPort: 80}"
	wants, holds := withPorts(t, "p", port, ""), withPorts(t, "h", port, "nodeName: 'n',")
	free, elsewhere, none := withPorts(t, "h", port, ""), withPorts(t, "h", "{containerPort: 80, hostPort: 81}", "nodeName: 'n',"), aPod(t, "h", "nodeName: 'n'")
	nominated := *free
	nominated.NominatedNodeName = "n"
	for name, c := range map[string]struct {
		hint     event.HintFunc
		pod      *api.Pod
		old, new api.Object
		want     event.Answer
		rule     why.Rule
	}{
		"new node matches":   {now.affinityAfterNode, ssd, nil, with, event.AnswerQueue, "hint.affinity.new-node"},
		"new node does not":  {now.affinityAfterNode, ssd, nil, without, event.AnswerSkip, "hint.affinity.no-match"},
		"matches now":        {now.affinityAfterNode, ssd, without, with, event.AnswerQueue, "hint.affinity.matches-now"},
		"matches no more":    {now.affinityAfterNode, ssd, with, without, event.AnswerSkip, "hint.affinity.no-match"},
		"matched before":     {now.affinityAfterNode, ssd, with, with, event.AnswerSkip, "hint.affinity.matched-before"},
		"cannot be read":     {now.affinityAfterNode, broken, nil, with, event.AnswerError, "hint.affinity.unreadable"},
		"matches, 1.31":      {before.affinityAfterNode, ssd, with, with, event.AnswerQueue, "hint.affinity.matches"},
		"new and open":       {now.unschedulableAfterNode, other, nil, open, event.AnswerQueue, "hint.unschedulable.new-node"},
		"new and cordoned":   {now.unschedulableAfterNode, other, nil, cordoned, event.AnswerSkip, "hint.unschedulable.still"},
		"uncordoned":         {now.unschedulableAfterNode, other, cordoned, open, event.AnswerQueue, "hint.unschedulable.uncordoned"},
		"never cordoned":     {now.unschedulableAfterNode, other, open, open, event.AnswerSkip, "hint.unschedulable.never"},
		"open, 1.31":         {before.unschedulableAfterNode, other, open, open, event.AnswerQueue, "hint.unschedulable.is-not"},
		"tolerates now":      {now.unschedulableAfterPod, tolerant, tolerant, tolerant, event.AnswerQueue, "hint.unschedulable.tolerated"},
		"tolerates others":   {now.unschedulableAfterPod, other, other, other, event.AnswerSkip, "hint.unschedulable.other-toleration"},
		"another pod":        {now.unschedulableAfterPod, other, tolerant, tolerant, event.AnswerSkip, "hint.unschedulable.other-pod"},
		"port freed":         {now.portsAfterPod, wants, holds, nil, event.AnswerQueue, "hint.ports.freed"},
		"port of nobody":     {now.portsAfterPod, wants, free, nil, event.AnswerSkip, "hint.ports.unassigned-gone"},
		"port of a nominee":  {now.portsAfterPod, wants, &nominated, nil, event.AnswerQueue, "hint.ports.freed"},
		"of a nominee, 1.31": {before.portsAfterPod, wants, &nominated, nil, event.AnswerSkip, "hint.ports.unassigned-gone"},
		"another port freed": {now.portsAfterPod, wants, elsewhere, nil, event.AnswerSkip, "hint.ports.held-others"},
		"nothing freed":      {now.portsAfterPod, wants, none, nil, event.AnswerSkip, "hint.ports.held-none"},
	} {
		t.Run(name, func(t *testing.T) {
			got, reason := c.hint(c.pod, c.old, c.new)
			require.Equal(t, c.want, got)
			require.Equal(t, c.rule, reason.Rule)
		})
	}
}

// What each release registers, as the queue's map of hints has it.
func TestRegistrations(t *testing.T) {
	has := func(p *profile.Profile, plugin string, r event.Resource, a event.ActionType) bool {
		for _, x := range New(p).Registrations() {
			if x.Plugin == plugin && x.Event.Resource == r && x.Event.Action == a {
				return true
			}
		}
		return false
	}
	p127, err := profile.For(v127, nil)
	require.NoError(t, err)
	p134, err := profile.For(v134, nil)
	require.NoError(t, err)
	require.True(t, has(p127, NodeUnschedulable, event.Node, event.Add|event.UpdateNodeTaint))
	require.True(t, has(p127, NodeAffinity, event.Node, event.Add|event.Update))
	require.True(t, has(p134, NodeAffinity, event.Node, event.Add|event.UpdateNodeLabel))
	require.True(t, has(p134, NodeAffinity, event.Node, event.UpdateNodeTaint), "implied by #122292")
	require.True(t, has(p134, NodePorts, event.Pod, event.Delete))
	require.True(t, has(p134, NodeUnschedulable, event.Pod, event.UpdatePodToleration))
	off := *p134
	off.Gates.QueueingHints = false // as 1.32 and 1.33 may have it
	require.True(t, has(&off, NodeName, event.Node, event.Add|event.UpdateNodeTaint|event.UpdateNodeLabel))
	require.False(t, has(&off, NodeUnschedulable, event.Pod, event.UpdatePodToleration))
	apart := *p134
	apart.TargetPod, apart.ImplicitNodeTaint = true, false // as 1.37 has it
	require.True(t, has(&apart, NodePorts, event.AssignedPod, event.Delete))
	require.True(t, has(&apart, NodeUnschedulable, event.TargetPod, event.UpdatePodToleration))
	require.True(t, has(&apart, NodeResourcesFit, event.TargetPod, event.UpdatePodScaleDown))
	require.False(t, has(&apart, NodeName, event.Node, event.UpdateNodeTaint))
}

// Preferred terms outweigh load; one that the scheduler cannot read fails the attempt.
func TestPreferredNodeAffinity(t *testing.T) {
	s := set(t, v134)
	preferring := func(terms string) *api.Pod {
		return aPod(t, "p", "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: ["+terms+"]}}")
	}
	full := aPod(t, "x", "")
	full.Containers[0].Requests = resources(t, "cpu", "3", "memory", "3Gi")
	nodes := []*api.NodeInfo{api.NewNodeInfo(aNode(t, "a", "", ""), nil, s.request), api.NewNodeInfo(aNode(t, "b", "disk: ssd", ""), []*api.Pod{full}, s.request)}
	chosen, _, problem := s.Choose(preferring("{weight: 1, preference: {matchExpressions: [{key: disk, operator: In, values: [ssd]}]}}"), nodes)
	require.Empty(t, problem)
	require.Equal(t, 1, chosen, "the best is worth 200, whatever its weight")
	chosen, _, _ = s.Choose(preferring("{weight: 1, preference: {matchExpressions: [{key: disk, operator: In, values: [ssd]}]}}, {weight: 2, preference: {matchFields: [{key: metadata.name, operator: In, values: [a]}]}}"), nodes)
	require.Equal(t, 0, chosen)
	chosen, _, _ = s.Choose(preferring("{weight: 100, preference: {}}"), nodes)
	require.Equal(t, 0, chosen, "an empty term prefers nothing")
	_, _, problem = s.Choose(preferring("{weight: 1, preference: {}}, {weight: 1, preference: {matchExpressions: [{key: a, operator: Gt, values: ['x y']}]}}"), nodes)
	require.Equal(t, `running PreScore plugin "NodeAffinity": [[1].matchExpressions[0].values[0]: Invalid value: "x y": for 'Gt', 'Lt' operators, the value must be an integer, `+
		`[1].matchExpressions[0].values[0][a]: Invalid value: "x y": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with `+
		`an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')]`, problem)
}

// From 1.37 on the functions for a waiting pod's own update do not look whose it is: an update of another pod in flight,
// which stands in the list of all, counts as its own.
func TestAnothersUpdate(t *testing.T) {
	waiting, other := pod(t, "p", "cpu", "2"), pod(t, "q")
	other.Tolerations = []api.Toleration{{Operator: "Exists"}}
	larger := pod(t, "q", "cpu", "1")
	for _, target := range []bool{false, true} {
		s := set(t, profile.Release{Minor: 34, Patch: 4})
		p := *s.profile
		p.TargetPod = target
		s = New(&p)
		want := event.AnswerSkip
		if target {
			want = event.AnswerQueue
		}
		for name, hint := range map[string]event.HintFunc{"taints": s.taintAfterPod, "gates": s.gatesAfterPod, "cordon": s.unschedulableAfterPod, "fit": s.fitAfterPod} {
			got, reason := hint(waiting, larger, other)
			require.Equal(t, want, got, name)
			require.Equal(t, target, reason.Rule == "hint.another-pod", name)
		}
		got, _ := s.unschedulableAfterPod(waiting, other, larger)
		require.Equal(t, event.AnswerSkip, got, "what it tolerates is asked all the same")
	}
}
