// Package prose turns a language's Markdown into the blocks and words of a lesson. It accepts what docs/lessons.md
// lists and nothing else: what it does not know is a problem with its line, never left out.
package prose

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"inflight/lessons/lesson"
)

// Doc is a language's text.
type Doc struct {
	Title string
	Text  []lesson.Block
	Words lesson.Words
	// Lines are where each ID stands: of words as in Words, of figures, predictions and exercises as "figure:ID".
	Lines map[string]int
}

// Parse reads Markdown. links are the addresses that it may refer to, by name.
func Parse(file string, source []byte, links map[string]string) (*Doc, lesson.Problems) {
	source = bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
	context := parser.NewContext()
	for name, address := range links { // order-free: a table
		context.AddReference(parser.NewReference([]byte(name), []byte(address), nil))
	}
	r := &reader{file: file, source: source, doc: &Doc{Words: lesson.Words{}, Lines: map[string]int{}}}
	root := goldmark.New().Parser().Parse(text.NewReader(source), parser.WithContext(context))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		r.block(n)
	}
	if r.doc.Title == "" && len(r.problems) == 0 {
		r.problems = append(r.problems, lesson.Problem{File: file, Line: 1, Text: "has no title; begin with # and the lesson's title"})
	}
	return r.doc, r.problems
}

type reader struct {
	file     string
	source   []byte
	doc      *Doc
	problems lesson.Problems
}

// line is that of a node, from 1.
func (r *reader) line(n ast.Node) int {
	at := -1
	ast.Walk(n, func(x ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || at >= 0 {
			return ast.WalkStop, nil
		}
		switch {
		case x.Type() == ast.TypeBlock && x.Lines() != nil && x.Lines().Len() > 0:
			at = x.Lines().At(0).Start
		case x.Kind() == ast.KindText:
			at = x.(*ast.Text).Segment.Start
		}
		return ast.WalkContinue, nil
	})
	if at < 0 {
		at = max(n.Pos(), 0)
	}
	return 1 + bytes.Count(r.source[:min(at, len(r.source))], []byte("\n"))
}

func (r *reader) problem(n ast.Node, text string) {
	r.problems = append(r.problems, lesson.Problem{File: r.file, Line: r.line(n), Text: text})
}

// block reads one block of the lesson's text.
func (r *reader) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		r.heading(n)
	case *ast.Paragraph:
		r.paragraph(n)
	case *ast.List:
		r.list(n)
	case *ast.FencedCodeBlock:
		r.add(lesson.Block{Kind: lesson.Code, Code: r.code(n)})
	case *ast.Blockquote:
		r.card(n)
	case *ast.LinkReferenceDefinition:
		r.problem(n, "defines a link; put the address under links in lesson.yaml, where all languages find it")
	default:
		r.problem(n, n.Kind().String()+" cannot be shown; write headings, paragraphs, - lists, ``` code and > cards")
	}
}

func (r *reader) add(b lesson.Block) { r.doc.Text = append(r.doc.Text, b) }

func (r *reader) heading(n *ast.Heading) {
	words := r.inline(n)
	switch {
	case n.Level == 1 && r.doc.Title == "" && len(r.doc.Text) == 0:
		r.doc.Title = plain(words)
	case n.Level == 1:
		r.problem(n, "is a second title; write ## for a part")
	case r.doc.Title == "":
		r.problem(n, "stands before the title; begin with # and the lesson's title")
	case n.Level > 3:
		r.problem(n, "is too deep; write ## or ###")
	default:
		r.add(lesson.Block{Kind: lesson.Heading, Level: n.Level, Text: words})
	}
}

func (r *reader) paragraph(n ast.Node) {
	words := r.inline(n)
	kind, id, rest := directive(words)
	switch {
	case kind == "":
		r.add(lesson.Block{Kind: lesson.Para, Text: words})
	case (kind == "figure" || kind == "part") && len(rest) == 0:
		r.problem(n, "has no words; write after {"+kind+": "+id+"} what is to be seen there")
	case kind == "figure":
		r.mark(n, "figure:"+id)
		r.add(lesson.Block{Kind: lesson.FigureAt, ID: id, Text: rest})
	case kind == "part" && !slices.Contains(lesson.Parts(), id):
		r.problem(n, id+" is no part of the stage; there are "+strings.Join(lesson.Parts(), ", "))
	case kind == "part":
		r.mark(n, "part:"+id)
		r.add(lesson.Block{Kind: lesson.PartHere, ID: id, Text: rest})
	default:
		r.problem(n, "{"+kind+": "+id+"} cannot stand here; a prediction or an exercise is a > card, goals and hints are in its list")
	}
}

// mark notes where an ID stands; it may stand once.
func (r *reader) mark(n ast.Node, id string) bool {
	if was, twice := r.doc.Lines[id]; twice {
		r.problem(n, id+" stands in line "+itoa(was)+" already; take one of them away")
		return false
	}
	r.doc.Lines[id] = r.line(n)
	return true
}

func (r *reader) list(n *ast.List) {
	if n.IsOrdered() {
		r.problem(n, "is a numbered list; write - for each item")
		return
	}
	b := lesson.Block{Kind: lesson.ListItems}
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		if words, ok := r.item(item); ok {
			b.Items = append(b.Items, words)
		}
	}
	r.add(b)
}

// item is the one paragraph of a list's item.
func (r *reader) item(n ast.Node) ([]lesson.Inline, bool) {
	only := n.FirstChild()
	if only == nil || n.ChildCount() != 1 || only.Kind() != ast.KindTextBlock && only.Kind() != ast.KindParagraph {
		r.problem(n, "holds more than one paragraph; make it one, or give the rest a paragraph of its own after the list")
		return nil, false
	}
	return r.inline(only), true
}

func (r *reader) code(n *ast.FencedCodeBlock) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(r.source))
	}
	return strings.TrimRight(b.String(), "\n")
}

var directives = regexp.MustCompile(`^\{(figure|part|prediction|exercise|goal|hint): ([A-Za-z0-9-]+)\}\s*`)

// directive is what a paragraph begins with, and the rest of it.
func directive(words []lesson.Inline) (kind, id string, rest []lesson.Inline) {
	if len(words) == 0 || words[0].Mark != lesson.NoMark {
		return "", "", words
	}
	m := directives.FindStringSubmatch(words[0].Text)
	if m == nil {
		return "", "", words
	}
	rest = slices.Clone(words)
	rest[0].Text = rest[0].Text[len(m[0]):]
	if rest[0].Text == "" {
		rest = rest[1:]
	}
	return m[1], m[2], rest
}
