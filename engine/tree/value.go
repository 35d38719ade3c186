// Package tree reads YAML and JSON documents as kubectl reads them, into values that know where they stand, so that
// every complaint can name a line and a column. It also merges (RFC 7386) and writes values back.
//
// It knows nothing of Kubernetes objects: engine/api gives the values their types.
package tree

// Kind is what a value is, in JSON's terms.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Int
	Float
	String
	Map
	List
)

var kindWords = []string{"null", "boolean", "integer", "number", "string", "map", "list"}

// String is the kind's word in sentences.
func (k Kind) String() string { return kindWords[k] }

// Style is how a string was written; columns inside of it depend on that.
type Style uint8

// The styles.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal // | block
	Folded  // > block
)

// Pos is a place in a file, from 1; the zero Pos is none. Columns count characters.
type Pos struct{ Line, Column int }

// Value is a value of a document. Values are immutable and may be shared: an alias is the value of its anchor.
type Value struct {
	Kind Kind
	// Text is a scalar in JSON's spelling (true, 8, 0.5); for a string, the string itself. Raw is how a number or a
	// boolean was written where that differs (yes, 0x8, 1e3).
	Text, Raw string
	Style     Style
	// Indent is how far a literal block's lines are indented in the file.
	Indent int
	Pos    Pos
	Fields []Field  // of a map, in document order, each key once
	Items  []*Value // of a list
}

// Field is an entry of a map.
type Field struct {
	Key   string
	Pos   Pos // of the key
	Value *Value
}

// Get is the value of a key; nil where the map has none, where the value is null and where v is no map.
func (v *Value) Get(key string) *Value {
	if f := v.Field(key); f != nil && f.Value.Kind != Null {
		return f.Value
	}
	return nil
}

// Field is the entry of a key, nil where there is none.
func (v *Value) Field(key string) *Field {
	if v == nil || v.Kind != Map {
		return nil
	}
	for i := range v.Fields {
		if v.Fields[i].Key == key {
			return &v.Fields[i]
		}
	}
	return nil
}

// Path follows keys.
func (v *Value) Path(keys ...string) *Value {
	for _, k := range keys {
		v = v.Get(k)
	}
	return v
}

// Str is the text of a string, "" for everything else.
func (v *Value) Str() string {
	if v == nil || v.Kind != String {
		return ""
	}
	return v.Text
}

// Seq is the items of a list, nil for everything else.
func (v *Value) Seq() []*Value {
	if v == nil || v.Kind != List {
		return nil
	}
	return v.Items
}

// Len is the number of fields or items.
func (v *Value) Len() int {
	if v == nil {
		return 0
	}
	return len(v.Fields) + len(v.Items)
}

// Written is the scalar as its author wrote it, for sentences; maps and lists give their kind.
func (v *Value) Written() string {
	switch {
	case v.Kind == Map || v.Kind == List || v.Kind == Null:
		return v.Kind.String()
	case v.Raw != "":
		return v.Raw
	case v.Text == "":
		return `""`
	}
	return v.Text
}

// NewString, NewMap and NewList make values that stand in no file.
func NewString(s string) *Value { return &Value{Kind: String, Text: s} }

// NewMap makes a map.
func NewMap(fields ...Field) *Value { return &Value{Kind: Map, Fields: fields} }

// NewList makes a list.
func NewList(items ...*Value) *Value { return &Value{Kind: List, Items: items} }

// With is the map with the key set to x, or without the key where x is nil.
func (v *Value) With(key string, x *Value) *Value {
	c := *v
	c.Fields = make([]Field, 0, len(v.Fields)+1)
	done := false
	for _, f := range v.Fields {
		if f.Key == key {
			done = true
			if x == nil {
				continue
			}
			f.Value = x
		}
		c.Fields = append(c.Fields, f)
	}
	if !done && x != nil {
		c.Fields = append(c.Fields, Field{Key: key, Pos: x.Pos, Value: x})
	}
	return &c
}
