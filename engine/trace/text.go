package trace

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"inflight/engine/why"
)

// TextOptions say what the text form has beside the beats.
type TextOptions struct {
	// Sentences is the language of the sentence under each beat, "" for none.
	Sentences why.Lang
}

// Text is a run in the golden format, described in docs/trace.md: a line a step, a line a beat, a line for the state
// after each step.
func Text(t *Trace) string { return TextWith(t, TextOptions{}) }

// TextWith is Text with options.
func TextWith(t *Trace, o TextOptions) string {
	w := &textWriter{options: o, start: t.Initial.At, names: NamesOf(t.Final())}
	w.line("trace " + t.Profile.Release.String() + gatesText(t.Profile))
	w.line(w.state(t.Initial))
	for i := range t.Steps {
		w.step(&t.Steps[i])
	}
	for _, v := range t.Broken {
		w.violation(v)
	}
	if t.Next.Rule != "" {
		w.line("next  " + w.reason(t.Next))
		w.sentence(t.Next)
	}
	return w.b.String()
}

// StateText is the line of a state: its queues, its attempts and its list. Times are since start.
func StateText(s *State, start Time) string {
	w := &textWriter{start: start, names: NamesOf(s)}
	return w.state(s)
}

// BeatText is the line of one beat, without the lines that belong to it.
func BeatText(b *Beat, start Time) string {
	w := &textWriter{start: start, names: NamesOf(b.State)}
	return w.beatLine(b)
}

type textWriter struct {
	b       strings.Builder
	options TextOptions
	start   Time
	names   *Names
}

func (w *textWriter) line(s string) {
	w.b.WriteString(s)
	w.b.WriteByte('\n')
}

func (w *textWriter) step(s *Step) {
	line := column(strconv.Itoa(s.N), 7) + Stamp(s.At-w.start) + "  > " + s.Action
	if s.SilentTicks > 0 {
		line += "  (" + strconv.Itoa(s.SilentTicks) + " silent " + plural(s.SilentTicks, "tick", "ticks") + ")"
	}
	w.line(line)
	for i := range s.Beats {
		w.beat(&s.Beats[i])
	}
	if n := len(s.Beats); n > 0 {
		w.line(w.state(s.Beats[n-1].State))
	}
}

func (w *textWriter) beat(b *Beat) {
	w.line(w.beatLine(b))
	for _, h := range b.Hints {
		line := "       ? " + h.Plugin
		if h.Event != nil {
			line += " " + eventName(h.Event.N)
		}
		w.line(line + " " + h.Answer + "  " + w.reason(h.Why))
	}
	if b.Kind == KindPhase {
		if a := b.State.AttemptOf(b.Pod); a != nil && a.Failed == b.Phase {
			for _, v := range a.Verdicts {
				w.line("       x " + v.Plugin + ": " + v.Reason + nodesText(v.Nodes))
			}
		}
	}
	w.sentence(b.Why)
}

// sentence writes the reason in words under its beat.
func (w *textWriter) sentence(r why.Reason) {
	if w.options.Sentences != "" && r.Rule != "" {
		w.line("       # " + why.Text(w.options.Sentences, Since(r, w.start)))
	}
}

func (w *textWriter) violation(v Violation) {
	line := "broken " + v.Name + " at " + v.At.String()
	if v.Expected {
		line += " (known of this release)"
	}
	w.line(line + "  " + w.reason(v.Why))
}

// beatLine is address, time, kind, object, change and reason, in fixed columns. A decision has a star.
func (w *textWriter) beatLine(b *Beat) string {
	address := b.Address.String()
	if b.Decision {
		address += "*"
	}
	object, change := w.subject(b), w.change(b)
	s := column(address, 7) + column(Stamp(b.At-w.start), 12) + column(string(b.Kind), 8) +
		column(object, 14) + column(change, 40) + w.reason(b.Why)
	return strings.TrimRight(s, " ")
}

// subject is what a beat is about: a pod, an event, a node or the list.
func (w *textWriter) subject(b *Beat) string {
	switch {
	case b.Kind == KindEvent && b.Event != nil:
		return eventName(b.Event.N)
	case b.Kind == KindPush, b.Kind == KindRemove:
		return "list"
	case b.Pod != NoPod:
		return w.names.Of(b.Pod)
	case b.Node != "":
		return "node/" + b.Node
	case b.Event != nil:
		return eventName(b.Event.N)
	}
	return "-"
}

func (w *textWriter) change(b *Beat) string {
	var parts []string
	add := func(s string) {
		if s != "" {
			parts = append(parts, s)
		}
	}
	switch b.Kind {
	case KindMove:
		from := ""
		if b.From != Nowhere {
			from = b.From.String()
		}
		add(from + "→" + b.To.String())
	case KindStay, KindGate, KindUpdate:
		if b.To != Nowhere {
			add(b.To.String())
		}
	case KindPush:
		add("+" + w.elements(b))
	case KindRemove:
		add("-" + w.elements(b))
	case KindLook:
		add(w.elements(b))
	case KindEvent:
		if b.Event != nil {
			add(b.Event.Label)
			add(b.Event.Object())
		}
	case KindPhase, KindDone:
		add(string(b.Phase))
	}
	if b.Node != "" && b.Pod != NoPod {
		add("@" + b.Node)
	}
	add(b.Strategy)
	add(b.Note)
	return strings.Join(parts, " ")
}

// elements are the list elements of a beat: markers as <pod>, events as e3.
func (w *textWriter) elements(b *Beat) string {
	var out []string
	for _, id := range b.Elements {
		if id < len(b.State.List.Log) {
			out = append(out, w.element(b.State.List.Log[id]))
		}
	}
	return strings.Join(out, " ")
}

func (w *textWriter) element(e Element) string {
	if e.Event != nil {
		return eventName(e.Event.N)
	}
	return "<" + w.names.Of(e.Pod) + ">"
}

// reason is rule{plugin=… event=… args}, in the order of the rule. A text with spaces is in double quotes, a list is
// joined by commas.
func (w *textWriter) reason(r why.Reason) string {
	var parts []string
	if r.Plugin != "" {
		parts = append(parts, "plugin="+r.Plugin)
	}
	if r.Event != (why.EventRef{}) {
		parts = append(parts, "event="+strings.ReplaceAll(r.Event.String(), " ", ":"))
	}
	for _, a := range Since(r, w.start).Args {
		parts = append(parts, a.Name+"="+argText(a))
	}
	if parts == nil {
		return string(r.Rule)
	}
	return string(r.Rule) + "{" + strings.Join(parts, " ") + "}"
}

func argText(a why.Arg) string {
	v := a.Value()
	if a.Kind == why.ArgText && (strings.ContainsAny(v, " \"{}\n") || v == "") {
		return strconv.Quote(v)
	}
	return strings.ReplaceAll(v, " ", "")
}

// Since is the reason with its instants counted from start, as people read them: scenario time, not the clock.
func Since(r why.Reason, start Time) why.Reason {
	for i, a := range r.Args {
		if a.Kind != why.ArgTime {
			continue
		}
		args := append([]why.Arg(nil), r.Args...)
		for j := i; j < len(args); j++ {
			if args[j].Kind == why.ArgTime {
				args[j].Int -= start
			}
		}
		r.Args = args
		break
	}
	return r
}

// Stamp writes a time since the start of the scenario as +mm:ss.mmm, with nine digits where milliseconds do not do.
func Stamp(t Time) string {
	s := why.FormatTime(t)
	if rest := t % 1_000_000; rest != 0 {
		digits := strconv.FormatInt(max(rest, -rest), 10)
		s += strings.Repeat("0", 6-len(digits)) + digits
	}
	if t < 0 {
		return s
	}
	return "+" + s
}

func eventName(n int) string { return "e" + strconv.Itoa(n) }

func nodesText(nodes []string) string {
	if len(nodes) == 0 {
		return ""
	}
	return " (" + strings.Join(nodes, ", ") + ")"
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// column pads s to a width, with at least two spaces behind it.
func column(s string, width int) string {
	return s + strings.Repeat(" ", max(2, width-utf8.RuneCountInString(s)))
}
