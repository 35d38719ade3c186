package tree

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"inflight/engine/why"
)

// yaml reads the documents of one part.
func (r *reader) yaml(p part) []*Value {
	nodes, err := decodeNodes(p.text)
	if err != nil {
		r.syntax(p, err)
		return nil
	}
	var docs []*Value
	for _, n := range nodes {
		if len(n.Content) == 0 {
			continue
		}
		c := &converter{reader: r, before: p.line, anchors: map[*yaml.Node]*anchored{}, budget: maxNodes + 10*len(p.text)}
		known := len(r.problems)
		v := c.convert(n.Content[0], 0)
		fatal := false
		for _, p := range r.problems[known:] {
			fatal = fatal || p.Fatal
		}
		if !fatal && v != nil && v.Kind != Null {
			docs = append(docs, v)
		}
	}
	return docs
}

// decodeNodes turns a panic of the YAML library into an error: what people paste must never end a run.
func decodeNodes(text string) (nodes []*yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			nodes, err = nil, fmt.Errorf("yaml: %v", p)
		}
	}()
	d := yaml.NewDecoder(strings.NewReader(text))
	for {
		n := &yaml.Node{}
		if err := d.Decode(n); errors.Is(err, io.EOF) {
			return nodes, nil
		} else if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
}

// converter makes values of the nodes of one document.
type converter struct {
	*reader
	before  int // lines before the part
	anchors map[*yaml.Node]*anchored
	budget  int // values that may still be made, aliases counted as copies
	stopped bool
}

// anchored is the value of an anchor and how many values it stands for; nil value while it is being made.
type anchored struct {
	value *Value
	size  int
}

func (c *converter) pos(n *yaml.Node) Pos { return Pos{n.Line + c.before, n.Column} }

func (c *converter) spend(n *yaml.Node, size int) bool {
	if c.budget -= size; c.budget < 0 && !c.stopped {
		c.stopped = true
		c.fail(c.pos(n), "input.aliases")
	}
	return !c.stopped
}

// convert returns nil where a problem has been reported.
func (c *converter) convert(n *yaml.Node, depth int) *Value {
	if n.Kind == yaml.AliasNode {
		return c.alias(n)
	}
	if depth > MaxDepth {
		if !c.stopped {
			c.stopped = true
			c.fail(c.pos(n), "input.depth", why.N("max", MaxDepth))
		}
		return nil
	}
	before := c.budget
	if !c.spend(n, 1) {
		return nil
	}
	if n.Anchor != "" {
		c.anchors[n] = &anchored{}
	}
	var v *Value
	switch n.Kind {
	case yaml.MappingNode:
		v = c.mapping(n, depth)
	case yaml.SequenceNode:
		v = &Value{Kind: List, Pos: c.pos(n)}
		for _, item := range n.Content {
			if x := c.convert(item, depth+1); x != nil {
				v.Items = append(v.Items, x)
			}
		}
	default:
		v = c.scalar(n)
	}
	if n.Anchor != "" {
		c.anchors[n] = &anchored{v, before - c.budget}
	}
	return v
}

func (c *converter) alias(n *yaml.Node) *Value {
	a := c.anchors[n.Alias]
	if a == nil || a.value == nil {
		if a == nil || a.size == 0 {
			c.fail(c.pos(n), "input.alias-cycle", why.S("name", n.Value))
		}
		return nil
	}
	if !c.spend(n, a.size) {
		return nil
	}
	v := *a.value // a copy, so that complaints stand where the alias does
	v.Pos = c.pos(n)
	return &v
}

func (c *converter) scalar(n *yaml.Node) *Value {
	v := Value{Kind: String, Text: n.Value}
	switch {
	case n.Style&yaml.SingleQuotedStyle != 0:
		v.Style = SingleQuoted
	case n.Style&yaml.DoubleQuotedStyle != 0:
		v.Style = DoubleQuoted
	case n.Style&yaml.LiteralStyle != 0:
		v.Style = Literal
		v.Indent = c.indentBelow(c.pos(n).Line)
	case n.Style&yaml.FoldedStyle != 0:
		v.Style = Folded
	}
	tagged := n.Style&yaml.TaggedStyle != 0
	if tagged && (n.Tag == "!!int" || n.Tag == "!!float" || n.Tag == "!!bool" || n.Tag == "!!null") || !tagged && v.Style == Plain {
		resolved, ok := plain(n.Value)
		if !ok {
			c.fail(c.pos(n), "input.not-a-number", why.S("got", n.Value))
			return nil
		}
		if tagged && resolved.Kind == String {
			c.fail(c.pos(n), "input.tag", why.S("tag", n.Tag), why.S("got", n.Value))
			return nil
		}
		v = resolved
	}
	v.Pos = c.pos(n)
	return &v
}

// indentBelow is the indentation of the first line below line that is not empty.
func (c *converter) indentBelow(line int) int {
	for _, l := range c.lines[min(line, len(c.lines)):] {
		if strings.TrimSpace(l) != "" {
			return len(l) - len(strings.TrimLeft(l, " "))
		}
	}
	return 0
}

// mapping makes a map. A key that is there twice is a problem, each time; so is one that a merge key brings and the
// map has as well, because kubectl's strict reading refuses it.
func (c *converter) mapping(n *yaml.Node, depth int) *Value {
	v := &Value{Kind: Map, Pos: c.pos(n)}
	first := map[string]Pos{}
	var merges []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, x := n.Content[i], n.Content[i+1]
		if k.Kind == yaml.ScalarNode && k.Value == "<<" && k.Tag == "!!merge" {
			merges = append(merges, k, x)
			continue
		}
		key, ok := c.key(k)
		if !ok {
			continue
		}
		if at, twice := first[key]; twice {
			c.fail(c.pos(k), "input.duplicate", why.S("key", key), why.N("line", at.Line))
			c.convert(x, depth+1)
			continue
		}
		first[key] = c.pos(k)
		if val := c.convert(x, depth+1); val != nil {
			v.Fields = append(v.Fields, Field{key, c.pos(k), val})
		}
	}
	for i := 0; i < len(merges); i += 2 {
		c.merge(v, merges[i], merges[i+1], depth, first)
	}
	return v
}

func (c *converter) merge(into *Value, key, from *yaml.Node, depth int, first map[string]Pos) {
	v := c.convert(from, depth+1)
	if v == nil {
		return
	}
	sources := v.Items
	if v.Kind == Map {
		sources = []*Value{v}
	}
	if v.Kind != Map && v.Kind != List {
		c.fail(c.pos(from), "input.merge")
		return
	}
	for _, s := range sources {
		if s.Kind != Map {
			c.fail(c.pos(from), "input.merge")
			return
		}
		for _, f := range s.Fields {
			if at, twice := first[f.Key]; twice {
				c.fail(at, "input.duplicate-merge", why.S("key", f.Key), why.N("line", c.pos(key).Line))
				continue
			}
			first[f.Key] = c.pos(key)
			into.Fields = append(into.Fields, Field{f.Key, c.pos(key), f.Value})
		}
	}
}

// key is a map's key as JSON has it. kubectl makes strings of numbers and booleans.
func (c *converter) key(n *yaml.Node) (string, bool) {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	if n.Kind != yaml.ScalarNode {
		rule := why.Rule("input.key")
		if line := c.pos(n).Line; line <= len(c.lines) && strings.Contains(c.lines[line-1], "{{") {
			rule = "input.yaml.template"
		}
		c.fail(c.pos(n), rule)
		return "", false
	}
	v := c.scalar(n)
	switch {
	case v == nil:
		return "", false
	case v.Kind == Null:
		c.fail(c.pos(n), "input.key")
		return "", false
	case v.Kind == Int || v.Kind == Float:
		text, ok := keyText(v)
		if !ok {
			c.fail(c.pos(n), "input.key")
			return "", false
		}
		if text != n.Value {
			c.warn(c.pos(n), "input.key-read-as", why.S("got", n.Value), why.S("key", text))
		}
		return text, true
	case v.Kind != String && v.Raw != "":
		c.warn(c.pos(n), "input.key-read-as", why.S("got", v.Raw), why.S("key", v.Text))
	}
	return v.Text, true
}
