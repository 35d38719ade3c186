package vdom

// create makes the item of a node and its element. A node without keys below it is filled at once, outside the page,
// which is faster; the others are filled by place, because what has a key may come from elsewhere in the page.
func (t *Tree) create(n *Node) *item {
	it := t.element(n)
	if key := t.key(n); key != "" {
		t.keys[key] = it
		t.p.add(OpAttr, it.id, t.p.str(KeyAttr), t.p.str(key))
	}
	if !keyed(n) {
		t.fill(it, n)
	}
	return it
}

// element makes an item whose element has nothing in it yet.
func (t *Tree) element(n *Node) *item {
	it := &item{id: t.id(), at: -1, gen: t.gen, node: &Node{Tag: n.Tag, Key: n.Key, SVG: n.SVG}}
	switch {
	case n.Tag == "":
		t.p.add(OpText, it.id, t.p.str(n.Text))
		it.node = n
	case n.SVG:
		t.p.add(OpSVG, it.id, t.p.str(n.Tag))
	default:
		t.p.add(OpElement, it.id, t.p.str(n.Tag))
	}
	return it
}

// fill completes a new item with all that is below it.
func (t *Tree) fill(it *item, n *Node) {
	it.node = n
	t.attributes(it.id, nil, n.Attrs, OpAttr, OpNoAttr)
	t.attributes(it.id, nil, n.Styles, OpStyle, OpNoStyle)
	for _, c := range n.Children {
		child := t.element(c)
		child.parent = it
		t.fill(child, c)
		it.children = append(it.children, child)
		t.p.add(OpPlace, it.id, child.id, 0)
	}
	t.properties(it.id, nil, n.Props)
}

// keyed tells whether there is a key below the node.
func keyed(n *Node) bool {
	for _, c := range n.Children {
		if c.Key != "" || keyed(c) {
			return true
		}
	}
	return false
}

// refresh makes an item look like a node: attributes, children, and then properties, because a select takes its value
// only when it has its options. A node that is the same value as before has not changed; with keys in it something may
// have moved out of it all the same.
func (t *Tree) refresh(it *item, n *Node) {
	old := it.node
	if old == n && !keyed(n) {
		return
	}
	it.node = n
	if n.Tag == "" {
		if old.Text != n.Text {
			t.p.add(OpSetText, it.id, t.p.str(n.Text))
		}
		return
	}
	t.attributes(it.id, old.Attrs, n.Attrs, OpAttr, OpNoAttr)
	t.attributes(it.id, old.Styles, n.Styles, OpStyle, OpNoStyle)
	if len(n.Children) > 0 || len(it.children) > 0 {
		t.place(it, n.Children)
	}
	t.properties(it.id, old.Props, n.Props)
}

// attributes sets what is new or other and removes what is no more. Of two with one name the later counts.
func (t *Tree) attributes(id int32, old, now []Attribute, set, unset Op) {
	for i, a := range now {
		if overridden(now[i+1:], a.Name) {
			continue
		}
		if was, ok := lookup(old, a.Name); !ok || was != a.Value {
			t.p.add(set, id, t.p.str(a.Name), t.p.str(a.Value))
		}
	}
	for i, a := range old {
		if _, still := lookup(now, a.Name); !still && !overridden(old[i+1:], a.Name) {
			t.p.add(unset, id, t.p.str(a.Name))
		}
	}
}

func overridden(rest []Attribute, name string) bool {
	_, ok := lookup(rest, name)
	return ok
}

func lookup(list []Attribute, name string) (string, bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Name == name {
			return list[i].Value, true
		}
	}
	return "", false
}

// properties sets what is new or other. A property that is no more goes back to "" or false.
func (t *Tree) properties(id int32, old, now []Prop) {
	for _, p := range now {
		if was, ok := property(old, p.Name); !ok || was != p.Value {
			t.property(id, p.Name, p.Value)
		}
	}
	for _, p := range old {
		if _, still := property(now, p.Name); still {
			continue
		}
		if _, flag := p.Value.(bool); flag {
			t.property(id, p.Name, false)
		} else {
			t.property(id, p.Name, "")
		}
	}
}

func (t *Tree) property(id int32, name string, value any) {
	switch v := value.(type) {
	case bool:
		on := int32(0)
		if v {
			on = 1
		}
		t.p.add(OpFlag, id, t.p.str(name), on)
	case string:
		t.p.add(OpProp, id, t.p.str(name), t.p.str(v))
	default:
		panic("vdom: the property " + name + " is neither a string nor a bool")
	}
}

func property(list []Prop, name string) (any, bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Name == name {
			return list[i].Value, true
		}
	}
	return nil, false
}
