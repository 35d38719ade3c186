// Package vdom describes a page as a tree of values and finds what to change when the tree changes. It is pure Go:
// views and their tests need no browser. Package dom applies the patches.
package vdom

// Node is an element or a text of the page. Views make nodes with El, Svg and Text and never change them afterwards.
type Node struct {
	Tag string // "" for a text node
	// Key names the node in the whole page, not only among its siblings: a node with a key keeps its identity when it
	// moves to another parent ("pod:web-1", "el:17").
	Key      string
	SVG      bool   // the element is in the SVG namespace
	Text     string // of a text node
	Attrs    []Attribute
	Styles   []Attribute // CSS properties, set through the CSSOM
	Props    []Prop      // DOM properties that attributes do not control once the user has touched them
	Children []*Node
}

// Attribute is a name and a value.
type Attribute struct{ Name, Value string }

// Prop is a DOM property: value, checked, open, indeterminate. Value is a string or a bool.
type Prop struct {
	Name  string
	Value any
}

// Part is something that El accepts: an attribute, a child, a key.
type Part interface{ addTo(n *Node) }

type part func(n *Node)

func (f part) addTo(n *Node) { f(n) }

func (n *Node) addTo(parent *Node) {
	if n != nil {
		parent.Children = append(parent.Children, n)
	}
}

// El makes an HTML element; nil parts are left out.
//
//go:noinline
func El(tag string, parts ...Part) *Node { return build(&Node{Tag: tag}, parts) }

// Svg makes an SVG element.
//
//go:noinline
func Svg(tag string, parts ...Part) *Node { return build(&Node{Tag: tag, SVG: true}, parts) }

func build(n *Node, parts []Part) *Node {
	if len(parts) > 0 && n.Attrs == nil {
		n.Attrs = make([]Attribute, 0, min(len(parts), 6))
	}
	for _, p := range parts {
		if p != nil {
			p.addTo(n)
		}
	}
	return n
}

// Text makes a text node.
//
//go:noinline
func Text(s string) *Node { return &Node{Text: s} }

// Attr sets an attribute.
//
//go:noinline
func Attr(name, value string) Part { return Attribute{name, value} }

func (a Attribute) addTo(n *Node) { n.Attrs = append(n.Attrs, a) }

// Class sets the class attribute; empty names are left out.
//
//go:noinline
func Class(names ...string) Part {
	joined := ""
	for _, c := range names {
		switch {
		case c == "":
		case joined == "":
			joined = c
		default:
			joined += " " + c
		}
	}
	if joined == "" {
		return nothing
	}
	return Attribute{"class", joined}
}

var nothing = part(func(*Node) {})

// Msg sets data-msg: what a click, a change or a submit of the element sends to Update, in its text form.
//
//go:noinline
func Msg(m string) Part { return Attr("data-msg", m) }

// Style sets a CSS property, custom ones (--x) too.
//
//go:noinline
func Style(property, value string) Part {
	return part(func(n *Node) { n.Styles = append(n.Styles, Attribute{property, value}) })
}

// Property sets a DOM property.
//
//go:noinline
func Property(name string, value any) Part {
	return part(func(n *Node) { n.Props = append(n.Props, Prop{name, value}) })
}

// Key gives the node its page-wide key.
//
//go:noinline
func Key(k string) Part { return part(func(n *Node) { n.Key = k }) }

// If is the part where the condition holds, nothing elsewhere.
//
//go:noinline
func If(cond bool, p Part) Part {
	if !cond {
		return nothing
	}
	return p
}

// Each adds a child an item.
func Each[T any](items []T, f func(i int, item T) *Node) Part {
	return part(func(n *Node) {
		for i, item := range items {
			f(i, item).addTo(n)
		}
	})
}

// Group adds several parts as one.
//
//go:noinline
func Group(parts ...Part) Part { return part(func(n *Node) { build(n, parts) }) }
