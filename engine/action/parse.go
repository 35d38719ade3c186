package action

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"inflight/engine/api"
	"inflight/engine/why"
)

// MaxSteps is the largest N of step N: as many beats as a run may have.
const MaxSteps = 100_000

// Parse reads one line. The problem's column points into the line, counted in characters from 1, and its sentence
// lists what would have been accepted there.
func Parse(line string) (Action, *why.Problem) {
	if !utf8.ValidString(line) {
		return Action{}, &why.Problem{Column: 1, Fatal: true, Why: why.Reason{Rule: "action.utf8"}}
	}
	s := &scanner{line: line}
	if i := strings.IndexAny(line, "\n\r"); i >= 0 && strings.TrimSpace(line[i:]) != "" {
		return Action{}, s.problemAt(i, "action.one-line")
	}
	a := Action{}
	p := s.action(&a)
	if p != nil {
		return Action{}, p
	}
	if extra := s.word(); extra != "" {
		return Action{}, s.problem("action.extra", why.S("got", extra), why.S("action", a.String()))
	}
	return a, nil
}

func (s *scanner) action(a *Action) *why.Problem {
	word := s.word()
	a.Verb = Verb(word)
	switch a.Verb {
	case Step:
		return s.step(a)
	case Run:
		return s.run(a)
	case Do:
		return s.name(a, "ID")
	case Mark:
		return s.mark(a)
	case Apply, Delete:
		return s.ref(a, "")
	case Recreate, Activate, Release:
		return s.ref(a, api.KindPod)
	case Patch:
		return s.patch(a)
	case Advance:
		return s.advance(a)
	case Next:
		return s.oneOf([]string{"timer"}, nil)
	case Permit:
		return s.permit(a)
	case Fail, Reject, Hold:
		return s.phase(a)
	case Note:
		return s.note(a)
	}
	var verbs []string
	for _, v := range Verbs() {
		verbs = append(verbs, string(v))
	}
	return s.unexpected(word, verbs)
}

// unexpected is the problem of a word that is none of those wanted; it names the nearest one where one is near.
func (s *scanner) unexpected(got string, want []string) *why.Problem {
	if got == "" {
		return s.problem("action.missing", why.L("want", want))
	}
	if near := api.Nearest(got, want); near != "" {
		return s.problem("action.near", why.S("got", got), why.S("near", near), why.L("want", want))
	}
	return s.problem("action.unexpected", why.S("got", got), why.L("want", want))
}

func (s *scanner) oneOf(want []string, got *string) *why.Problem {
	word := s.word()
	for _, w := range want {
		if w == word {
			if got != nil {
				*got = word
			}
			return nil
		}
	}
	return s.unexpected(word, want)
}

func (s *scanner) step(a *Action) *why.Problem {
	switch word := s.word(); {
	case word == "":
		a.N = 1
		return nil
	case word == "bind":
		a.Bind = true
		return s.ref(a, api.KindPod)
	case word == "until":
		return s.until(a, append(Phases(), "PREDICATE"))
	case isDigit(word[0]) || word[0] == '-':
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > MaxSteps {
			return s.problem("action.steps", why.S("got", word), why.N("max", MaxSteps))
		}
		a.N = n
		return nil
	default:
		return s.unexpected(word, []string{"N", "bind", "until"})
	}
}

func (s *scanner) run(a *Action) *why.Problem {
	switch word := s.word(); word {
	case "":
		return nil
	case "until":
		return s.until(a, []string{"PREDICATE"})
	default:
		return s.unexpected(word, []string{"until"})
	}
}

// until takes the rest of the line. A single capitalised word can only be a phase; everything else is a predicate,
// which engine/check reads.
func (s *scanner) until(a *Action, want []string) *why.Problem {
	a.Until = s.rest()
	a.UntilCol = s.column(s.at)
	if a.Until == "" {
		return s.problem("action.missing", why.L("want", want))
	}
	first, _ := utf8.DecodeRuneInString(a.Until)
	word := unicode.IsUpper(first) && strings.IndexFunc(a.Until, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
	if word && (a.Verb == Run || !IsPhase(a.Until)) {
		return s.unexpected(a.Until, want)
	}
	return nil
}

// ref takes a reference, to an object of one kind where kind is given.
func (s *scanner) ref(a *Action, kind api.Kind) *why.Problem {
	word := s.word()
	if word == "" {
		return s.problem("action.missing", why.L("want", refForms(kind)))
	}
	r, p := api.ParseRef(word)
	if p != nil {
		p.Column += s.column(s.at) - 1
		return p
	}
	if kind != "" && r.Kind != kind {
		return s.problem("action.only", why.S("got", word), why.L("want", refForms(kind)))
	}
	a.Ref = r
	return nil
}

func refForms(kind api.Kind) []string {
	if kind != "" {
		return []string{strings.ToLower(string(kind)) + "/NAME"}
	}
	var out []string
	for _, k := range api.RefKinds() {
		out = append(out, k+"/NAME")
	}
	return out
}

func (s *scanner) name(a *Action, what string) *why.Problem {
	a.Name = s.word()
	if a.Name == "" {
		return s.problem("action.missing", why.L("want", []string{what}))
	}
	return nil
}

func (s *scanner) mark(a *Action) *why.Problem {
	if p := s.name(a, "NAME"); p != nil {
		return p
	}
	for _, r := range a.Name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("._-ー", r) {
			return s.problem("action.name", why.S("got", a.Name))
		}
	}
	return nil
}

func (s *scanner) patch(a *Action) *why.Problem {
	if p := s.ref(a, ""); p != nil {
		return p
	}
	a.Patch = s.rest()
	if a.Patch == "" {
		return s.problem("action.missing", why.L("want", []string{"{MERGE PATCH}"}))
	}
	if p := api.CheckPatch(a.Patch); p != nil {
		p.Column += s.column(s.at) - 1
		p.Line = 0
		return p
	}
	return nil
}

func (s *scanner) permit(a *Action) *why.Problem {
	var answer string
	if p := s.oneOf([]string{"allow", "reject"}, &answer); p != nil {
		return p
	}
	a.Allow = answer == "allow"
	return s.ref(a, api.KindPod)
}

func (s *scanner) phase(a *Action) *why.Problem {
	if p := s.oneOf(Phases(), &a.Phase); p != nil {
		return p
	}
	if p := s.ref(a, api.KindPod); p != nil || a.Verb == Hold {
		return p
	}
	if s.skipSpace(); s.pos == len(s.line) {
		return nil
	}
	text, p := s.quoted()
	a.Text = text
	return p
}

func (s *scanner) note(a *Action) *why.Problem {
	text, p := s.quoted()
	if p == nil && strings.TrimSpace(text) == "" {
		return s.problem("action.note-empty")
	}
	a.Text = text
	return p
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
