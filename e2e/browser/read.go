package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Text is the visible text of the first element that matches, its white space
// made single spaces. An element that is not there is an error.
func (t *Tab) Text(selector string) (string, error) {
	all, err := t.Texts(selector)
	if err != nil {
		return "", err
	}
	if len(all) == 0 {
		return "", fmt.Errorf("nothing matches %s", selector)
	}
	return all[0], nil
}

// Texts is the visible text of every element that matches, in document order.
func (t *Tab) Texts(selector string) ([]string, error) {
	return Eval[[]string](t, `[...document.querySelectorAll(`+Quote(selector)+`)]
		.map(e => e.innerText.replace(/\s+/g, " ").trim())`)
}

// Attributes is one attribute of every element that matches, "" where it is missing.
func (t *Tab) Attributes(selector, name string) ([]string, error) {
	return Eval[[]string](t, `[...document.querySelectorAll(`+Quote(selector)+`)]
		.map(e => e.getAttribute(`+Quote(name)+`) ?? "")`)
}

// DOM is the first element that matches and all in it, a line a node: tags,
// attributes and styles by name, properties that a user can change, texts. Two
// frames of the page are the same exactly if this is; in which order attributes
// were set is nobody's business.
func (t *Tab) DOM(selector string) (string, error) {
	return Eval[string](t, `(() => {
		const lines = [];
		const write = (n, indent) => {
			if (n.nodeType === Node.TEXT_NODE) return lines.push(indent + JSON.stringify(n.data));
			if (n.nodeType !== Node.ELEMENT_NODE) return;
			const said = [...n.attributes].filter(a => a.name !== "style").map(a => a.name + "=" + JSON.stringify(a.value));
			for (const name of n.style ?? []) said.push("style." + name + "=" + n.style.getPropertyValue(name));
			if (n.matches("input, textarea, select")) said.push(".value=" + JSON.stringify(n.value), ".checked=" + n.checked);
			lines.push(indent + "<" + n.localName + " " + said.sort().join(" ") + ">");
			for (const c of n.childNodes) write(c, indent + "  ");
		};
		const top = document.querySelector(`+Quote(selector)+`);
		if (top) write(top, "");
		return lines.join("\n");
	})()`)
}

// AX is one node of what the page tells assistive technology.
type AX struct {
	Role, Name, Value, Description string
	Properties                     map[string]string // "level", "checked", "disabled", "live"…
	Children                       []AX
}

// Accessibility is the page's accessibility tree without what is ignored in it.
func (t *Tab) Accessibility() (AX, error) {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	res, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		return AX{}, fmt.Errorf("reading the accessibility tree: %w", err)
	}
	byID := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range res.Nodes {
		byID[n.NodeID] = n
	}
	if len(res.Nodes) == 0 {
		return AX{}, fmt.Errorf("the accessibility tree is empty")
	}
	nodes := axNodes(res.Nodes[0], byID)
	if len(nodes) != 1 {
		return AX{}, fmt.Errorf("the accessibility tree has %d roots", len(nodes))
	}
	return nodes[0], nil
}

// axNodes is n, or its children in its place where n itself says nothing.
func axNodes(n *accessibility.Node, byID map[accessibility.NodeID]*accessibility.Node) []AX {
	var children []AX
	for _, id := range n.ChildIDs {
		if c := byID[id]; c != nil {
			children = append(children, axNodes(c, byID)...)
		}
	}
	role := axString(n.Role)
	if n.Ignored || role == "none" || role == "InlineTextBox" {
		return children
	}
	a := AX{Role: role, Name: axString(n.Name), Value: axString(n.Value), Description: axString(n.Description),
		Properties: map[string]string{}, Children: children}
	for _, p := range n.Properties {
		a.Properties[string(p.Name)] = axString(p.Value)
	}
	return []AX{a}
}

func axString(v *accessibility.Value) string {
	if v == nil || len(v.Value) == 0 {
		return ""
	}
	var s string
	if json.Unmarshal(v.Value, &s) == nil {
		return s
	}
	return string(v.Value)
}

// Find returns every node below a, a included, with that role and a name that
// contains name.
func (a AX) Find(role, name string) []AX {
	var found []AX
	if a.Role == role && strings.Contains(a.Name, name) {
		found = append(found, a)
	}
	for _, c := range a.Children {
		found = append(found, c.Find(role, name)...)
	}
	return found
}

// String draws the tree, one node a line.
func (a AX) String() string {
	var b strings.Builder
	a.draw(&b, 0)
	return b.String()
}

func (a AX) draw(b *strings.Builder, depth int) {
	if a.Role != "StaticText" || depth == 0 || a.Name != "" {
		fmt.Fprintf(b, "%s%s %q", strings.Repeat("  ", depth), a.Role, a.Name)
		if a.Value != "" {
			fmt.Fprintf(b, " = %q", a.Value)
		}
		b.WriteByte('\n')
	}
	for _, c := range a.Children {
		c.draw(b, depth+1)
	}
}

// Screenshot writes what is to be seen to file as PNG, making its folder.
func (t *Tab) Screenshot(file string) error {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	res, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	if err != nil {
		return fmt.Errorf("taking a picture: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, res.Data, 0o644)
}
