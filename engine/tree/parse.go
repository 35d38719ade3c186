package tree

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"inflight/engine/why"
)

// Limits of what is read. A kubectl manifest stays far below them.
const (
	MaxDepth = 200 // maps and lists inside each other
	// MaxProblems is how many are told.
	MaxProblems = 200
	maxNodes    = 200_000 // values a document may stand for beyond ten a byte, once aliases are counted as copies
)

// Parse reads every document of a file: YAML or JSON, or both, one after the other. Empty documents are left out.
// A document with problems that are fatal is left out as well; the others are there.
func Parse(file string, data []byte) ([]*Value, []why.Problem) {
	r := &reader{file: file}
	text, ok := r.decodeText(data)
	if !ok {
		return nil, r.problems
	}
	r.lines = strings.Split(text, "\n")
	var docs []*Value
	for _, p := range split(text) {
		docs = append(docs, r.piece(p)...)
	}
	return docs, r.problems
}

// reader collects the problems of one file.
type reader struct {
	file     string
	lines    []string
	problems []why.Problem
}

func (r *reader) fail(pos Pos, rule why.Rule, args ...why.Arg) {
	if len(r.problems) == MaxProblems {
		rule, args = "input.more", []why.Arg{why.N("max", MaxProblems)}
	} else if len(r.problems) > MaxProblems {
		return
	}
	r.problems = append(r.problems, why.Problem{File: r.file, Line: pos.Line, Column: pos.Column, Fatal: true,
		Why: why.Reason{Rule: rule, Args: args}})
}

func (r *reader) warn(pos Pos, rule why.Rule, args ...why.Arg) {
	r.problems = append(r.problems, why.Problem{File: r.file, Line: pos.Line, Column: pos.Column,
		Why: why.Reason{Rule: rule, Args: args}})
}

// decodeText makes UTF-8 of the file: without byte order mark, from UTF-16 where the mark says so (as PowerShell's
// redirection writes it).
func (r *reader) decodeText(data []byte) (string, bool) {
	text := string(data)
	switch {
	case strings.HasPrefix(text, "\xef\xbb\xbf"):
		text = text[3:]
	case strings.HasPrefix(text, "\xff\xfe"), strings.HasPrefix(text, "\xfe\xff"):
		big := text[0] == '\xfe'
		units := make([]uint16, 0, len(text)/2)
		for i := 2; i+1 < len(text); i += 2 {
			a, b := uint16(text[i]), uint16(text[i+1])
			if big {
				a, b = b, a
			}
			units = append(units, b<<8|a)
		}
		text = string(utf16.Decode(units))
	}
	if utf8.ValidString(text) {
		return text, true
	}
	line, column := 1, 1
	for i := 0; i < len(text); {
		c, n := utf8.DecodeRuneInString(text[i:])
		if c == utf8.RuneError && n == 1 {
			break
		}
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
		i += n
	}
	r.fail(Pos{line, column}, "input.utf8")
	return "", false
}

// part is the text between two document markers.
type part struct {
	text string
	line int // number of lines before it
}

// split cuts a file before lines that begin with "---" and after "...". Directives stay with the document that they precede.
func split(text string) []part {
	var parts []part
	start, startLine, line := 0, 0, 0
	directives, content := false, false // directives seen, and nothing but comments around them
	for i := 0; i < len(text); {
		end := strings.IndexByte(text[i:], '\n')
		if end < 0 {
			end = len(text)
		} else {
			end += i + 1
		}
		l := text[i:end]
		switch {
		case isMarker(l) && !directives:
			if i > start {
				parts = append(parts, part{text[start:i], startLine})
			}
			start, startLine, content = i, line, false
		case isMarker(l):
			directives = false
		case strings.TrimRight(l, " \t\r\n") == "...":
			parts = append(parts, part{text[start:end], startLine})
			start, startLine, directives, content = end, line+1, false, false
		case l[0] == '%':
			directives = !content
		default:
			content = content || !isComment(l)
		}
		i = end
		line++
	}
	return append(parts, part{text[start:], startLine})
}

func isMarker(line string) bool {
	return strings.HasPrefix(line, "---") && (len(line) == 3 || strings.IndexByte(" \t\r\n", line[3]) >= 0)
}

func isComment(line string) bool {
	t := strings.TrimSpace(line)
	return t == "" || t[0] == '#'
}

// piece reads one part: as JSON where it begins like JSON, else as YAML. Braces with a bare key are YAML's.
func (r *reader) piece(p part) []*Value {
	body, before := p.text, 0
	if isMarker(body) {
		before = 3
	}
	lead := strings.TrimLeft(body[before:], " \t\r\n")
	if says := strings.TrimRight(lead, " \t\r\n"); says == "" || says == "..." {
		return nil
	}
	if lead[0] != '{' && lead[0] != '[' {
		return r.yaml(p)
	}
	json := &reader{file: r.file, lines: r.lines}
	docs, ok := json.json(body, before, p.line)
	inner := strings.TrimLeft(lead[1:], " \t\r\n")
	if ok || inner == "" || inner[0] == '"' || inner[0] == '{' {
		r.problems = append(r.problems, json.problems...)
		return docs
	}
	return r.yaml(p)
}
