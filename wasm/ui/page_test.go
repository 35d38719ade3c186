package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	h "inflight/wasm/vdom"
)

// walkNodes calls f for every node of a page.
func walkNodes(n *h.Node, f func(n *h.Node)) {
	f(n)
	for _, c := range n.Children {
		walkNodes(c, f)
	}
}

func attr(n *h.Node, name string) string {
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// missing is a placeholder that no value was given for.
var missing = regexp.MustCompile(`\{[a-z-]+[|}]`)

// requireSound holds a page against the rules that every page keeps.
func requireSound(t *testing.T, m Model, what string) {
	t.Helper()
	keys, ids, refs := map[string]bool{}, map[string]bool{}, []string{}
	live := 0
	bad := func(wrong bool, format string, args ...any) {
		if wrong {
			require.Fail(t, what+": "+fmt.Sprintf(format, args...))
		}
	}
	walkNodes(View(m), func(n *h.Node) {
		bad(n.Key != "" && keys[n.Key], "key %s twice", n.Key)
		keys[n.Key] = true
		for _, a := range n.Attrs {
			switch a.Name {
			case "id":
				bad(ids[a.Value], "id %s twice", a.Value)
				ids[a.Value] = true
			case "aria-labelledby":
				refs = append(refs, strings.Fields(a.Value)...)
			case "style":
				bad(true, "the policy of the page ignores style attributes")
			case "data-msg", "data-input", "data-submit", "data-close":
				v, _ := verb(a.Value)
				bad(handlers[v] == nil, "no message %q", a.Value)
			case "role":
				if a.Value == "status" {
					live++
				}
			case "aria-label", "title":
				bad(missing.MatchString(a.Value), "a value is missing: %s", a.Value)
			}
		}
		if (n.Tag == "button" || n.Tag == "a") && attr(n, "aria-label") == "" && h.Outline(n) == "" {
			bad(true, "a %s without a name: %s", n.Tag, h.HTML(n))
		}
		bad(n.Tag == "" && missing.MatchString(n.Text), "a value is missing: %s", n.Text)
	})
	for _, ref := range refs {
		bad(!ids[ref], "aria-labelledby names %s, which is not there", ref)
	}
	bad(m.Left.Trace != nil && live != 1, "%d live regions", live)
}

func TestEveryPageIsSound(t *testing.T) {
	stride := 1 // of the first size every beat, of the others some
	for _, size := range []string{"1440 900", "1300 900", "1200 900", "1100 760", "900 700", "640 360", "390 844", "320 568"} {
		for _, lang := range []string{"en", "ja"} {
			m := send(opened(t), "size "+size, "lang "+lang, "answer where backoffQ", "answer head e2")
			for _, r := range m.releases() {
				m = send(m, "release "+r.String(), "first")
				for pos := 0; pos <= m.Left.Len(); pos += stride {
					m.Left.Pos = pos
					requireSound(t, m, fmt.Sprint(size, " ", lang, " ", r, " ", pos))
				}
			}
		}
		stride = 7
	}
}

func TestEveryPanelIsSound(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "goto 40")
	for _, msgs := range [][]Msg{
		{"dialog import"}, {"dialog keys"}, {"dialog goto"}, {"dialog releases"}, {"open lanes"}, {"select 5"}, {"element 2"}, {"exercise rescue"},
		{"exercise strand", "hint strand", "hint strand"}, {"solve strand"}, {"mode play"}, {"mode play", "sample"}, {"mode play", "sample", "last"},
		{"yaml kind: ["}, {"notice"}, {"size 390 844", "dialog menu"}, {"size 390 844", "dialog menu", "size 1440 900"}, {"dialog menu"}, {"size 390 844", "tab why"}, {"size 390 844", "tab queues"},
		{"size 390 844", "tab attempt"}, {"size 390 844", "tab nodes"}, {"size 900 700", "tab nodes"}, {"size 1100 760", "open why", "drawer"},
	} {
		for _, lang := range []Msg{"lang en", "lang ja"} {
			requireSound(t, send(send(m, lang), msgs...), fmt.Sprint(lang, msgs))
		}
	}
}

// A page without its lessons says so, and still takes objects.
func TestPageWithoutLessons(t *testing.T) {
	m, _ := New(Env{Width: 1440, Height: 900})
	require.NotEmpty(t, m.Failure)
	requireSound(t, m, "no lessons")
	m = send(m, "yaml "+sampleCluster)
	require.Equal(t, Play, m.Mode)
	require.NotNil(t, m.Left.Trace)
	requireSound(t, m, "no lessons, own cluster")
}

// The reader's own cluster on every release.
func TestOwnClusterIsSound(t *testing.T) {
	m := send(opened(t), "mode play", "sample")
	require.Len(t, m.releases(), len(profile.All()))
	for _, r := range m.releases() {
		m = send(m, "release "+r.String())
		require.Equal(t, r, m.Left.Release)
		for pos := 0; pos <= m.Left.Len(); pos++ {
			m.Left.Pos = pos
			requireSound(t, m, fmt.Sprint(r, " ", pos))
		}
	}
}

// Components use the tokens of web/tokens.css alone.
func TestStylesUseTokens(t *testing.T) {
	tokens, err := os.ReadFile("../../web/tokens.css")
	require.NoError(t, err)
	known := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\s*(--[\w-]+):`).FindAllStringSubmatch(string(tokens), -1) {
		known[m[1]] = true
	}
	for _, name := range []string{"app.css", "list.css", "panels.css", "play.css", "narrow.css"} {
		css, err := os.ReadFile(filepath.Join("../../web", name))
		require.NoError(t, err)
		require.NotRegexp(t, `#[0-9a-fA-F]{3,8}\b`, string(css), "%s: a raw colour", name)
		own := map[string]bool{}
		for _, m := range regexp.MustCompile(`(--[\w-]+):`).FindAllStringSubmatch(string(css), -1) {
			own[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`var\((--[\w-]+)`).FindAllStringSubmatch(string(css), -1) {
			set := map[string]bool{"--id": true, "--own": true, "--where": true, "--levels": true, "--level": true, "--pods": true, "--at": true, "--done": true,
				"--tilt": true, "--spark": true, "--reach": true, "--sink": true, "--key": true, "--cell-h": true, "--tok": true}
			require.True(t, known[m[1]] || own[m[1]] || set[m[1]], "%s: %s is no token", name, m[1])
		}
	}
}

// Every class that a view gives has a style somewhere, and every style of ours has a view.
func TestClassesHaveStyles(t *testing.T) {
	css := ""
	for _, name := range []string{"app.css", "list.css", "panels.css", "play.css", "narrow.css"} {
		data, err := os.ReadFile(filepath.Join("../../web", name))
		require.NoError(t, err)
		css += string(data)
	}
	source := ""
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		source += string(data)
	}
	composed := []string{"app--", "lane--", "panel--", "dialog--", "art__", "btn", "rail__post--", "flight", "points-at-"}
	for _, m := range regexp.MustCompile(`\.([a-z][\w-]*)`).FindAllStringSubmatch(regexp.MustCompile(`(?s)/\*.*?\*/|\d\.\d\w*`).ReplaceAllString(css, ""), -1) {
		made := strings.Contains(source, `"`+m[1]+`"`) || strings.Contains(source, m[1])
		for _, c := range composed {
			made = made || strings.HasPrefix(m[1], c)
		}
		require.True(t, made, "no view gives the class %s", m[1])
	}
}
