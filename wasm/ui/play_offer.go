package ui

import (
	"strings"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/tree"
)

// offer is what can happen at a moment: next steps, and changes of the chosen objects that cause cluster events.
type offer struct {
	of       *trace.Trace
	pos, len int
	pod      trace.PodID
	node     string
	Possible []Possible
	Held     []trace.PodID
	Waiting  map[trace.PodID]bool // of the held ones: for a Permit plugin
	Changes  []change
}

// change is a change of an object that causes cluster events: a line, or an object that is new.
type change struct {
	ID     string // the line, or for a new object the word new and its reference
	Key    string // of the text that says what changes
	Values []value
	Events []string // labels, as the release has them
	Docs   []api.Doc
}

// offers brings the offer up to date with what shows. Where the run went on from the moment that shows, a run to that
// moment is needed; that waits until the reader rests there.
func (u *update) offers(rested bool) {
	p := &u.m.Left
	if u.m.Mode != Play || p.Trace == nil || p.Sim == nil || u.m.Playing != Paused {
		return
	}
	want := offer{of: p.Trace, pos: p.Pos, len: p.Len(), pod: trace.NoPod}
	if pod := u.m.chosenPod(); pod != nil {
		want.pod = pod.ID
	}
	if n := u.m.chosenNode(); n != nil {
		want.node = n.Object.Name
	}
	had := u.m.Play.Offer
	if had.of == want.of && had.pos == want.pos && had.len == want.len && had.pod == want.pod && had.node == want.node {
		return
	}
	if p.Pos < p.Len() && !rested {
		if p.Len() > quickly {
			return // the reader may ask for it
		}
		u.do(After{ID: "offers", Milliseconds: 200, Msg: "rested"})
		return
	}
	run := u.moment()
	if run == nil {
		return
	}
	for _, x := range run.Possible() {
		want.Possible = append(want.Possible, Possible{ID: x.ID, Why: x.Why})
	}
	want.Held, want.Waiting = run.Held(), map[trace.PodID]bool{}
	for _, id := range want.Held {
		want.Waiting[id] = run.Waits(id)
	}
	want.Changes = u.m.changes(run)
	u.m.Play.Offer = want
}

// quickly is how many beats are run again without being asked for.
const quickly = 3000

// changes are those of the chosen pod and node, and of the pods on the node, that the release makes cluster events of.
func (m *Model) changes(run *sim.Sim) []change {
	o := &offering{m: m, run: run}
	if n := m.chosenNode(); n != nil {
		o.node(n)
	}
	o.newObjects()
	if p := m.chosenPod(); p != nil {
		o.pod(p)
		if p.Node == "" {
			if other := o.assigned(); other != nil {
				o.pod(other)
			}
		}
	}
	return o.out
}

type offering struct {
	m   *Model
	run *sim.Sim
	out []change
}

// patched offers a patch, if the API server admits it and the release makes events of it.
func (o *offering) patched(ref api.Ref, patch, key string, vs ...value) {
	doc, ok := o.run.Doc(ref)
	if !ok {
		return
	}
	next, problems := api.Patch(doc, patch, o.run.Rules())
	for _, p := range problems {
		if p.Fatal {
			return
		}
	}
	o.add(change{ID: "patch " + ref.String() + " " + patch, Key: key, Values: vs}, o.run.EventsOf(ref, next.Object))
}

func (o *offering) add(c change, events []event.ClusterEvent) {
	if len(events) == 0 {
		return
	}
	for _, e := range events {
		c.Events = append(c.Events, e.Label)
	}
	if _, problem := action.Parse(c.ID); problem == nil || c.Docs != nil {
		o.out = append(o.out, c)
	}
}

func (o *offering) node(n *trace.Node) {
	ref, name := nodeRef(n), str("node", n.Object.Name)
	doc, ok := o.run.Doc(ref)
	if !ok {
		return
	}
	if cpu, ok := n.Object.Allocatable.Get("cpu"); ok {
		more := cores(cpu.Milli + 2000)
		where := "allocatable"
		if doc.Value.Path("status", "allocatable") == nil {
			where = "capacity"
		}
		o.patched(ref, `{"status":{"`+where+`":{"cpu":"`+more+`"}}}`, "change.node.cpu", name, str("cpu", more))
	}
	if n.Object.Unschedulable {
		o.patched(ref, `{"spec":{"unschedulable":null}}`, "change.node.uncordon", name)
	}
	if len(n.Object.Taints) > 0 {
		o.patched(ref, `{"spec":{"taints":null}}`, "change.node.untaint", name)
	}
	o.patched(ref, `{"spec":{"taints":`+tree.JSON(withTaint(doc.Value, "dedicated=batch:NoSchedule"))+`}}`, "change.node.taint", name, str("taint", "dedicated=batch:NoSchedule"))
	zone := "a"
	if n.Object.Labels["zone"] == zone {
		zone = "b"
	}
	o.patched(ref, `{"metadata":{"labels":{"zone":"`+zone+`"}}}`, "change.node.label", name, str("label", "zone="+zone))
	ready := "False"
	if n.Object.Conditions["Ready"] == ready {
		ready = "True"
	}
	o.patched(ref, `{"status":{"conditions":[{"type":"Ready","status":"`+ready+`"}]}}`, "change.node.ready", name, str("ready", ready))
	o.patched(ref, `{"metadata":{"annotations":{"example.com/seen":"`+itoa(o.m.Left.Len())+`"}}}`, "change.node.annotation", name)
	o.add(change{ID: "delete " + ref.String(), Key: "change.node.delete", Values: []value{name}}, o.run.EventsOf(ref, nil))
}

// withTaint is the node's taints and one more.
func withTaint(node *tree.Value, s string) *tree.Value {
	list := tree.NewList(node.Path("spec", "taints").Seq()...)
	t := taint(s)
	for _, old := range list.Items {
		if tree.Canonical(old) == tree.Canonical(t) {
			return list
		}
	}
	list.Items = append(list.Items, t)
	return list
}

// newObjects are a node like the chosen one, and a pod that is bound to it from the start.
func (o *offering) newObjects() {
	n := o.m.chosenNode()
	if n == nil {
		return
	}
	doc, ok := o.run.Doc(nodeRef(n))
	if !ok {
		return
	}
	name := o.m.freeName(api.KindNode, n.Object.Name)
	labels := doc.Value.Path("metadata", "labels")
	meta := fields(pair("name", tree.NewString(name)), pair("labels", labels))
	v := fields(pair("apiVersion", tree.NewString("v1")), pair("kind", tree.NewString("Node")), pair("metadata", meta),
		pair("spec", doc.Value.Get("spec")), pair("status", fields(pair("allocatable", doc.Value.Path("status", "allocatable")), pair("capacity", doc.Value.Path("status", "capacity")))))
	o.added(v, "change.node.add", str("node", name))
	pod := o.m.freeName(api.KindPod, "daemon-1")
	o.added(fields(pair("apiVersion", tree.NewString("v1")), pair("kind", tree.NewString("Pod")), pair("metadata", fields(pair("name", tree.NewString(pod)))),
		pair("spec", fields(pair("nodeName", tree.NewString(n.Object.Name)), pair("containers", tree.NewList(fields(pair("name", tree.NewString("app")), pair("image", tree.NewString("registry.example/app:1")),
			pair("resources", fields(pair("requests", fields(pair("cpu", tree.NewString("100m")))))))))))), "change.pod.add", str("pod", pod), str("node", n.Object.Name))
}

func (o *offering) added(v *tree.Value, key string, vs ...value) {
	docs, bad, _ := decode(tree.YAML(v), nil)
	if len(bad) > 0 {
		return
	}
	o.add(change{ID: "new " + docs[0].Ref().String(), Key: key, Values: vs, Docs: docs}, o.run.EventsOf(docs[0].Ref(), docs[0].Object))
}

// assigned is a pod on the chosen node, else on any.
func (o *offering) assigned() *trace.Pod {
	var found *trace.Pod
	for _, p := range o.m.livePods() {
		if p.Place == trace.Bound && (found == nil || found.Node != o.m.Play.Node && p.Node == o.m.Play.Node) {
			found = p
		}
	}
	return found
}

func (o *offering) pod(p *trace.Pod) {
	ref, name := api.RefOf(p.Object), str("pod", podName(p))
	doc, ok := o.run.Doc(ref)
	if !ok {
		return
	}
	o.patched(ref, `{"metadata":{"labels":{"tier":"`+other(p.Object.Labels["tier"], "web", "batch")+`"}}}`, "change.pod.label", name, str("label", "tier="+other(p.Object.Labels["tier"], "web", "batch")))
	o.scaleDown(p, doc, name)
	if len(p.Object.SchedulingGates) > 0 {
		o.patched(ref, `{"spec":{"schedulingGates":null}}`, "change.pod.gates", name)
	}
	tolerations := tree.NewList(doc.Value.Path("spec", "tolerations").Seq()...)
	for _, n := range o.m.liveNodes() {
		if t, found := api.Untolerated(n.Object.Taints, p.Object.Tolerations, "NoSchedule", "NoExecute"); found && p.Place != trace.Bound {
			tolerations.Items = append(tolerations.Items, fields(pair("key", tree.NewString(t.Key)), pair("operator", tree.NewString("Exists")), pair("effect", tree.NewString(t.Effect))))
			o.patched(ref, `{"spec":{"tolerations":`+tree.JSON(tolerations)+`}}`, "change.pod.toleration", name, str("taint", t.String()))
			break
		}
	}
	if p.Place == trace.Bound {
		o.patched(ref, `{"status":{"phase":"Succeeded"}}`, "change.pod.succeeded", name)
		o.add(change{ID: "delete " + ref.String(), Key: "change.pod.delete", Values: []value{name}}, o.run.EventsOf(ref, nil))
	}
}

// scaleDown halves the cpu that the first container asks for.
func (o *offering) scaleDown(p *trace.Pod, doc api.Doc, name value) {
	if len(p.Object.Containers) == 0 {
		return
	}
	cpu, ok := p.Object.Containers[0].Requests.Get("cpu")
	if !ok || cpu.Milli < 2 {
		return
	}
	half := cores(cpu.Milli / 2)
	list := doc.Value.Path("spec", "containers")
	first := list.Items[0]
	resources := first.Get("resources")
	if resources == nil {
		return
	}
	requests := resources.Get("requests")
	if requests == nil {
		return
	}
	items := append([]*tree.Value{first.With("resources", resources.With("requests", requests.With("cpu", tree.NewString(half))))}, list.Items[1:]...)
	o.patched(api.RefOf(p.Object), `{"spec":{"containers":`+tree.JSON(tree.NewList(items...))+`}}`, "change.pod.scale", name, str("cpu", half))
}

// cores writes an amount of cpu as people do: 3, 1500m.
func cores(milli int64) string {
	if milli%1000 == 0 {
		return itoa(int(milli / 1000))
	}
	return itoa(int(milli)) + "m"
}

// other is the one of two values that was not.
func other(was, a, b string) string {
	if was == a {
		return b
	}
	return a
}

// labels are the events of a change, as one word.
func (c *change) labels() string { return strings.Join(c.Events, " + ") }
