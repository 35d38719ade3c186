package ui

import (
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

func TestAddAPodInTheForm(t *testing.T) {
	m := played(t)
	require.Equal(t, "pod-1", m.typed("pod.name"))
	m = send(m, "form pod.name worker-4", "form pod.cpu 1500m", "form pod.priority 50", "form pod.memory 1Gi", "form pod.toleration gpu=true:NoSchedule", "add-pod worker-4")
	require.Equal(t, "apply pod/worker-4", after(lines(m), 1)[0])
	p := m.chosenPod()
	require.Equal(t, "worker-4", p.Object.Name)
	require.EqualValues(t, 50, p.Object.Priority)
	require.Equal(t, "gpu", p.Object.Tolerations[0].Key)
	cpu, _ := p.Object.Containers[0].Requests.Get("cpu")
	require.EqualValues(t, 1500, cpu.Milli)
	require.Equal(t, "worker-5", m.typed("pod.name"), "the next name is free")
	requireScenario(t, m)
}

// A mistake stands at its field and names the manifest's field; nothing is added.
func TestMistakesInTheForm(t *testing.T) {
	for msg, field := range map[Msg]string{
		"form pod.name Web!": "pod.name", "form pod.cpu plenty": "pod.cpu", "form pod.priority high": "pod.priority", "form pod.memory 1GB1": "pod.memory",
		"form pod.toleration gpu=true:Sometimes": "pod.toleration", "form pod.name huge-0": "pod.name", "form pod.gate a b": "pod.gate",
	} {
		for _, lang := range []Msg{"lang en", "lang ja"} {
			before := played(t)
			m, cmds := Update(send(before, lang, "open pod.more", msg), "add-pod")
			require.NotEmpty(t, m.Play.Wrong[field], "%s: %v", msg, m.Play.Wrong)
			require.Equal(t, "field:"+field, one[Focus](t, cmds).Key)
			require.Equal(t, string(before.exported()), string(m.exported()))
			requireShows(t, m, `aria-describedby="wrong-`+field+`"`)
			requireSound(t, m, msg)
			require.Empty(t, send(m, "form "+field+" x").Play.Wrong[field], "typing takes the mark away")
		}
	}
}

func TestAddByYAML(t *testing.T) {
	m := send(played(t), "form pod.cpu 250m", "add-as yaml")
	require.Contains(t, m.typed("pod.yaml"), "cpu: 250m", "the text begins with what the form says")
	m = send(m, "add-pod")
	require.Equal(t, "apply pod/pod-1", after(lines(m), 1)[0])
	m = send(m, "form pod.yaml {apiVersion: v1, kind: Pod, metadata: {name: pod-1}, spec: {priority: 5}}", "add-pod")
	require.NotEmpty(t, m.Play.Wrong["pod.yaml"], "a pod has containers")
	m = send(m, "form pod.yaml "+strings.Replace(strings.Replace(more, "NAME", "extra-1", 1), "NAME", "extra-2", 1), "add-pod")
	require.Equal(t, []string{"apply node/extra-1", "apply pod/extra-2"}, after(lines(m), 2))
	requireScenario(t, m)
	for _, text := range []string{"kind: [", "5", "", "{apiVersion: inflight/v1, kind: Scenario, metadata: {name: a}}", "{apiVersion: v1, kind: Service, metadata: {name: a}}"} {
		bad := send(m, "form pod.yaml "+text, "add-pod")
		require.NotEmpty(t, bad.Play.Wrong["pod.yaml"], text)
		require.Equal(t, lines(m), lines(bad))
		requireSound(t, bad, text)
	}
}

const more = `
apiVersion: v1
kind: Node
metadata: {name: NAME}
status: {allocatable: {cpu: "8", memory: 8Gi, pods: "10"}}
---
apiVersion: v1
kind: Pod
metadata: {name: NAME}
spec: {containers: [{name: app, image: app}]}
`

// A pod that is gone may come back with another manifest: the second document of its name.
func TestTheSameNameAgain(t *testing.T) {
	m := send(played(t), "act delete pod/huge-0", "form pod.name huge-0", "form pod.cpu 1", "add-pod")
	require.Equal(t, []string{"delete pod/huge-0", "apply pod/huge-0~2"}, after(lines(m), 2))
	require.Equal(t, "huge-0", m.chosenPod().Object.Name)
	requireScenario(t, m)
}

func TestNodeForms(t *testing.T) {
	m := send(played(t), "pick node node-2", "panel taint", "form taint.taint dedicated=batch:NoSchedule", "add-taint")
	require.Equal(t, `patch node/node-2 {"spec":{"taints":[{"key":"dedicated","value":"batch","effect":"NoSchedule"}]}}`, after(lines(m), 1)[0])
	require.Equal(t, "dedicated=batch:NoSchedule", m.chosenNode().Object.Taints[0].String())
	requireShows(t, m, `act patch node/node-2 {&quot;spec&quot;:{&quot;taints&quot;:[]}}`)
	m = send(m, "form taint.taint dedicated", "add-taint")
	require.NotEmpty(t, m.Play.Wrong["taint.taint"])
	requireSound(t, m, "a taint without an effect")
	m = send(m, "panel size")
	require.Equal(t, "size", m.Play.Panel)
	was := m.typed("size.cpu")
	m = send(m, "form size.cpu 32", "resize")
	require.Contains(t, after(lines(m), 1)[0], `{"status":{"allocatable":{"cpu":"32"}}}`)
	require.NotEqual(t, was, m.typed("size.cpu"))
	require.Empty(t, m.Play.Panel)
	m = send(m, "panel size", "form size.cpu much", "resize")
	require.NotEmpty(t, m.Play.Wrong["size.cpu"])
	m = send(m, "panel node", "form node.name large", "form node.taint a:NoSchedule", "form node.label zone=b", "add-node")
	require.Equal(t, "apply node/large", after(lines(m), 1)[0])
	require.Equal(t, "large", m.chosenNode().Object.Name)
	require.Equal(t, "b", m.chosenNode().Object.Labels["zone"])
	require.Empty(t, m.Play.Panel)
	requireScenario(t, m)
	closed, cmds := Update(send(m, "panel taint"), "key Escape field=true")
	require.Empty(t, closed.Play.Panel)
	require.Equal(t, "panel:taint", one[Focus](t, cmds).Key)
}

func TestEditMakesAPatch(t *testing.T) {
	m := send(played(t), "edit pod/huge-0")
	require.Equal(t, "edit", m.Dialog)
	text := m.Play.Edit.Text
	require.Contains(t, text, "name: huge-0")
	same := send(m, "save-edit")
	require.Equal(t, "play.same", same.Notice.Key)
	m = send(m, "edited "+strings.Replace(text, "name: huge-0", "name: huge-0\n  labels: {tier: batch}", 1))
	requireShows(t, m, `patch pod/huge-0 {"metadata":{"labels":{"tier":"batch"}}}`)
	done := send(m, "save-edit")
	require.Empty(t, done.Dialog)
	require.Equal(t, `patch pod/huge-0 {"metadata":{"labels":{"tier":"batch"}}}`, after(lines(done), 1)[0])
	requireScenario(t, done)
	require.Contains(t, send(done, "edit pod/huge-0").Play.Edit.Text, "tier: batch", "the object as it is now")
	for _, bad := range []string{strings.Replace(text, "name: huge-0", "name: other", 1), "a: [", "5", strings.Replace(text, "cpu: '16'", "cpu: lots", 1)} {
		m = send(m, "edited "+bad, "save-edit")
		require.NotEmpty(t, m.Play.Edit.Bad, bad)
		require.Equal(t, "edit", m.Dialog)
		requireSound(t, m, bad)
	}
}

// At an earlier moment an object is edited as it was then, and that begins a branch.
func TestEditAtAnEarlierMoment(t *testing.T) {
	m := send(played(t), `act patch pod/huge-0 {"metadata":{"labels":{"tier":"web"}}}`)
	steps := m.Left.Trace.Steps
	m = send(m, "goto "+steps[len(steps)-2].Beats[0].Address.String(), "edit pod/huge-0")
	require.NotContains(t, m.Play.Edit.Text, "tier: web")
}

// The menu of events tells the truth: done, each change causes the events that stand beside it, on every release and
// at several moments.
func TestChangesCauseTheirEvents(t *testing.T) {
	labels := map[string]bool{}
	for _, r := range profile.All() {
		page := send(opened(t), "release "+r.String(), "yaml "+sampleCluster, "release "+r.String())
		require.Equal(t, r, page.Left.Release)
		again := func() Model { return send(page, "yaml "+sampleCluster, "last") }
		for _, moment := range [][]Msg{
			nil, {"act patch node/node-1 {\"spec\":{\"unschedulable\":true}}"}, {"act recreate pod/huge-0", "act step", "act step"},
			{"form pod.name gated-1", "form pod.gate example.com/wait", "add-pod"},
		} {
			m := send(again(), moment...)
			require.NotEmpty(t, m.Play.Offer.Changes)
			for _, c := range m.Play.Offer.Changes {
				if seen := r.String() + c.labels() + c.Key; len(moment) > 0 && labels[seen] {
					continue
				} else {
					labels[seen] = true
				}
				n := send(again(), moment...)
				before := n.Left.Len()
				n = send(n, "change "+c.ID, "fire")
				require.Greater(t, n.Left.Len(), before, "%s %s", r, c.ID)
				require.Equal(t, inOrder(c.Events), inOrder(caused(n.Left.index.beats[before:])), "%s %s", r, c.ID)
			}
		}
	}
	all := ""
	for l := range labels { // order-free: looked into
		all += l + "\n"
	}
	for _, want := range []string{"NodeAdd", "NodeTaintChange", "NodeAllocatableChange", "NodeSpecUnschedulableChange", "AssignedPodDelete", "AssignedPodAdd", "AssignedPodUpdate", "UpdatePodLabel", "SchedulingGatesEliminated", "change.pod.toleration"} {
		require.Contains(t, all, want)
	}
}

// caused are the labels of the events that beats tell of, each event once.
func caused(beats []*trace.Beat) []string {
	seen := map[int]bool{}
	var out []string
	for _, b := range beats {
		if e := b.Why.Event; e.N > 0 && !seen[e.N] && b.Kind != trace.KindRemove {
			seen[e.N] = true
			out = append(out, e.Label)
		}
	}
	return out
}

func inOrder(s []string) []string {
	out := append([]string{}, s...)
	sort.Strings(out)
	return out
}

// What a phase can be made to do: wait, fail, and go on.
func TestHoldReleaseFail(t *testing.T) {
	m := send(played(t), "act recreate pod/huge-0", "act step", "open next:prefilter")
	require.Equal(t, "prefilter", m.Play.Offer.Possible[0].ID)
	requireShows(t, m, "act hold PreFilter pod/huge-0")
	requireShows(t, m, "act fail PreFilter pod/huge-0")
	m = send(m, "act hold PreFilter pod/huge-0")
	require.Len(t, m.Play.Offer.Held, 1)
	requireShows(t, m, "act release pod/huge-0")
	require.NotContains(t, h.HTML(View(m)), `"act do prefilter"`)
	m = send(m, "act release pod/huge-0", "act fail PreFilter pod/huge-0", "act step")
	require.Empty(t, m.Play.Offer.Held)
	requireScenario(t, m)
}

// At an earlier moment other choices are offered once the reader rests there, and choosing one begins a branch.
func TestOtherInterleavings(t *testing.T) {
	m := send(played(t), "act recreate pod/web-0", "act recreate pod/db-0", "act step")
	n := len(m.Left.Trace.Steps)
	m = send(m, "goto "+m.Left.Trace.Steps[n-2].Beats[0].Address.String())
	require.NotEqual(t, m.Left.Pos, m.Play.Offer.pos)
	m = send(m, "rested")
	require.Equal(t, m.Left.Pos, m.Play.Offer.pos)
	requireShows(t, m, "act do timer")
	branched := send(m, "act do timer")
	require.Equal(t, []string{"recreate pod/db-0", "do timer"}, after(lines(branched), 2))
}

// A pod can be made to wait for a Permit plugin, and is then allowed or rejected.
func TestPermit(t *testing.T) {
	m := send(played(t), "form pod.name web-9", "add-pod")
	for range 20 {
		if len(m.Play.Offer.Possible) > 0 && m.Play.Offer.Possible[0].ID == "permit" {
			break
		}
		m = send(m, "act step")
	}
	requireShows(t, send(m, "open next:permit"), "act hold WaitOnPermit pod/web-9")
	requireShows(t, send(m, "open next:permit"), "act reject Permit pod/web-9")
	m = send(m, "act hold WaitOnPermit pod/web-9", "act step")
	require.True(t, m.Play.Offer.Waiting[m.chosenPod().ID])
	requireShows(t, m, "act permit reject pod/web-9")
	requireSound(t, m, "waiting")
	m = send(m, "act permit allow pod/web-9", "act run")
	require.Equal(t, trace.Bound, m.chosenPod().Place)
	requireScenario(t, m)
}

// The page goes on with the pod that was made again in the chosen one's place.
func TestTheChosenPodIsFollowed(t *testing.T) {
	m := send(played(t), "select 3", "act recreate pod/huge-0")
	require.Equal(t, "huge-0-2", m.Left.State().Pods.At(int(m.Selected)).UID)
}
