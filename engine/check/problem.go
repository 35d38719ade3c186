package check

import (
	"slices"
	"strings"

	"inflight/engine/api"
	"inflight/engine/why"
)

// problem is an error at a token. The column counts characters from 1.
func problem(t token, rule why.Rule, args ...why.Arg) *why.Problem {
	return &why.Problem{Line: t.line, Column: t.col, Fatal: true, Why: why.Reason{Rule: rule, Args: args}}
}

// expected is the problem of a token that cannot stand where it does.
func expected(t token, want ...string) *why.Problem {
	for i, w := range want {
		if len(w) == 1 && strings.Contains("()[]{},", w) {
			want = slices.Clone(want)
			want[i] = "'" + w + "'"
		}
	}
	if t.kind == tokEnd {
		return problem(t, "check.end", why.L("want", want))
	}
	return unknown(t, "check.expected", t.found(), want)
}

// unknown is the problem of a word that is none of those known; rule-near is the rule where one of them is near.
func unknown(t token, rule why.Rule, got string, known []string) *why.Problem {
	if near := api.Nearest(got, known); near != "" && got != "" && near != got {
		return problem(t, rule+"-near", why.S("got", got), why.S("near", near), why.L("want", known))
	}
	return problem(t, rule, why.S("got", got), why.L("want", known))
}
