package tree_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/tree"
)

func value(t *testing.T, text string) *tree.Value {
	t.Helper()
	docs, problems := tree.Parse("", []byte(text))
	require.Empty(t, problems)
	require.Len(t, docs, 1)
	return docs[0]
}

func TestDiffIsWhatMergeNeeds(t *testing.T) {
	for _, tc := range []struct{ a, b, patch string }{
		{`{a: 1, b: {c: x}}`, `{b: {c: x}, a: 1}`, ``},
		{`{a: 1}`, `{a: 2}`, `{"a":2}`},
		{`{a: 1, b: {c: x, d: y}}`, `{b: {c: x}}`, `{"a":null,"b":{"d":null}}`},
		{`{a: {b: {c: 1}}}`, `{a: {b: {c: 1, d: 2}}}`, `{"a":{"b":{"d":2}}}`},
		{`{a: [1, 2]}`, `{a: [2]}`, `{"a":[2]}`},
		{`{a: x}`, `{a: {b: 1}}`, `{"a":{"b":1}}`},
		{`{a: {b: 1}}`, `{a: x}`, `{"a":"x"}`},
		{`{a: "1"}`, `{a: 1}`, `{"a":1}`},
		{`{a: 1}`, `{a: 1, b: null}`, ``},
		{`{a: 1, b: 2}`, `{a: 1, b: null}`, `{"b":null}`},
		{`{a: 1}`, `{a: 1, b: {c: null, d: 1}}`, `{"b":{"c":null,"d":1}}`},
	} {
		a, b := value(t, tc.a), value(t, tc.b)
		patch := tree.Diff(a, b)
		if tc.patch == "" {
			require.Nil(t, patch, tc)
			continue
		}
		require.Equal(t, tc.patch, tree.JSON(patch))
		require.Equal(t, tree.Canonical(b), tree.Canonical(tree.Merge(a, patch)))
		require.Equal(t, tree.Canonical(b), tree.Canonical(tree.Merge(a, value(t, tc.patch))), "and as text")
	}
}
