package tree

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"inflight/engine/why"
)

// diagnosis is what is wrong with the YAML of a part, and where: line from 0 within the part, byte within the line.
type diagnosis struct {
	line, at int
	rule     why.Rule
	args     []why.Arg
}

// syntax reports what the YAML library could not read. The library names a line, which may be that where the
// surrounding map begins, and no column; the lines themselves tell more.
func (r *reader) syntax(p part, err error) {
	message, line := cause(err)
	s := &source{lines: strings.Split(p.text, "\n"), before: p.line, message: message, named: line}
	for i, l := range s.lines {
		s.lines[i] = strings.TrimSuffix(l, "\r")
	}
	d := s.diagnose()
	d.line = min(max(d.line, 0), len(s.lines)-1)
	text := s.lines[d.line]
	column := utf8.RuneCountInString(text[:min(max(d.at, 0), len(text))]) + 1
	r.fail(Pos{p.line + d.line + 1, column}, d.rule, d.args...)
}

var namedLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// cause is the library's message, and the line that it names, from 0; -1 where it names none.
func cause(err error) (message string, line int) {
	m := namedLine.FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	if m == nil {
		return err.Error(), -1
	}
	n, _ := strconv.Atoi(m[1])
	return m[2], n - 1
}

// source is the text in which a mistake is looked for.
type source struct {
	lines   []string
	before  int // lines of the file before them
	message string
	named   int // the line that the library names
}

func (s *source) diagnose() diagnosis {
	if s.message == "" || strings.HasPrefix(s.message, "exceeded max depth") {
		return diagnosis{line: s.named, rule: "input.depth", args: []why.Arg{why.N("max", MaxDepth)}}
	}
	if d, ok := s.character(); ok {
		return d
	}
	failing := s.failing()
	for _, look := range []func(int) (diagnosis, bool){s.template, s.tab, s.anchor, s.escape, s.quote, s.flow,
		s.start, s.twoKeys, s.sameLine, s.dash, s.colon, s.indent} {
		if d, ok := look(failing); ok {
			return d
		}
	}
	return diagnosis{failing, indentation(s.lines[failing]), "input.yaml", []why.Arg{why.S("detail", s.message)}}
}

// failing is the line at which reading fails: the last of the fewest lines that fail with the same message.
func (s *source) failing() int {
	same := func(lines int) bool {
		_, err := decodeNodes(strings.Join(s.lines[:lines], "\n") + "\n")
		if err == nil {
			return false
		}
		message, _ := cause(err)
		return message == s.message
	}
	low, high := 0, len(s.lines) // low lines do not fail, high do
	for step := max(s.named, 1); step < high; step *= 2 {
		if same(step) {
			high = step
			break
		}
		low = step
	}
	for low+1 < high {
		if middle := (low + high) / 2; same(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high - 1
}

func (s *source) says(part string) bool { return strings.Contains(s.message, part) }

// character: control characters are nowhere allowed.
func (s *source) character() (diagnosis, bool) {
	if !s.says("control characters") {
		return diagnosis{}, false
	}
	for i, l := range s.lines {
		for at, c := range l {
			if c < ' ' && c != '\t' && c != '\r' || 0x7f <= c && c < 0xa0 && c != 0x85 || c == 0xfffe || c == 0xffff {
				return diagnosis{i, at, "input.yaml.control", []why.Arg{why.S("got", "U+"+strings.ToUpper(hex(c)))}}, true
			}
		}
	}
	return diagnosis{}, false
}

func hex(c rune) string {
	h := strconv.FormatInt(int64(c), 16)
	return strings.Repeat("0", max(0, 4-len(h))) + h
}

// template: {{ }} is Helm's, not YAML's.
func (s *source) template(failing int) (diagnosis, bool) {
	for i := failing; i >= 0 && i >= failing-1; i-- {
		if at := strings.Index(s.lines[i], "{{"); at >= 0 {
			return diagnosis{i, at, "input.yaml.template", nil}, true
		}
	}
	return diagnosis{}, false
}

// tab: YAML indents with spaces only.
func (s *source) tab(failing int) (diagnosis, bool) {
	if !s.says("tab character") && !s.says("cannot start any token") && !s.says("mapping values") && !s.says("expected key") {
		return diagnosis{}, false
	}
	for i := failing; i >= 0 && i >= failing-1; i-- {
		lead := s.lines[i][:len(s.lines[i])-len(strings.TrimLeft(s.lines[i], " \t"))]
		if at := strings.IndexByte(lead, '\t'); at >= 0 {
			return diagnosis{i, at, "input.yaml.tab", nil}, true
		}
	}
	return diagnosis{}, false
}

// anchor: an alias of what does not exist, or a text that begins like one.
func (s *source) anchor(failing int) (diagnosis, bool) {
	if name, ok := strings.CutPrefix(s.message, "unknown anchor '"); ok {
		name, _, _ = strings.Cut(name, "'")
		for i, l := range s.lines {
			if at := strings.Index(l, "*"+name); at >= 0 {
				return diagnosis{i, at, "input.yaml.anchor", []why.Arg{why.S("name", name)}}, true
			}
		}
	}
	if !s.says("alphabetic or numeric character") {
		return diagnosis{}, false
	}
	return s.beginsWith(failing, "*&")
}

// start: a text that begins with a character that YAML keeps for itself.
func (s *source) start(failing int) (diagnosis, bool) {
	if !s.says("cannot start any token") && !s.says("tag") {
		return diagnosis{}, false
	}
	return s.beginsWith(failing, "@`%!")
}

var valueStart = regexp.MustCompile(`(?:^\s*|[-:,\[{]\s+)(\S)`)

// beginsWith finds a value or key of the line that begins with one of the characters.
func (s *source) beginsWith(line int, chars string) (diagnosis, bool) {
	for _, m := range valueStart.FindAllStringSubmatchIndex(s.lines[line], -1) {
		if c := s.lines[line][m[2]:m[3]]; strings.Contains(chars, c) {
			return diagnosis{line, m[2], "input.yaml.start", []why.Arg{why.S("got", c)}}, true
		}
	}
	return diagnosis{}, false
}

var escapes = regexp.MustCompile(`\\(?:[0abt\tnvfre "'/\\N_LP]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`)

// escape: double quotes know few escapes.
func (s *source) escape(failing int) (diagnosis, bool) {
	if !s.says("escape") && !s.says("hexdecimal") {
		return diagnosis{}, false
	}
	for i := max(s.named, 0); i <= failing && i < len(s.lines); i++ {
		l := s.lines[i]
		rest := escapes.ReplaceAllStringFunc(strings.ReplaceAll(l, `\/`, `\!`), func(e string) string { return strings.Repeat("x", len(e)) })
		if at := strings.IndexByte(rest, '\\'); at >= 0 {
			end := min(at+2, len(l))
			for end < len(l) && !utf8.RuneStart(l[end]) {
				end++
			}
			return diagnosis{i, at, "input.yaml.escape", []why.Arg{why.S("got", l[at:end])}}, true
		}
	}
	return diagnosis{}, false
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
