package prose

import (
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"inflight/lessons/lesson"
)

// inline is the text of a block. Styles do not nest: each piece has one.
func (r *reader) inline(n ast.Node) []lesson.Inline {
	w := &writer{}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		r.piece(w, c)
	}
	for i := range w.out {
		if w.out[i].Mark == lesson.NoMark && strings.Contains(w.out[i].Text, "][") {
			r.problem(n, "refers to a link that lesson.yaml does not have; add its address under links")
		}
	}
	return w.out
}

// writer collects pieces; what has the same style and stands side by side is one.
type writer struct {
	out []lesson.Inline
	// broken tells that a line of the source ended after the last piece.
	broken bool
}

func (w *writer) write(t lesson.Inline) {
	if w.broken {
		w.broken = false
		w.join(t.Text)
	}
	if n := len(w.out); n > 0 && w.out[n-1].Mark == t.Mark && t.Href == "" && t.Mark == lesson.NoMark {
		w.out[n-1].Text += t.Text
		return
	}
	if t.Text != "" {
		w.out = append(w.out, t)
	}
}

// join puts a space where a line ended, but none between two characters of a script that has no spaces.
func (w *writer) join(next string) {
	if len(w.out) == 0 {
		return
	}
	last, _ := utf8.DecodeLastRuneInString(w.out[len(w.out)-1].Text)
	first, _ := utf8.DecodeRuneInString(next)
	if util.IsEastAsianWideRune(last) && util.IsEastAsianWideRune(first) {
		return
	}
	w.write(lesson.Inline{Text: " "})
}

func (r *reader) piece(w *writer, n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		w.write(lesson.Inline{Text: r.unescape(n)})
		if n.HardLineBreak() {
			r.problem(n, "forces a new line; begin a paragraph instead")
		}
		w.broken = n.SoftLineBreak()
	case *ast.String:
		w.write(lesson.Inline{Text: string(n.Value)})
	case *ast.CodeSpan:
		w.write(lesson.Inline{Text: r.raw(n), Mark: lesson.Mono})
	case *ast.Emphasis:
		mark := lesson.Emph
		if n.Level == 2 {
			mark = lesson.Strong
		}
		w.write(lesson.Inline{Text: r.flat(n), Mark: mark})
	case *ast.Link:
		if n.Reference == nil {
			r.problem(n, "has an address in the text; put it under links in lesson.yaml and write [name][]")
		}
		w.write(lesson.Inline{Text: r.flat(n), Mark: lesson.Link, Href: string(n.Destination)})
	default:
		r.problem(n, n.Kind().String()+" cannot be shown; write text, *emphasis*, **strong**, `code` and [name][] for links")
	}
}

func (r *reader) unescape(n *ast.Text) string {
	v := n.Segment.Value(r.source)
	if n.IsRaw() {
		return string(v)
	}
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(v))))
}

// raw is the text of code.
func (r *reader) raw(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		b.WriteString(strings.ReplaceAll(string(c.(*ast.Text).Segment.Value(r.source)), "\n", " "))
	}
	return b.String()
}

// flat is the text of a styled piece, which holds plain text only.
func (r *reader) flat(n ast.Node) string {
	w := &writer{}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Kind() != ast.KindText && c.Kind() != ast.KindString {
			r.problem(n, "has a style within a style; give each piece one")
		}
		r.piece(w, c)
	}
	return plain(w.out)
}

// plain is text without its styles.
func plain(words []lesson.Inline) string {
	var b strings.Builder
	for _, t := range words {
		b.WriteString(t.Text)
	}
	return b.String()
}
