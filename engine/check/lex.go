package check

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"inflight/engine/why"
)

// MaxSource is the longest predicate, in bytes.
const MaxSource = 16 << 10

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokWord
	tokNumber
	tokDuration
	tokString
	tokMarker // <web>
	tokPunct
)

// token is a word of a predicate. text is as written, but for strings and markers, where it is what they mean.
type token struct {
	kind tokenKind
	text string
	num  float64
	dur  time.Duration
	line int // from 1
	col  int // in characters, from 1
}

// is tells whether the token is this word or sign as written.
func (t token) is(s string) bool { return (t.kind == tokWord || t.kind == tokPunct) && t.text == s }

// found is the token as an error names it.
func (t token) found() string {
	switch t.kind {
	case tokString:
		return strconv.Quote(t.text)
	case tokMarker:
		return "<" + t.text + ">"
	}
	return t.text
}

// lexer splits a predicate into tokens.
type lexer struct {
	src       string
	pos       int
	line, col int
}

func lex(src string) ([]token, *why.Problem) {
	l := &lexer{src: src, line: 1, col: 1}
	if len(src) > MaxSource {
		return nil, problem(token{line: 1, col: 1}, "check.long", why.N("max", MaxSource))
	}
	var out []token
	for {
		t, p := l.next()
		if p != nil {
			return nil, p
		}
		out = append(out, t)
		if t.kind == tokEnd {
			return out, nil
		}
	}
}

// advance moves over n bytes.
func (l *lexer) advance(n int) {
	for _, r := range l.src[l.pos : l.pos+n] {
		if r == '\n' {
			l.line, l.col = l.line+1, 1
		} else {
			l.col++
		}
	}
	l.pos += n
}

// signs are the operators and brackets, longer ones first.
var signs = []string{"==", "!=", "<=", ">=", "<", ">", "(", ")", "[", "]", "{", "}", ",", ";", "="}

// signWords are signs of other languages and the words that mean the same here.
var signWords = [][2]string{{"&", "and"}, {"|", "or"}, {"!", "not"}}

func (l *lexer) next() (token, *why.Problem) {
	for l.pos < len(l.src) && strings.IndexByte(" \t\r\n", l.src[l.pos]) >= 0 {
		l.advance(1)
	}
	t := token{line: l.line, col: l.col}
	rest := l.src[l.pos:]
	if rest == "" {
		return t, nil
	}
	if n := marker(rest); n > 0 {
		t.kind, t.text = tokMarker, rest[1:n-1]
		l.advance(n)
		return t, nil
	}
	if rest[0] == '"' {
		return l.quoted(t, rest)
	}
	if n := word(rest); n > 0 {
		t.text = rest[:n]
		l.advance(n)
		t.classify()
		return t, nil
	}
	for _, s := range signs {
		if strings.HasPrefix(rest, s) {
			t.kind, t.text = tokPunct, s
			l.advance(len(s))
			return t, nil
		}
	}
	for _, s := range signWords {
		if strings.HasPrefix(rest, s[0]) {
			return t, problem(t, "check.sign-word", why.S("got", s[0]), why.S("word", s[1]))
		}
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return t, problem(t, "check.sign", why.S("got", string(r)))
}

func (l *lexer) quoted(t token, rest string) (token, *why.Problem) {
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return t, problem(t, "check.string")
	}
	t.kind = tokString
	t.text, _ = strconv.Unquote(quoted)
	l.advance(len(quoted))
	return t, nil
}

// marker is the length of <name> at the beginning of s, 0 where there is none.
func marker(s string) int {
	if s[0] != '<' {
		return 0
	}
	n := word(s[1:])
	if n == 0 || s[1] >= '0' && s[1] <= '9' || s[1] == '-' || n+1 >= len(s) || s[n+1] != '>' || strings.HasPrefix(s[n+1:], ">=") {
		return 0
	}
	return n + 2
}

// word is the length of the word at the beginning of s: a name, a term, a number or a duration.
func word(s string) int {
	n := 0
	for n < len(s) && isWordByte(s[n]) {
		n++
	}
	if n == 1 && (s[0] == '-' || s[0] == '.') {
		return 0
	}
	return n
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-_./~:*", c) >= 0
}

// classify tells numbers and durations from words.
func (t *token) classify() {
	t.kind = tokWord
	c := t.text[0]
	if !('0' <= c && c <= '9') && !(c == '-' && len(t.text) > 1 && '0' <= t.text[1] && t.text[1] <= '9') {
		return
	}
	if strings.IndexAny(t.text, "eExXpP_") < 0 {
		if n, err := strconv.ParseFloat(t.text, 64); err == nil {
			t.kind, t.num = tokNumber, n
			return
		}
	}
	if d, err := time.ParseDuration(t.text); err == nil {
		t.kind, t.dur = tokDuration, d
	}
}
