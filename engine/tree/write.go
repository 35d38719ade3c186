package tree

import (
	"sort"
	"strings"
)

// JSON writes a value on one line, keys in their order.
func JSON(v *Value) string {
	var b strings.Builder
	writeJSON(&b, v, false)
	return b.String()
}

// Canonical writes a value on one line with sorted keys and without nulls: two values that mean the same give the
// same text.
func Canonical(v *Value) string {
	var b strings.Builder
	writeJSON(&b, v, true)
	return b.String()
}

func writeJSON(b *strings.Builder, v *Value, canonical bool) {
	switch {
	case v == nil || v.Kind == Null:
		b.WriteString("null")
	case v.Kind == String:
		Quote(b, v.Text)
	case v.Kind == Map:
		writeMap(b, v, canonical)
	case v.Kind == List:
		b.WriteByte('[')
		for i, x := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, x, canonical)
		}
		b.WriteByte(']')
	default:
		b.WriteString(v.Text)
	}
}

func writeMap(b *strings.Builder, v *Value, canonical bool) {
	fields := v.Fields
	if canonical {
		fields = Sorted(v)
	}
	b.WriteByte('{')
	n := 0
	for _, f := range fields {
		if canonical && f.Value.Kind == Null {
			continue
		}
		if n > 0 {
			b.WriteByte(',')
		}
		n++
		Quote(b, f.Key)
		b.WriteByte(':')
		writeJSON(b, f.Value, canonical)
	}
	b.WriteByte('}')
}

// Sorted are the fields of a map by key.
func Sorted(v *Value) []Field {
	fields := append([]Field(nil), v.Fields...)
	sort.Slice(fields, func(i, j int) bool { return fields[i].Key < fields[j].Key })
	return fields
}

// Quote writes s as a JSON string.
func Quote(b *strings.Builder, s string) {
	const hex = "0123456789abcdef"
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || 0x7f <= c && c < 0xa0 || c == 0x2028 || c == 0x2029 || c == 0xfeff:
			b.WriteString(`\u` + string([]byte{hex[c>>12&15], hex[c>>8&15], hex[c>>4&15], hex[c&15]}))
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
}

// Merge is RFC 7386: the target with the patch merged into it. Null in the patch takes a key away.
func Merge(target, patch *Value) *Value {
	if patch.Kind != Map {
		return patch
	}
	out := &Value{Kind: Map, Pos: patch.Pos}
	if target != nil && target.Kind == Map {
		out = target
	}
	for _, f := range patch.Fields {
		if f.Value.Kind == Null {
			out = out.With(f.Key, nil)
			continue
		}
		old := out.Field(f.Key)
		var was *Value
		if old != nil {
			was = old.Value
		}
		out = out.With(f.Key, Merge(was, f.Value))
	}
	return out
}
