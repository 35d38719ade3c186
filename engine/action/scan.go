package action

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"inflight/engine/why"
)

// scanner walks over the words of a line. Positions are bytes; columns, which people read, are characters from 1.
type scanner struct {
	line string
	pos  int // where the next word is looked for
	at   int // where the last word began, or where one was missing
}

func (s *scanner) column(pos int) int { return utf8.RuneCountInString(s.line[:pos]) + 1 }

func (s *scanner) skipSpace() {
	for s.pos < len(s.line) {
		r, n := utf8.DecodeRuneInString(s.line[s.pos:])
		if !unicode.IsSpace(r) {
			return
		}
		s.pos += n
	}
}

// word takes the next word, "" at the end of the line.
func (s *scanner) word() string {
	s.skipSpace()
	s.at = s.pos
	for s.pos < len(s.line) {
		r, n := utf8.DecodeRuneInString(s.line[s.pos:])
		if unicode.IsSpace(r) {
			break
		}
		s.pos += n
	}
	return s.line[s.at:s.pos]
}

// rest takes what is left of the line, without space around it.
func (s *scanner) rest() string {
	s.skipSpace()
	s.at = s.pos
	s.pos = len(s.line)
	return strings.TrimRightFunc(s.line[s.at:], unicode.IsSpace)
}

// problem is at the last word.
func (s *scanner) problem(rule why.Rule, args ...why.Arg) *why.Problem {
	return s.problemAt(s.at, rule, args...)
}

func (s *scanner) problemAt(pos int, rule why.Rule, args ...why.Arg) *why.Problem {
	return &why.Problem{Column: s.column(pos), Fatal: true, Why: why.Reason{Rule: rule, Args: args}}
}

// quoted takes a text in double quotes, with JSON's escapes.
func (s *scanner) quoted() (string, *why.Problem) {
	s.skipSpace()
	s.at = s.pos
	if s.pos == len(s.line) {
		return "", s.problem("action.missing", why.L("want", []string{`"text"`}))
	}
	if s.line[s.pos] != '"' {
		return "", s.problem("action.quote", why.S("got", s.word()))
	}
	var b strings.Builder
	for i := s.pos + 1; i < len(s.line); i++ {
		switch c := s.line[i]; c {
		case '"':
			s.pos = i + 1
			return b.String(), nil
		case '\\':
			text, n := unescape(s.line[i:])
			if n == 0 {
				return "", s.problemAt(i, "action.escape", why.S("got", s.line[i:min(i+2, len(s.line))]))
			}
			b.WriteString(text)
			i += n - 1
		default:
			b.WriteByte(c)
		}
	}
	return "", s.problem("action.unclosed")
}

// unescape reads the escape at the beginning of s and how many bytes it takes, 0 where it is none.
func unescape(s string) (string, int) {
	if len(s) < 2 {
		return "", 0
	}
	switch s[1] {
	case '"', '\\', '/':
		return s[1:2], 2
	case 'n':
		return "\n", 2
	case 't':
		return "\t", 2
	case 'r':
		return "\r", 2
	case 'u':
		if len(s) >= 6 {
			if n, err := strconv.ParseUint(s[2:6], 16, 16); err == nil && !(0xd800 <= n && n < 0xe000) {
				return string(rune(n)), 6
			}
		}
	}
	return "", 0
}
