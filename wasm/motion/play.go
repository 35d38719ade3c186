// Package motion plans how the page moves from one picture to the next: which element goes from where to where, when
// and for how long (design reference, section 5). It is pure: package dom measures the page before and after the
// patches and plays what comes out of here. The state is set first; motion only decorates it.
package motion

// Box is where an element is: its corner and size in CSS pixels of the window, and the angle in degrees at which its
// style sheet draws it.
type Box struct{ X, Y, W, H, Angle float64 }

func (b Box) middle() (x, y float64) { return b.X + b.W/2, b.Y + b.H/2 }

// Place is an element with a key in one of the two pictures.
type Place struct {
	ID     int32 // of the element
	Parent int32 // of the element that it stands in
	Box    Box
	In     Box // of the parent
	Token  Box // of the pod token in it, where one may fly
}

// way is how far b is from a. Within one parent it is seen from there: that a whole panel shifts is no motion.
func way(a, b Place) (dx, dy float64) {
	if a.Box.Angle != 0 || b.Box.Angle != 0 {
		dx, dy = apart(a.Box, b.Box)
	} else {
		dx, dy = b.Box.X-a.Box.X, b.Box.Y-a.Box.Y
	}
	if a.Parent == b.Parent {
		dx, dy = dx-(b.In.X-a.In.X), dy-(b.In.Y-a.In.Y)
	}
	return dx, dy
}

// apart is how far b's middle is from a's.
func apart(a, b Box) (dx, dy float64) {
	ax, ay := a.middle()
	bx, by := b.middle()
	return bx - ax, by - ay
}

// Picture is where the elements that matter are, by key.
type Picture map[string]Place

// Hints say what happened between the two pictures; they are package ui's Animate.
type Hints struct {
	Reverse  bool
	Moved    []string
	Popped   bool
	Pushed   []string
	Lifted   string
	Fallen   []string
	Lens     *Hop
	Verdicts []string
	Tick     string
	Leaked   []string
}

// Hop is one hop of the hint walk.
type Hop struct {
	From, To string
	Nil      bool
	N        int
}

// Tokens are the durations and curves of the style sheet, milliseconds, already divided by the speed.
type Tokens struct {
	Scan, Move, Prune, Alarm, Stagger, Instant float64
	EaseMove, EaseIn, EaseOut                  string
}

// Kind is which element plays.
type Kind int

// The kinds. Numbers are known to web/motion.js too.
const (
	Own   Kind = iota // the element itself
	Kept              // a copy of one that left, over the page, from Play.Key's place in the old picture
	Copy              // a copy of its pod token over the page, while the token itself is hidden
	Still             // the element gets an outline and nothing moves
	Ring              // a ring over the page, as large as the element: the lens
)

// Play is one element's part. Frames are displacements from where the element stands now (Own, Copy) or stood (Kept).
type Play struct {
	Kind            Kind
	Key             string
	Delay, Duration float64
	Backwards       bool // the frames are played from the last to the first
	Times           int
	Frames          []Frame
}

// Frame is a keyframe: At is 0 to 1; Opacity is -1 where it does not change; Ease leads to the next frame.
type Frame struct {
	At, X, Y, Angle, Scale, Opacity float64
	Ease                            string
}

// Most is how many elements may move at once; more only fade.
const Most = 100
