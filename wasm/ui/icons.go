package ui

import (
	_ "embed"
	"strings"

	h "inflight/wasm/vdom"
)

//go:embed icons.txt
var iconFile string

// sprite holds every symbol that icons and tokens use. It never changes, so it is one node for all views.
var sprite = buildSprite(iconFile)

func buildSprite(file string) *h.Node {
	var symbols []*h.Node
	for _, line := range strings.Split(file, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		head, shapes, _ := strings.Cut(line, ": ")
		id, box, _ := strings.Cut(head, " ")
		symbols = append(symbols, h.Svg("symbol", h.Attr("id", id), h.Attr("viewBox", box),
			h.Each(strings.Split(shapes, " ; "), func(_ int, s string) *h.Node { return shape(s) })))
	}
	return h.Svg("svg", h.Class("sprite"), h.Attr("aria-hidden", "true"), h.Key("sprite"),
		h.Each(symbols, func(_ int, n *h.Node) *h.Node { return n }))
}

func shape(s string) *h.Node {
	var paint []h.Part
	switch s[0] {
	case '!':
		s, paint = s[1:], []h.Part{h.Attr("fill", "currentColor"), h.Attr("stroke", "none")}
	case '~':
		s, paint = s[1:], []h.Part{h.Attr("stroke", "var(--panel)")}
	}
	tag, attrs, found := strings.Cut(s, " ")
	if !found || !strings.Contains(attrs, "=") {
		return h.Svg("path", h.Attr("d", s), h.Group(paint...))
	}
	return h.Svg(tag, attributes(strings.Fields(attrs)), h.Group(paint...))
}

func attributes(pairs []string) h.Part {
	var parts []h.Part
	for _, p := range pairs {
		name, value, _ := strings.Cut(p, "=")
		parts = append(parts, h.Attr(name, value))
	}
	return h.Group(parts...)
}

// use draws a symbol.
func use(id string) *h.Node { return h.Svg("use", h.Attr("href", "#"+id)) }

var (
	hidden = h.Attr("aria-hidden", "true")
	box16  = h.Attr("viewBox", "0 0 16 16")
	box24  = h.Attr("viewBox", "0 0 24 24")
)

// icon is one of the sprite's 16 px icons, with the class names given besides "icon". Nodes do not change, so those
// without a class of their own are made once.
func icon(name string, classes ...string) *h.Node {
	if len(classes) == 0 {
		if n, made := plainIcons[name]; made {
			return n
		}
		plainIcons[name] = drawIcon(name)
		return plainIcons[name]
	}
	return drawIcon(name, classes...)
}

var plainIcons = map[string]*h.Node{}

func drawIcon(name string, classes ...string) *h.Node {
	return h.Svg("svg", h.Class(append([]string{"icon"}, classes...)...), box16, hidden, use("i-"+name))
}
