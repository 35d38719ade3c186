package ui

import (
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// made are keys that code composes: the part before the dot, or a pattern.
var made = regexp.MustCompile(`^(chapter|tab|mode|theme|invariant|alarm|gate|release|stopped|notice\.unread|transport|topbar)\.|^(import|keys|goto|menu|releases|lessons|stops)\.title$`)

func TestTextsInEveryLanguage(t *testing.T) {
	placeholder := regexp.MustCompile(`\{(\w+)`)
	for key, en := range words[why.English] { // order-free: each on its own
		ja, ok := words[why.Japanese][key]
		require.True(t, ok, "%s is not in Japanese", key)
		require.Equal(t, names(placeholder, en), names(placeholder, ja), "%s: both languages use the same values", key)
		require.Equal(t, strings.Count(en, "`")%2, 0, key)
		require.Equal(t, strings.Count(ja, "*")%2, 0, key)
	}
	require.Len(t, words[why.Japanese], len(words[why.English]))
}

func names(re *regexp.Regexp, s string) []string {
	seen := map[string]bool{}
	for _, m := range re.FindAllStringSubmatch(s, -1) {
		seen[m[1]] = true
	}
	var out []string
	for n := range seen { // order-free: sorted
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

func TestTextsAreUsedAndThere(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	source := ""
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") {
			data, err := os.ReadFile(f)
			require.NoError(t, err)
			source += string(data)
		}
	}
	for key := range words[why.English] { // order-free
		require.True(t, strings.Contains(source, `"`+key+`"`) || made.MatchString(key) || madeInPlay.MatchString(key), "no view uses %s", key)
	}
	for _, m := range regexp.MustCompile(`\.(?:t|text|rich)\("([^"]+)"`).FindAllStringSubmatch(source, -1) {
		if strings.HasSuffix(m[1], ".") { // composed
			continue
		}
		require.Contains(t, words[why.English], m[1])
	}
}

// No English words are left in a Japanese page but identifiers.
func TestJapaneseHasNoPlainEnglish(t *testing.T) {
	allowed := regexp.MustCompile(`[A-Za-z][A-Za-z0-9_.]*`)
	common := map[string]bool{"the": true, "and": true, "is": true, "to": true, "of": true, "in": true, "a": true, "for": true, "with": true, "waits": true, "here": true}
	for key, text := range words[why.Japanese] { // order-free
		for _, w := range allowed.FindAllString(regexp.MustCompile("`[^`]*`|\\{[^}]*\\}").ReplaceAllString(text, ""), -1) {
			if strings.HasPrefix(key, "star.label") || strings.Contains(text, "in flight") {
				continue
			}
			require.False(t, common[w], "%s: %q", key, text)
		}
	}
}

func TestRich(t *testing.T) {
	words[why.English]["test.rich"] = "*{pod}* has `{n}` {n|event|events}: {node}."
	defer delete(words[why.English], "test.rich")
	n := h.El("p", rich(why.English, "test.rich", str("pod", "web"), num("n", 1), node("node", h.El("i", h.Text("x")))))
	require.Equal(t, "<p>\n  <b>web</b>\n   has \n  <code>1</code>\n   event: \n  <i>x</i>\n  .\n</p>\n", h.HTML(n))
	require.Equal(t, "web has 2 events: .", say(why.English, "test.rich", str("pod", "web"), num("n", 2), node("node", nil)))
}
