package ui

import (
	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Playground is what the reader does in Play.
type Playground struct {
	session *session           // nil while there is no scenario
	Typed   map[string]string  // in the forms, by field
	Wrong   map[string][]wrong // what keeps a form from being done, by field
	YAML    bool               // a pod is written as YAML, not in the form
	Panel   string             // the node's form that is open: node, taint, size, or "" for none
	Node    string             // chosen by the reader
	Change  string             // of the menu of events, by ID
	Edit    *editing
	Offer   offer
	Name    string   // of the scenario, and of its file
	Files   []string // names of the scenarios that are kept
	Gone    removed  // the scenario that was deleted last
	Repair  string   // the scenario whose file could not be read: a text that can be takes its place
	Unkept  bool     // what is told waits to be written
	read    *session // as it was read: nothing was done to it yet
}

// playing is a message that only Play knows, while it has a scenario.
func playing(handle func(u *update, rest string)) func(u *update, rest string) {
	return func(u *update, rest string) {
		if u.m.Mode == Play && u.m.Play.session != nil && u.m.Left.Sim != nil {
			handle(u, rest)
		}
	}
}

// changed follows every change of what is told: it is kept, and what can happen next is asked for.
func (u *update) changed() {
	u.m.listPossible()
	if u.m.Mode == Play && u.m.Play.session != nil {
		u.keepSoon()
	}
}

// playAct does a line of the reader's at the moment that shows, and shows what came of it.
func (u *update) playAct(line string, docs ...api.Doc) bool {
	u.m.Notice = Notice{}
	a, problem := action.Parse(line)
	if problem == nil {
		problem = u.tell(a, docs...)
	}
	if problem != nil {
		u.note("notice.problem", str("why", why.Text(u.m.Lang, problem.Why)))
		return false
	}
	u.came()
	return true
}

// came shows what came of an action.
func (u *update) came() {
	u.m.Element = trace.NoElement
	u.changed()
	u.follow()
	if p := &u.m.Left; p.Pos < p.Len() {
		u.move(p.Len())
	} else {
		u.passed()
	}
}

// follow turns to the pod that stands in the place of the chosen one, where that was made again.
func (u *update) follow() {
	all := u.m.Left.stateAt(u.m.Left.Len()).Pods
	if u.m.Selected == trace.NoPod || int(u.m.Selected) >= all.Len() || all.At(int(u.m.Selected)).Place != trace.Gone {
		return
	}
	name := all.At(int(u.m.Selected)).Object.FullName()
	for id := int(u.m.Selected) + 1; id < all.Len(); id++ {
		if p := all.At(id); p.Object != nil && p.Object.FullName() == name && p.Place != trace.Gone {
			u.m.Selected = p.ID
		}
	}
}

// passed says that time has passed and changed nothing, where no beat says so.
func (u *update) passed() {
	if u.m.Left.rest != nil {
		u.note("notice.passed", str("at", newFrame(&u.m).clock(u.m.Left.rest.At)))
	}
}

// forth shows the next beat. At the end of what is told the scheduler does its next step.
func (u *update) forth() {
	p := &u.m.Left
	if u.m.Mode == Play && p.Trace != nil && p.Pos == p.Len() {
		playing := u.m.Playing
		if len(u.m.Possible) == 0 || u.tell(action.Action{Verb: action.Step, N: 1}) != nil {
			return
		}
		u.changed()
		u.m.Playing = playing
	}
	u.move(p.Pos + 1)
}

// rests tells whether playing stops here: at the end, which in Play is where nothing but a timer can happen. Without
// stops it goes on as long as anything can happen at all.
func (m *Model) rests() bool {
	switch {
	case m.over():
		return true
	case m.Mode != Play || m.Left.Pos < m.Left.Len() || m.Playing == ToTheEnd:
		return false
	}
	for _, p := range m.Possible {
		if p.ID != "timer" {
			return false
		}
	}
	return true
}

// farthestDecision is how many steps the search for the next decision takes at most.
const farthestDecision = 500

// forthToDecision lets the scheduler step until something is decided, where what is told has come to its end.
func (u *update) forthToDecision() {
	if u.m.Mode != Play || u.m.Play.session == nil {
		return
	}
	p := &u.m.Left
	for n := 0; n < farthestDecision && len(p.Sim.Possible()) > 0; n++ {
		from := p.Len()
		p.Pos = from
		if u.tell(action.Action{Verb: action.Step, N: 1}) != nil {
			break
		}
		for pos := from + 1; pos <= p.Len(); pos++ {
			if p.index.beats[pos-1].Decision {
				u.changed()
				u.move(pos)
				return
			}
		}
	}
	u.changed()
	u.move(p.Len())
}

// over tells whether nothing comes after what shows.
func (m *Model) over() bool {
	return m.Left.Pos >= m.limit() && !(m.Mode == Play && m.Left.Pos == m.Left.Len() && len(m.Possible) > 0)
}

// undo takes the last action back, redo does it again. Both come back to the moment that showed.
func (u *update) undo(string) { u.revisit(-1) }
func (u *update) redo(string) { u.revisit(1) }

func (u *update) revisit(by int) {
	s := u.m.Play.session
	next, ok := s.moved(by)
	if !ok {
		return
	}
	key, told := "notice.redone", next.at()
	if by < 0 {
		key, told = "notice.undone", s.at()
	}
	u.visit(next)
	if told > 0 {
		u.note(key, str("what", u.m.lineText(s.entry(told))))
	}
}

// branch goes to the end of another future: of the entry and of what was done after it.
func (u *update) branch(rest string) {
	s := u.m.Play.session
	n := atoi(rest, 0)
	if n < 1 || n > len(s.entries) {
		return
	}
	for next := s.children(n); len(next) > 0; next = s.children(n) {
		n = next[len(next)-1]
	}
	u.visit(s.visited(n, u.m.Left.shows()))
}

// visit runs another visit of the session and shows its moment.
func (u *update) visit(s *session) {
	u.pause("")
	pane, problem := runPlay(s.told(s.at()), u.m.Left.Release)
	if problem != nil {
		u.fail(problem)
		return
	}
	pane.Pos = pane.Len()
	switch at := s.visits[s.now].address; at {
	case "":
	case "0":
		pane.Pos = 0
	default:
		a, _ := parseAddress(at)
		pane.Pos = pane.Find(a)
	}
	u.m.Left, u.m.Play.session = pane, s
	if int(u.m.Selected) >= pane.State().Pods.Len() {
		u.m.Selected = trace.NoPod
	}
	u.m.Element = trace.NoElement
	u.changed()
	u.fail(pane.Stuck)
	u.do(Animate{Jump: true})
	u.shown()
}
