package vdom

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// page is a Tree with the Memory that its patches go to.
type page struct {
	*Tree
	*Memory
	p Patches
}

func newPage() *page { return &page{Tree: NewTree(), Memory: NewMemory()} }

func (p *page) show(t require.TestingT, n *Node) *Patches {
	p.p.Reset()
	p.Update(n, &p.p)
	require.NoError(t, p.Apply(&p.p), "%s", &p.p)
	require.Len(t, p.Root.Children, 1)
	require.Equal(t, canonical(n), p.Root.Children[0].canonical())
	require.Equal(t, count(n)+1, p.Len(), "the page forgets what leaves it")
	return &p.p
}

func count(n *Node) int {
	sum := 1
	for _, c := range n.Children {
		sum += count(c)
	}
	return sum
}

// canonical writes a node with sorted attributes.
func canonical(n *Node) string {
	if n.Tag == "" {
		return fmt.Sprintf("%q", n.Text)
	}
	attrs, styles, props := map[string]string{}, map[string]string{}, map[string]any{}
	for _, a := range n.Attrs {
		attrs[a.Name] = a.Value
	}
	if n.Key != "" {
		attrs[KeyAttr] = n.Key
	}
	for _, a := range n.Styles {
		styles[a.Name] = a.Value
	}
	for _, p := range n.Props {
		props[p.Name] = p.Value
	}
	var children []string
	for _, c := range n.Children {
		children = append(children, canonical(c))
	}
	return shape(n.Tag, n.SVG, attrs, styles, props, children)
}

func (e *Element) canonical() string {
	if e.Tag == "" {
		return fmt.Sprintf("%q", e.Text)
	}
	var children []string
	for _, c := range e.Children {
		children = append(children, c.canonical())
	}
	return shape(e.Tag, e.SVG, e.Attrs, e.Styles, e.Props, children)
}

func shape(tag string, svg bool, attrs, styles map[string]string, props map[string]any, children []string) string {
	set := map[string]string{} // a property that was unset is "" or false for ever
	for name, v := range props {
		if v != "" && v != false {
			set[name] = fmt.Sprint(v)
		}
	}
	return fmt.Sprintf("%s svg=%t %v %v %v [%s]", tag, svg, attrs, styles, set, strings.Join(children, " "))
}

// genNode draws a tree that uses each key of a small set at most once.
func genNode(t *rapid.T, keys map[string]bool, depth int) *Node {
	if depth > 0 && rapid.IntRange(0, 3).Draw(t, "text") == 0 {
		return Text(rapid.SampledFrom([]string{"", "a", "日本", "x\x01y"}).Draw(t, "value"))
	}
	n := &Node{Tag: rapid.SampledFrom([]string{"div", "li", "b"}).Draw(t, "tag"), SVG: rapid.IntRange(0, 5).Draw(t, "svg") == 0}
	if k := fmt.Sprint("k", rapid.IntRange(0, 12).Draw(t, "key")); !keys[k] && rapid.Bool().Draw(t, "keyed") {
		n.Key, keys[k] = k, true
	}
	pairs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Attribute {
		return Attribute{rapid.SampledFrom([]string{"class", "id", "x"}).Draw(t, "name"), rapid.SampledFrom([]string{"1", "2"}).Draw(t, "v")}
	}), 0, 4)
	n.Attrs, n.Styles = pairs.Draw(t, "attrs"), pairs.Draw(t, "styles")
	if rapid.Bool().Draw(t, "props") {
		n.Props = []Prop{{"value", rapid.SampledFrom([]string{"", "v", "w"}).Draw(t, "p")}, {"checked", rapid.Bool().Draw(t, "c")}}
	}
	if depth < 4 {
		for range rapid.IntRange(0, 5).Draw(t, "children") {
			n.Children = append(n.Children, genNode(t, keys, depth+1))
		}
	}
	return n
}

// identities collects the elements that have a key.
func (e *Element) identities(into map[string]*Element) map[string]*Element {
	if k := e.Attrs[KeyAttr]; k != "" {
		into[k] = e
	}
	for _, c := range e.Children {
		c.identities(into)
	}
	return into
}

func kinds(n *Node, into map[string]string) map[string]string {
	if n.Key != "" {
		into[n.Key] = fmt.Sprint(n.Tag, n.SVG)
	}
	for _, c := range n.Children {
		kinds(c, into)
	}
	return into
}

// TestAnyTreeToAnyTree: whatever the page showed, after the patches it shows the new tree, and an element with a key is
// the same element wherever it is now.
func TestAnyTreeToAnyTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPage()
		was, wasKinds := map[string]*Element{}, map[string]string{}
		for range rapid.IntRange(2, 6).Draw(t, "pictures") {
			n := genNode(t, map[string]bool{}, 0)
			p.show(t, n)
			require.Empty(t, p.Duplicates)
			now, nowKinds := p.Root.identities(map[string]*Element{}), kinds(n, map[string]string{})
			require.Equal(t, slices.Sorted(maps.Keys(nowKinds)), slices.Sorted(maps.Keys(now)))
			for k, e := range now {
				if was[k] != nil && wasKinds[k] == nowKinds[k] {
					require.Same(t, was[k], e, "key %s", k)
				}
				require.NotZero(t, p.Tree.Find(k))
			}
			was, wasKinds = now, nowKinds
		}
	})
}

// lanes draws the pods in lanes as the stage does: a list a lane, a keyed row a pod, its token inside.
func lanes(order []int, cuts ...int) *Node {
	stage := El("main", Key("stage"))
	cuts = append(slices.Sorted(slices.Values(cuts)), len(order))
	from := 0
	for i, to := range cuts {
		list := El("ol", Class("rows"))
		for _, pod := range order[from:to] {
			list.Children = append(list.Children, El("li", Key(fmt.Sprint("pod:", pod)), El("b", Text(fmt.Sprint(pod)))))
		}
		stage.Children = append(stage.Children, El("section", Key(fmt.Sprint("lane:", i)), El("h2", Text("lane")), list))
		from = to
	}
	return stage
}

// TestReshufflesKeepElements: pods wander between three lanes; no element is ever made anew, and no more rows are
// placed than moved.
func TestReshufflesKeepElements(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPage()
		const pods = 12
		perm := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for i := range pods {
				if !yield(i) {
					return
				}
			}
		}))
		cut := rapid.IntRange(0, pods)
		var first map[string]*Element
		for range 6 {
			p.show(t, lanes(perm.Draw(t, "order"), cut.Draw(t, "a"), cut.Draw(t, "b")))
			if first == nil {
				first = p.Root.identities(map[string]*Element{})
				continue
			}
			require.Equal(t, first, p.Root.identities(map[string]*Element{}))
			p.p.Each(func(op Op, _ []int32, _ []string) { require.Equal(t, OpPlace, op) })
		}
	})
}

func TestOneMoveIsOnePatch(t *testing.T) {
	p := newPage()
	p.show(t, lanes([]int{0, 1, 2, 3, 4, 5}, 3, 5))
	id := p.Tree.Find("pod:0")
	got := p.show(t, lanes([]int{1, 2, 3, 0, 4, 5}, 2, 5))
	require.Equal(t, 1, strings.Count(got.String(), "\n"), "%s", got)
	require.Contains(t, got.String(), fmt.Sprint(" ", id, " "))
	require.Equal(t, "", p.show(t, lanes([]int{1, 2, 3, 0, 4, 5}, 2, 5)).String(), "nothing changed")
}

// TestTurnedInsideOut: what was around an element is now inside it.
func TestTurnedInsideOut(t *testing.T) {
	p := newPage()
	p.show(t, El("div", El("p", Key("a"), El("p", Key("b"), El("p", Key("c"))))))
	p.show(t, El("div", El("p", Key("c"), El("p", Key("b"), El("p", Key("a"))))))
}

// TestADuplicateIsReported: the page still shows everything, and tests of views can tell.
func TestADuplicateIsReported(t *testing.T) {
	p := newPage()
	p.p.Reset()
	p.Update(El("ul", El("li", Key("x"), Text("1")), El("li", Key("x"), Text("2"))), &p.p)
	require.Equal(t, []string{"x"}, p.Duplicates)
	require.NoError(t, p.Apply(&p.p))
	require.Len(t, p.Root.Children[0].Children, 2)
	p.p.Reset()
	p.Update(El("ul", El("li", Key("y"), Text("1")), El("li", Key("x"), Text("2"))), &p.p)
	require.Empty(t, p.Duplicates)
	require.NoError(t, p.Apply(&p.p))
	require.Equal(t, []string{`"1"`, `"2"`}, []string{
		p.Root.Find("y").Children[0].canonical(), p.Root.Find("x").Children[0].canonical()})
}

func TestSharedValuesAreSkipped(t *testing.T) {
	icon := Svg("svg", Svg("use", Attr("href", "#i")))
	p := newPage()
	p.show(t, El("div", icon, icon, El("b", icon)))
	require.Equal(t, "", p.show(t, El("div", icon, icon, El("b", icon))).String())
}

func TestNULCannotSplitTheTable(t *testing.T) {
	p := newPage()
	p.p.Reset()
	p.Update(El("p", Text("a\x00b")), &p.p)
	require.Equal(t, 1, strings.Count(p.p.Strings(), "\x00"))
}

func TestHTML(t *testing.T) {
	require.Equal(t, `<ol data-key="lane" class="rows">
  <li class="row" style="--id: red">web-1 &lt;b&gt;</li>
  <li>
    <input type="text" .value="say &quot;x&quot;" .disabled="true">
    <svg></svg>
  </li>
</ol>
`, HTML(El("ol", Key("lane"), Class("rows"),
		El("li", Class("gone"), Class("row"), Style("--id", "red"), Text("web-1 "), Text("<b>")),
		El("li", El("input", Attr("type", "text"), Property("value", `say "x"`), Property("disabled", true)), Svg("svg")))))
	require.Equal(t, "step 20 of 27", Outline(El("p", Text("step "), El("b", Text("20")), El("i", Attr("aria-hidden", "true"), Text("x")), Text(" of 27"))))
}
