package why

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var placeholder = regexp.MustCompile(`\{([a-z]+)(\|[^}]*)?\}`)

// given are the placeholders that need no argument.
var given = map[string]bool{"pod": true, "plugin": true, "node": true, "event": true, "label": true, "object": true}

// Every rule has a text in every language that uses each of its arguments and nothing else, and every text has a rule.
func TestTextsAndRulesMatch(t *testing.T) {
	for _, lang := range Langs() {
		for _, rule := range Rules() {
			text, ok := texts[lang][rule]
			require.True(t, ok, "%s: no text for %s", lang, rule)
			used := map[string]bool{}
			for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
				used[m[1]] = true
			}
			info, _ := Lookup(rule)
			allowed := map[string]bool{}
			for _, arg := range info.Args {
				name, optional := strings.CutSuffix(arg, "?")
				allowed[name] = true
				require.True(t, optional || used[name], "%s: %s does not use {%s}: %s", lang, rule, name, text)
			}
			for name := range used {
				require.True(t, allowed[name] || given[name], "%s: %s uses {%s}, which its rule does not have: %s", lang, rule, name, text)
			}
		}
		for rule := range texts[lang] {
			_, ok := Lookup(rule)
			require.True(t, ok, "%s: text for %s, which is no rule", lang, rule)
		}
	}
}

// Two different causes never share a sentence.
func TestNoTwoRulesShareASentence(t *testing.T) {
	for _, lang := range Langs() {
		by := map[string]Rule{}
		for _, rule := range Rules() {
			if area, _, _ := strings.Cut(string(rule), "."); area == "action" || area == "check" || area == "input" {
				continue // what is wrong with a text; no cause of anything
			}
			text := texts[lang][rule]
			require.NotContains(t, by, text, "%s: %s", lang, rule)
			by[text] = rule
		}
	}
}

func TestSentence(t *testing.T) {
	r := Reason{Rule: "return.previous-gone", Pod: "default/web-1", Args: []Arg{S("previous", "E2"), N("missed", 1)}}
	require.Equal(t, "web-1 points at E2, which has left the list, so it sees none of the 1 event since its pop and is parked in unschedulablePods.", Text(English, r))
	require.Equal(t, Span{"web-1", PodName}, Sentence(English, r)[0])
	require.Contains(t, Text(Japanese, r), "1 件のイベント")
	require.Equal(t, "no.such{a=3}", Text(English, Reason{Rule: "no.such", Args: []Arg{N("a", 3)}}))
}

func TestFormats(t *testing.T) {
	for ns, want := range map[int64]string{0: "0 ms", 1_500_000: "1.5 ms", 1_400_000_000: "1.4 s", 330_000_000_000: "5 min 30 s", -2_000_000_000: "-2 s"} {
		require.Equal(t, want, FormatDuration(ns))
	}
	require.Equal(t, "05:30.000", FormatTime(330_000_000_000))
	require.Equal(t, "1:00:00.001", FormatTime(3_600_001_000_000))
}
