package motion

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/wasm/vdom"
)

var tokens = Tokens{Scan: 220, Move: 420, Prune: 300, Alarm: 1600, Stagger: 60, Instant: 90, EaseMove: "m", EaseIn: "i", EaseOut: "o"}

const lane, attempt, list = 10, 20, 30 // containers

func at(id, parent int32, x, y float64) Place {
	b := Box{X: x, Y: y, W: 80, H: 30}
	return Place{ID: id, Parent: parent, Box: b, Token: Box{X: x + 4, Y: y + 4, W: 22, H: 22}}
}

// pop: web leaves the head of activeQ for the attempt, job moves up, and web's marker joins the list behind one event.
func pop() (before, after Picture, h Hints) {
	before = Picture{"web": at(1, lane, 0, 0), "job": at(2, lane, 0, 40), "e1": at(3, list, 0, 200)}
	after = Picture{"web": at(1, attempt, 300, 0), "job": at(2, lane, 0, 0), "e1": at(3, list, 0, 200), "m": at(4, list, 100, 200)}
	return before, after, Hints{Moved: []string{"web"}, Popped: true, Pushed: []string{"m"}}
}

func byKey(t *testing.T, plays []Play) map[string]Play {
	m := map[string]Play{}
	for _, p := range plays {
		require.NotContains(t, m, p.Key, "one part an element")
		m[p.Key] = p
	}
	return m
}

func TestPop(t *testing.T) {
	before, after, h := pop()
	plays := byKey(t, planned(t, before, after, h))
	require.Len(t, plays, 3)
	require.Equal(t, Play{Kind: Copy, Key: "web", Duration: 420, Times: 1, Frames: []Frame{
		{At: 0, X: -300, Scale: 1, Opacity: -1, Ease: "m"}, {At: 1, Scale: 1, Opacity: -1}}}, plays["web"])
	require.Equal(t, Play{Kind: Own, Key: "job", Duration: 420, Times: 1, Frames: []Frame{
		{At: 0, Y: 40, Scale: 1, Opacity: -1, Ease: "m"}, {At: 1, Scale: 1, Opacity: -1}}}, plays["job"])
	require.Equal(t, Play{Kind: Own, Key: "m", Delay: 420, Duration: 300, Times: 1, Frames: []Frame{
		{At: 0, X: 56, Scale: 1, Opacity: 0, Ease: "o"}, {At: 1, Scale: 1, Opacity: 1}}}, plays["m"])
}

// planned is a plan that is not too large.
func planned(t require.TestingT, before, after Picture, h Hints) []Play {
	plays, ok := Plan(before, after, h, tokens)
	require.True(t, ok)
	return plays
}

// TestStepBackIsTheSameFilmBackwards: at every moment of the step back an element is where it was at the mirrored
// moment of the step forward.
func TestStepBackIsTheSameFilmBackwards(t *testing.T) {
	for name, scene := range scenes() {
		t.Run(name, func(t *testing.T) {
			forward := planned(t, scene.before, scene.after, scene.h)
			back := scene.h
			back.Reverse = true
			backward := planned(t, scene.after, scene.before, back)
			require.NotEmpty(t, forward)
			require.Len(t, backward, len(forward))
			end := 0.0
			for _, p := range forward {
				end = max(end, p.Delay+p.Duration*float64(p.Times))
			}
			f, b := byKey(t, forward), byKey(t, backward)
			for key, p := range f {
				q, ok := b[key]
				require.True(t, ok, key)
				for ms := 0.0; ms <= end; ms += 10 {
					fx, fy, shownF := where(p, scene.after, scene.before, ms)
					bx, by, shownB := where(q, scene.before, scene.after, end-ms)
					if !shownF || !shownB {
						continue // before it starts or after it ended, when it stands still
					}
					require.InDelta(t, fx, bx, 1e-6, "%s after %v ms", key, ms)
					require.InDelta(t, fy, by, 1e-6, "%s after %v ms", key, ms)
				}
			}
		})
	}
}

// where is the middle of what plays, in the window, with every curve straight.
func where(p Play, now, then Picture, ms float64) (x, y float64, playing bool) {
	if ms < p.Delay || ms > p.Delay+p.Duration*float64(p.Times) || p.Duration == 0 {
		return 0, 0, false
	}
	progress := math.Mod((ms-p.Delay)/p.Duration, 1)
	if p.Backwards {
		progress = 1 - progress
	}
	stands, ok := now[p.Key]
	if !ok || p.Kind == Kept {
		stands = then[p.Key]
	}
	box := stands.Box
	if p.Kind == Copy {
		box = stands.Token
	}
	x, y = box.middle()
	for i := 1; i < len(p.Frames); i++ {
		a, b := p.Frames[i-1], p.Frames[i]
		if progress <= b.At {
			w := (progress - a.At) / (b.At - a.At)
			return x + a.X + w*(b.X-a.X), y + a.Y + w*(b.Y-a.Y), progress > 0 && progress < 1
		}
	}
	return x, y, false
}

type scene struct {
	before, after Picture
	h             Hints
}

func scenes() map[string]scene {
	before, after, h := pop()
	all := map[string]scene{"pop": {before, after, h}}
	// done: the marker lifts out, two events fall, the rest closes up; e1 is still pointed at and tips off the track.
	all["done"] = scene{
		before: Picture{"m": at(1, list, 0, 0), "e1": at(2, list, 100, 0), "e2": at(3, list, 200, 0), "e3": at(4, list, 300, 0)},
		after:  Picture{"e1": {ID: 2, Parent: list, Box: Box{X: -2, Y: 24, W: 84, H: 34, Angle: -2.5}}, "e3": at(4, list, 120, 0)},
		h:      Hints{Lifted: "m", Fallen: []string{"e1", "e2"}},
	}
	all["done, and the marker lies beside the track"] = scene{
		before: Picture{"m": at(1, list, 0, 0), "e1": at(2, list, 100, 0)},
		after:  Picture{"m": {ID: 1, Parent: list, Box: Box{X: -2, Y: 24, W: 84, H: 34, Angle: -2.5}}, "e1": at(2, list, 120, 0)},
		h:      Hints{Lifted: "m"},
	}
	all["look"] = scene{
		before: Picture{"e1": at(1, list, 0, 0), "e2": at(2, list, 100, 0)},
		after:  Picture{"e1": at(1, list, 0, 0), "e2": at(2, list, 100, 0)},
		h:      Hints{Lens: &Hop{From: "e1", To: "e2", N: 1}},
	}
	all["verdicts"] = scene{
		before: Picture{"n1": at(1, attempt, 0, 0)},
		after:  Picture{"n1": at(1, attempt, 0, 0), "v1": at(2, attempt, 0, 40), "v2": at(3, attempt, 0, 60)},
		h:      Hints{Verdicts: []string{"v1", "v2"}, Tick: "n1"},
	}
	return all
}

func TestNothingNamedNothingShifted(t *testing.T) {
	before, _, _ := pop()
	require.Empty(t, planned(t, before, before, Hints{}))
}

// TestAPanelThatShiftsIsNoMotion: the lane is lower than before, its rows with it.
func TestAPanelThatShiftsIsNoMotion(t *testing.T) {
	a, b := at(1, lane, 0, 0), at(1, lane, 0, 50)
	b.In.Y = 50
	require.Empty(t, planned(t, Picture{"web": a}, Picture{"web": b}, Hints{}))
}

func TestFallingIsCapped(t *testing.T) {
	before, h := Picture{}, Hints{}
	for i := range 60 {
		key := fmt.Sprint("e", i)
		before[key] = at(int32(i+1), list, float64(i)*90, 0)
		h.Fallen = append(h.Fallen, key)
	}
	last := 0.0
	for i, p := range planned(t, before, Picture{}, h) {
		require.Equal(t, Kept, p.Kind)
		require.Equal(t, h.Fallen[i], p.Key)
		require.GreaterOrEqual(t, p.Delay, last)
		last = p.Delay
	}
	require.InDelta(t, 600, last, 1e-6)
}

func TestAMarkerThatStaysInSightIsSeenToTheEnd(t *testing.T) {
	s := scenes()["done, and the marker lies beside the track"]
	m := byKey(t, planned(t, s.before, s.after, s.h))["m"]
	require.Equal(t, []Frame{
		{At: 0, Y: -26, Angle: 2.5, Scale: 1, Opacity: -1, Ease: "o"},
		{At: 0.5, Y: -54, Angle: 2.5, Scale: 1, Opacity: -1, Ease: "i"},
		{At: 1, Scale: 1, Opacity: -1}}, m.Frames)
}

func TestMoreThanAHundredOnlyFade(t *testing.T) {
	before, after, h := Picture{}, Picture{}, Hints{}
	for i := range Most + 1 {
		key := fmt.Sprint("p", i)
		before[key], after[key] = at(int32(i+1), lane, 0, float64(i)), at(int32(i+1), attempt, 0, float64(i))
		h.Moved = append(h.Moved, key)
	}
	plays, ok := Plan(before, after, h, tokens)
	require.False(t, ok)
	require.Empty(t, plays)
}

func TestLens(t *testing.T) {
	here := Picture{"e1": at(1, list, 0, 0), "e2": at(2, list, 100, 0), "nil": at(3, list, 200, 0)}
	hop := planned(t, here, here, Hints{Lens: &Hop{From: "e1", To: "e2", N: 1}})
	require.Equal(t, []Play{{Kind: Ring, Key: "e2", Duration: 220, Times: 1, Frames: []Frame{
		{At: 0, X: -100, Scale: 1, Opacity: -1, Ease: "o"}, {At: 1, Scale: 1, Opacity: -1}}}}, hop)
	require.Equal(t, 90.0, planned(t, here, here, Hints{Lens: &Hop{From: "e1", To: "e2", N: 5}})[0].Duration)
	shake := planned(t, here, here, Hints{Lens: &Hop{From: "e2", To: "nil", Nil: true, N: 2}})
	require.Len(t, shake, 1)
	require.Equal(t, 160.0, shake[0].Duration)
	for _, f := range shake[0].Frames {
		require.LessOrEqual(t, math.Abs(f.X), 2.0)
	}
	require.Empty(t, planned(t, here, here, Hints{Lens: &Hop{To: "e1", N: 1}}), "the first look lights up, nothing hops")
}

func TestLeaksBreatheThreeTimesInUnderFiveSeconds(t *testing.T) {
	here := Picture{"m": at(1, list, 0, 0)}
	plays := planned(t, here, here, Hints{Leaked: []string{"m"}})
	require.Len(t, plays, 1)
	require.Equal(t, 3, plays[0].Times)
	require.Less(t, plays[0].Duration*3, 5000.0)
}

func TestStills(t *testing.T) {
	require.Equal(t, []Play{{Kind: Still, Key: "a"}}, Stills(Picture{"a": {}}, []string{"a", "gone"}))
}

// TestAnyStepEndsWhereThePageIs: whatever moved, forward the last frame leaves every element of the page in its place.
func TestAnyStepEndsWhereThePageIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := []string{"a", "b", "c", "d", "e"}
		picture := func(name string) Picture {
			p := Picture{}
			for i, k := range keys {
				if rapid.IntRange(0, 3).Draw(t, name+k) > 0 {
					p[k] = at(int32(i+1), rapid.SampledFrom([]int32{lane, attempt}).Draw(t, "parent"),
						float64(rapid.IntRange(0, 9).Draw(t, "x")*50), float64(rapid.IntRange(0, 9).Draw(t, "y")*40))
				}
			}
			return p
		}
		before, after := picture("before"), picture("after")
		some := rapid.SliceOfNDistinct(rapid.SampledFrom(keys), 0, 3, rapid.ID[string])
		h := Hints{Moved: some.Draw(t, "moved"), Reverse: rapid.Bool().Draw(t, "reverse")}
		for _, p := range planned(t, before, after, h) {
			require.GreaterOrEqual(t, p.Delay, 0.0)
			_, onPage := after[p.Key]
			require.Equal(t, !onPage, p.Kind == Kept, "%+v", p)
			last := p.Frames[len(p.Frames)-1]
			if p.Backwards {
				last = p.Frames[0]
			}
			if onPage {
				require.InDelta(t, 0, last.X, 1e-6, "%+v", p)
				require.InDelta(t, 0, last.Y, 1e-6, "%+v", p)
				require.NotZero(t, last.Opacity, "%+v", p)
			}
		}
	})
}

// TestAroundFindsTheRowsBeside: a row's token is named; the rows of its old and new lane are measured, the panels and
// what is elsewhere are not.
func TestAroundFindsTheRowsBeside(t *testing.T) {
	row := func(key string) *vdom.Node {
		return vdom.El("li", vdom.Key("row:"+key), vdom.El("button", vdom.Key("in:"+key), vdom.El("span", vdom.Key("pod:"+key))))
	}
	page := func(a, b []string) *vdom.Node {
		lane := func(name string, rows []string) *vdom.Node {
			return vdom.El("section", vdom.Key(name), vdom.El("ol", vdom.Each(rows, func(_ int, r string) *vdom.Node { return row(r) })))
		}
		return vdom.El("main", lane("A", a), lane("B", b), vdom.El("aside", vdom.El("b", vdom.Key("far"))))
	}
	tree, p := vdom.NewTree(), &vdom.Patches{}
	tree.Update(page([]string{"1", "2"}, []string{"3"}), p)
	before := tree.Standing()
	tree.Update(page([]string{"2"}, []string{"3", "1"}), p)
	require.Equal(t, []string{"in:1", "pod:1", "row:1", "row:2", "row:3"}, Around(before, tree.Standing(), Hints{Moved: []string{"pod:1"}}))
}
