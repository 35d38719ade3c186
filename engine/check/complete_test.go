package check

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var small = World{Pods: []string{"web", "api"}, Nodes: []string{"big", "small"}}

func TestComplete(t *testing.T) {
	for src, want := range map[string]string{
		"":                                     "pod( time step ops decision list.len list.pods list.events list.head not",
		"li":                                   "list.len list.pods list.events list.head",
		"LIST.L":                               "list.len",
		"pod(":                                 "web). api).",
		"pod(w":                                "web).",
		"pod(web)":                             ".place .attempts .backoffLeft .rejectors .gated .uid .node .inFlight",
		"pod(web).p":                           ".place",
		"pod(web).place ":                      "== != in not in",
		"pod(web).place == ":                   "activeQ backoffQ errorBackoffQ unschedulablePods scheduling binding bound gone",
		"pod(web).place == b":                  "backoffQ binding bound",
		"pod(web).place in [backoffQ, ":        "activeQ backoffQ errorBackoffQ unschedulablePods scheduling binding bound gone",
		"not pod(web).g":                       ".gated",
		"pod(web).gated ":                      "and or",
		"list.len ":                            "== != < <= > >= in not in",
		"list.len > ":                          "3",
		"pod(web).backoffLeft > ":              "5s 1m30s",
		"pod(web).node == ":                    "big small",
		"pod(web).node == b":                   "big",
		"list.head == ":                        "<web> <api> e3 NodeAdd node/big node/small",
		"list.head == <w":                      "<web>",
		"NodeResourcesFit in ":                 "[ pod(web).rejectors pod(api).rejectors list.pods list.events",
		"list.len > 3 ":                        "and or",
		"list.len > 3 and ":                    "pod( time step ops decision list.len list.pods list.events list.head not",
		"(list.len > 3 ":                       "and or )",
		"atempts > 3 ":                         "",
		"pod(web).place == nowhere and list.l": "",
		"on ":                                  "",
	} {
		if src == "on " {
			continue // releases: whatever there are
		}
		require.Equal(t, want, strings.Join(Complete(src, small).Words, " "), "%q", src)
	}
}

// Whoever only takes what is offered never writes what the parser refuses before the end.
func TestCompletionsAreAccepted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := ""
		for range rapid.IntRange(1, 14).Draw(t, "words") {
			c := Complete(src, small)
			if len(c.Words) == 0 {
				return
			}
			src = src[:c.From] + rapid.SampledFrom(c.Words).Draw(t, "word")
			if !strings.HasSuffix(src, "(") && !strings.HasSuffix(src, ").") && !strings.HasSuffix(src, ")") {
				src += " "
			}
			head := strings.TrimSuffix(src, ".")
			if _, p := Parse(head); p != nil && !toTheEnd(p, head) {
				t.Fatalf("%q was completed, and the parser says %d:%d %s", src, p.Line, p.Column, p.Why.Rule)
			}
		}
	})
}
