package ui

import (
	"sort"

	"inflight/engine/profile"
	"inflight/engine/trace"
)

// rail says what of the event list is drawn and in which column of the grid: from left to right what has fallen off
// the track, HEAD, the elements, TAIL.
type rail struct {
	cells      []railCell
	links      []railLink
	widths     []int // smallest width of each column, px
	stretch    []bool
	nilColumn  int // where the sign "nil" stands, 0 for none
	head, tail int
	filler     int // the column that takes what room is left
	brackets   []bracket
	flags      []pointer // v1.28.1: where pods in flight point
	keys       []pointer // inFlightPods
	hiddenPods int       // pods in flight without a bracket of their own
	spare      int       // what the columns leave of the room, at the least
	tight      bool      // there is no room for the labels' words: cells are as narrow as they may be
}

// railCell is an element, or a run of elements that is folded into one cell.
type railCell struct {
	el     trace.Element
	folded int // how many elements, 0 for one that is drawn
	last   int // a fold's last element
	gone   bool
	column int
}

type railLink struct {
	column int
	cut    bool
}

// bracket spans the events that a pod in flight must consider.
type bracket struct {
	pod      trace.PodID
	n        int
	from, to int // columns, to is exclusive
	missed   bool
	leaked   bool // nobody will ever ask about them
	level    int
}

// pointer is what one or more pods have on one element, or on none (column of HEAD).
type pointer struct {
	pods     []trace.PodID
	el       int // element, NoElement for nil
	gone     bool
	from, to int
}

// Sizes of the grid's columns in px. No cell is narrower than cellWidth.
const (
	cellWidth     = 78
	linkWidth     = 26
	nilWidth      = 72
	headWidth     = 58
	fallGap       = 14 // between what fell off the track and the track
	tailWidth     = 46
	maxBrackets   = 3
	maxRailCells  = 200
	maxFallen     = 4
	roomyCell     = 150 // a cell takes no more than this where there is room
	phoneRailRoom = 900
)

// layRail works out the rail for the frame in the given room.
func (f *frame) layRail(room int) *rail {
	r := &rail{}
	marks := f.marks()
	ids := f.listed()
	r.place(f, f.cellsFor(r, ids, marks, room), len(ids))
	r.spare = max(0, room-sum(r.widths))
	r.point(f, marks)
	r.span(f, marks, ids)
	return r
}

func sum(xs []int) int {
	n := 0
	for _, x := range xs {
		n += x
	}
	return n
}

// listed are the IDs of the elements in the list, from head to tail.
func (f *frame) listed() []int {
	ids := make([]int, 0, f.s.List.Len)
	for e := range f.s.List.All() {
		ids = append(ids, e.ID)
	}
	return ids
}

// mark is a pod in flight and its element.
type mark struct {
	pod trace.PodID
	el  int
}

// marks are the pods in flight, the earliest popped first.
func (f *frame) marks() []mark {
	var out []mark
	for _, id := range f.s.InFlightPods() {
		out = append(out, mark{id, f.pod(id).Marker})
	}
	return out
}

// fallen are the elements that are drawn although they have left the list, by ID: those that a pod in flight still
// points at, with the one before each where that is wanted, and those that this very beat removes.
func (f *frame) fallen(marks []mark, before bool) []int {
	show := map[int]bool{}
	if f.prof.InFlight == profile.PreviousEvent {
		for _, m := range marks {
			if f.s.Lost(m.pod) {
				show[m.el] = true
				if before && m.el > 0 && !f.s.List.Has(m.el-1) && len(show) < maxFallen {
					show[m.el-1] = true
				}
			}
		}
	}
	if f.beat != nil && (f.beat.Kind == trace.KindRemove || f.beat.Kind == trace.KindDone) {
		es := f.beat.Elements
		for i := max(0, len(es)-maxFallen); i < len(es); i++ {
			show[es[i]] = true
		}
	}
	out := make([]int, 0, len(show))
	for id := range show { // order-free: sorted below
		out = append(out, id)
	}
	sort.Ints(out)
	return out
}

// cellsFor chooses the cells, from left to right. What does not fit gives way in this order: the words of the labels,
// the fallen cell beside the one that a pod points at, then runs of elements, which fold.
func (f *frame) cellsFor(r *rail, ids []int, marks []mark, room int) []railCell {
	for _, try := range []struct{ tight, before bool }{{false, true}, {true, true}, {true, false}} {
		r.tight = try.tight
		if cells, fits := f.unfolded(r, ids, f.fallen(marks, try.before), room); fits {
			return cells
		}
	}
	r.tight = false
	return f.fold(ids, f.fallen(marks, false), f.kept(ids, marks))
}

// unfolded are all cells, if they fit.
func (f *frame) unfolded(r *rail, ids, gone []int, room int) (cells []railCell, fits bool) {
	need := headWidth + tailWidth - linkWidth
	if len(gone) > 0 && f.prof.InFlight == profile.PreviousEvent {
		need += nilWidth - linkWidth
	}
	for i, j := 0, 0; i < len(ids) || j < len(gone); {
		c := railCell{}
		if j < len(gone) && (i == len(ids) || gone[j] < ids[i]) {
			c.el, c.gone = f.s.List.Log[gone[j]], true
			j++
		} else {
			c.el = f.s.List.Log[ids[i]]
			i++
		}
		if need += r.cellNeeds(c.el) + linkWidth; need > room {
			return nil, false
		}
		cells = append(cells, c)
	}
	return cells, true
}

// kept are the elements that no fold hides: two at the head, two at the tail, every marker with the one after it, the
// one that is looked at, and the one that the reader chose.
func (f *frame) kept(ids []int, marks []mark) map[int]bool {
	keep := map[int]bool{}
	for i := 0; i < min(2, len(ids)); i++ {
		keep[ids[i]], keep[ids[len(ids)-1-i]] = true, true
	}
	for _, m := range marks {
		keep[m.el] = true
		if n := sort.SearchInts(ids, m.el+1); n < len(ids) {
			keep[ids[n]] = true
		}
	}
	if f.beat != nil && f.beat.Kind == trace.KindLook {
		for _, e := range f.beat.Elements {
			keep[e] = true
		}
	}
	keep[f.m.Element] = true
	return keep
}

func (f *frame) fold(ids, gone []int, keep map[int]bool) []railCell {
	var cells []railCell
	for _, id := range gone {
		cells = append(cells, railCell{el: f.s.List.Log[id], gone: true})
	}
	for i := 0; i < len(ids) && len(cells) < maxRailCells; {
		run := i
		for run < len(ids) && !keep[ids[run]] {
			run++
		}
		switch {
		case run-i < 2 || f.m.Open[foldKey(ids[i])]:
			for end := max(run, i+1); i < end && len(cells) < maxRailCells; i++ {
				cells = append(cells, railCell{el: f.s.List.Log[ids[i]]})
			}
		default:
			cells = append(cells, railCell{el: f.s.List.Log[ids[i]], folded: run - i, last: ids[run-1]})
			i = run
		}
		if len(cells) == maxRailCells && i < len(ids) {
			cells = append(cells, railCell{el: f.s.List.Log[ids[i]], folded: len(ids) - i, last: ids[len(ids)-1]})
		}
	}
	sort.SliceStable(cells, func(a, b int) bool { return cells[a].el.ID < cells[b].el.ID })
	return cells
}

func foldKey(id int) string { return "fold:" + itoa(id) }

// cellNeeds is the width that the element's longest word asks for.
func (r *rail) cellNeeds(e trace.Element) int {
	if e.Event == nil || r.tight {
		return cellWidth
	}
	first, second := splitLabel(e.Event.Label)
	return max(cellWidth, min(132, 18+max(len(first), len(second))*15/2))
}

// place gives every cell a column.
func (r *rail) place(f *frame, cells []railCell, listed int) {
	column := func(width int, stretch bool) int {
		r.widths, r.stretch = append(r.widths, width), append(r.stretch, stretch)
		return len(r.widths)
	}
	headed := false
	head := func() {
		switch {
		case len(r.cells) == 0:
		case f.prof.InFlight == profile.PreviousEvent:
			r.nilColumn = column(nilWidth, false)
		default:
			column(fallGap, false)
		}
		r.head, headed = column(headWidth, false), true
	}
	for i, c := range cells {
		if !c.gone && !headed {
			head()
		} else if i > 0 {
			r.links = append(r.links, railLink{column(linkWidth, false), c.gone || cells[i-1].gone})
		}
		need := cellWidth
		if c.folded == 0 {
			need = r.cellNeeds(c.el)
		}
		c.column = column(need, true)
		r.cells = append(r.cells, c)
	}
	if !headed {
		head()
	}
	r.filler = column(0, false)
	r.tail = column(tailWidth, false)
}

// columnOf is the column of the cell that shows the element, of the fold that hides it, or of HEAD.
func (r *rail) columnOf(id int) (column int, gone bool) {
	for _, c := range r.cells {
		if c.el.ID == id || c.folded > 0 && c.el.ID <= id && id <= c.last {
			return c.column, c.gone
		}
	}
	return r.head, false
}

// point groups the pods in flight by the element that is theirs.
func (r *rail) point(f *frame, marks []mark) {
	byEl := map[int]int{}
	for _, m := range marks {
		at, seen := byEl[m.el]
		if !seen {
			at = len(r.keys)
			byEl[m.el] = at
			column, gone := r.columnOf(m.el)
			r.keys = append(r.keys, pointer{el: m.el, gone: gone, from: column})
		}
		r.keys[at].pods = append(r.keys[at].pods, m.pod)
	}
	sort.SliceStable(r.keys, func(i, j int) bool { return r.keys[i].from < r.keys[j].from })
	for i := range r.keys {
		r.keys[i].to = r.tail + 1
		if i+1 < len(r.keys) {
			r.keys[i].to = max(r.keys[i].from+1, r.keys[i+1].from)
		}
	}
	if f.prof.InFlight == profile.PreviousEvent {
		for _, k := range r.keys {
			if k.el != trace.NoElement {
				r.flags = append(r.flags, k)
			}
		}
	}
}

// span makes the brackets: one a pod in flight with events after its place, the oldest outermost.
func (r *rail) span(f *frame, marks []mark, ids []int) {
	after := f.eventsAfter(marks, ids)
	for _, l := range f.leaks() {
		n, end := f.held(l)
		r.bracket(ids, l.Element, end, bracket{pod: l.Pod, n: n, leaked: true})
	}
	for i, m := range marks {
		if _, leaked := f.leakOf(m.pod); !leaked {
			r.bracket(ids, m.el, maxElement, bracket{pod: m.pod, n: after[i], missed: f.s.Lost(m.pod) && f.decided(m.pod)})
		}
	}
	for i := range r.brackets {
		r.brackets[i].level = len(r.brackets) - 1 - i
	}
}

// maxElement is after every element.
const maxElement = 1 << 30

// bracket adds one over the elements in the list after el and before end.
func (r *rail) bracket(ids []int, el, end int, b bracket) {
	first, last := sort.SearchInts(ids, el+1), sort.SearchInts(ids, end)
	if b.n == 0 || first == len(ids) {
		return
	}
	if len(r.brackets) == maxBrackets {
		r.hiddenPods++
		return
	}
	b.from, _ = r.columnOf(ids[first])
	b.to = r.filler
	if last < len(ids) {
		b.to, _ = r.columnOf(ids[last])
	}
	r.brackets = append(r.brackets, b)
}

// eventsAfter counts, for each pod in flight, the events in the list after its place.
func (f *frame) eventsAfter(marks []mark, ids []int) []int {
	events := make([]int, len(ids)+1) // from the i-th listed element on
	for i := len(ids) - 1; i >= 0; i-- {
		events[i] = events[i+1]
		if f.s.List.Log[ids[i]].Event != nil {
			events[i]++
		}
	}
	out := make([]int, len(marks))
	for i, m := range marks {
		out[i] = events[sort.SearchInts(ids, m.el+1)]
	}
	return out
}

// decided tells whether the shown step has already decided where the pod goes.
func (f *frame) decided(pod trace.PodID) bool {
	for pos := f.pos; pos > 0; pos-- {
		b := f.p.index.beats[pos-1]
		if f.p.index.stepOf[pos-1] != f.p.index.stepOf[f.pos-1] {
			return false
		}
		if b.Pod == pod && (b.Decision || b.Kind == trace.KindLook) {
			return true
		}
	}
	return false
}
