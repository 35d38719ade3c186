package ui

import (
	"inflight/engine/api"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/tree"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// field is a field of a form, with what is wrong with it below. Its label is the manifest's own word.
func (c *chrome) field(name, label, hint string, class string) *h.Node {
	bad := c.m.Play.Wrong[name]
	return h.El("label", h.Class("field", class), h.Text(label),
		h.El("input", h.Key("field:"+name), h.Attr("name", name), h.Attr("autocomplete", "off"), h.Attr("autocapitalize", "off"), h.Attr("spellcheck", "false"),
			h.If(hint != "", h.Attr("placeholder", hint)), c.describes(name), h.Attr("data-input", "form "+name), h.Property("value", c.m.typed(name))),
		c.wrongs(name, bad))
}

func (c *chrome) describes(name string) h.Part {
	if len(c.m.Play.Wrong[name]) == 0 {
		return nil
	}
	return h.Group(h.Attr("aria-invalid", "true"), h.Attr("aria-describedby", "wrong-"+name))
}

// wrongs are what is wrong with a field, or with a form as a whole: with the line, where there are lines.
func (c *chrome) wrongs(name string, bad []wrong) *h.Node {
	if len(bad) == 0 {
		return nil
	}
	return h.El("span", h.Class("field__bad"), h.Key("wrong:"+name), h.Attr("id", "wrong-"+name), h.Attr("role", "alert"),
		h.Each(bad[:min(len(bad), 3)], func(_ int, w wrong) *h.Node {
			return h.El("span", c.wrongPlace(w), c.wrongText(w))
		}))
}

// wrongPlace is the line of a text and the field.
func (c *chrome) wrongPlace(w wrong) h.Part {
	return h.Group(h.If(w.Line > 0, h.Group(h.El("b", c.text("import.at.line", num("line", w.Line))), h.Text(" "))),
		h.If(w.Field != "", h.Group(h.El("code", h.Text(w.Field)), h.Text(" "))))
}

// podForm adds a pod: in a form, or as YAML.
func (c *chrome) podForm() *h.Node {
	yaml := c.m.Play.YAML
	tab := func(name, key string, on bool) *h.Node {
		index := "-1"
		if on {
			index = "0"
		}
		return h.El("button", h.Class("btn"), h.Key("tab:add-"+name), h.Attr("role", "tab"), h.Attr("id", "t-add-"+name), h.Attr("aria-selected", boolean(on)), h.Attr("aria-controls", "add-pod"),
			h.Attr("tabindex", index), h.Msg("add-as "+name), c.text(key))
	}
	tabs := h.El("span", h.Class("tabs"), h.Attr("role", "tablist"), h.Attr("aria-label", c.t("play.add")), h.Attr("data-widget", "add-as"),
		tab("form", "play.form", !yaml), tab("yaml", "play.yaml", yaml))
	on := "form"
	if yaml {
		on = "yaml"
	}
	add := h.El("button", h.Class("btn", "btn--fill"), h.Key("do:add-pod"), h.Attr("type", "submit"), icon("plus"), c.text("play.add.pod"))
	return c.group("pod-add", "play.add", tabs,
		h.El("div", h.Attr("id", "add-pod"), h.Attr("role", "tabpanel"), h.Attr("aria-labelledby", "t-add-"+on), h.El("form", h.Class("form"), h.Attr("data-submit", "add-pod"),
			h.If(!yaml, h.Group(c.field("pod.name", "name", "", "field--wide"), c.field("pod.cpu", "cpu", "500m", ""), c.field("pod.priority", "priority", "0", ""),
				c.moreFields())),
			h.If(yaml, h.El("label", h.Class("field", "field--wide"), c.text("import.field"),
				h.El("textarea", h.Key("field:pod.yaml"), h.Attr("name", "pod.yaml"), h.Attr("rows", "11"), h.Attr("wrap", "off"), h.Attr("spellcheck", "false"), h.Attr("autocapitalize", "off"),
					c.describes("pod.yaml"), h.Attr("data-input", "form pod.yaml"), h.Property("value", c.m.typed("pod.yaml"))))),
			h.If(yaml, c.wrongs("pod.yaml", c.m.Play.Wrong["pod.yaml"])),
			c.wrongs("pod.form", c.m.Play.Wrong["pod.form"]), h.El("div", h.Class("add-row", "field--wide"), add, h.If(!yaml, c.moreKey())))))
}

// moreFields are the fields that few pods need.
func (c *chrome) moreFields() h.Part {
	open := c.m.Open["pod.more"]
	return h.Group(
		h.If(open, h.Group(c.field("pod.memory", "memory", "256Mi", ""), c.field("pod.gate", "schedulingGate", "example.com/wait", ""),
			c.field("pod.toleration", "toleration", "gpu=true:NoSchedule", "field--wide"), c.field("pod.selector", "nodeSelector", "disk=ssd", "field--wide"))))
}

// moreKey shows and hides them.
func (c *chrome) moreKey() *h.Node {
	open := c.m.Open["pod.more"]
	label := c.t(map[bool]string{false: "play.more", true: "play.less"}[open])
	return h.El("button", h.Class("btn", "btn--line", "btn--icon"), h.Key("do:pod-more"), h.Attr("type", "button"), h.Attr("aria-expanded", boolean(open)), h.Msg("open pod.more"),
		h.Attr("aria-label", label), h.Attr("title", label), icon("more"))
}

// podGroup is what can be done to the chosen pod.
func (c *chrome) podGroup() *h.Node {
	p := c.m.chosenPod()
	if p == nil {
		return nil
	}
	f := newFrame(c.m)
	ref := api.RefOf(p.Object).String()
	choose := h.El("span", h.Class("pick"), f.token(p.ID, "tok--sm"),
		h.El("select", h.Class("select"), h.Key("pick-pod"), h.Attr("aria-label", c.t("play.pod.which")), h.Attr("data-input", "pick pod"),
			h.Each(c.m.livePods(), func(_ int, o *trace.Pod) *h.Node {
				return h.El("option", h.Attr("value", itoa(int(o.ID))), h.Property("selected", o.ID == p.ID), h.Text(podName(o)))
			})))
	return c.group("pod", "play.pod", choose,
		h.El("div", h.Class("btn-pair"),
			c.command("edit "+ref, "code", "play.edit"), c.command("act delete "+ref, "trash", "play.delete")),
		c.command("act recreate "+ref, "recreate", "play.recreate"))
}

// command is a button of the column.
func (c *chrome) command(msg, glyph, key string) *h.Node {
	return h.El("button", h.Class("btn", "btn--line"), h.Key("do:"+key), h.Msg(msg), icon(glyph), c.text(key))
}

// nodeGroup is what can be done to the nodes.
func (c *chrome) nodeGroup() *h.Node {
	n := c.m.chosenNode()
	panel := func(name, glyph, key string) *h.Node {
		return h.El("button", h.Class("btn", "btn--line"), h.Key("panel:"+name), h.Attr("aria-expanded", boolean(c.m.Play.Panel == name)), h.Msg("panel "+name), icon(glyph), c.text(key))
	}
	if n == nil {
		return c.group("node", "play.node", nil, h.El("div", h.Class("btn-pair"), panel("node", "plus", "play.node.add")), h.If(c.m.Play.Panel == "node", c.nodeForm()))
	}
	ref := nodeRef(n).String()
	cordon, key := `{"spec":{"unschedulable":true}}`, "play.node.cordon"
	if n.Object.Unschedulable {
		cordon, key = `{"spec":{"unschedulable":null}}`, "play.node.uncordon"
	}
	choose := h.El("span", h.Class("pick"), h.El("select", h.Class("select"), h.Key("pick-node"), h.Attr("aria-label", c.t("play.node.which")), h.Attr("data-input", "pick node"),
		h.Each(c.m.liveNodes(), func(_ int, o *trace.Node) *h.Node {
			return h.El("option", h.Attr("value", o.Object.Name), h.Property("selected", o == n), h.Text(o.Object.Name))
		})))
	return c.group("node", "play.node", choose,
		h.El("div", h.Class("btn-pair"),
			panel("node", "plus", "play.node.add"), panel("taint", "taint", "play.node.taint"), panel("size", "node", "play.node.resize"),
			c.command("act patch "+ref+" "+cordon, "lock", key),
			h.El("button", h.Class("btn", "btn--line"), h.Key("do:node-edit"), h.Msg("edit "+ref), icon("code"), c.text("play.edit")),
			h.El("button", h.Class("btn", "btn--line"), h.Key("do:node-delete"), h.Msg("act delete "+ref), icon("trash"), c.text("play.delete"))),
		h.If(c.m.Play.Panel == "node", c.nodeForm()),
		h.If(c.m.Play.Panel == "taint", c.taintForm(n)),
		h.If(c.m.Play.Panel == "size", c.sizeForm()))
}

// small is a form that opens below the node's buttons.
func (c *chrome) small(name, msg, does string, parts ...h.Part) *h.Node {
	return h.El("form", h.Class("form", "form--small"), h.Key("form:"+name), h.Attr("data-submit", msg), h.Group(parts...), c.wrongs(name+".form", c.m.Play.Wrong[name+".form"]),
		h.El("button", h.Class("btn", "btn--fill"), h.Key("do:"+msg), h.Attr("type", "submit"), c.text(does)))
}

func (c *chrome) nodeForm() *h.Node {
	return c.small("node", "add-node", "play.node.add", c.field("node.name", "name", "", "field--wide"), c.field("node.cpu", "cpu", "4", ""), c.field("node.memory", "memory", "8Gi", ""),
		c.field("node.pods", "pods", "110", ""), c.field("node.label", "label", "zone=a", ""), c.field("node.taint", "taint", "gpu=true:NoSchedule", "field--wide"))
}

func (c *chrome) sizeForm() *h.Node {
	return c.small("size", "resize", "play.node.resize", c.field("size.cpu", "cpu", "", ""), c.field("size.memory", "memory", "", ""), c.field("size.pods", "pods", "", ""))
}

// taintForm lists the taints of a node, each with a button that takes it away, and adds another.
func (c *chrome) taintForm(n *trace.Node) *h.Node {
	taints := n.Object.Taints
	rows := h.Each(taints, func(i int, t api.Taint) *h.Node {
		return h.El("li", h.El("code", h.Text(t.String())), h.El("button", h.Class("btn", "btn--icon"), h.Key("do:untaint:"+itoa(i)), h.Attr("type", "button"),
			h.Attr("aria-label", c.t("play.untaint", str("taint", t.String()))), h.Msg("act patch "+nodeRef(n).String()+" "+taintsPatch(taints, i)), icon("cross")))
	})
	return c.small("taint", "add-taint", "play.node.taint", h.If(len(taints) > 0, h.El("ul", h.Class("chips", "field--wide"), rows)),
		c.field("taint.taint", "taint", "dedicated=batch:NoSchedule", "field--wide"))
}

// taintsPatch is a node's taints without the i-th.
func taintsPatch(taints []api.Taint, i int) string {
	rest := tree.NewList()
	for j, t := range taints {
		if j != i {
			rest.Items = append(rest.Items, taint(t.String()))
		}
	}
	return tree.JSON(fields(pair("spec", tree.NewMap(pair("taints", rest)))))
}

// eventGroup is the menu of changes that cause cluster events.
func (c *chrome) eventGroup() *h.Node {
	cs := c.m.Play.Offer.Changes
	chosen := c.m.chosenChange()
	if chosen == nil {
		return c.group("event", "play.event", nil, h.El("p", h.Class("group__note"), c.text("play.event.none")))
	}
	var groups []h.Part
	for i := range cs {
		label := cs[i].labels()
		first := true
		for j := range i {
			first = first && cs[j].labels() != label
		}
		if !first {
			continue
		}
		var options []h.Part
		for j := i; j < len(cs); j++ {
			if cs[j].labels() == label {
				options = append(options, h.El("option", h.Attr("value", cs[j].ID), h.Property("selected", cs[j].ID == chosen.ID), h.Text(c.t(cs[j].Key, cs[j].Values...))))
			}
		}
		groups = append(groups, h.El("optgroup", h.Attr("label", label), h.Group(options...)))
	}
	return c.group("event", "play.event", nil,
		h.El("select", h.Class("select"), h.Key("pick-event"), h.Attr("aria-label", c.t("play.event.which")), h.Attr("data-input", "change"), h.Group(groups...)),
		h.El("button", h.Class("btn", "btn--line", "fire"), h.Key("do:fire"), h.Msg("fire"), icon("bolt"), c.text("play.fire"), h.El("code", breakable(chosen.labels()))))
}

// editForm is an object as YAML, with the patch that becomes of it.
func (c *chrome) editForm() h.Part {
	e := c.m.Play.Edit
	if e == nil {
		return nil
	}
	patch, bad := e.patch()
	line := ""
	if len(bad) == 0 && patch != nil {
		line = "patch " + e.ref.String() + " " + tree.JSON(patch)
	}
	return h.Group(
		h.If(len(e.Bad) > 0, h.El("div", h.Class("edit__bad"), h.Key("edit-bad"), h.Attr("tabindex", "-1"), h.Attr("role", "alert"),
			h.Each(e.Bad, func(_ int, w wrong) *h.Node { return h.El("p", c.wrongPlace(w), c.wrongText(w)) }))),
		h.El("form", h.Class("import"), h.Attr("data-submit", "save-edit"),
			h.El("label", h.Class("field"), h.El("code", h.Text(e.ref.String())),
				h.El("textarea", h.Key("edit-text"), h.Attr("name", "edit"), h.Attr("rows", "18"), h.Attr("wrap", "off"), h.Attr("spellcheck", "false"), h.Attr("autocapitalize", "off"),
					h.Attr("data-input", "edited"), h.Property("value", e.Text))),
			h.El("p", h.Class("edit__line"), h.If(line != "", h.El("code", h.Text(line))), h.If(line == "" && len(bad) == 0, h.El("span", h.Class("muted"), c.text("play.same")))),
			h.El("div", h.Class("btn-row"),
				h.El("button", h.Class("btn", "btn--fill"), h.Key("do:save-edit"), h.Attr("type", "submit"), c.text("play.apply")),
				h.El("button", h.Class("btn", "btn--line"), h.Key("do:cancel-edit"), h.Attr("type", "button"), h.Msg("close"), c.text("play.cancel")))))
}

// possibleRow is something that can happen next, with what can be arranged for its phase.
func (c *chrome) possibleRow(i int, p Possible, first bool) *h.Node {
	phase, pod := p.phase()
	key := "next:" + p.ID
	open := c.m.Open[key]
	return h.El("li",
		h.El("div", h.Class("next"),
			h.El("button", h.Class("btn", "btn--line", "next__do"), h.Key("do:"+p.ID), h.Msg("act do "+p.ID), h.El("span", spans(why.Sentence(c.lang, p.Why))),
				h.If(first, h.El("kbd", h.Attr("title", c.t("play.first")), h.Text("N")))),
			h.If(phase != "", h.El("button", h.Class("btn", "btn--icon"), h.Key("more:"+p.ID), h.Attr("aria-expanded", boolean(open)), h.Attr("aria-label", c.t("play.next.more", str("phase", phase), str("pod", why.ShortPod(p.Why.Pod)))), h.Msg("open "+key), icon("more")))),
		h.If(open && phase != "", h.El("div", h.Class("btn-pair"),
			h.El("button", h.Class("btn", "btn--line"), h.Key("hold:"+p.ID), h.Msg("act hold "+phase+" "+pod), icon("pause"), c.text("play.hold")),
			h.If(phase == string(trace.PhasePermit), h.El("button", h.Class("btn", "btn--line"), h.Key("wait:"+p.ID), h.Msg("act hold WaitOnPermit "+pod), icon("lock"), c.text("play.wait"))),
			h.If(sim.Rejectable(trace.Phase(phase)), h.El("button", h.Class("btn", "btn--line"), h.Key("refuse:"+p.ID), h.Msg("act reject "+phase+" "+pod), icon("cross"), c.text("play.reject"))),
			h.If(sim.Failable(trace.Phase(phase)), h.El("button", h.Class("btn", "btn--line"), h.Key("fail:"+p.ID), h.Msg("act fail "+phase+" "+pod), icon("warn"), c.text("play.fail"))))))
}

// phase is the phase that would run and the pod's reference, "" where it is no phase.
func (p Possible) phase() (phase, ref string) {
	for _, a := range p.Why.Args {
		if a.Name == "phase" {
			phase = a.Str
		}
	}
	return phase, "pod/" + why.ShortPod(p.Why.Pod)
}
