package vdom

import (
	"fmt"
	"strings"
)

// Op is what one patch does. A patch is an Op and its operands: ids of nodes, indexes of strings, or plain numbers.
// The numbers are known to web/shim.js too; a test compares the two.
type Op int32

const (
	OpElement Op = iota + 1 // id, tag: makes an HTML element
	OpSVG                   // id, tag: makes an SVG element
	OpText                  // id, text: makes a text node
	OpSetText               // id, text
	OpAttr                  // id, name, value
	OpNoAttr                // id, name
	OpStyle                 // id, property, value
	OpNoStyle               // id, property
	OpProp                  // id, name, string
	OpFlag                  // id, name, 0 or 1: a property that is a bool
	OpPlace                 // parent, id, before: puts a node into a parent, before a child of it or (0) last
	OpRemove                // id: takes a node out of the page and forgets it
	OpForget                // id: forgets a node that left the page within a removed one
)

// ops tells each operand's kind: n a node, s a string, i a number.
var ops = map[Op]struct{ name, operands string }{
	OpElement: {"element", "ns"}, OpSVG: {"svg", "ns"}, OpText: {"text", "ns"}, OpSetText: {"setText", "ns"},
	OpAttr: {"attr", "nss"}, OpNoAttr: {"noAttr", "ns"}, OpStyle: {"style", "nss"}, OpNoStyle: {"noStyle", "ns"},
	OpProp: {"prop", "nss"}, OpFlag: {"flag", "nsi"}, OpPlace: {"place", "nnn"}, OpRemove: {"remove", "n"},
	OpForget: {"forget", "n"},
}

// Patches is a list of changes in the compact form in which it crosses to JavaScript: numbers, and a table of the
// strings that they point into. The zero value is an empty list.
type Patches struct {
	Ints    []int32
	strings []string
	index   map[string]int32
	moves   bool
}

// Reset empties the list and keeps its memory.
func (p *Patches) Reset() {
	p.Ints, p.strings = p.Ints[:0], p.strings[:0]
	clear(p.index)
	p.moves = false
}

// Empty tells whether there is nothing to do.
func (p *Patches) Empty() bool { return len(p.Ints) == 0 }

// Moves tells whether elements come, go or move.
func (p *Patches) Moves() bool { return p.moves }

// Strings is the table as one string, its entries separated by NUL. No entry holds a NUL: HTML has none either.
func (p *Patches) Strings() string { return strings.Join(p.strings, "\x00") }

func (p *Patches) add(op Op, operands ...int32) {
	p.Ints = append(append(p.Ints, int32(op)), operands...)
	p.moves = p.moves || op == OpPlace || op == OpRemove
}

// str is the index of s in the table.
func (p *Patches) str(s string) int32 {
	if i, ok := p.index[s]; ok {
		return i
	}
	if p.index == nil {
		p.index = map[string]int32{}
	}
	i := int32(len(p.strings))
	p.index[s] = i
	p.strings = append(p.strings, strings.ReplaceAll(s, "\x00", "\uFFFD"))
	return i
}

// Each calls f for every patch: its operands, and for those that are strings their text.
func (p *Patches) Each(f func(op Op, operands []int32, text []string)) {
	for at := 0; at < len(p.Ints); {
		op := Op(p.Ints[at])
		kinds := ops[op].operands
		operands := p.Ints[at+1 : at+1+len(kinds)]
		text := make([]string, len(kinds))
		for i, k := range kinds {
			if k == 's' {
				text[i] = p.strings[operands[i]]
			}
		}
		f(op, operands, text)
		at += 1 + len(kinds)
	}
}

// String is the list for people, one patch a line: `attr 3 "class" "row"`.
func (p *Patches) String() string {
	var b strings.Builder
	p.Each(func(op Op, operands []int32, text []string) {
		b.WriteString(ops[op].name)
		for i, k := range ops[op].operands {
			if k == 's' {
				fmt.Fprintf(&b, " %q", text[i])
			} else {
				fmt.Fprintf(&b, " %d", operands[i])
			}
		}
		b.WriteByte('\n')
	})
	return b.String()
}
