package api

import (
	"inflight/engine/tree"
	"inflight/engine/why"
)

// CheckPatch tells whether text is a merge patch: one map, in JSON or in YAML's braces. The problem's column points
// into text.
func CheckPatch(text string) *why.Problem {
	_, p := parsePatch(text)
	return p
}

func parsePatch(text string) (*tree.Value, *why.Problem) {
	docs, problems := tree.Parse("", []byte(text))
	for i := range problems {
		if problems[i].Fatal {
			return nil, &problems[i]
		}
	}
	if len(docs) != 1 || docs[0].Kind != tree.Map || text[0] != '{' {
		return nil, refProblem(1, "action.patch", why.S("got", text))
	}
	return docs[0], nil
}

// Patch merges a patch into a document (RFC 7386) and reads the result: what kubectl patch --type=merge does. The
// document is left as it is. Problems name fields, not lines: what a cluster would not admit, and what cannot change
// in an object that exists.
func Patch(doc Doc, text string, u UpdateRules) (Doc, []why.Problem) {
	patch, p := parsePatch(text)
	if p != nil {
		return Doc{}, []why.Problem{*p}
	}
	patched := doc
	patched.Value = tree.Merge(doc.Value, patch)
	d := &decoder{file: doc.File, taken: map[string]bool{}, unmodelled: map[string]int{}}
	for _, key := range []string{"apiVersion", "kind"} {
		if f := patch.Field(key); f != nil && tree.JSON(f.Value) != tree.JSON(orNull(doc.Value.Get(key))) {
			d.fail(tree.Pos{}, (*path)(nil).field(key), "input.patch.fixed", why.S("field", key))
			return Doc{}, d.problems
		}
	}
	d.document(patched.Value, doc.APIVersion, doc.Kind)
	problems := withoutPlaces(d.problems)
	if len(d.docs) == 0 {
		return Doc{}, problems
	}
	patched.Object, patched.Value = d.docs[0].Object, d.docs[0].Value
	problems = append(problems, CheckUpdate(doc, patched, u)...)
	for _, p := range problems {
		if p.Fatal {
			return Doc{}, problems
		}
	}
	return patched, problems
}

func withoutPlaces(problems []why.Problem) []why.Problem {
	var out []why.Problem
	for _, p := range problems {
		p.File, p.Line, p.Column = "", 0, 0
		out = append(out, p)
	}
	return out
}
