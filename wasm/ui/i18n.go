package ui

import (
	"embed"
	"strconv"
	"strings"

	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

//go:embed text/*.txt
var textFiles embed.FS

// words[lang][key] is a text of the page. A text file has one "key: text" a line; a line that begins with a blank
// goes on with the one before; # begins a comment. In a text, {name} is a value, {name|one|many} the first word where
// the value is 1, `x` code and *x* strong.
var words = loadWords()

func loadWords() map[why.Lang]map[string]string {
	out := map[why.Lang]map[string]string{}
	for _, lang := range why.Langs() {
		out[lang] = map[string]string{}
		for _, file := range []string{string(lang), string(lang) + "-play"} {
			data, err := textFiles.ReadFile("text/" + file + ".txt")
			if err != nil {
				panic("ui: " + err.Error())
			}
			parseWords(out[lang], file, string(data))
		}
	}
	return out
}

func parseWords(out map[string]string, file, data string) {
	last := ""
	for _, line := range strings.Split(data, "\n") {
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, " "):
			out[last] += " " + strings.TrimSpace(line)
		default:
			key, text, ok := strings.Cut(line, ": ")
			if _, twice := out[key]; !ok || twice {
				panic("ui: text/" + file + ".txt: bad or repeated line: " + line)
			}
			out[key], last = strings.TrimSpace(text), key
		}
	}
}

// value is one named value of a text: a string, an int, or a node.
type value struct {
	name string
	s    string
	n    int
	num  bool
	node *h.Node
}

func str(name, s string) value          { return value{name: name, s: s} }
func num(name string, n int) value      { return value{name: name, s: strconv.Itoa(n), n: n, num: true} }
func node(name string, n *h.Node) value { return value{name: name, node: n} }
func lookup(vs []value, name string) (value, bool) {
	for _, v := range vs {
		if v.name == name {
			return v, true
		}
	}
	return value{}, false
}

// say is a text of the page without marks, for attributes.
func say(lang why.Lang, key string, vs ...value) string {
	t, ok := words[lang][key]
	if !ok {
		return key
	}
	if !strings.ContainsAny(t, "{`*") {
		return t
	}
	var b strings.Builder
	walk(t, vs, func(_ byte, s string, _ *h.Node) { b.WriteString(s) })
	return b.String()
}

// rich is a text of the page as nodes.
func rich(lang why.Lang, key string, vs ...value) h.Part {
	t, ok := words[lang][key]
	if !ok {
		return h.Text(key)
	}
	var parts []h.Part
	walk(t, vs, func(mark byte, s string, n *h.Node) {
		switch {
		case n != nil:
			parts = append(parts, n)
		case mark == '`':
			parts = append(parts, h.El("code", h.Text(s)))
		case mark == '*':
			parts = append(parts, h.El("b", h.Text(s)))
		case len(parts) > 0 && parts[len(parts)-1].(*h.Node).Tag == "":
			last := parts[len(parts)-1].(*h.Node)
			parts[len(parts)-1] = h.Text(last.Text + s)
		default:
			parts = append(parts, h.Text(s))
		}
	})
	return h.Group(parts...)
}

// walk emits the pieces of a text: with mark 0 plain, '`' code, '*' strong; a node where a value is one.
func walk(t string, vs []value, emit func(mark byte, s string, n *h.Node)) {
	for t != "" {
		i := strings.IndexAny(t, "{`*")
		if i < 0 {
			emit(0, t, nil)
			return
		}
		if i > 0 {
			emit(0, t[:i], nil)
		}
		mark, closing := t[i], t[i]
		if mark == '{' {
			closing = '}'
		}
		j := strings.IndexByte(t[i+1:], closing)
		if j < 0 {
			emit(0, t[i:], nil)
			return
		}
		inner := t[i+1 : i+1+j]
		t = t[i+j+2:]
		if mark != '{' {
			emit(mark, fill(inner, vs), nil)
			continue
		}
		name, _, _ := strings.Cut(inner, "|")
		if v, ok := lookup(vs, name); ok && v.node != nil {
			emit(0, "", v.node)
			continue
		}
		emit(0, placeholder(inner, vs), nil)
	}
}

// fill puts values into a piece inside a mark.
func fill(t string, vs []value) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(t, '{')
		if i < 0 {
			break
		}
		j := strings.IndexByte(t[i:], '}')
		if j < 0 {
			break
		}
		b.WriteString(t[:i])
		b.WriteString(placeholder(t[i+1:i+j], vs))
		t = t[i+j+1:]
	}
	b.WriteString(t)
	return b.String()
}

func placeholder(inner string, vs []value) string {
	name, forms, plural := strings.Cut(inner, "|")
	v, ok := lookup(vs, name)
	if !ok {
		return "{" + inner + "}"
	}
	if !plural {
		return v.s
	}
	one, many, _ := strings.Cut(forms, "|")
	if v.num && v.n == 1 {
		return one
	}
	return many
}
