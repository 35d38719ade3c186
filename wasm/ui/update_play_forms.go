package ui

import (
	"strings"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/trace"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// editing is the object that is open as YAML.
type editing struct {
	ref  api.Ref
	was  *tree.Value
	Text string
	Bad  []wrong
}

// form is a field as it is typed: "form NAME VALUE".
func (u *update) form(rest string) {
	name, v, _ := strings.Cut(rest, " ")
	u.m.Play.Typed = with(u.m.Play.Typed, name, v)
	if len(u.m.Play.Wrong[name]) > 0 {
		u.m.Play.Wrong = with(u.m.Play.Wrong, name, nil)
	}
}

// addAs chooses how a pod is written: form or yaml.
func (u *update) addAs(rest string) {
	u.m.Play.YAML = rest == "yaml"
	u.m.Rove = with(u.m.Rove, "add-as", "tab:add-"+rest)
}

// addPod adds the pod of the form, or the documents of the text.
func (u *update) addPod(string) {
	if u.m.Play.YAML {
		docs, ok := u.read1("pod", "pod.yaml", u.m.typed("pod.yaml"))
		if ok && u.apply(docs) {
			u.m.Play.Typed = without(u.m.Play.Typed, "pod.yaml")
		}
		return
	}
	name := strings.TrimSpace(u.m.typed("pod.name"))
	if u.addForm("pod", name, u.m.podManifest()) {
		u.m.Play.Typed = with(u.m.Play.Typed, "pod.name", u.m.freeName(api.KindPod, name))
		u.choose1(name)
	}
}

// choose1 makes the pod of that name the one that the page is about.
func (u *update) choose1(name string) {
	for _, p := range u.m.livePods() {
		if p.Object.Name == name {
			u.m.Selected = p.ID
		}
	}
}

// addNode adds the node of the form.
func (u *update) addNode(string) {
	name := strings.TrimSpace(u.m.typed("node.name"))
	if u.addForm("node", name, u.m.nodeManifest()) {
		u.m.Play.Typed = with(without(u.m.Play.Typed, "node.label"), "node.name", u.m.freeName(api.KindNode, name))
		u.m.Play.Node = name
		u.panel("")
	}
}

// addForm adds the object of a form. What is there already under that name is left alone.
func (u *update) addForm(form, name string, v *tree.Value) bool {
	kind, there := api.Kind(v.Get("kind").Text), false
	for _, p := range u.m.livePods() {
		there = there || kind == api.KindPod && p.Object.Name == name && p.Object.Namespace == api.DefaultNamespace
	}
	for _, n := range u.m.liveNodes() {
		there = there || kind == api.KindNode && n.Object.Name == name
	}
	if there {
		u.wrong(form, []wrong{{Problem: why.Problem{Field: "metadata.name"}, key: "play.bad.there", values: []value{str("name", name)}}})
		return false
	}
	docs, ok := u.read1(form, form+".form", tree.YAML(v))
	return ok && u.apply(docs)
}

// read1 reads documents of a form; what is wrong stands at its fields, the rest below it.
func (u *update) read1(form, foot, text string) (docs []api.Doc, ok bool) {
	s, at, problem := u.here()
	if problem != nil {
		u.fail(problem)
		return nil, false
	}
	docs, bad, warnings := decode(text, s.told(at).Objects)
	if len(bad) > 0 {
		u.wrongAt(form, foot, bad)
		return nil, false
	}
	u.m.Play.Wrong = nil
	u.m.Import.Warnings = warnings
	return docs, true
}

func (u *update) wrong(form string, bad []wrong) { u.wrongAt(form, form+".form", bad) }

func (u *update) wrongAt(form, foot string, bad []wrong) {
	out := map[string][]wrong{}
	first := ""
	for _, w := range bad {
		name := fieldOf(form, w.Field)
		if name == "" || strings.HasSuffix(foot, ".yaml") {
			name = foot
		}
		out[name] = append(out[name], w)
		if first == "" {
			first = name
		}
	}
	u.m.Play.Wrong = out
	u.do(Focus{"field:" + first}, Reveal{Keys: []string{"wrong:" + first}})
}

func without(m map[string]string, k string) map[string]string {
	out := map[string]string{}
	for key, v := range m { // order-free: a copy
		if key != k {
			out[key] = v
		}
	}
	return out
}

// pick chooses a pod by its number, or a node by its name, for the buttons to be about.
func (u *update) pick(rest string) {
	switch kind, what, _ := strings.Cut(rest, " "); kind {
	case "pod":
		u.m.Selected = trace.PodID(atoi(what, int(trace.NoPod)))
	case "node":
		u.m.Play.Node = what
		u.m.Play.Typed = without(without(without(u.m.Play.Typed, "size.cpu"), "size.memory"), "size.pods")
	}
}

// panel opens one of the node's forms; again, or with none, it closes. The focus goes along.
func (u *update) panel(rest string) {
	was := u.m.Play.Panel
	if rest == was {
		rest = ""
	}
	u.m.Play.Panel, u.m.Play.Wrong = rest, nil
	switch rest {
	case "":
		if was != "" {
			u.do(Focus{"panel:" + was})
		}
	case "node":
		u.do(Focus{"field:node.name"})
	case "taint":
		u.do(Focus{"field:taint.taint"})
	case "size":
		u.m.Play.Typed = without(without(without(u.m.Play.Typed, "size.cpu"), "size.memory"), "size.pods")
		u.do(Focus{"field:size.cpu"})
	}
}

// addTaint adds the taint of the form to the chosen node.
func (u *update) addTaint(string) {
	n := u.m.chosenNode()
	if n == nil {
		return
	}
	s := strings.TrimSpace(u.m.typed("taint.taint"))
	run := u.moment()
	if run == nil {
		return
	}
	doc, ok := run.Doc(nodeRef(n))
	if !ok || s == "" {
		u.wrong("taint", []wrong{{Problem: why.Problem{Field: "spec.taints"}, key: "play.bad.taint"}})
		return
	}
	patch := `{"spec":{"taints":` + tree.JSON(withTaint(doc.Value, s)) + `}}`
	if u.patchForm("taint", nodeRef(n), doc, patch) {
		u.m.Play.Typed = without(u.m.Play.Typed, "taint.taint")
	}
}

// resize gives the chosen node the sizes of the form.
func (u *update) resize(string) {
	n := u.m.chosenNode()
	run := u.moment()
	if n == nil || run == nil {
		return
	}
	doc, ok := run.Doc(nodeRef(n))
	if !ok {
		return
	}
	where := "allocatable"
	if doc.Value.Path("status", "allocatable") == nil {
		where = "capacity"
	}
	sizes := tree.NewMap()
	for _, name := range []string{"cpu", "memory", "pods"} {
		was, _ := n.Object.Allocatable.Get(name)
		if now := strings.TrimSpace(u.m.typed("size." + name)); now != was.Text {
			sizes.Fields = append(sizes.Fields, pair(name, tree.NewString(now)))
		}
	}
	if sizes.Len() == 0 {
		u.panel("")
		return
	}
	patch := tree.JSON(tree.NewMap(pair("status", tree.NewMap(pair(where, sizes)))))
	if u.patchForm("size", nodeRef(n), doc, patch) {
		u.panel("")
	}
}

// patchForm does a patch, or says at the form's fields what is wrong with it.
func (u *update) patchForm(form string, ref api.Ref, doc api.Doc, patch string) bool {
	_, problems := api.Patch(doc, patch, u.moment().Rules())
	var bad []wrong
	for _, p := range problems {
		if p.Fatal {
			bad = append(bad, wrong{Problem: p})
		}
	}
	if len(bad) > 0 {
		u.wrong(form, bad)
		return false
	}
	u.m.Play.Wrong = nil
	return u.playAct("patch " + ref.String() + " " + patch)
}

// edit opens an object as YAML: "edit REF".
func (u *update) edit(rest string) {
	ref, problem := api.ParseRef(rest)
	run := u.moment()
	if problem != nil || run == nil {
		return
	}
	doc, ok := run.Doc(ref)
	if !ok {
		return
	}
	u.pause("")
	u.m.Play.Edit = &editing{ref: ref, was: doc.Value, Text: tree.YAML(doc.Value)}
	u.m.Dialog = "edit"
	u.do(Focus{"edit-text"})
}

// edited is the text as it is typed.
func (u *update) edited(rest string) {
	if e := u.m.Play.Edit; e != nil {
		next := *e
		next.Text = rest
		u.m.Play.Edit = &next
	}
}

// change makes a patch of the edited text and does it.
func (u *update) saveEdit(string) {
	e := u.m.Play.Edit
	if e == nil {
		return
	}
	next := *e
	u.m.Play.Edit = &next
	patch, bad := e.patch()
	next.Bad = bad
	if len(bad) > 0 {
		u.do(Focus{"edit-bad"})
		return
	}
	if patch == nil {
		u.m.Dialog = ""
		u.note("play.same")
		return
	}
	line := "patch " + e.ref.String() + " " + tree.JSON(patch)
	a, problem := action.Parse(line)
	if problem == nil {
		problem = u.tell(a)
	}
	if problem != nil {
		p := *problem
		p.Line, p.Column = 0, 0
		next.Bad = []wrong{{Problem: p}}
		u.do(Focus{"edit-bad"})
		return
	}
	u.m.Dialog = ""
	u.came()
}

// patch is what the text changes, nil for nothing.
func (e *editing) patch() (*tree.Value, []wrong) {
	values, problems := tree.Parse("", []byte(e.Text))
	var bad []wrong
	for _, p := range problems {
		if p.Fatal {
			bad = append(bad, wrong{Problem: p})
		}
	}
	if len(bad) == 0 && (len(values) != 1 || values[0].Kind != tree.Map) {
		bad = append(bad, wrong{key: "play.bad.one"})
	}
	if len(bad) > 0 {
		return nil, bad
	}
	return tree.Diff(e.was, values[0]), nil
}

// chosen is the change that the menu of events stands at.
func (m *Model) chosenChange() *change {
	cs := m.Play.Offer.Changes
	for i := range cs {
		if cs[i].ID == m.Play.Change {
			return &cs[i]
		}
	}
	if len(cs) == 0 {
		return nil
	}
	return &cs[0]
}

func (u *update) pickChange(rest string) { u.m.Play.Change = rest }

// fire does the change that the menu stands at.
func (u *update) fire(string) {
	c := u.m.chosenChange()
	switch {
	case c == nil:
	case len(c.Docs) > 0:
		u.apply(c.Docs)
	default:
		u.playAct(c.ID)
	}
}

// rested brings the offer up to date where the reader stays at an earlier moment.
func (u *update) rested(string) { u.offers(true) }
