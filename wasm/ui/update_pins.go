package ui

import (
	"strconv"
	"strings"

	"inflight/engine/action"
	"inflight/engine/check"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Until is the condition in the field of the dialog "stops": its text, and what is wrong with it.
type Until struct {
	Text    string
	Problem *why.Problem
	Said    Notice // that it holds already, or never does
}

func (u *update) keepPins(pins []pin) {
	var lines []string
	for _, k := range pins {
		lines = append(lines, k.line())
	}
	if key := u.m.pinsKey(); key != "" {
		u.keep(key, strings.Join(lines, "\n"))
	}
}

// toggle sets a pin, or takes it away where it is.
func (u *update) toggle(k pin) {
	pins := u.m.pins()
	for i, old := range pins {
		if old.stops == k.stops && old.at == k.at && old.when == k.when {
			u.keepPins(append(pins[:i:i], pins[i+1:]...))
			return
		}
	}
	u.keepPins(append(pins, k))
}

// bookmark puts one on the shown step, or takes it away.
func (u *update) bookmark(string) {
	if p := &u.m.Left; p.Trace != nil {
		u.toggle(pin{at: address(p, p.Pos), name: u.m.nameHere()})
	}
}

// breakpoint puts one on the shown step, or takes it away.
func (u *update) breakpoint(string) {
	if p := &u.m.Left; p.Trace != nil {
		u.toggle(pin{stops: true, at: address(p, p.Pos)})
	}
}

// breakWhen makes a breakpoint of the condition in the field.
func (u *update) breakWhen(string) {
	if pred := u.condition(); pred != nil {
		when := pred.String()
		for _, k := range u.m.pins() {
			if k.when == when {
				return
			}
		}
		u.keepPins(append(u.m.pins(), pin{stops: true, when: when}))
		u.m.Until = Until{}
		u.do(Focus{"until-field"})
	}
}

// unpin takes away the n-th pin.
func (u *update) unpin(rest string) {
	pins, i := u.m.pins(), atoi(rest, -1)
	if i >= 0 && i < len(pins) {
		u.keepPins(append(pins[:i:i], pins[i+1:]...))
		if u.m.Dialog == "stops" {
			u.do(Focus{"until-field"})
		}
	}
}

// rename calls the n-th pin, a bookmark, something else: "rename N NAME".
func (u *update) rename(rest string) {
	n, name, _ := strings.Cut(rest, " ")
	pins, i := u.m.pins(), atoi(n, -1)
	if i >= 0 && i < len(pins) && !pins[i].stops {
		pins[i].name = strings.Join(strings.Fields(name), " ")
		u.keepPins(pins)
	}
}

// until is the text in the field as it is typed.
func (u *update) until(rest string) { u.m.Until = Until{Text: rest} }

// complete puts a word in the place of the last one in the field.
func (u *update) complete(word string) {
	world, _ := u.m.world()
	c := check.Complete(u.m.Until.Text, world)
	text := u.m.Until.Text[:c.From] + word
	if !strings.HasSuffix(word, "(") && !strings.HasSuffix(word, ".") {
		text += " "
	}
	u.m.Until = Until{Text: text}
	u.do(Focus{"until-field"})
}

// condition reads the field; what is wrong with it is shown beside it.
func (u *update) condition() *check.Predicate {
	u.m.Until.Problem, u.m.Until.Said = nil, Notice{}
	if u.m.Left.Trace == nil {
		return nil
	}
	_, pods := u.m.world()
	pred, problem := check.Parse(u.m.Until.Text)
	if problem == nil {
		_, problem = pred.Watch(u.m.Left.Trace)
	}
	if problem == nil {
		problem = pred.Possible(pods)
	}
	if problem != nil {
		u.m.Until.Problem = problem
		u.do(Focus{"until-field"})
		return nil
	}
	return pred
}

// runUntil goes to where the condition becomes true next. Where the run is the reader's own, it goes on for it.
func (u *update) runUntil(rest string) {
	u.m.Until.Text = rest
	pred := u.condition()
	if pred == nil {
		return
	}
	u.pause("")
	when := pred.String()
	if u.reach(when) {
		return
	}
	if u.m.Mode == Play && u.m.limit() == u.m.Left.Len() {
		from, shown := u.m.Left.Len(), u.m.Left.Pos
		u.m.Left.Pos = from // what is done now is done at the end
		u.act("run until " + when)
		u.m.Left.Pos = from
		if u.reach(when) {
			return
		}
		u.m.Left.Pos = min(shown, u.m.Left.Len())
	}
	u.m.Until.Said = Notice{Key: "until.never", Values: []value{str("when", when)}}
	if u.m.holds(pred, u.m.Left.Pos) {
		u.m.Until.Said.Key = "until.already"
	}
	u.do(Focus{"until-field"})
}

// reach moves to the next position at which the condition becomes true, false where the run has none.
func (u *update) reach(when string) bool {
	for _, at := range u.m.Left.rises(when) {
		if at <= u.m.Left.Pos {
			continue
		}
		u.m.Dialog = ""
		u.move(at) // as far as a prediction that waits for its answer
		if u.m.Left.Pos == at {
			u.met(when)
		}
		return true
	}
	return false
}

// met says which condition holds now.
func (u *update) met(when string) {
	u.m.Stopped = Notice{Key: "stopped.when", Values: []value{str("when", when)}}
	u.note(u.m.Stopped.Key, u.m.Stopped.Values...)
	u.do(Focus{"stage"})
}

// brake stops playing at a breakpoint, and says at which.
func (u *update) brake() bool {
	k, hit := u.m.stopAt(u.m.Left.Pos)
	if !hit || u.m.Playing != ToStop {
		return false
	}
	u.pause("")
	if k.when != "" {
		u.m.Stopped = Notice{Key: "stopped.when", Values: []value{str("when", k.when)}}
	} else {
		u.m.Stopped = Notice{Key: "stopped.at", Values: []value{str("at", k.at)}}
	}
	u.note(u.m.Stopped.Key, u.m.Stopped.Values...)
	return true
}

// holds is a condition's value at a position.
func (m *Model) holds(pred *check.Predicate, pos int) bool {
	r, problem := pred.At(m.Left.Trace, pos-1)
	return problem == nil && r.Value == check.True
}

// goTo takes the number of a beat, an address, a time, or the name of a bookmark, a mark, an event or a pod.
func (u *update) goTo(rest string) {
	if u.m.Left.Trace == nil {
		return
	}
	pos, found := u.m.find(rest)
	if !found {
		u.m.Dialog, u.m.Missing = "goto", strings.TrimSpace(rest)
		u.do(Focus{"goto-field"})
		return
	}
	u.m.Dialog, u.m.Missing = "", ""
	u.pause("")
	u.move(pos)
	u.do(Focus{"stage"})
}

// find is the position that a reader means by a number, an address, a time since the start, or a name.
func (m *Model) find(what string) (pos int, found bool) {
	what = strings.TrimSpace(what)
	p := &m.Left
	if n, err := strconv.Atoi(what); err == nil && n >= 0 {
		return n, true
	}
	if a, ok := parseAddress(what); ok && strings.Contains(what, ".") {
		return p.Find(a), true
	}
	if t, ok := action.ParseTime(what); ok {
		for pos < p.Len() && p.stateAt(pos+1).At-p.Trace.Initial.At <= t {
			pos++
		}
		return pos, true
	}
	return m.findName(what)
}

// findName is the position of a bookmark or mark of that name, or the next one that is about the event or the pod of
// that name, from the shown one on and then from the start.
func (m *Model) findName(name string) (int, bool) {
	if name == "" {
		return 0, false
	}
	p := &m.Left
	for _, k := range m.pins() {
		if k.name != "" && strings.EqualFold(k.name, name) {
			return p.position(k), true
		}
	}
	names := trace.NamesOf(p.Trace.Final())
	pod := names.Find(name)
	for i := 1; i <= p.Len(); i++ {
		pos := (p.Pos+i-1)%p.Len() + 1
		b := p.index.beats[pos-1]
		switch {
		case b.Kind == trace.KindNote && strings.EqualFold(b.Note, name),
			b.Kind == trace.KindEvent && b.Event != nil && (strings.EqualFold("E"+itoa(b.Event.N), name) || strings.EqualFold(b.Event.Label, name)),
			pod != trace.NoPod && b.Pod == pod:
			return pos, true
		}
	}
	return 0, false
}
