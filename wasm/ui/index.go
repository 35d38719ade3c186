package ui

import (
	"slices"

	"inflight/engine/api"
	"inflight/engine/trace"
)

// index is what the views need of a whole trace, worked out once.
type index struct {
	of        *trace.Trace
	steps     int // of the trace, that are indexed
	beats     []*trace.Beat
	stepOf    []int // index into Trace.Steps, by beat
	decisions []int // positions of the decisions
	events    []int // positions at which a cluster event arrived
	nils      []int // positions at which a walk met nil
	lengths   []int // length of the list, by position
	lanes     []lane
	left      map[int]int // by element: the position at which it left the list
	leaks     []leak
	binds     bool                     // a pod comes to its binding cycle
	lines     []lineSpan               // by line of the story
	shared    map[string]bool          // namespace/name of more than one pod
	rises     map[string][]int         // by condition: the positions at which it becomes true, worked out when asked for
	requests  map[*api.Pod]api.Amounts // worked out when they are first asked for
}

// lane is the way of one pod through the run.
type lane struct {
	pod  trace.PodID
	bars []bar
}

// bar is a stay in one place, from the position at which the pod arrived to the one at which it left, still if it did
// not.
type bar struct {
	from, to int
	place    trace.Place
	gated    bool
	node     string
}

// still is after every position.
const still = 1 << 40

// wholeScan is up to how many pods every pod is looked at after every beat; beyond it only the beat's own pod is.
const wholeScan = 64

func newIndex(t *trace.Trace) *index {
	x := &index{of: t, left: map[int]int{}, requests: map[*api.Pod]api.Amounts{}, lengths: []int{t.Initial.List.Len}}
	for id := range t.Initial.Pods.Len() {
		x.enter(0, t.Initial.Pods.At(id))
	}
	return x.grown()
}

// grown is the index of the trace with the steps that it has by now. What was worked out before is not worked out again;
// the old index goes on telling what it told.
func (x *index) grown() *index {
	t, from := x.of, x.steps
	y := *x
	x = &y
	x.lanes, x.lines, x.steps = slices.Clone(x.lanes), slices.Clone(x.lines), len(t.Steps)
	x.rises, x.leaks = map[string][]int{}, nil
	for s := from; s < len(t.Steps); s++ {
		for b := range t.Steps[s].Beats {
			x.add(s, &t.Steps[s].Beats[b])
			x.track(&t.Steps[s].Beats[b])
		}
	}
	x.count(t, from)
	x.share(t)
	for _, l := range t.Leaks() {
		x.leaks = append(x.leaks, x.leak(l))
	}
	return x
}

func (x *index) add(step int, b *trace.Beat) {
	x.beats, x.stepOf = append(x.beats, b), append(x.stepOf, step)
	pos := len(x.beats)
	x.lengths = append(x.lengths, b.State.List.Len)
	if b.Decision {
		x.decisions = append(x.decisions, pos)
	}
	if b.Kind == trace.KindEvent {
		x.events = append(x.events, pos)
	}
	if b.Kind == trace.KindLook && len(b.Elements) == 0 {
		x.nils = append(x.nils, pos)
	}
	if b.Kind == trace.KindRemove || b.Kind == trace.KindDone {
		for _, id := range b.Elements {
			x.left[id] = pos
		}
	}
}

// share finds the names that more than one pod has.
func (x *index) share(t *trace.Trace) {
	x.shared = map[string]bool{}
	seen := map[string]bool{}
	for _, p := range t.Final().Pods.All() {
		name := p.FullName()
		x.shared[name] = seen[name]
		seen[name] = true
	}
}

// lineSpan is the first and the last step of a line of the story; last is -1 where it has none.
type lineSpan struct{ first, last int }

func (x *index) count(t *trace.Trace, from int) {
	for i := from; i < len(t.Steps); i++ {
		n := t.Steps[i].Story
		for n >= len(x.lines) {
			x.lines = append(x.lines, lineSpan{last: -1})
		}
		if n < 0 {
			continue
		}
		if x.lines[n].last < 0 {
			x.lines[n].first = i
		}
		x.lines[n].last = i
	}
}

// line is the steps of a line of the story, and whether it has any.
func (x *index) line(n int) (lineSpan, bool) {
	if n >= len(x.lines) || x.lines[n].last < 0 {
		return lineSpan{}, false
	}
	return x.lines[n], true
}

// track follows each pod through the places, one beat further.
func (x *index) track(b *trace.Beat) {
	pos, n := len(x.beats), b.State.Pods.Len()
	if n <= wholeScan {
		for id := range n {
			x.enter(pos, b.State.Pods.At(id))
		}
		return
	}
	for id := len(x.lanes); id < n; id++ {
		x.enter(pos, b.State.Pods.At(id))
	}
	if b.Pod != trace.NoPod {
		x.enter(pos, b.State.Pods.At(int(b.Pod)))
	}
}

func (x *index) enter(pos int, p *trace.Pod) {
	for int(p.ID) >= len(x.lanes) {
		x.lanes = append(x.lanes, lane{pod: trace.PodID(len(x.lanes))})
	}
	l := &x.lanes[p.ID]
	gated := p.Queued != nil && p.Queued.Gating != ""
	n := len(l.bars)
	if n > 0 && l.bars[n-1].place == p.Place && l.bars[n-1].gated == gated {
		return
	}
	if n == 0 && p.Place == trace.Nowhere {
		return
	}
	if n > 0 {
		l.bars = slices.Clone(l.bars)
		l.bars[n-1].to = pos
	}
	x.binds = x.binds || p.Place == trace.Binding
	l.bars = append(l.bars, bar{from: pos, to: still, place: p.Place, gated: gated, node: p.Node})
}
