package tree

import (
	"strings"
)

// YAML writes a value in block style, as kubectl prints it but in its own order of keys. It is read again as the same
// value.
func YAML(v *Value) string {
	var b strings.Builder
	w := yamlWriter{&b}
	if v.Len() == 0 {
		return w.scalar(v) + "\n"
	}
	w.block(v, 0)
	return b.String()
}

type yamlWriter struct{ b *strings.Builder }

// block writes a map or list that is not empty, each line indented.
func (w yamlWriter) block(v *Value, indent int) {
	pad := strings.Repeat(" ", indent)
	for _, f := range v.Fields {
		w.b.WriteString(pad + plainOrQuoted(f.Key) + ":")
		w.after(f.Value, indent)
	}
	for _, item := range v.Items {
		w.b.WriteString(pad + "-")
		if item.Kind == Map && item.Len() > 0 {
			var inner strings.Builder
			yamlWriter{&inner}.block(item, indent+2)
			w.b.WriteString(" " + inner.String()[indent+2:])
			continue
		}
		w.after(item, indent+2)
	}
}

// after writes a value after its key or dash.
func (w yamlWriter) after(v *Value, indent int) {
	if v.Len() == 0 {
		w.b.WriteString(" " + w.scalar(v) + "\n")
		return
	}
	w.b.WriteString("\n")
	if v.Kind == Map {
		indent += 2
	}
	w.block(v, indent)
}

func (w yamlWriter) scalar(v *Value) string {
	switch v.Kind {
	case Null:
		return "null"
	case Map:
		return "{}"
	case List:
		return "[]"
	case String:
		return plainOrQuoted(v.Text)
	}
	if v.Raw != "" {
		return v.Raw // as people wrote it: 1e3
	}
	return v.Text
}

// plainOrQuoted writes a string without quotes where it stays the same string, else in single quotes, else as JSON.
func plainOrQuoted(s string) string {
	quotable := s != ""
	for _, c := range s {
		if c < ' ' || c >= 0x7f && c < 0xa1 || c == 0x2028 || c == 0x2029 || c == 0xfeff || c >= 0xfffe && c < 0x10000 {
			quotable = false
		}
	}
	switch {
	case quotable && isPlain(s):
		return s
	case quotable && strings.TrimSpace(s) == s:
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	var b strings.Builder
	Quote(&b, s)
	return b.String()
}

func isPlain(s string) bool {
	v, ok := plain(s)
	if !ok || v.Kind != String || s == "<<" || s == "=" || isMarker(s) || strings.HasPrefix(s, "...") {
		return false
	}
	if strings.IndexByte("-?:,[]{}#&*!|>'\"%@` \t", s[0]) >= 0 || strings.HasSuffix(s, " ") || strings.HasSuffix(s, ":") {
		return false
	}
	return !strings.Contains(s, ": ") && !strings.Contains(s, " #")
}
