package scenario_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/why"
)

// Every example of docs/scenarios.md is loaded: it gives the messages that stand below it, or none, and then it runs
// under each of its releases.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/scenarios.md")
	require.NoError(t, err)
	parts := strings.Split(string(text), "```")
	examples := 0
	for i := 1; i < len(parts); i += 2 {
		kind, body, _ := strings.Cut(parts[i], "\n")
		if kind != "yaml" {
			continue
		}
		examples++
		want := ""
		if i+2 < len(parts) && strings.HasPrefix(parts[i+2], "messages\n") {
			want = strings.TrimPrefix(parts[i+2], "messages\n")
		}
		s, problems := scenario.Load(scenario.File{Name: "f", Data: []byte(body)})
		got := ""
		for _, p := range problems {
			got += strings.TrimPrefix(sentence(why.English, p), "f:") + "\n"
		}
		require.Equal(t, want, got, body)
		if s == nil {
			require.Contains(t, want, "error", body)
			continue
		}
		releases := s.Releases
		if len(releases) == 0 {
			releases = profile.All()
		}
		for _, r := range releases {
			p, err := profile.For(r, s.Gates)
			require.NoError(t, err)
			run, problem := sim.Run(s, p)
			require.Nil(t, problem, "%s: %s", r, body)
			require.NotZero(t, run.Beats())
		}
	}
	require.Equal(t, 9, examples)
}
