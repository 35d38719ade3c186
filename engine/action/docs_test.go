package action_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/action"
	"inflight/engine/why"
)

// Every example of docs/actions.md is read, and every verb has one.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/actions.md")
	require.NoError(t, err)
	shown := map[action.Verb]bool{}
	blocks := map[string]int{}
	parts := strings.Split(string(text), "```")
	for i := 1; i < len(parts); i += 2 {
		kind, body, _ := strings.Cut(parts[i], "\n")
		blocks[kind]++
		lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
		for j, line := range lines {
			switch kind {
			case "actions":
				a, p := action.Parse(line)
				require.Nil(t, p, line)
				require.Equal(t, line, a.String())
				shown[a.Verb] = true
			case "canonical":
				written, canonical, _ := strings.Cut(line, "= ")
				a, p := action.Parse(written)
				require.Nil(t, p, line)
				require.Equal(t, canonical, a.String())
			case "mistakes":
				if j%2 == 1 {
					_, p := action.Parse(lines[j-1])
					require.NotNil(t, p, lines[j-1])
					require.Equal(t, line, strings.Repeat(" ", p.Column-1)+"^ "+why.Text(why.English, p.Why))
				}
			}
		}
	}
	for _, v := range action.Verbs() {
		require.True(t, shown[v], v)
	}
	require.Equal(t, map[string]int{"actions": 2, "canonical": 1, "mistakes": 1}, blocks)
}
