package vdom

import (
	"fmt"
	"strings"
)

// HTML is the node as HTML for golden files: an element a line, indented, elements that hold only text on one line.
// Styles and properties, which are no attributes in the page, are written as style="…" and .name="…".
func HTML(n *Node) string {
	var b strings.Builder
	writeNode(&b, n, 0)
	return b.String()
}

func writeNode(b *strings.Builder, n *Node, depth int) {
	indent := strings.Repeat("  ", depth)
	if n.Tag == "" {
		fmt.Fprintf(b, "%s%s\n", indent, textEscape.Replace(n.Text))
		return
	}
	b.WriteString(indent)
	writeOpen(b, n)
	switch {
	case len(n.Children) == 0 && void[n.Tag]:
		b.WriteByte('\n')
	case onlyText(n):
		for _, c := range n.Children {
			b.WriteString(textEscape.Replace(c.Text))
		}
		fmt.Fprintf(b, "</%s>\n", n.Tag)
	default:
		b.WriteByte('\n')
		for _, c := range n.Children {
			writeNode(b, c, depth+1)
		}
		fmt.Fprintf(b, "%s</%s>\n", indent, n.Tag)
	}
}

func writeOpen(b *strings.Builder, n *Node) {
	b.WriteString("<" + n.Tag)
	write := func(name, value string) { fmt.Fprintf(b, ` %s="%s"`, name, attrEscape.Replace(value)) }
	if n.Key != "" {
		write(KeyAttr, n.Key)
	}
	for i, a := range n.Attrs {
		if !overridden(n.Attrs[i+1:], a.Name) {
			write(a.Name, a.Value)
		}
	}
	var styles []string
	for i, s := range n.Styles {
		if !overridden(n.Styles[i+1:], s.Name) {
			styles = append(styles, s.Name+": "+s.Value)
		}
	}
	if len(styles) > 0 {
		write("style", strings.Join(styles, "; "))
	}
	for _, p := range n.Props {
		write("."+p.Name, fmt.Sprint(p.Value))
	}
	b.WriteByte('>')
}

func onlyText(n *Node) bool {
	for _, c := range n.Children {
		if c.Tag != "" {
			return false
		}
	}
	return true
}

// Outline is what a reader of the page hears, without markup: the texts of the node, one blank between them.
func Outline(n *Node) string {
	var words []string
	var walk func(*Node)
	walk = func(n *Node) {
		if hidden, _ := lookup(n.Attrs, "aria-hidden"); hidden == "true" {
			return
		}
		words = append(words, strings.Fields(n.Text)...)
		for _, c := range n.Children {
			walk(c)
		}
	}
	walk(n)
	return strings.Join(words, " ")
}

var (
	textEscape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	attrEscape = strings.NewReplacer("&", "&amp;", `"`, "&quot;")
	void       = map[string]bool{"br": true, "col": true, "hr": true, "img": true, "input": true, "link": true, "meta": true, "wbr": true}
)
