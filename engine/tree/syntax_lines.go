package tree

import (
	"regexp"
	"strings"

	"inflight/engine/why"
)

// Mistakes that the shape of lines gives away.

// scan walks over a line and calls visit for each byte outside of quotes and comments. It returns where a quoted text
// begins that the line does not close, -1 where none does.
func scan(line string, visit func(at int, c byte)) int {
	quote, open := byte(0), -1
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote == '"' && c == '\\':
			i++
		case quote != 0 && c == quote:
			if quote == '\'' && i+1 < len(line) && line[i+1] == '\'' {
				i++
				continue
			}
			quote, open = 0, -1
		case quote != 0:
		case (c == '"' || c == '\'') && beginsValue(line[:i]):
			quote, open = c, i
		case c == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
			return -1
		default:
			visit(i, c)
		}
	}
	return open
}

// beginsValue tells whether what comes after the text before begins a value or a key.
func beginsValue(before string) bool {
	t := strings.TrimRight(before, " \t")
	return t == "" || strings.IndexByte(":-,[{?", t[len(t)-1]) >= 0 && (len(t) < len(before) || strings.IndexByte("[{,", t[len(t)-1]) >= 0)
}

// quote: a quoted text that nothing closes takes in everything up to the next quote, far below.
func (s *source) quote(failing int) (diagnosis, bool) {
	end := s.says("end of stream")
	if !end && !s.says("expected key") && !s.says("expected '-'") && !s.says("expected ','") && !s.says("expected ':'") && !s.says("document indicator") {
		return diagnosis{}, false
	}
	from := 0
	if end {
		from, failing = max(s.named, 0), len(s.lines)-1
	}
	for i := from; i <= failing; i++ {
		if at := scan(s.lines[i], func(int, byte) {}); at >= 0 {
			return diagnosis{i, at, "input.yaml.quote", []why.Arg{why.S("quote", s.lines[i][at:at+1])}}, true
		}
	}
	if at := afterQuote(s.lines[failing]); at >= 0 {
		return diagnosis{failing, at, "input.yaml.after-quote", []why.Arg{why.S("got", s.lines[failing][at:])}}, true
	}
	return diagnosis{}, false
}

var closed = regexp.MustCompile(`: +("(?:[^"\\]|\\.)*"|'(?:[^']|'')*') *([^ #,}\]].*)$`)

// afterQuote is where something follows a quoted value that the value should contain.
func afterQuote(line string) int {
	if m := closed.FindStringSubmatchIndex(line); m != nil {
		return m[4]
	}
	return -1
}

// flow: brackets that do not close, or entries without a comma between them.
func (s *source) flow(int) (diagnosis, bool) {
	if !s.says("expected ',' or") && !s.says("expected node content") && !s.says("end of stream") {
		return diagnosis{}, false
	}
	type bracket struct {
		line, at int
		c        byte
	}
	var open []bracket
	var wrong *diagnosis
	for i := range s.lines {
		keys := 0
		scan(s.lines[i], func(at int, c byte) {
			switch l := s.lines[i]; {
			case wrong != nil:
			case (c == '{' || c == '[') && (len(open) > 0 || beginsValue(l[:at])):
				open, keys = append(open, bracket{i, at, c}), 0
			case (c == '}' || c == ']') && len(open) > 0:
				top := open[len(open)-1]
				if (c == '}') != (top.c == '{') {
					wrong = &diagnosis{i, at, "input.yaml.bracket", []why.Arg{why.S("got", string(c)), why.S("open", string(top.c))}}
				}
				open, keys = open[:len(open)-1], 1
			case c == ',':
				keys = 0
			case c == ':' && len(open) > 0 && open[len(open)-1].c == '{' && (at+1 == len(l) || l[at+1] == ' '):
				if keys++; keys > 1 {
					from := strings.LastIndexAny(strings.TrimRight(l[:at], " "), " \t{[}],:") + 1
					wrong = &diagnosis{i, from, "input.yaml.comma", []why.Arg{why.S("key", strings.TrimSpace(l[from:at]))}}
				}
			}
		})
		if wrong != nil {
			return *wrong, true
		}
	}
	if len(open) > 0 {
		b := open[len(open)-1]
		return diagnosis{b.line, b.at, "input.yaml.open", []why.Arg{why.S("got", string(b.c))}}, true
	}
	return diagnosis{}, false
}

var keyStart = regexp.MustCompile(`([A-Za-z0-9_./"'-]+):(?: |$)`)

// keys are where the keys of a block line begin: "- name: app image: nginx" has two.
func keys(line string) [][]int {
	end := len(line)
	scan(line, func(at int, c byte) {
		if (c == '{' || c == '[') && beginsValue(line[:at]) {
			end = min(end, at)
		}
	})
	if at := strings.Index(line[:end], " #"); at >= 0 {
		end = at
	}
	return keyStart.FindAllStringSubmatchIndex(line[:end], -1)
}

// twoKeys: a second key on the line of the first.
func (s *source) twoKeys(failing int) (diagnosis, bool) {
	if !s.says("mapping values") {
		return diagnosis{}, false
	}
	k := keys(s.lines[failing])
	if len(k) < 2 {
		return diagnosis{}, false
	}
	key := s.lines[failing][k[1][2]:k[1][3]]
	return diagnosis{failing, k[1][2], "input.yaml.two-keys", []why.Arg{why.S("key", key)}}, true
}

// sameLine: a list that begins on the line of its key.
func (s *source) sameLine(failing int) (diagnosis, bool) {
	if !s.says("block sequence entries") {
		return diagnosis{}, false
	}
	at := strings.Index(s.lines[failing], ": - ")
	if at < 0 {
		return diagnosis{}, false
	}
	return diagnosis{failing, at + 2, "input.yaml.list-line", nil}, true
}

var noSpace = regexp.MustCompile(`^\s*(?:- +)?([A-Za-z][A-Za-z0-9_-]*):[^\s:/]`)

// colon: a key without a colon, or without a space after it.
func (s *source) colon(failing int) (diagnosis, bool) {
	if !s.says("expected ':'") && !s.says("expected key") && !s.says("mapping values") {
		return diagnosis{}, false
	}
	for i := failing; i >= 0 && i >= failing-1; i-- {
		if m := noSpace.FindStringSubmatchIndex(s.lines[i]); m != nil {
			return diagnosis{i, m[3], "input.yaml.space", []why.Arg{why.S("key", s.lines[i][m[2]:m[3]])}}, true
		}
	}
	line := failing
	if s.says("expected ':'") && s.named >= 0 && s.named < len(s.lines) {
		line = s.named
	}
	for i := line; i >= 0 && i >= line-1; i-- {
		t := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s.lines[i]), "- "))
		if t != "" && !isMarker(t) && t[0] != '#' && t[0] != '-' && len(keys(s.lines[i])) == 0 && !strings.ContainsAny(t, "{}[]\"'") {
			word, _, _ := strings.Cut(t, " ")
			return diagnosis{i, strings.Index(s.lines[i], word), "input.yaml.colon", []why.Arg{why.S("key", word)}}, true
		}
	}
	return diagnosis{}, false
}

// dash: an item among keys, or a key among items.
func (s *source) dash(failing int) (diagnosis, bool) {
	l := strings.TrimSpace(s.lines[failing])
	item := l == "-" || strings.HasPrefix(l, "- ")
	above := s.above(failing)
	if above < 0 || indentation(s.lines[above]) != indentation(s.lines[failing]) {
		return diagnosis{}, false
	}
	switch {
	case item && s.says("expected key"):
		return diagnosis{failing, indentation(s.lines[failing]), "input.yaml.item", nil}, true
	case !item && s.says("'-' indicator"):
		return diagnosis{failing, indentation(s.lines[failing]), "input.yaml.no-dash", nil}, true
	}
	return diagnosis{}, false
}

// above is the last line above that says something, -1 where none does.
func (s *source) above(line int) int {
	for i := line - 1; i >= 0; i-- {
		if l := strings.TrimSpace(s.lines[i]); l != "" && l[0] != '#' && !isMarker(l) {
			return i
		}
	}
	return -1
}

// indent: a line that stands deeper or less deep than those it belongs to.
func (s *source) indent(failing int) (diagnosis, bool) {
	if !s.says("mapping values") && !s.says("expected key") && !s.says("'-' indicator") && !s.says("block sequence entries") && !s.says("document start") {
		return diagnosis{}, false
	}
	i := s.above(failing)
	if i < 0 {
		return diagnosis{}, false
	}
	here, above := indentation(s.lines[failing]), indentation(s.lines[i])
	if l := strings.TrimSpace(s.lines[i]); strings.HasPrefix(l, "- ") && here > above {
		above += 2 // the item's own keys
	}
	return diagnosis{failing, here, "input.yaml.indent", []why.Arg{why.N("here", here), why.N("above", above), why.N("line", s.before+i+1)}}, true
}
