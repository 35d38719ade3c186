package ui

import (
	h "inflight/wasm/vdom"
)

var brandMark = h.Svg("svg", h.Attr("viewBox", "0 0 30 18"), hidden,
	h.Svg("path", h.Attr("d", "M0 9h30"), h.Class("brand__rail")),
	h.Svg("rect", h.Attr("x", "1"), h.Attr("y", "3"), h.Attr("width", "9"), h.Attr("height", "12"), h.Attr("rx", "2"), h.Class("brand__pod")),
	h.Svg("rect", h.Attr("x", "12"), h.Attr("y", "3"), h.Attr("width", "7"), h.Attr("height", "12"), h.Attr("rx", "2"), h.Class("brand__event")),
	h.Svg("rect", h.Attr("x", "22"), h.Attr("y", "3"), h.Attr("width", "7"), h.Attr("height", "12"), h.Attr("rx", "2"), h.Class("brand__event")))

// topbar is the name, the modes, what is shown, the release, and everything about the page as a whole.
func (f *chrome) topbar() *h.Node {
	small := f.m.phone()
	return h.El("header", h.Class("topbar"), h.Key("topbar"),
		h.If(f.m.Left.Trace != nil, h.El("a", h.Class("skip"), h.Attr("href", map[bool]string{true: "#st", false: "#l-star"}[f.m.Left.Trace == nil || f.m.isEmpty()]), f.text("skip"))),
		h.El("div", h.Class("topbar__brand"), brandMark, h.El("span", h.If(f.m.layout() >= tabbed, h.Class("visually-hidden")), h.Text("Inflight"))),
		h.If(!small, f.modes()),
		h.El("div", h.Class("topbar__title"), h.El("h1", h.Attr("title", f.title()), h.Text(f.title())), h.If(f.m.layout() < drawer, f.lessonNumber())),
		h.El("span", h.Class("topbar__space")),
		h.If(!small, h.Group(f.versionSwitch(), h.El("span", h.Class("topbar__rule")), f.fileButtons(), h.El("span", h.Class("topbar__rule")), f.pageButtons())),
		h.If(small, h.Group(f.versionButton(), h.El("button", h.Class("btn", "btn--icon"), h.Key("more"), h.Attr("aria-label", f.t("topbar.more")),
			h.Attr("aria-expanded", boolean(f.m.Dialog == "menu")), h.Msg("dialog menu"), icon("more")))))
}

func (f *chrome) modes() *h.Node {
	tab := func(mode Mode) *h.Node {
		return h.El("button", h.Class("btn"), h.Key("mode:"+string(mode)), h.If(f.m.Mode == mode, h.Attr("aria-current", "page")), h.Msg("mode "+string(mode)), f.text("mode."+string(mode)))
	}
	return h.El("nav", h.Class("tabs"), h.Attr("aria-label", f.t("topbar.modes")), tab(Learn), tab(Play))
}

// title is what is shown: the lesson, or the reader's own file.
func (f *chrome) title() string {
	switch {
	case f.m.Mode == Learn && f.m.Lesson != nil:
		return f.m.Lesson.Title[f.lang]
	case f.m.Mode == Play && f.m.Title[f.lang] != "":
		return f.m.Title[f.lang]
	case f.m.Mode == Play && f.m.Play.Name != "":
		return f.m.Play.Name
	case f.m.Mode == Play:
		return f.t("title.own")
	}
	return f.t("title.none")
}

func (f *chrome) lessonNumber() *h.Node {
	if f.m.Mode != Learn || f.m.Lesson == nil || f.m.Lesson.Of < 2 {
		return nil
	}
	return h.El("span", h.Class("muted"), f.text("lesson.number", num("n", f.m.Lesson.Number), num("all", f.m.Lesson.Of)))
}

func (f *chrome) fileButtons() h.Part {
	return h.Group(f.iconButton("import", "dialog import", "topbar.import"),
		h.If(f.m.Left.Scenario != nil, h.Group(f.iconButton("export", "export", "topbar.export"), h.If(f.m.layout() < below || f.m.phone(), f.iconButton("print", "print", "topbar.print")))))
}

func (f *chrome) pageButtons() h.Part {
	return h.Group(
		h.El("button", h.Class("btn", "btn--icon"), h.Key("do:theme"), h.Attr("aria-label", f.t("topbar.theme", str("theme", f.t("theme."+f.m.theme())))), h.Msg("theme"), icon("theme")),
		h.El("button", h.Class("btn"), h.Key("do:lang"), h.Attr("aria-label", f.t("topbar.lang")), h.Msg("lang"), icon("globe"), f.text("lang.short")),
		f.iconButton("help", "dialog keys", "topbar.help"))
}

func (f *chrome) iconButton(glyph, msg, key string) *h.Node {
	return h.El("button", h.Class("btn", "btn--icon"), h.Key("do:"+glyph), h.Attr("aria-label", f.t(key)), h.Attr("title", f.t(key)), h.Msg(msg), icon(glyph))
}

func each[T interface{ String() string }](list []T, part func(i int, name string) h.Part) []h.Part {
	var out []h.Part
	for i, x := range list {
		out = append(out, part(i, x.String()))
	}
	return out
}
