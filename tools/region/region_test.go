package region

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReplace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.md")
	require.NoError(t, os.WriteFile(file, []byte("before\n<!-- x -->\nold\n<!-- end x -->\nafter\n"), 0o644))
	for range 2 {
		require.NoError(t, Replace(file, "x", "new\n"))
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, "before\n<!-- x -->\n\nnew\n\n<!-- end x -->\nafter\n", string(got))
	}
	require.ErrorContains(t, Replace(file, "y", "new"), "<!-- y -->")
	require.Error(t, Replace(file+"x", "x", "new"))
}
