package tree_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/tree"
	"inflight/engine/why"
)

// The golden files hold documents as people paste them, and what is read and said of them. In the input → is a tab.
func TestGolden(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			input := strings.NewReplacer("→", "\t", "␍", "\r", "␁", "\x01").Replace(d.Input)
			lang := why.English
			if d.HasArg("ja") {
				lang = why.Japanese
			}
			docs, problems := tree.Parse("f.yaml", []byte(input))
			var b strings.Builder
			for _, v := range docs {
				fmt.Fprintf(&b, "%d:%d %s\n", v.Pos.Line, v.Pos.Column, tree.JSON(v))
			}
			for _, p := range problems {
				b.WriteString(sentence(lang, p) + "\n")
			}
			return b.String()
		})
	})
}

func sentence(lang why.Lang, p why.Problem) string {
	kind := "warning"
	if p.Fatal {
		kind = "error"
	}
	return fmt.Sprintf("%s:%d:%d: %s: %s", p.File, p.Line, p.Column, kind, why.Text(lang, p.Why))
}

func TestEncodings(t *testing.T) {
	for name, data := range map[string][]byte{
		"byte order mark": []byte("\xef\xbb\xbfa: é\n"),
		"UTF-16, little":  {0xff, 0xfe, 'a', 0, ':', 0, ' ', 0, 0xe9, 0, '\n', 0},
		"UTF-16, big":     {0xfe, 0xff, 0, 'a', 0, ':', 0, ' ', 0, 0xe9, 0, '\n'},
		"CRLF":            []byte("a: é\r\n"),
		"JSON escape":     []byte(`{"a": "\u00e9"}`),
	} {
		docs, problems := tree.Parse("f", data)
		require.Empty(t, problems, name)
		require.Len(t, docs, 1, name)
		require.Equal(t, "é", docs[0].Get("a").Text, name)
	}
	docs, _ := tree.Parse("f", []byte("\xef\xbb\xbfa: 1\n"))
	require.Equal(t, tree.Pos{Line: 1, Column: 1}, docs[0].Fields[0].Pos, "the mark takes no column")
	_, problems := tree.Parse("f", []byte("a: 1\nb: \xff\n"))
	require.Equal(t, "f:2:4: error: this is not UTF-8; save the file as UTF-8", sentence(why.English, problems[0]))
}

// An alias bomb stands for 10⁹ values; it is refused before any of them is made.
func TestAliasBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 x\n")
	for i := 1; i < 10; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10), ","))
	}
	docs, problems := tree.Parse("bomb", []byte(b.String()))
	require.Empty(t, docs)
	require.Len(t, problems, 1)
	require.Equal(t, why.Rule("input.aliases"), problems[0].Why.Rule)
}

// An alias that is used often, as people do with resources, is no bomb.
func TestManyAliases(t *testing.T) {
	text := "r: &r {requests: {cpu: 1, memory: 1Gi}}\nall:\n" + strings.Repeat("- *r\n", 5000)
	docs, problems := tree.Parse("f", []byte(text))
	require.Empty(t, problems)
	require.Len(t, docs[0].Get("all").Items, 5000)
}

// Whatever stands in it, a large input is read or refused in a time that grows with its size: each of these would take
// minutes if some part looked at everything before it again.
func TestLargeInputs(t *testing.T) {
	n := 20_000
	var nested strings.Builder
	for i := range n / 4 {
		fmt.Fprintf(&nested, "k%d:\n  a: 1\n", i)
	}
	for name, text := range map[string]string{
		"open brackets in JSON":   strings.Repeat("[", 10*n),
		"open brackets in YAML":   strings.Repeat("a: {", 2*n),
		"dashes":                  strings.Repeat("- ", n),
		"the same key":            strings.Repeat("a: b\n", n),
		"open quotes":             strings.Repeat("a: \"x\n", n),
		"an error at the end":     nested.String() + " x: 1\n",
		"tags":                    strings.Repeat("!", 10*n),
		"aliases":                 "a: &a 1\n" + strings.Repeat("*a ", n),
		"documents":               strings.Repeat("---\na: 1\n", n/4),
		"ends":                    strings.Repeat("...\n", n),
		"directives":              strings.Repeat("%x\n", n),
		"one line of JSON":        "[" + strings.Repeat("{\"a\":[1,2,3]},", n) + "1]",
		"merges":                  "a: &a {x: 1}\n" + strings.Repeat("b: {<<: *a, x: 2}\n", n/8),
		"tabs":                    strings.Repeat("\t", 10*n),
		"a long block":            "a: |\n" + strings.Repeat(" x\n", n) + "b: [\n",
		"a long plain text":       strings.Repeat("x ", 5*n),
		"values without commas":   "{a: " + strings.Repeat("b: ", n),
		"a long line of brackets": "a: [" + strings.Repeat("{b: c}, ", n/2),
	} {
		_, problems := tree.Parse(name, []byte(text))
		require.LessOrEqual(t, len(problems), tree.MaxProblems+1, name)
	}
}

// A value written as JSON is read again as the same value, whatever its texts hold.
func TestJSONIsReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genValue(3).Draw(t, "value")
		docs, problems := tree.Parse("f", []byte(tree.JSON(v)))
		require.Empty(t, problems)
		require.Len(t, docs, 1)
		require.Equal(t, tree.JSON(v), tree.JSON(docs[0]))
		require.Equal(t, tree.Canonical(v), tree.Canonical(docs[0]))
	})
}

// A value written as YAML is read again as the same value too.
func TestYAMLIsReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genValue(3).Draw(t, "value")
		docs, problems := tree.Parse("f", []byte("---\n"+tree.YAML(v)))
		require.Empty(t, problems, tree.YAML(v))
		require.Len(t, docs, 1)
		require.Equal(t, tree.JSON(v), tree.JSON(docs[0]), tree.YAML(v))
	})
}

func TestYAMLLooksLikeKubectls(t *testing.T) {
	docs, _ := tree.Parse("f", []byte(`{"kind":"Pod","spec":{"containers":[{"name":"c","args":["-v","on","a: b",""],"ports":[]}],"x":{}},"z":[[1,2]]}`))
	require.Equal(t, `kind: Pod
spec:
  containers:
  - name: c
    args:
    - '-v'
    - 'on'
    - 'a: b'
    - ""
    ports: []
  x: {}
z:
-
  - 1
  - 2
`, tree.YAML(docs[0]))
}

// RFC 7386: merging twice is merging once, and the target is left alone.
func TestMergeTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		target, patch := genValue(3).Draw(t, "target"), genValue(3).Draw(t, "patch")
		before := tree.JSON(target)
		once := tree.Merge(target, patch)
		require.Equal(t, before, tree.JSON(target))
		require.Equal(t, tree.JSON(once), tree.JSON(tree.Merge(once, patch)))
	})
}

// The examples of RFC 7386, appendix A.
func TestMergeExamples(t *testing.T) {
	for _, e := range [][3]string{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
	} {
		target, _ := tree.Parse("", []byte(e[0]))
		patch, _ := tree.Parse("", []byte(e[1]))
		require.Equal(t, e[2], tree.JSON(tree.Merge(target[0], patch[0])), "%s + %s", e[0], e[1])
	}
}

func genValue(depth int) *rapid.Generator[*tree.Value] {
	return rapid.Custom(func(t *rapid.T) *tree.Value {
		if depth == 3 || depth > 0 && rapid.Bool().Draw(t, "map") {
			keys := rapid.SliceOfNDistinct(rapid.String(), 0, 4, rapid.ID[string]).Draw(t, "keys")
			v := tree.NewMap()
			for _, k := range keys {
				v.Fields = append(v.Fields, tree.Field{Key: k, Value: genValue(depth-1).Draw(t, "field")})
			}
			return v
		}
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			return &tree.Value{Kind: tree.Null}
		case 1:
			return &tree.Value{Kind: tree.Bool, Text: "true"}
		case 2:
			return &tree.Value{Kind: tree.Float, Text: tree.FormatFloat(rapid.Float64Range(-1e30, 1e30).Draw(t, "n") + 0.5)}
		case 3:
			if depth > 0 {
				return tree.NewList(rapid.SliceOfN(genValue(depth-1), 0, 3).Draw(t, "items")...)
			}
		}
		return tree.NewString(rapid.String().Draw(t, "text"))
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a: 1\n---\nb: [1\n", "{\"a\": \"\\ud83d\\ude00\"}", "a: &a {<<: *a}\n", "- a\n-\tb\n", "%YAML 1.1\n---\na: |2\n   x\n",
		"\xff\xfea\x00", "a: \"x\n", "? {a: b}\n: c\n", "!!binary x", "{{ x }}", "a: *b", "[[[[[[", "...\n", "a: !!int x", "<<: [1]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		docs, problems := tree.Parse("f", data)
		for _, v := range docs {
			again, more := tree.Parse("f", []byte(tree.JSON(v)))
			if len(more) > 0 || len(again) != 1 || tree.JSON(again[0]) != tree.JSON(v) {
				t.Fatalf("%s is read again as %v, %v", tree.JSON(v), again, more)
			}
		}
		lines := strings.Count(string(data), "\n") + 1
		for _, p := range problems {
			if p.Line < 1 || p.Line > lines || p.Column < 1 {
				t.Fatalf("a problem at %d:%d of %d lines: %s", p.Line, p.Column, lines, why.Text(why.English, p.Why))
			}
		}
	})
}
