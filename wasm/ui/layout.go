package ui

// layout is what gives way when the window is small, in the order of the steps below. Widths and heights are CSS
// pixels, so zoom counts too.
type layout uint8

const (
	wide   layout = iota // everything
	narrow               // under 1360: no heap drawing, no notes in the lanes' heads
	drawer               // under 1280: the lesson is a drawer
	below                // under 1120: why is a line under the list
	tabbed               // under 960: attempt, nodes and queues are tabs
	phone                // under 640: sentence, list, one panel, transport
)

func (m *Model) layout() layout {
	switch w := m.Width; {
	case w < 640:
		return phone
	case w < 960:
		return tabbed
	case w < 1120:
		return below
	case w < 1280:
		return drawer
	case w < 1360:
		return narrow
	}
	return wide
}

var layoutNames = [...]string{"wide", "narrow", "drawer", "below", "tabbed", "phone"}

func (l layout) String() string { return layoutNames[l] }

func (m *Model) phone() bool { return m.layout() == phone }

// low tells that the window is so low that the stage saves height and the timeline shows three pods; lowest, that it
// shows the selected one alone.
func (m *Model) low() bool    { return m.Height < 800 }
func (m *Model) lowest() bool { return m.Height < 700 }

// The widths of the side panels.
const (
	lessonWidth = 312
	whyWidth    = 340
	playWidth   = 268 // in Play, what the reader can do
	playWhy     = 328
)

// sideWidth is the width of the panel on the left, 0 where it is a drawer.
func (m *Model) sideWidth() int {
	if m.layout() >= drawer {
		return 0
	}
	if m.Mode == Play {
		return playWidth
	}
	return lessonWidth
}

// whyWidth is the width of the panel on the right, 0 where it is a line under the list.
func (m *Model) whyWidth() int {
	switch {
	case m.layout() >= below:
		return 0
	case m.Mode == Play && m.layout() <= narrow:
		return playWhy
	}
	return whyWidth
}

// railRoom is the room that the list has before it must fold.
func (f *frame) railRoom() int {
	w := f.m.Width
	if f.m.phone() {
		return max(w-32, phoneRailRoom)
	}
	w -= f.m.sideWidth() + f.m.whyWidth()
	return w - 2*12 - 2*2 - 2*16
}
