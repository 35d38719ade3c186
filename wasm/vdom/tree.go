package vdom

import "slices"

// Container is the id of the element that holds the page; it exists before the first picture.
const Container int32 = 1

// KeyAttr is the attribute under which a keyed element shows its key in the page.
const KeyAttr = "data-key"

// Tree is the page as it stands: which element of the browser shows which node.
type Tree struct {
	// Duplicates are keys that the last Update saw twice. The page still shows every node, but only the first of
	// each key keeps its identity: views must not let it happen, and tests of views ask here.
	Duplicates []string

	root *item
	keys map[string]*item
	free []int32 // ids to use again, from the Updates before this one
	next int32
	gen  int     // of this Update
	gone []*item // children that their parent no longer has; they may have moved elsewhere
	p    *Patches
}

// item is an element or text of the page.
type item struct {
	id       int32
	node     *Node
	parent   *item
	children []*item
	gen      int // the Update that put it where it is
	at       int // its index in its parent's old children, while its parent is being worked on
}

// NewTree is an empty page.
func NewTree() *Tree {
	root := &item{id: Container, node: &Node{}}
	return &Tree{root: root, keys: map[string]*item{}, next: Container + 1}
}

// Update makes the page look like next, and appends to p what the browser has to do for it. Patches are to be applied
// in order. The work is proportional to the nodes in next and the nodes that go.
func (t *Tree) Update(next *Node, p *Patches) {
	t.gen++
	t.p, t.Duplicates, t.gone = p, nil, t.gone[:0]
	t.place(t.root, []*Node{next})
	var freed []int32
	for _, it := range t.gone {
		if it.gen != t.gen {
			p.add(OpRemove, it.id)
			freed = t.forget(it, freed)
		}
	}
	t.free = append(t.free, freed...)
	t.p = nil
}

// Diff is what turns a page that shows from into one that shows to. Tests use it; a page keeps its Tree.
func Diff(from, to *Node) *Patches {
	t, p := NewTree(), &Patches{}
	t.Update(from, p)
	p.Reset()
	t.Update(to, p)
	return p
}

// Find is the id of the element with a key, 0 if the page has none.
func (t *Tree) Find(key string) int32 {
	if it := t.keys[key]; it != nil {
		return it.id
	}
	return 0
}

// place gives a parent its new children. It works from the top down: when a node arrives in its parent, the parent
// and all above it stand where they belong, so no element can be asked into itself, and everything that moves moves
// within the page.
func (t *Tree) place(parent *item, nodes []*Node) {
	old := parent.children
	if t.aligned(old, nodes) {
		for i, it := range old {
			t.refresh(it, nodes[i])
		}
		return
	}
	for i, it := range old {
		it.at = i
	}
	items := t.match(parent, old, nodes)
	t.order(parent, items)
	for _, it := range old {
		if it.gen != t.gen {
			t.gone = append(t.gone, it)
		}
	}
	parent.children = items
	for i, it := range items {
		t.refresh(it, nodes[i])
	}
}

// aligned tells whether the children are who they were, in the order in which they were, and claims them.
func (t *Tree) aligned(old []*item, nodes []*Node) bool {
	if len(old) != len(nodes) {
		return false
	}
	for i, it := range old {
		n := nodes[i]
		if it.gen == t.gen || it.node.Key != n.Key || !same(it.node, n) || n.Key != "" && t.keys[n.Key] != it {
			return false
		}
	}
	for _, it := range old {
		it.gen = t.gen
	}
	return true
}

// match finds or makes an item for each node: by its key anywhere in the page, else the next child of the same kind.
func (t *Tree) match(parent *item, old []*item, nodes []*Node) []*item {
	items := make([]*item, len(nodes))
	first := 0 // no child before it is free to take
	for i, n := range nodes {
		it := (*item)(nil)
		if key := t.key(n); key != "" {
			if it = t.keys[key]; it != nil && !same(it.node, n) {
				it = nil
			}
		} else {
			for j := first; j < len(old) && it == nil; j++ {
				switch c := old[j]; {
				case c.gen == t.gen || c.node.Key != "":
					if j == first {
						first++
					}
				case same(c.node, n):
					it = c
				}
			}
		}
		if it == nil {
			it = t.create(n)
		}
		if it.parent != parent {
			it.parent, it.at = parent, -1
		}
		it.gen = t.gen
		items[i] = it
	}
	return items
}

// key is the node's key unless it was already used in this Update.
func (t *Tree) key(n *Node) string {
	if n.Key == "" {
		return ""
	}
	if it := t.keys[n.Key]; it != nil && it.gen == t.gen {
		if !slices.Contains(t.Duplicates, n.Key) {
			t.Duplicates = append(t.Duplicates, n.Key)
		}
		return ""
	}
	return n.Key
}

func same(a, b *Node) bool { return a.Tag == b.Tag && a.SVG == b.SVG }

// order puts the items into their parent. The longest run that is in order already stays where it is.
func (t *Tree) order(parent *item, items []*item) {
	stays := inOrder(items)
	before := int32(0)
	for i := len(items) - 1; i >= 0; i-- {
		if !stays[i] {
			t.p.add(OpPlace, parent.id, items[i].id, before)
		}
		before = items[i].id
	}
}

// inOrder marks a longest run of items whose old indexes grow.
func inOrder(items []*item) []bool {
	stays := make([]bool, len(items))
	prev := make([]int, len(items)) // the item before i in the best run that ends at i
	var ends []int                  // ends[k] is the item with the least index that ends a run of k+1
	for i, it := range items {
		if it.at < 0 {
			continue
		}
		k, _ := slices.BinarySearchFunc(ends, it.at, func(e, at int) int { return items[e].at - at })
		prev[i] = -1
		if k > 0 {
			prev[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, i)
		} else {
			ends[k] = i
		}
	}
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = prev[i] {
			stays[i] = true
		}
	}
	return stays
}

// forget lets go of an item and what is still in it, and collects the ids.
func (t *Tree) forget(it *item, freed []int32) []int32 {
	if k := it.node.Key; k != "" && t.keys[k] == it {
		delete(t.keys, k)
	}
	freed = append(freed, it.id)
	for _, c := range it.children {
		if c.gen != t.gen { // else it moved elsewhere
			t.p.add(OpForget, c.id)
			freed = t.forget(c, freed)
		}
	}
	return freed
}

func (t *Tree) id() int32 {
	if n := len(t.free); n > 0 {
		id := t.free[n-1]
		t.free = t.free[:n-1]
		return id
	}
	t.next++
	return t.next - 1
}
