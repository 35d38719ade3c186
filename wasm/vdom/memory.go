package vdom

import (
	"fmt"
	"slices"
)

// Memory is a page in memory: it carries out patches as web/shim.js does, and refuses what a browser would refuse.
// Elements keep their identity, so tests can follow them. It is for tests.
type Memory struct {
	Root  *Element // the container
	nodes map[int32]*Element
}

// Element is an element or text of a Memory.
type Element struct {
	Tag, Text string
	SVG       bool
	Attrs     map[string]string
	Styles    map[string]string
	Props     map[string]any
	Parent    *Element
	Children  []*Element
}

// NewMemory is an empty page.
func NewMemory() *Memory {
	root := &Element{}
	return &Memory{Root: root, nodes: map[int32]*Element{Container: root}}
}

// Apply carries out patches in order. It stops at the first that is impossible.
func (m *Memory) Apply(p *Patches) (err error) {
	line := 0
	p.Each(func(op Op, operands []int32, text []string) {
		line++
		if err == nil {
			if err = m.apply(op, operands, text); err != nil {
				err = fmt.Errorf("patch %d, %s %v %q: %w", line, ops[op].name, operands, text, err)
			}
		}
	})
	return err
}

func (m *Memory) apply(op Op, operands []int32, text []string) error {
	id := operands[0]
	switch op {
	case OpElement, OpSVG, OpText:
		if m.nodes[id] != nil {
			return fmt.Errorf("id %d is in use", id)
		}
		e := &Element{SVG: op == OpSVG, Attrs: map[string]string{}, Styles: map[string]string{}, Props: map[string]any{}}
		if op == OpText {
			e.Text = text[1]
		} else {
			e.Tag = text[1]
		}
		m.nodes[id] = e
		return nil
	}
	e := m.nodes[id]
	if e == nil {
		return fmt.Errorf("no node %d", id)
	}
	switch op {
	case OpSetText:
		e.Text = text[1]
	case OpAttr:
		e.Attrs[text[1]] = text[2]
	case OpNoAttr:
		delete(e.Attrs, text[1])
	case OpStyle:
		e.Styles[text[1]] = text[2]
	case OpNoStyle:
		delete(e.Styles, text[1])
	case OpProp:
		e.Props[text[1]] = text[2]
	case OpFlag:
		e.Props[text[1]] = operands[2] == 1
	case OpPlace:
		return m.place(e, m.nodes[operands[1]], m.nodes[operands[2]], operands[2] == 0)
	case OpRemove:
		e.leave()
		delete(m.nodes, id)
	case OpForget:
		delete(m.nodes, id)
	}
	return nil
}

func (m *Memory) place(parent, e, before *Element, last bool) error {
	if e == nil || before == nil && !last {
		return fmt.Errorf("a node that does not exist")
	}
	for up := parent; up != nil; up = up.Parent {
		if up == e {
			return fmt.Errorf("the element would be inside itself")
		}
	}
	e.leave()
	at := len(parent.Children)
	if !last {
		if at = slices.Index(parent.Children, before); at < 0 {
			return fmt.Errorf("the node before which it goes is not in the parent")
		}
	}
	parent.Children = slices.Insert(parent.Children, at, e)
	e.Parent = parent
	return nil
}

func (e *Element) leave() {
	if e.Parent != nil {
		e.Parent.Children = slices.DeleteFunc(e.Parent.Children, func(c *Element) bool { return c == e })
		e.Parent = nil
	}
}

// Find is the element with a key, nil if the page has none.
func (e *Element) Find(key string) *Element {
	if e.Attrs[KeyAttr] == key {
		return e
	}
	for _, c := range e.Children {
		if f := c.Find(key); f != nil {
			return f
		}
	}
	return nil
}

// Len is the number of nodes that the page can address; a page that forgets nothing grows without end.
func (m *Memory) Len() int { return len(m.nodes) }
