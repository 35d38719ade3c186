package ui

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

func keysOf(m Model) map[string]bool {
	keys := map[string]bool{}
	walkNodes(View(m), func(n *h.Node) {
		if n.Key != "" {
			keys[n.Key] = true
		}
	})
	return keys
}

// The keys of an animation are on the page before or after, and a step back names the same ones in reverse.
func TestMotionNamesWhatIsThere(t *testing.T) {
	for _, r := range []string{"v1.28.1", "v1.28.2", "v1.34.4"} {
		m := send(opened(t), "answer where backoffQ", "answer head e2", "release "+r, "first")
		for m.Left.Pos < m.Left.Len() {
			before := keysOf(m)
			after, cmds := Update(m, "step")
			there := keysOf(after)
			a := one[Animate](t, cmds)
			require.False(t, a.Reverse)
			for _, list := range [][]string{a.Moved, a.Pushed, a.Fallen} {
				for _, key := range list {
					require.True(t, before[key] || there[key], "%s %v: %s", r, after.Left.Beat().Address, key)
				}
			}
			if a.Lens != nil {
				require.True(t, there[a.Lens.To], "%s %v: %s", r, after.Left.Beat().Address, a.Lens.To)
			}
			if a.Tick != "" {
				require.True(t, there[a.Tick])
			}
			back := one[Animate](t, effects(after, "back"))
			require.True(t, back.Reverse)
			back.Reverse = false
			require.Equal(t, a, back)
			m = after
		}
	}
}

func TestMotionOfTheLostMarker(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "first")
	fell, nilHops := 0, 0
	for m.Left.Pos < m.Left.Len() {
		var cmds []Cmd
		m, cmds = Update(m, "step")
		a := one[Animate](t, cmds)
		if m.Left.Beat().Kind == trace.KindRemove && len(a.Fallen) == 3 && len(a.Fallen[2]) > 5 {
			require.Equal(t, "flag:", a.Fallen[2][:5], "the flag sinks with its cell")
			fell++
		}
		if a.Lens != nil && a.Lens.Nil {
			require.Equal(t, "nil", a.Lens.To)
			nilHops++
		}
	}
	require.Equal(t, 1, fell)
	require.Equal(t, 1, nilHops)
}

func TestJumpsFade(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "goto 10")
	require.False(t, one[Animate](t, effects(m, "pos 13")).Jump)
	require.True(t, one[Animate](t, effects(m, "pos 14")).Jump)
	require.True(t, one[Animate](t, effects(m, "release v1.28.2")).Jump)
	require.Equal(t, 8.0, one[Animate](t, effects(m, "speed faster", "speed faster", "speed faster", "step")).Speed)
}

func TestPopAndWalk(t *testing.T) {
	m := send(opened(t), "answer where backoffQ", "answer head e2", "release v1.28.2", "first")
	require.True(t, one[Animate](t, effects(m, "step")).Popped)
	require.NotEmpty(t, one[Animate](t, effects(m, "step", "step")).Pushed)
	hops, step := 0, 0
	for m.Left.Pos < m.Left.Len() {
		var cmds []Cmd
		m, cmds = Update(m, "step")
		if a := one[Animate](t, cmds); a.Lens != nil {
			if n := m.Left.Step().N; n != step {
				hops, step = 0, n
			}
			hops++
			require.Equal(t, hops, a.Lens.N)
			require.Equal(t, hops > 1, a.Lens.From != "")
		}
	}
}
