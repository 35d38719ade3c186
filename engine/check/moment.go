package check

import (
	"math/bits"
	"strings"

	"inflight/engine/trace"
)

// moment is one position of a run: the initial state, or the state after a beat.
type moment struct {
	state    *trace.State
	since    trace.Time // since the start of the scenario
	step     int
	ops      int
	decision bool
	names    trace.Names
	masks    []mask
}

// reader goes over a trace, beat by beat, at a constant cost for each. It may go on when the trace has grown.
type reader struct {
	t          *trace.Trace
	step, beat int // the next to be read
	index      int // of the beat last read, counted over the run; -1 is the initial state
	counted    int // steps whose operations are counted
	now        moment
}

func newReader(t *trace.Trace, slots int) *reader {
	r := &reader{t: t, index: -1, now: moment{masks: make([]mask, slots)}}
	r.now.set(t.Initial)
	return r
}

func (m *moment) set(s *trace.State) {
	m.state = s
	m.names.Add(s)
}

// next reads one beat; false where there is none (yet).
func (r *reader) next() bool {
	for r.step < len(r.t.Steps) {
		s := &r.t.Steps[r.step]
		if r.counted == r.step {
			r.counted++
			if s.Story < 0 && isOperation(s.Action) {
				r.now.ops++
			}
		}
		if r.beat < len(s.Beats) {
			b := &s.Beats[r.beat]
			r.beat++
			r.index++
			r.now.set(b.State)
			r.now.since, r.now.step, r.now.decision = b.At-r.t.Initial.At, s.N, b.Decision
			return true
		}
		if r.step == len(r.t.Steps)-1 {
			return false // it may still grow
		}
		r.step, r.beat = r.step+1, 0
	}
	return false
}

// operations are the actions that count as ops: those by which a learner changes something, not those that let the
// scheduler or the clock go on.
var operations = []string{"apply", "delete", "recreate", "patch", "activate", "permit", "fail", "hold", "release"}

func isOperation(action string) bool {
	verb, _, _ := strings.Cut(action, " ")
	for _, o := range operations {
		if o == verb {
			return true
		}
	}
	return false
}

// mask marks the elements of the list's log that a term asks for, and remembers how many of them were in the list. The
// log only grows, so each element is looked at once in a run, however long the list is at each beat.
type mask struct {
	words   []uint64
	scanned int // elements of the log looked at
	len     int // of the list, then
	n       int // marked elements in the list, then
}

// count is how many of the marked elements are in the list. While elements only join, the cost is that of those; after
// some have left it is a sixty-fourth of the list's length.
func (k *mask) count(l *trace.List, wanted func(trace.Element) bool) int {
	joined := len(l.Log) - k.scanned
	for ; k.scanned < len(l.Log); k.scanned++ {
		if k.scanned>>6 == len(k.words) {
			k.words = append(k.words, 0)
		}
		if wanted(l.Log[k.scanned]) {
			k.words[k.scanned>>6] |= 1 << (k.scanned & 63)
			k.n++
		}
	}
	if l.Len != k.len+joined { // some have left
		k.n = k.recount(l)
	}
	k.len = l.Len
	return k.n
}

func (k *mask) recount(l *trace.List) int {
	n := 0
	for w := l.Head >> 6; w<<6 < len(l.Log); w++ {
		word := k.words[w]
		if w < l.Removed.Len() {
			word &^= l.Removed.At(w)
		}
		if first := w << 6; first < l.Head {
			word &= ^uint64(0) << (l.Head - first)
		}
		n += bits.OnesCount64(word)
	}
	return n
}
