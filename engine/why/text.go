package why

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Lang is a language of the texts.
type Lang string

// The languages.
const (
	English  Lang = "en"
	Japanese Lang = "ja"
)

// Langs are all languages, the reference first.
func Langs() []Lang { return []Lang{English, Japanese} }

//go:embed text
var files embed.FS

// texts[lang][rule] is the template of a rule. A text file has one rule a line, "rule: sentence"; a line that
// begins with a space goes on with the one before; # begins a comment line.
//
// In a sentence {name} is the value of an argument (or of plugin, event, object, pod, node), {name|one|many} is the
// first word where the argument is 1 and the second elsewhere, and `x` is set as code.
var texts = loadTexts()

func loadTexts() map[Lang]map[Rule]string {
	out := map[Lang]map[Rule]string{}
	for _, lang := range Langs() {
		out[lang] = map[Rule]string{}
		entries, err := files.ReadDir("text/" + string(lang))
		if err != nil {
			panic("why: " + err.Error())
		}
		for _, e := range entries {
			b, err := files.ReadFile("text/" + string(lang) + "/" + e.Name())
			if err != nil {
				panic("why: " + err.Error())
			}
			if err := parseTexts(string(b), out[lang]); err != nil {
				panic("why: text/" + string(lang) + "/" + e.Name() + ": " + err.Error())
			}
		}
	}
	return out
}

func parseTexts(s string, into map[Rule]string) error {
	last := Rule("")
	for n, line := range strings.Split(s, "\n") {
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, " "):
			into[last] += " " + strings.TrimSpace(line)
		default:
			rule, text, ok := strings.Cut(line, ": ")
			if !ok {
				return fmt.Errorf("line %d: want \"rule: sentence\"", n+1)
			}
			last = Rule(rule)
			if _, twice := into[last]; twice {
				return fmt.Errorf("line %d: rule %s twice", n+1, rule)
			}
			into[last] = strings.TrimSpace(text)
		}
	}
	return nil
}

// Style is how a part of a sentence is set.
type Style uint8

// The styles.
const (
	Plain   Style = iota
	PodName       // a pod: bold, with its token where there is room
	Code          // an identifier
	Number        // a value that decided
)

// Span is a part of a sentence in one style.
type Span struct {
	Text  string
	Style Style
}

// Sentence is the reason in words. A rule without a text gives its name and arguments, so that nothing is hidden.
func Sentence(lang Lang, r Reason) []Span {
	t, ok := texts[lang][r.Rule]
	if !ok {
		return []Span{{Text: r.String(), Style: Code}}
	}
	var out []Span
	emit := func(s string, style Style) {
		if s == "" {
			return
		}
		if n := len(out); n > 0 && out[n-1].Style == style && style == Plain {
			out[n-1].Text += s
			return
		}
		out = append(out, Span{s, style})
	}
	for t != "" {
		i := strings.IndexAny(t, "{`")
		if i < 0 {
			emit(t, Plain)
			break
		}
		emit(t[:i], Plain)
		closing := "}"
		if t[i] == '`' {
			closing = "`"
		}
		j := strings.Index(t[i+1:], closing)
		if j < 0 {
			emit(t[i:], Plain)
			break
		}
		inner := t[i+1 : i+1+j]
		t = t[i+1+j+1:]
		if closing == "`" {
			emit(inner, Code)
			continue
		}
		emit(value(inner, r))
	}
	return out
}

// Text is the sentence without styles.
func Text(lang Lang, r Reason) string {
	var b strings.Builder
	for _, s := range Sentence(lang, r) {
		b.WriteString(s.Text)
	}
	return b.String()
}

// value is what a placeholder stands for.
func value(placeholder string, r Reason) (string, Style) {
	name, words, plural := strings.Cut(placeholder, "|")
	if plural {
		one, many, _ := strings.Cut(words, "|")
		if a, ok := r.Get(name); ok && a.Int == 1 {
			return one, Plain
		}
		return many, Plain
	}
	switch name {
	case "pod":
		return ShortPod(r.Pod), PodName
	case "plugin":
		return r.Plugin, Code
	case "node":
		return r.Node, Code
	case "event":
		return r.Event.String(), Code
	case "label":
		return r.Event.Label, Code
	case "object":
		return shortRef(r.Event.Object), Code
	}
	a, ok := r.Get(name)
	if !ok {
		return "{" + name + "}", Code
	}
	return a.Value(), a.style()
}

// String is "E4 NodeAdd".
func (e EventRef) String() string {
	if e.N == 0 {
		return e.Label
	}
	return "E" + strconv.Itoa(e.N) + " " + e.Label
}

// ShortPod is a pod's name without the default namespace.
func ShortPod(full string) string { return strings.TrimPrefix(full, "default/") }

func shortRef(ref string) string {
	_, name, ok := strings.Cut(ref, "/")
	if !ok {
		return ref
	}
	return ShortPod(name)
}

func (a Arg) style() Style {
	switch a.Kind {
	case ArgPod:
		return PodName
	case ArgText, ArgNode, ArgList:
		return Code
	}
	return Number
}

// Value is the argument in words, the same in every language.
func (a Arg) Value() string {
	switch a.Kind {
	case ArgInt:
		return strconv.FormatInt(a.Int, 10)
	case ArgDuration:
		return FormatDuration(a.Int)
	case ArgTime:
		return FormatTime(a.Int)
	case ArgPod:
		return ShortPod(a.Str)
	}
	return a.Str
}

// FormatDuration writes nanoseconds as people say them: 300 ms, 1.4 s, 5 min 30 s.
func FormatDuration(ns int64) string {
	d := time.Duration(ns)
	switch {
	case d < 0:
		return "-" + FormatDuration(-ns)
	case d >= time.Minute:
		m := d / time.Minute
		s := strconv.FormatInt(int64(m), 10) + " min"
		if rest := d - m*time.Minute; rest > 0 {
			s += " " + FormatDuration(int64(rest))
		}
		return s
	case d >= time.Second:
		return trimFloat(d.Seconds(), 3) + " s"
	case d >= time.Millisecond || d == 0:
		return trimFloat(float64(d)/float64(time.Millisecond), 3) + " ms"
	}
	return strconv.FormatInt(ns, 10) + " ns"
}

func trimFloat(f float64, digits int) string {
	s := strconv.FormatFloat(f, 'f', digits, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// FormatTime writes an instant as mm:ss.mmm, or h:mm:ss.mmm from an hour on.
func FormatTime(ns int64) string {
	sign := ""
	if ns < 0 {
		sign, ns = "-", -ns
	}
	ms := ns / int64(time.Millisecond)
	h, m, s := ms/3_600_000, ms/60_000%60, ms/1000%60
	if h > 0 {
		return fmt.Sprintf("%s%d:%02d:%02d.%03d", sign, h, m, s, ms%1000)
	}
	return fmt.Sprintf("%s%02d:%02d.%03d", sign, m, s, ms%1000)
}

// String is the compact form of the text trace: rule{a=1 b=x}.
func (r Reason) String() string {
	var b strings.Builder
	b.WriteString(string(r.Rule))
	var parts []string
	if r.Plugin != "" {
		parts = append(parts, "plugin="+r.Plugin)
	}
	if r.Event != (EventRef{}) {
		parts = append(parts, "event="+strings.ReplaceAll(r.Event.String(), " ", ":"))
	}
	for _, a := range r.Args {
		parts = append(parts, a.Name+"="+strings.ReplaceAll(a.Value(), " ", ""))
	}
	if len(parts) > 0 {
		b.WriteString("{" + strings.Join(parts, " ") + "}")
	}
	return b.String()
}
