//go:build js && wasm

package dom

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"syscall/js"
	"unsafe"

	"inflight/wasm/motion"
	"inflight/wasm/ui"
	"inflight/wasm/vdom"
)

// animation is the last Animate among effects, nil if there is none.
func animation(cmds []ui.Cmd) (hints *ui.Animate) {
	for _, cmd := range cmds {
		if a, ok := cmd.(ui.Animate); ok {
			hints = &a
		}
	}
	return hints
}

// fast is the speed from which on nothing moves.
const fast = 8

// drawMoving changes the page and lets what changed move there: measure, patch, measure, play.
func (p *page) drawMoving(view *vdom.Node, cmds []ui.Cmd, a ui.Animate) {
	p.js.Call("settle")
	speed := p.speed
	if a.Speed > 0 {
		speed = a.Speed
	}
	tokens := p.tokens(speed)
	switch {
	case speed >= fast:
		p.tree.Update(view, &p.patches)
		p.apply(cmds)
	case p.prefers("(prefers-reduced-motion: reduce)"):
		p.tree.Update(view, &p.patches)
		p.apply(cmds)
		p.play(p.stills(a), nil)
	case a.Jump:
		p.tree.Update(view, &p.patches)
		p.apply(cmds)
		p.js.Call("fade", tokens.Instant)
	default:
		p.drawStep(view, cmds, hintsOf(a), tokens)
	}
}

// stills outline what changed; where that is no longer on the page, what came or moved.
func (p *page) stills(a ui.Animate) []motion.Play {
	standing := p.tree.Standing()
	for _, keys := range [][]string{a.Changed, slices.Concat(a.Moved, a.Pushed)} {
		if plays := motion.Stills(p.pictureOf(standing, keys), keys); len(plays) > 0 {
			return plays
		}
	}
	return nil
}

func (p *page) drawStep(view *vdom.Node, cmds []ui.Cmd, h motion.Hints, tokens motion.Tokens) {
	before := p.tree.Standing()
	p.tree.Update(view, &p.patches)
	after := p.tree.Standing()
	keys := motion.Around(before, after, h)
	was := p.pictureOf(before, keys, h.Moved...)
	slots := p.keep(before, after, h)
	p.apply(cmds)
	plays, ok := motion.Plan(was, p.pictureOf(after, keys, h.Moved...), h, tokens)
	if !ok {
		p.js.Call("fade", tokens.Instant)
		return
	}
	p.play(plays, slots)
}

func hintsOf(a ui.Animate) motion.Hints {
	return motion.Hints{
		Reverse: a.Reverse, Moved: a.Moved, Popped: a.Popped, Pushed: a.Pushed, Lifted: a.Lifted, Fallen: a.Fallen,
		Lens: (*motion.Hop)(a.Lens), Verdicts: a.Verdicts, Tick: a.Tick, Leaked: a.Leaked,
	}
}

// pictureOf measures elements, what they stand in, and the tokens in those that may fly, in one call.
func (p *page) pictureOf(standing map[string]vdom.Standing, keys []string, flying ...string) motion.Picture {
	slots := map[int32]int{}
	var ids []int32
	want := func(id int32) {
		if _, ok := slots[id]; !ok {
			slots[id] = len(ids)
			ids = append(ids, id)
		}
	}
	for _, key := range keys {
		if s, ok := standing[key]; ok {
			want(s.ID)
			want(s.Up[0])
			if slices.Contains(flying, key) {
				want(-s.ID) // the token in it
			}
		}
	}
	picture := motion.Picture{}
	if len(ids) == 0 {
		return picture
	}
	p.write(ids)
	p.js.Call("measure", len(ids))
	const numbers = 5
	boxes := make([]float64, len(ids)*numbers)
	js.CopyBytesToGo(unsafe.Slice((*byte)(unsafe.Pointer(&boxes[0])), len(boxes)*8), p.js.Call("room", 0))
	at := func(id int32) (b motion.Box) {
		if i, ok := slots[id]; ok {
			n := boxes[i*numbers:]
			b = motion.Box{X: n[0], Y: n[1], W: n[2], H: n[3], Angle: n[4]}
		}
		return b
	}
	for _, key := range keys {
		if s, ok := standing[key]; ok {
			picture[key] = motion.Place{ID: s.ID, Parent: s.Up[0], Box: at(s.ID), In: at(s.Up[0]), Token: at(-s.ID)}
		}
	}
	return picture
}

// keep copies the elements that the patches are about to take away, and the tokens that will fly. It tells which copy
// is whose.
func (p *page) keep(before, after map[string]vdom.Standing, h motion.Hints) map[string]int {
	slots := map[string]int{}
	var ids []int32
	for _, key := range h.Keys() {
		s, was := before[key]
		if !was {
			continue
		}
		_, is := after[key]
		switch {
		case !is:
			ids = append(ids, s.ID)
		case slices.Contains(h.Moved, key):
			ids = append(ids, -s.ID)
		default:
			continue
		}
		slots[key] = len(ids) - 1
	}
	p.write(ids)
	p.js.Call("keep", len(ids))
	return slots
}

// play hands plays over in one call.
func (p *page) play(plays []motion.Play, slots map[string]int) {
	var numbers []float64
	var eases []string
	for _, play := range plays {
		id, slot := float64(p.tree.Find(play.Key)), -1.0
		if i, ok := slots[play.Key]; ok {
			slot = float64(i)
		}
		if play.Kind == motion.Copy {
			id = -id // the token
		}
		backwards := 0.0
		if play.Backwards {
			backwards = 1
		}
		numbers = append(numbers, float64(play.Kind), id, slot, play.Delay, play.Duration, backwards, float64(play.Times), float64(len(play.Frames)))
		for _, f := range play.Frames {
			numbers = append(numbers, f.At, f.X, f.Y, f.Angle, f.Scale, f.Opacity, float64(indexOf(&eases, cmp.Or(f.Ease, "linear"))))
		}
	}
	if len(numbers) == 0 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&numbers[0])), len(numbers)*8)
	js.CopyBytesToJS(p.js.Call("room", len(bytes)), bytes)
	p.js.Call("play", len(numbers), strings.Join(eases, "\x00"))
}

func indexOf(list *[]string, s string) int {
	for i, have := range *list {
		if have == s {
			return i
		}
	}
	*list = append(*list, s)
	return len(*list) - 1
}

// tokens reads the durations and curves from the style sheet and divides by the speed.
func (p *page) tokens(speed float64) motion.Tokens {
	style := js.Global().Call("getComputedStyle", p.root.Underlying())
	text := func(name string) string { return strings.TrimSpace(style.Call("getPropertyValue", name).String()) }
	ms := func(name string) float64 {
		value, err := strconv.ParseFloat(strings.TrimSuffix(text(name), "ms"), 64)
		if err != nil {
			return 0
		}
		return value / speed
	}
	return motion.Tokens{
		Scan: ms("--motion-scan"), Move: ms("--motion-move"), Prune: ms("--motion-prune"), Alarm: ms("--motion-alarm"),
		Stagger: ms("--motion-stagger"), Instant: ms("--motion-instant"),
		EaseMove: text("--ease-move"), EaseIn: text("--ease-in"), EaseOut: text("--ease-out"),
	}
}
