package ui

import (
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// versions is the release switch: the releases that are one press away, and the way to all of them and to the gates.
func (f *chrome) versions() *h.Node {
	list := f.m.quick()
	here := hasRelease(list, f.m.Left.Release)
	return h.El("div", h.Class("versions"), h.Attr("data-release", f.m.Left.Release.String()),
		h.El("div", h.Class("versions__quick"), h.Attr("role", "radiogroup"), h.Attr("aria-label", f.t("topbar.versions")), h.Attr("data-widget", "versions"),
			h.Group(each(list, func(i int, name string) h.Part {
				on := name == f.m.Left.Release.String()
				index := "-1"
				if on || !here && i == 0 {
					index = "0"
				}
				return h.Group(h.If(i > 0, h.El("span", h.Class("muted"), hidden, h.Text("▸"))),
					h.El("button", h.Class("btn", "btn--line"), h.Key("release:"+name), h.Attr("role", "radio"), h.Attr("aria-checked", boolean(on)), h.Attr("tabindex", index),
						h.Msg("release "+name), h.Text(name)))
			})...)),
		f.releasesButton(!here))
}

// versionSwitch is the switch, or where it would push the title out the button alone.
func (f *chrome) versionSwitch() *h.Node {
	if f.m.Width < 900 {
		return f.versionButton()
	}
	return f.versions()
}

// versionButton shows the release where there is no room for a switch.
func (f *chrome) versionButton() *h.Node {
	return h.El("div", h.Class("versions"), h.Attr("data-release", f.m.Left.Release.String()), f.releasesButton(true))
}

// releasesButton opens the dialog of all releases and gates; it bears the release's name where no other button does,
// and says so where a gate is not as the release has it.
func (f *chrome) releasesButton(named bool) *h.Node {
	release := f.m.Left.Release.String()
	about := "topbar.releases"
	if f.m.flipped() {
		about = "topbar.releases.flipped"
	}
	about = f.t(about, str("release", release), num("n", len(f.m.releases())))
	return h.El("button", h.Class("btn", when(named, "btn--line"), when(!named, "btn--icon"), when(f.m.flipped(), "btn--flipped"), when(named && !f.m.phone(), "btn--here")), h.Key("do:releases"),
		h.Attr("aria-label", about), h.Attr("title", about), h.Msg("dialog releases"), h.If(named, h.El("code", h.Text(release))), icon("gates"))
}

// releaseTable chooses the release, and under it its feature gates.
func (c *chrome) releaseTable() h.Part {
	return h.Group(
		h.El("fieldset", h.Class("releases"), h.El("legend", c.text("releases.legend")), h.Group(each(c.m.releases(), func(_ int, name string) h.Part {
			return h.El("label", h.Class("release", when(name == c.m.Left.Release.String(), "release--on")), h.Key("pick:"+name),
				h.El("input", h.Attr("type", "radio"), h.Attr("name", "release"), h.Attr("value", name), h.Attr("data-input", "release"), h.Property("checked", name == c.m.Left.Release.String())),
				h.El("code", h.Text(name)), h.El("span", h.Class("muted"), c.releaseAbout(name)))
		})...)),
		c.gates(), c.variants())
}

// releaseAbout says what one meets in a release, as its profile has it with the default gates.
func (c *chrome) releaseAbout(name string) h.Part {
	r, err := profile.Parse(name)
	if err != nil {
		return nil
	}
	p, err := profile.For(r, nil)
	if err != nil {
		return nil
	}
	keys := []string{map[profile.InFlight]string{profile.ByCycle: "release.cycle", profile.PreviousEvent: "release.previous", profile.PodMarker: "release.marker"}[p.InFlight]}
	if p.ErrorBackoffQ {
		keys = append(keys, "release.errors")
	}
	if p.DoneAt == profile.DoneBeforePreBind {
		keys = append(keys, "release.done")
	}
	if trace.LeakRecreated.Heals(p) {
		keys = append(keys, "release.recreated")
	}
	var parts []h.Part
	for i, k := range keys {
		parts = append(parts, h.If(i > 0, h.Text(" · ")), c.rich(k))
	}
	return h.Group(parts...)
}

// gates are the feature gates of the release that change the queue: what the default is, and a switch where the real
// binary has one.
func (c *chrome) gates() *h.Node {
	list := profile.GatesOf(c.m.Left.Release)
	return h.El("section", h.Class("block"), h.Key("gates"), h.Attr("aria-labelledby", "d-gates"),
		h.El("h3", h.Attr("id", "d-gates"), c.text("gates.title", str("release", c.m.Left.Release.String()))),
		h.If(len(list) == 0, h.El("p", h.Class("muted"), c.text("gates.none"))),
		h.El("ul", h.Class("gates"), h.Each(list, func(_ int, g profile.Gate) *h.Node { return c.gate(g) })),
		h.El("p", h.Class("muted"), c.text("gates.about")))
}

func (c *chrome) gate(g profile.Gate) *h.Node {
	on := c.m.gateOn(g)
	state := map[bool]string{true: "gates.on", false: "gates.off"}
	note := h.El("span", h.Class("muted"), c.text("gates.default", str("value", c.t(state[g.Default]))))
	if g.Locked != "" {
		note = h.El("span", h.Class("muted"), icon("lock"), c.text("gates.locked", str("value", c.t(state[g.Default])), str("release", g.Locked)))
	}
	return h.El("li", h.Class("gate", when(on != g.Default, "gate--flipped")), h.Key("gate:"+g.Name),
		h.El("label", h.Class("switch"),
			h.El("input", h.Attr("type", "checkbox"), h.Attr("role", "switch"), h.Attr("data-input", "gate "+g.Name), h.Property("checked", on), h.Property("disabled", g.Locked != "")),
			h.El("code", breakable(g.Name)), h.El("b", c.text(state[on]))),
		note,
		h.If(words[c.lang]["gate."+g.Name] != "", h.El("span", h.Class("gate__about"), c.rich("gate."+g.Name))))
}

// variants are the pieces of code that the run may take from elsewhere than its release, each with what it is.
func (c *chrome) variants() h.Part {
	t := c.m.Left.Trace
	if t == nil {
		return nil
	}
	own, err := profile.For(c.m.Left.Release, nil)
	if err != nil {
		return nil
	}
	return h.Each(t.Profile.Variants(), func(_ int, v profile.Variant) *h.Node {
		return h.El("fieldset", h.Class("releases", "variants"), h.Key("variant:"+v.Name), h.El("legend", c.ruleText(v.Label)),
			h.Each(v.Values, func(_ int, value profile.VariantValue) *h.Node {
				on := t.Profile.Variant(v.Name) == value.Name
				return h.El("label", h.Class("release", when(on, "release--on")),
					h.El("input", h.Attr("type", "radio"), h.Attr("name", v.Name), h.Attr("value", value.Name), h.Attr("data-input", "variant "+v.Name), h.Property("checked", on)),
					h.El("b", c.ruleText(value.Label)),
					h.El("span", h.Class("muted"), h.If(own.Variant(v.Name) == value.Name, h.Group(h.El("span", h.Class("badge"), c.text("variants.own", str("release", c.m.Left.Release.String()))), h.Text(" "))), c.ruleText(value.About)))
			}))
	})
}

// ruleText is a text of the engine that has no values.
func (c *chrome) ruleText(rule string) h.Part {
	return spans(why.Sentence(c.lang, why.Reason{Rule: why.Rule(rule)}))
}

// unreleased says in the list's head that the run is of code that no release has.
func (f *frame) unreleased() *h.Node {
	if len(f.prof.NeverReleased()) == 0 {
		return nil
	}
	return h.El("span", h.Class("badge", "badge--code"), h.Attr("title", f.t("variants.never")), f.text("variants.never"))
}
