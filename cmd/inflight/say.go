package main

import (
	"embed"
	"fmt"
	"io"
	"strconv"
	"strings"

	"inflight/engine/trace"
	"inflight/engine/why"
)

//go:embed text
var textFiles embed.FS

// catalog is the command's own words by language and key: lines "key: text" in which {name} is a value. A line that
// begins with a space goes on with the one before, on a line of its own.
var catalog = loadCatalog()

func loadCatalog() map[why.Lang]map[string]string {
	out := map[why.Lang]map[string]string{}
	for _, lang := range why.Langs() {
		b, err := textFiles.ReadFile("text/" + string(lang) + ".txt")
		if err != nil {
			panic("inflight: " + err.Error())
		}
		out[lang] = map[string]string{}
		last := ""
		for line := range strings.Lines(string(b)) {
			line = strings.TrimSuffix(line, "\n")
			switch key, text, ok := strings.Cut(line, ": "); {
			case line == "" || strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, " "):
				out[lang][last] += "\n" + line[1:]
			case ok:
				last = key
				out[lang][key] = text
			default:
				panic("inflight: text/" + string(lang) + ".txt: want \"key: text\": " + line)
			}
		}
	}
	return out
}

// text is a text of the catalog in the session's language.
func (s *session) text(m *message) string {
	t, ok := catalog[s.lang][m.key]
	if !ok {
		return m.key
	}
	var pairs []string
	for i := 0; i+1 < len(m.args); i += 2 {
		pairs = append(pairs, "{"+m.args[i]+"}", m.args[i+1])
	}
	return strings.NewReplacer(pairs...).Replace(t)
}

// say writes a text of the catalog as a line of the results.
func (s *session) say(indent int, key string, args ...string) {
	fmt.Fprintln(s.stdout, strings.Repeat(" ", indent)+s.text(msg(key, args...)))
}

// wrong says what is wrong with the use of the command.
func (s *session) wrong(m *message) int {
	fmt.Fprintln(s.stderr, "inflight: "+s.text(m))
	return exitUse
}

func (s *session) usage(w io.Writer) { fmt.Fprintln(w, s.text(msg("usage"))) }

// report writes a problem as file:line:column: field: what is wrong; what to do. Times count from start.
func (s *session) report(p why.Problem, start trace.Time) {
	var at strings.Builder
	if p.File != "" {
		at.WriteString(p.File + ":")
	}
	if p.Line > 0 {
		at.WriteString(strconv.Itoa(p.Line) + ":")
		if p.Column > 0 {
			at.WriteString(strconv.Itoa(p.Column) + ":")
		}
	}
	if at.Len() == 0 {
		at.WriteString("inflight:")
	}
	kind := ""
	if !p.Fatal {
		kind = s.text(msg("warning")) + ": "
	}
	field := ""
	if p.Field != "" {
		field = p.Field + ": "
	}
	fmt.Fprintln(s.stderr, at.String()+" "+kind+field+s.sentence(p.Why, start))
}

// sentence is a reason in words; times count from start.
func (s *session) sentence(r why.Reason, start trace.Time) string {
	return why.Text(s.lang, trace.Since(r, start))
}
