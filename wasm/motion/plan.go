package motion

import (
	"math"
	"slices"
)

// Plan returns the plays between two pictures; ok is false if there are more than Most and a fade has to do. A step
// back is the same plan as the step forward between the same pictures, each play backwards and the whole mirrored in
// time.
func Plan(before, after Picture, h Hints, t Tokens) (plays []Play, ok bool) {
	p := plan{from: before, to: after, now: after, tokens: t, busy: map[string]bool{}}
	if h.Reverse {
		p.from, p.to = after, before
	}
	p.moved(h)
	p.fallen(h)
	p.pushed(h)
	p.lens(h)
	p.appearing(h)
	p.closeUp()
	if len(p.plays) > Most {
		return nil, false
	}
	if h.Reverse {
		mirror(p.plays)
	}
	return p.plays, true
}

// Stills are the outlines that take the place of motion where it is not wanted.
func Stills(after Picture, keys []string) []Play {
	var plays []Play
	for _, k := range keys {
		if _, ok := after[k]; ok {
			plays = append(plays, Play{Kind: Still, Key: k})
		}
	}
	return plays
}

// plan plans forward, from one picture to the other, whichever of them is on the page now.
type plan struct {
	from, to, now Picture
	tokens        Tokens
	busy          map[string]bool // keys that already have a part
	plays         []Play
}

// add gives an element a part: the frames are displacements from home, its place in from or to. They are rebased to
// where the element is on the page now; one that is no longer there plays as a copy.
func (p *plan) add(key string, home Place, delay, duration float64, frames ...Frame) {
	kind, stands := Own, home
	if now, here := p.now[key]; here {
		stands = now
	} else {
		kind = Kept
	}
	dx, dy := way(stands, home)
	for i := range frames {
		frames[i].X += dx
		frames[i].Y += dy
		frames[i].Angle += home.Box.Angle - stands.Box.Angle
	}
	p.plays = append(p.plays, Play{Kind: kind, Key: key, Delay: delay, Duration: duration, Times: 1, Frames: frames})
	p.busy[key] = true
}

// moved: a pod's token flies from its old place to the new one; its row appears there when it lands.
func (p *plan) moved(h Hints) {
	for _, key := range h.Moved {
		a, left := p.from[key]
		b, arrived := p.to[key]
		p.busy[key] = true
		stands, here := p.now[key]
		switch {
		case left && arrived && here:
			fx, fy := apart(stands.Token, a.Token)
			tx, ty := apart(stands.Token, b.Token)
			p.plays = append(p.plays, Play{Kind: Copy, Key: key, Duration: p.tokens.Move, Times: 1, Frames: []Frame{
				{At: 0, X: fx, Y: fy, Scale: 1, Opacity: -1, Ease: p.tokens.EaseMove},
				{At: 1, X: tx, Y: ty, Scale: 1, Opacity: -1},
			}})
		case arrived:
			p.add(key, b, 0, p.tokens.Prune, p.fade(0, 1)...)
		case left:
			p.add(key, a, 0, p.tokens.Prune, p.fade(1, 0)...)
		}
	}
}

func (p *plan) fade(from, to float64) []Frame {
	return []Frame{{At: 0, Scale: 1, Opacity: from, Ease: p.tokens.EaseOut}, {At: 1, Scale: 1, Opacity: to}}
}

// fallen: the pod's marker lifts out; cells uncouple from the head, one after the other, and sink. What the page still
// shows beside the track tips off it and stays.
func (p *plan) fallen(h Hints) {
	p.lifted(h.Lifted)
	stagger := p.tokens.Stagger
	if n := len(h.Fallen) - 1; n > 0 {
		stagger = min(stagger, 10*p.tokens.Stagger/float64(n)) // 600 ms in all
	}
	for i, key := range h.Fallen {
		a, was := p.from[key]
		b, stays := p.to[key]
		delay := float64(i) * stagger
		switch {
		case was && stays:
			dx, dy := way(b, a)
			p.add(key, b, delay, p.tokens.Prune,
				Frame{At: 0, X: dx, Y: dy, Angle: a.Box.Angle - b.Box.Angle, Scale: 1, Opacity: -1, Ease: p.tokens.EaseIn},
				Frame{At: 1, Scale: 1, Opacity: -1})
		case was:
			p.add(key, a, delay, p.tokens.Prune,
				Frame{At: 0, Scale: 1, Opacity: 1, Ease: p.tokens.EaseIn},
				Frame{At: 1, Y: 36, Angle: 4, Scale: 1, Opacity: 0})
		}
	}
}

// rise is how far a marker lifts out of the track.
const rise = -28

func (p *plan) lifted(key string) {
	a, was := p.from[key]
	b, stays := p.to[key]
	switch {
	case was && stays:
		dx, dy := way(b, a)
		turn := a.Box.Angle - b.Box.Angle
		p.add(key, b, 0, p.tokens.Prune,
			Frame{At: 0, X: dx, Y: dy, Angle: turn, Scale: 1, Opacity: -1, Ease: p.tokens.EaseOut},
			Frame{At: 0.5, X: dx, Y: dy + rise, Angle: turn, Scale: 1, Opacity: -1, Ease: p.tokens.EaseIn},
			Frame{At: 1, Scale: 1, Opacity: -1})
	case was:
		p.add(key, a, 0, p.tokens.Prune,
			Frame{At: 0, Scale: 1, Opacity: 1, Ease: p.tokens.EaseIn}, Frame{At: 1, Y: rise, Scale: 1, Opacity: 0})
	}
}

// pushed: what joins the list slides in from the right; after a Pop it waits for the flight.
func (p *plan) pushed(h Hints) {
	delay := 0.0
	if h.Popped {
		delay = p.tokens.Move
	}
	for i, key := range h.Pushed {
		if b, ok := p.to[key]; ok {
			p.add(key, b, delay+float64(min(i, 10))*p.tokens.Stagger, p.tokens.Prune,
				Frame{At: 0, X: 56, Scale: 1, Opacity: 0, Ease: p.tokens.EaseOut}, Frame{At: 1, Scale: 1, Opacity: 1})
		}
	}
}

// lens hops from one cell to the next; where there is none it shakes.
func (p *plan) lens(h Hints) {
	if h.Lens == nil {
		return
	}
	b, ok := p.to[h.Lens.To]
	if !ok {
		return
	}
	if h.Lens.Nil {
		p.add(h.Lens.To, b, 0, 160*p.tokens.Scan/220, shake()...)
		return
	}
	a, ok := p.from[h.Lens.From]
	stands, here := p.now[h.Lens.To]
	if !ok || !here {
		return // the first look: the cell is lit, nothing hops
	}
	fx, fy := apart(stands.Box, a.Box)
	tx, ty := apart(stands.Box, b.Box)
	p.plays = append(p.plays, Play{Kind: Ring, Key: h.Lens.To, Duration: p.hop(h.Lens.N), Times: 1, Frames: []Frame{
		{At: 0, X: fx, Y: fy, Scale: 1, Opacity: -1, Ease: p.tokens.EaseOut}, {At: 1, X: tx, Y: ty, Scale: 1, Opacity: -1},
	}})
}

// hop is 220 ms, from the fifth on 90.
func (p *plan) hop(n int) float64 {
	if n >= 5 {
		return p.tokens.Instant
	}
	return p.tokens.Scan
}

func shake() []Frame {
	var frames []Frame
	for i, x := range []float64{0, -2, 2, -2, 0} {
		frames = append(frames, Frame{At: float64(i) / 4, X: x, Scale: 1, Opacity: -1})
	}
	return frames
}

// appearing: verdicts one after the other, the event's tick drops on the ruler, leaked markers breathe.
func (p *plan) appearing(h Hints) {
	stagger := min(p.tokens.Stagger, 10*p.tokens.Stagger/float64(max(1, len(h.Verdicts))))
	for i, key := range h.Verdicts {
		if b, ok := p.to[key]; ok {
			p.add(key, b, float64(i)*stagger, p.tokens.Scan,
				Frame{At: 0, Y: -4, Scale: 1, Opacity: 0, Ease: p.tokens.EaseOut}, Frame{At: 1, Scale: 1, Opacity: 1})
		}
	}
	if b, ok := p.to[h.Tick]; ok && h.Tick != "" {
		p.add(h.Tick, b, 0, p.tokens.Prune,
			Frame{At: 0, Y: -10, Scale: 1, Opacity: 0, Ease: p.tokens.EaseOut}, Frame{At: 1, Scale: 1, Opacity: 1})
	}
	for _, key := range h.Leaked {
		if b, ok := p.to[key]; ok && !p.busy[key] {
			p.add(key, b, 0, p.tokens.Alarm, Frame{At: 0, Scale: 1, Opacity: -1, Ease: "ease-in-out"},
				Frame{At: 0.5, Scale: 1.06, Opacity: -1, Ease: "ease-in-out"}, Frame{At: 1, Scale: 1, Opacity: -1})
			if n := len(p.plays); n > 0 {
				p.plays[n-1].Times = 3
			}
		}
	}
}

// closeUp: what only shifts in its parent because others came or went glides to its new place.
func (p *plan) closeUp() {
	var keys []string
	for key := range p.now {
		a, was := p.from[key]
		b, is := p.to[key]
		if was && is && !p.busy[key] && a.Parent == b.Parent && a.ID == b.ID {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		dx, dy := way(p.to[key], p.from[key])
		if math.Abs(dx)+math.Abs(dy) < 0.5 {
			continue
		}
		start, end := Frame{At: 0, X: dx, Y: dy, Scale: 1, Opacity: -1, Ease: p.tokens.EaseMove}, Frame{At: 1, Scale: 1, Opacity: -1}
		if p.now[key] == p.from[key] { // a step back: the element stands where the way begins
			start.X, start.Y, end.X, end.Y = 0, 0, -dx, -dy
		}
		p.plays = append(p.plays, Play{Kind: Own, Key: key, Duration: p.tokens.Move, Times: 1, Frames: []Frame{start, end}})
	}
}

// mirror turns a plan around in time: what came last comes first.
func mirror(plays []Play) {
	end := 0.0
	for _, p := range plays {
		end = max(end, p.Delay+p.Duration*float64(p.Times))
	}
	for i := range plays {
		p := &plays[i]
		p.Backwards = true
		p.Delay = end - p.Delay - p.Duration*float64(p.Times)
	}
}
