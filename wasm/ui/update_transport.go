package ui

import (
	"inflight/engine/profile"
	"inflight/engine/trace"
)

// move shows another position: not beyond what may be shown, and with the motion that explains the way there.
func (u *update) move(to int) {
	p := &u.m.Left
	if p.Trace == nil {
		return
	}
	from := p.Pos
	to = min(max(to, 0), u.m.limit())
	if to == from {
		if u.m.asking() != nil {
			u.ask("")
		}
		return
	}
	p.Pos = to
	u.m.Stopped = Notice{}
	u.m.Element = trace.NoElement
	u.do(u.m.animate(from, to))
	u.shown()
}

// shown follows every change of what is shown: it is kept, the list follows the scan.
func (u *update) shown() {
	p := &u.m.Left
	u.m.Part = ""
	at, before := address(p, p.Pos), address(p, max(0, p.Pos-1))
	u.keep(map[Mode]string{Learn: "step", Play: "step.play"}[u.m.Mode], at)
	u.do(Record{Text: u.m.recording(), At: at, Before: before})
	if b := p.Beat(); b != nil && b.Kind == trace.KindLook && len(b.Elements) > 0 {
		u.do(Reveal{Keys: []string{elKey(b.Elements[0])}})
	}
	u.alarmed()
	if u.m.asking() != nil {
		u.m.Playing = Paused
		u.do(Cancel{"play"}, Reveal{Keys: []string{"card:" + u.m.asking().ID}})
	}
}

func address(p *Pane, pos int) string {
	if pos == 0 {
		return "0"
	}
	return p.index.beats[pos-1].Address.String()
}

func (u *update) step(string) {
	u.pause("")
	u.forth()
}

func (u *update) back(string) {
	u.pause("")
	u.move(u.m.Left.Pos - 1)
}

func (u *update) first(string) {
	u.pause("")
	u.move(0)
}

func (u *update) last(string) {
	u.pause("")
	u.move(1 << 30)
}

// pos is where the slider was put.
func (u *update) pos(rest string) {
	u.pause("")
	u.move(atoi(rest, u.m.Left.Pos))
}

// decision goes to the next beat that decides where a pod goes.
func (u *update) decision(string) {
	u.pause("")
	if u.m.Left.Trace == nil {
		return
	}
	for _, pos := range u.m.Left.index.decisions {
		if pos > u.m.Left.Pos {
			u.move(pos)
			return
		}
	}
	u.move(1 << 30)
	u.forthToDecision()
}

func (u *update) undecision(string) {
	u.pause("")
	if u.m.Left.Trace == nil {
		return
	}
	to := 0
	for _, pos := range u.m.Left.index.decisions {
		if pos < u.m.Left.Pos {
			to = pos
		}
	}
	u.move(to)
}

// replay shows the motion of the last step again.
func (u *update) replay(string) {
	if p := &u.m.Left; p.Trace != nil && p.Pos > 0 {
		u.do(u.m.animate(p.Pos-1, p.Pos))
	}
}

func (u *update) play(string)  { u.start(ToStop) }
func (u *update) runOn(string) { u.start(ToTheEnd) }

// start plays; where it plays already, it pauses.
func (u *update) start(how Playing) {
	if u.m.Playing != Paused || u.m.Left.Trace == nil {
		u.pause("")
		return
	}
	if u.m.over() {
		if u.m.asking() != nil {
			u.ask("")
		} else {
			u.endOfLesson()
		}
		return
	}
	u.m.Playing = how
	u.tick("")
}

func (u *update) pause(string) {
	if u.m.Playing != Paused {
		u.m.Playing = Paused
		u.do(Cancel{"play"})
	}
}

// beatTime is how long a beat is shown at normal speed, in milliseconds; a decision stays longer.
const (
	beatTime     = 900
	decisionTime = 2400
)

// tick is one step of playing.
func (u *update) tick(string) {
	if u.m.Playing == Paused {
		return
	}
	from := u.m.Left.Pos
	u.forth()
	if u.brake() || u.m.Playing == Paused || u.m.Left.Pos == from || u.m.rests() {
		u.m.Playing = Paused
		return
	}
	wait := beatTime
	if u.m.Left.Beat().Decision {
		wait = decisionTime
	}
	u.do(After{ID: "play", Milliseconds: int(float64(wait) / speeds[u.m.Speed]), Msg: "tick"})
}

// speed takes the next speed, or one slower or faster.
func (u *update) speed(rest string) {
	switch rest {
	case "slower":
		u.m.Speed = max(0, u.m.Speed-1)
	case "faster":
		u.m.Speed = min(len(speeds)-1, u.m.Speed+1)
	default:
		u.m.Speed = (u.m.Speed + 1) % len(speeds)
	}
	u.do(u.m.root())
}

// release is what a press on the switch asks for. The focus leaves it for the stage: there the arrows step, in the
// switch they would choose the next release.
func (u *update) release(rest string) {
	u.under(rest)
	if u.m.Dialog == "" {
		u.do(Focus{"stage"})
	}
}

// under runs the same scenario under another release and shows the same moment of it.
func (u *update) under(rest string) {
	r, err := profile.Parse(rest)
	if err != nil || !profile.Known(r) {
		return
	}
	u.pause("")
	p := &u.m.Left
	if r == p.Release && p.Trace != nil {
		return
	}
	u.keep("release", r.String())
	if p.Scenario == nil {
		p.Release = r
		return
	}
	u.rerun(r)
}

// rerun makes the run that shows anew, under a release, and shows the same moment of it.
func (u *update) rerun(r profile.Release) {
	p := &u.m.Left
	u.regard()
	fresh, problem := u.m.again(r)
	if fresh.Trace == nil {
		u.fail(problem)
		return
	}
	if u.m.Mode == Learn {
		fresh.place(u.m.Lesson)
	}
	fresh.Pos, fresh.Flips, fresh.Varied = p.same(&fresh), p.Flips, p.Varied
	u.m.Left = fresh
	u.m.Left.Pos = min(u.m.Left.Pos, u.m.limit())
	if int(u.m.Selected) >= u.m.Left.State().Pods.Len() {
		u.m.Selected = trace.NoPod
	}
	u.m.Element = trace.NoElement
	u.changed()
	u.fail(fresh.Stuck)
	u.do(Animate{Jump: true})
	u.shown()
}

// version takes the next release of the switch.
func (u *update) version(string) {
	list := u.m.releases()
	next := list[0]
	for i, r := range list {
		if r == u.m.Left.Release {
			next = list[(i+1)%len(list)]
		}
	}
	u.under(next.String())
}
