package ui

import (
	"strconv"
	"time"

	"inflight/engine/trace"
	"inflight/engine/why"
)

// scale places positions on the timeline: beats are evenly spaced, from margin to width-margin. The slider's thumb is
// 2·margin wide, so that its middle stands where the line "now" does.
type scale struct {
	width int
	n     int
}

const (
	scaleMargin = 10
	laneHeight  = 19
	rulerHeight = 22
	tornGap     = trace.Time(2 * time.Second) // a longer wait is drawn as a torn gap
	maxLanes    = 200
)

func (s scale) x(pos int) float64 {
	if s.n == 0 {
		return scaleMargin
	}
	return scaleMargin + float64(s.width-2*scaleMargin)*float64(pos)/float64(s.n)
}

// at is the virtual time of a position.
func (f *frame) at(pos int) trace.Time { return f.p.stateAt(pos).At }

// tick is a time printed on the ruler.
type tick struct {
	pos  int
	text string
}

// ticks prints times where they are at least so far apart that they can be read.
func (f *frame) ticks(s scale, end int) []tick {
	const apart = 92
	var out []tick
	last := -1e9
	for pos := 0; pos <= end; pos++ {
		if x := s.x(pos); x-last >= apart && x <= float64(s.width-50) && (pos == 0 || f.at(pos) != f.at(pos-1)) {
			text := rulerTime(f.since(f.at(pos)), pos == 0)
			if len(out) > 0 && rulerTime(f.since(f.at(out[len(out)-1].pos)), false) == text {
				text = why.FormatTime(f.since(f.at(pos))) // the same second: to the millisecond
			}
			out = append(out, tick{pos, text})
			last = x
		}
	}
	return out
}

// rulerTime is an instant since the start in seconds, from a minute on as mm:ss.
func rulerTime(t trace.Time, unit bool) string {
	if t >= 60_000_000_000 {
		return why.FormatTime(t)[:5]
	}
	s := strconv.FormatFloat(float64(t)/1e9, 'f', 3, 64)
	if unit {
		s += " s"
	}
	return s
}

// gaps are the positions after which a long wait follows.
func (f *frame) gaps(end int) []int {
	var out []int
	for pos := 0; pos < end; pos++ {
		if f.at(pos+1)-f.at(pos) > tornGap {
			out = append(out, pos)
		}
	}
	return out
}

// lanesShown are the pods that have a lane: those that were not bound from the start, in order of creation; in a very low
// window the selected one alone.
func (f *frame) lanesShown() []lane {
	var out []lane
	for _, l := range f.p.index.lanes {
		if int(l.pod) >= f.s.Pods.Len() || f.wasBound(l.pod) || len(l.bars) == 0 {
			continue
		}
		if f.m.lowest() && l.pod != f.sel {
			continue
		}
		if out = append(out, l); len(out) == maxLanes {
			break
		}
	}
	if len(out) == 0 && f.m.lowest() {
		for _, l := range f.p.index.lanes {
			if int(l.pod) < f.s.Pods.Len() && !f.wasBound(l.pod) && len(l.bars) > 0 {
				return []lane{l}
			}
		}
	}
	return out
}

// missedEvents are the events that a walk which met nil has not seen so far, by number.
func (f *frame) missedEvents() map[int]bool {
	if f.missedMemo == nil {
		f.missedMemo = map[int]bool{}
		for _, pos := range f.p.index.nils {
			if pos > f.pos {
				break
			}
			s := f.p.stateAt(pos)
			for _, id := range considered(s, f.p.index.beats[pos-1].Pod) {
				f.missedMemo[s.List.Log[id].Event.N] = true
			}
		}
	}
	return f.missedMemo
}
