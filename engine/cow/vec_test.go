package cow

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Every view keeps showing what the vector held when it was taken, whatever happens afterwards.
func TestViewsNeverChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var v Vec[int]
		var model []int
		type taken struct {
			view View[int]
			want []int
		}
		var views []taken
		for i := range rapid.IntRange(1, 300).Draw(t, "ops") {
			switch op := rapid.IntRange(0, 9).Draw(t, "op"); {
			case op < 5:
				v.Append(i)
				model = append(model, i)
			case op < 7 && len(model) > 0:
				at := rapid.IntRange(0, len(model)-1).Draw(t, "at")
				v.Set(at, -i)
				model[at] = -i
			case op < 8 && len(model) > 0:
				require.Equal(t, model[len(model)-1], v.Pop())
				model = model[:len(model)-1]
			default:
				views = append(views, taken{v.View(), slices.Clone(model)})
			}
		}
		for _, w := range views {
			require.Equal(t, len(w.want), w.view.Len())
			require.ElementsMatch(t, w.want, w.view.Slice())
			for i, x := range w.want {
				require.Equal(t, x, w.view.At(i))
			}
		}
	})
}

func TestOutOfRangePanics(t *testing.T) {
	var v Vec[int]
	require.Panics(t, func() { v.At(0) })
	require.Panics(t, func() { v.Set(-1, 0) })
	require.Panics(t, func() { v.View().At(0) })
	require.Panics(t, func() { v.Pop() })
}
