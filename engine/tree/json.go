package tree

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"inflight/engine/why"
)

// jsonReader reads JSON values one after the other, as kubectl prints them and as people concatenate them.
type jsonReader struct {
	*reader
	s    string
	i    int
	line int // from 1
	mark int // a place on the line, and its column
	col  int
	bad  bool
}

// json reads a part from the byte at; ok is false after the first mistake in the syntax.
func (r *reader) json(s string, at, linesBefore int) (docs []*Value, ok bool) {
	j := &jsonReader{reader: r, s: s, i: at, line: linesBefore + 1, mark: 0, col: 1}
	for {
		j.space()
		if j.i == len(j.s) || strings.TrimSpace(j.s[j.i:]) == "..." {
			return docs, true
		}
		known := len(r.problems)
		v := j.value(0)
		if j.bad {
			return nil, false
		}
		if len(r.problems) == known && v.Kind != Null {
			docs = append(docs, v)
		}
	}
}

// pos is the current place. Columns are counted on from the place before, so that a long line costs no more than a
// short one.
func (j *jsonReader) pos() Pos {
	if j.i < j.mark { // back to where a string began
		return Pos{j.line, j.col - utf8.RuneCountInString(j.s[j.i:j.mark])}
	}
	j.col += utf8.RuneCountInString(j.s[j.mark:j.i])
	j.mark = j.i
	return Pos{j.line, j.col}
}

func (j *jsonReader) space() {
	for j.i < len(j.s) {
		switch j.s[j.i] {
		case '\n':
			j.line++
			j.mark, j.col = j.i+1, 1
		case ' ', '\t', '\r':
		default:
			return
		}
		j.i++
	}
}

func (j *jsonReader) wrong(rule why.Rule, args ...why.Arg) {
	if !j.bad {
		j.bad = true
		j.fail(j.pos(), rule, args...)
	}
}

// expected reports what stands here instead of what is wanted.
func (j *jsonReader) expected(want ...string) {
	if j.i >= len(j.s) {
		j.wrong("input.json.end", why.S("want", strings.Join(want, " ")))
		return
	}
	c, _ := utf8.DecodeRuneInString(j.s[j.i:])
	switch {
	case c == '\'':
		j.wrong("input.json.single-quote")
	case c == '/' || c == '#':
		j.wrong("input.json.comment")
	default:
		j.wrong("input.json.expected", why.S("got", string(c)), why.S("want", strings.Join(want, " ")))
	}
}

func (j *jsonReader) peek() byte {
	if j.i < len(j.s) {
		return j.s[j.i]
	}
	return 0
}

func (j *jsonReader) value(depth int) *Value {
	if depth > MaxDepth {
		j.wrong("input.depth", why.N("max", MaxDepth))
		return nil
	}
	pos := j.pos()
	switch c := j.peek(); {
	case c == '{':
		return j.object(depth)
	case c == '[':
		return j.array(depth)
	case c == '"':
		return &Value{Kind: String, Text: j.text(), Style: DoubleQuoted, Pos: pos}
	case c == '-' || '0' <= c && c <= '9':
		return j.number(pos)
	}
	for _, w := range []struct {
		word string
		kind Kind
	}{{"true", Bool}, {"false", Bool}, {"null", Null}} {
		if strings.HasPrefix(j.s[j.i:], w.word) {
			j.i += len(w.word)
			v := &Value{Kind: w.kind, Pos: pos}
			if w.kind == Bool {
				v.Text = w.word
			}
			return v
		}
	}
	j.expected(`"`, "{", "[", "number", "true", "false", "null")
	return nil
}

func (j *jsonReader) number(pos Pos) *Value {
	end := j.i
	for end < len(j.s) && strings.IndexByte("+-.eE0123456789", j.s[end]) >= 0 {
		end++
	}
	raw := j.s[j.i:end]
	digits := strings.TrimPrefix(raw, "-")
	n, ok := number(raw)
	if !ok || len(digits) > 1 && digits[0] == '0' && '0' <= digits[1] && digits[1] <= '9' || strings.HasPrefix(raw, "+") || digits == "" || digits[0] == '.' {
		j.wrong("input.json.number", why.S("got", raw))
		return nil
	}
	j.i = end
	if n.Text != raw {
		n.Raw = raw
	}
	n.Pos = pos
	return &n
}

func (j *jsonReader) object(depth int) *Value {
	v := &Value{Kind: Map, Pos: j.pos()}
	first := map[string]int{}
	j.i++
	j.space()
	if j.peek() == '}' {
		j.i++
		return v
	}
	for {
		if j.peek() != '"' {
			if j.peek() == '}' {
				j.wrong("input.json.comma")
			} else {
				j.expected(`"`)
			}
			return nil
		}
		pos := j.pos()
		key := j.text()
		j.space()
		if j.bad || j.peek() != ':' {
			j.expected(":")
			return nil
		}
		j.i++
		j.space()
		x := j.value(depth + 1)
		if j.bad {
			return nil
		}
		if line, twice := first[key]; twice {
			j.fail(pos, "input.duplicate", why.S("key", key), why.N("line", line))
		} else {
			first[key] = pos.Line
			v.Fields = append(v.Fields, Field{key, pos, x})
		}
		if done := j.next('}'); done || j.bad {
			return v
		}
	}
}

func (j *jsonReader) array(depth int) *Value {
	v := &Value{Kind: List, Pos: j.pos()}
	j.i++
	j.space()
	if j.peek() == ']' {
		j.i++
		return v
	}
	for {
		if j.peek() == ']' {
			j.wrong("input.json.comma")
			return nil
		}
		x := j.value(depth + 1)
		if j.bad {
			return nil
		}
		v.Items = append(v.Items, x)
		if done := j.next(']'); done || j.bad {
			return v
		}
	}
}

// next passes a comma, or the closing bracket and then is done.
func (j *jsonReader) next(closing byte) (done bool) {
	j.space()
	switch j.peek() {
	case closing:
		j.i++
		return true
	case ',':
		j.i++
		j.space()
	default:
		j.expected(",", string(closing))
	}
	return false
}

// text reads a string in double quotes.
func (j *jsonReader) text() string {
	begin := j.i
	j.i++
	start := j.i
	for j.i < len(j.s) && j.s[j.i] >= ' ' && j.s[j.i] != '"' && j.s[j.i] != '\\' {
		j.i++
	}
	if j.peek() == '"' {
		j.i++
		return j.s[start : j.i-1]
	}
	var b strings.Builder
	b.WriteString(j.s[start:j.i])
	for j.i < len(j.s) {
		switch c := j.s[j.i]; {
		case c == '"':
			j.i++
			return b.String()
		case c == '\\':
			j.escape(&b)
			if j.bad {
				return ""
			}
		case c == '\n' || c == '\r':
			j.i = begin
			j.wrong("input.json.unclosed")
			return ""
		case c < ' ':
			j.wrong("input.json.control")
			return ""
		default:
			b.WriteByte(c)
			j.i++
		}
	}
	j.i = begin
	j.wrong("input.json.unclosed")
	return ""
}

func (j *jsonReader) escape(b *strings.Builder) {
	s := j.s[j.i:]
	if len(s) < 2 {
		j.i++
		return
	}
	if k := strings.IndexByte(`"\/bfnrt`, s[1]); k >= 0 {
		b.WriteByte("\"\\/\b\f\n\r\t"[k])
		j.i += 2
		return
	}
	u, ok := hex4(s)
	if !ok {
		j.wrong("input.json.escape", why.S("got", s[:2]))
		return
	}
	j.i += 6
	c := rune(u)
	if utf16.IsSurrogate(c) {
		low, _ := hex4(j.s[j.i:])
		if c = utf16.DecodeRune(c, rune(low)); c != utf8.RuneError {
			j.i += 6
		}
	}
	b.WriteRune(c)
}

// hex4 reads the \uXXXX at the beginning of s.
func hex4(s string) (uint64, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	u, err := strconv.ParseUint(s[2:6], 16, 16)
	return u, err == nil
}
