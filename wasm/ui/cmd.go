package ui

import "io/fs"

// Cmd is an effect as data. Update returns effects, package dom carries them out in order after the page shows the new
// model, tests look at them. An effect that answers does so with a Msg in text form, see Answer.
type Cmd interface{ isCmd() }

// Env is what the browser knows before the first picture.
type Env struct {
	Languages     []string // as the browser prefers them: "ja-JP", "en"
	Dark          bool     // prefers-color-scheme: dark
	Still         bool     // prefers-reduced-motion: reduce
	Mac           bool     // shortcuts are written with ⌘
	Fragment      string   // what follows # in the address
	Lessons       fs.FS    // the lessons that come with the page; nil or empty if they did not arrive
	Width, Height int      // of the window, CSS pixels
	// Memory is why files and settings end with the page: "absent", "denied", "blocked", …; "" where they are kept.
	Memory string
	Kept   map[string]string // what Keep kept last time: "lang", "theme", "release", "scenario", "step"
	// Resume is the text of the recording to replay after a crash of the engine, up to the address At. "" is a
	// first start.
	Resume, At string
}

// Answer is the text of a message that an effect sends back: "<msg> ok <data>" or "<msg> error <what happened>".
// Data is everything after the one blank, newlines too.
func Answer(msg string, data []byte, err error) Msg {
	if err != nil {
		return msg + " error " + err.Error()
	}
	return msg + " ok " + string(data)
}

// Fetch gets a file of the site by its relative URL and answers Msg with its bytes.
type Fetch struct{ URL, Msg string }

// Save writes a file below home/ of the mounted tree, with the folders above it. It is in memory at once and in the
// browser's storage soon after; the message "storage memory <why>" tells if it cannot be kept.
type Save struct {
	Path string
	Data []byte
}

// Load reads a file of the mounted tree (home/…, lessons/…) and answers Msg.
type Load struct{ Path, Msg string }

// Remove takes a file below home/ away.
type Remove struct{ Path string }

// List answers Msg with the names in a folder of the mounted tree, one a line; a folder's name ends with a slash.
type List struct{ Path, Msg string }

// Keep remembers a small setting across visits; they come back as Env.Kept. An empty value forgets the name.
type Keep struct{ Name, Value string }

// Record hands over the recording as text, enough to replay it: it survives a crash of the engine. At is the address
// that the page shows, "12.3"; Before is the step before it, which a restart goes to.
type Record struct{ Text, At, Before string }

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

// Copy puts text on the clipboard and answers Msg.
type Copy struct{ Text, Msg string }

// Focus moves the focus to the element of that key, and brings it into view.
type Focus struct{ Key string }

// Reveal brings the elements of these keys into view within their own scrollers, without moving the focus.
type Reveal struct{ Keys []string }

// SetRoot sets what belongs to the whole document: data-theme and lang of <html>, the title, and --speed, by which
// every duration is divided. Empty values stay as they are.
type SetRoot struct {
	Theme string // light, dark or projector
	Lang  string // en or ja
	Title string
	Speed float64
}

// Prevent keeps the browser from doing its own with the key press that this Update answers: scroll, click, search.
type Prevent struct{}

// Print opens the browser's print dialog.
type Print struct{}

// Animate says what changed between the page before and the page after, so that motion can explain it; without one
// the picture just changes. State is set first and the motion only decorates it; a later Animate finishes this one at
// once. With Reverse the same motion is played backwards: what was Pushed leaves to the right, what has Fallen comes
// back, and tokens fly from their new place to their old one. Rows and cells that are only displaced close up by
// themselves: they are keyed and stand beside something that is named here.
type Animate struct {
	Reverse bool
	// Jump asks for a fade and nothing else: the page moved by more than three beats.
	Jump bool
	// Moved are the keys of pod tokens that change place, or of the rows that hold them.
	Moved []string
	// Popped is set when the move is a Pop: what is Pushed arrives after the flight.
	Popped bool
	// Pushed are the keys of list elements that joined at the tail.
	Pushed []string
	// Lifted is the key of a pod's own marker that left the list, "" where none did.
	Lifted string
	// Fallen are the keys of list elements that left the list from the head, in that order, and of flags that sink.
	// Those that a pod still points at stay on the page, tilted; the others are gone from it.
	Fallen []string
	// Lens is the hop of the hint walk.
	Lens *Hop
	// Verdicts are the keys of rows that appear one after the other.
	Verdicts []string
	// Tick is the key of the event's mark on the timeline, "" where no event arrived.
	Tick string
	// Leaked are the keys of markers that breathe three times.
	Leaked []string
	// Changed are the keys of the places to outline where motion is reduced, until the next patch.
	Changed []string
	// Speed divides the durations; at 8 or more nothing moves. 0 is the speed of SetRoot.
	Speed float64
}

// Hop is one hop of the hint walk: from one cell to the next. From is "" for the first hop; Nil tells that there is
// no next element, and To is then the key of the sign that says so. N counts the hops of this walk, from 1.
type Hop struct {
	From, To string
	Nil      bool
	N        int
}

func (Fetch) isCmd()    {}
func (Save) isCmd()     {}
func (Load) isCmd()     {}
func (Remove) isCmd()   {}
func (List) isCmd()     {}
func (Keep) isCmd()     {}
func (Record) isCmd()   {}
func (After) isCmd()    {}
func (Cancel) isCmd()   {}
func (Download) isCmd() {}
func (Copy) isCmd()     {}
func (Focus) isCmd()    {}
func (Reveal) isCmd()   {}
func (SetRoot) isCmd()  {}
func (Prevent) isCmd()  {}
func (Print) isCmd()    {}
func (Animate) isCmd()  {}
