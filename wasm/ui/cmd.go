package ui

// Cmd is an effect as data. Update returns them in the order in which they are to be performed, after the page
// shows the new model.
type Cmd interface{ isCmd() }

// Fetch gets a relative URL. The answer comes back as Msg + " ok\n" + body, or Msg + " failed\n" + why.
type Fetch struct {
	URL string
	Msg Msg
}

// Load reads a file of the mounted tree (lessons/…, home/…). It answers like Fetch; a file that does not exist
// has failed.
type Load struct {
	Path string
	Msg  Msg
}

// Save writes a file under home/, with the folders above it. A failure comes back as "storage failed\n" + why.
type Save struct {
	Path string
	Data []byte
}

// After sends Msg once, after a while; a second After of the same ID replaces the first.
type After struct {
	ID           string
	Milliseconds int
	Msg          Msg
}

// Cancel takes back the After of that ID, if it still waits.
type Cancel struct{ ID string }

// Download hands a file to the user. Type is its media type.
type Download struct {
	Name, Type string
	Data       []byte
}

// Copy puts text on the clipboard and answers "copied ok" or "copied failed".
type Copy struct{ Text string }

// Focus moves the focus to the node of that key, and brings it into view.
type Focus struct{ Key string }

// Reveal brings the node of that key into view within its own scroller, without moving the focus.
type Reveal struct{ Key string }

// SetRoot sets what belongs to the whole document: data-theme and lang of <html>, the title, and --speed, by which
// every duration is divided.
type SetRoot struct {
	Theme string // light, dark or projector
	Lang  string // en or ja
	Title string
	Speed float64
}

// Print opens the browser's print dialog.
type Print struct{}

// Animate says what changed between the page before and the page after, so that motion can explain it. State is
// set first and the motion only decorates it; a later Animate finishes this one at once. With Reverse the same
// motion is played backwards: what was Pushed leaves to the right, what was Removed comes back, and tokens fly
// from their new place to their old one.
type Animate struct {
	Reverse bool
	// Jump asks for a cross-fade and nothing else: the page moved by more than three beats.
	Jump bool
	// Moved are the keys of pod tokens that change place; rows around them close up.
	Moved []string
	// Popped is set when the move is a Pop: the marker arrives after the flight.
	Popped bool
	// Pushed are the keys of list elements that joined at the tail.
	Pushed []string
	// Lifted is the key of a pod's own marker that left the list, "" where none did.
	Lifted string
	// Fallen are the keys of list elements that left the list from the head, in that order. Those that a pod
	// still points at stay on the page, tilted; the others leave it with the next beat.
	Fallen []string
	// Lens is the hop of the hint walk.
	Lens *Hop
	// Verdicts are the keys of rows that appear one after the other.
	Verdicts []string
	// Tick is the key of the event's mark on the timeline, "" where no event arrived.
	Tick string
	// Changed is the key of the place to outline where motion is reduced.
	Changed string
}

// Hop is one hop of the hint walk: from one cell to the next. From is "" for the first hop; Nil tells that there is
// no next element, and To is then the key of the sign that says so. N counts the hops of this walk, from 1.
type Hop struct {
	From, To string
	Nil      bool
	N        int
}

func (Fetch) isCmd()    {}
func (Load) isCmd()     {}
func (Save) isCmd()     {}
func (After) isCmd()    {}
func (Cancel) isCmd()   {}
func (Download) isCmd() {}
func (Copy) isCmd()     {}
func (Focus) isCmd()    {}
func (Reveal) isCmd()   {}
func (SetRoot) isCmd()  {}
func (Print) isCmd()    {}
func (Animate) isCmd()  {}
