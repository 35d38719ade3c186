package ui

import (
	"strconv"
	"strings"

	"inflight/engine/trace"
)

// New is the page as it opens: in the reader's language and theme, where the last visit ended.
func New(env Env) (Model, []Cmd) {
	m := Model{Width: env.Width, Height: env.Height, Lang: language(env.Languages), Dark: env.Dark, Still: env.Still, Mac: env.Mac,
		Memory: env.Memory, Mode: Learn, Selected: trace.NoPod, Element: trace.NoElement, Speed: 1, Kept: env.Kept,
		Resume: env.Resume, ResumeAt: env.At, Fragment: env.Fragment, Bundle: env.Lessons}
	m.remember()
	if env.Memory != "" {
		m.Notice = Notice{"notice.memory", []value{str("why", env.Memory)}}
	}
	u := &update{m: m}
	u.begin()
	u.do(u.m.root())
	return u.m, u.cmds
}

// update is one message at work: the model that it changes, and the effects that it asks for.
type update struct {
	m    Model
	cmds []Cmd
}

func (u *update) do(cmds ...Cmd) { u.cmds = append(u.cmds, cmds...) }

// Update is the model after a message, and the effects that follow.
func Update(m Model, msg Msg) (Model, []Cmd) {
	u := &update{m: m}
	v, rest := verb(msg)
	if handler, known := handlers[v]; known {
		handler(u, rest)
		u.offers(false)
	}
	return u.m, u.cmds
}

// handlers are all messages, by verb. What a message takes is in its handler.
var handlers map[string]func(u *update, rest string)

func init() {
	handlers = map[string]func(u *update, rest string){
		"step": (*update).step, "back": (*update).back, "first": (*update).first, "last": (*update).last,
		"decision": (*update).decision, "undecision": (*update).undecision, "pos": (*update).pos, "goto": (*update).goTo,
		"play": (*update).play, "run": (*update).runOn, "pause": (*update).pause, "tick": (*update).tick, "speed": (*update).speed,
		"replay": (*update).replay, "release": (*update).release, "version": (*update).version,
		"select": (*update).choosePod, "element": (*update).chooseElement, "open": (*update).open, "tab": (*update).tab,
		"drawer": (*update).drawer, "dialog": (*update).dialog, "close": (*update).closeDialog, "notice": (*update).unnotice,
		"gate": (*update).gate, "variant": (*update).variant, "broken": (*update).broken, "print": func(u *update, _ string) { u.do(Print{}) }, "bookmark": (*update).bookmark, "breakpoint": (*update).breakpoint, "breakwhen": (*update).breakWhen, "unpin": (*update).unpin,
		"rename": (*update).rename, "until": (*update).until, "rununtil": (*update).runUntil, "complete": (*update).complete, "quiet": (*update).quiet, "loud": (*update).loud,
		"lang": (*update).lang, "theme": (*update).theme, "letters": (*update).letters, "size": (*update).size, "media": (*update).media,
		"storage": (*update).storage, "fragment": (*update).fragment, "lesson": (*update).otherLesson, "part": (*update).part,
		"mode": (*update).mode, "yaml": (*update).yaml, "file": (*update).file, "draft": (*update).draft, "unread": (*update).unread,
		"files": (*update).files, "opened": (*update).opened, "remembered": playing((*update).remembered), "new": (*update).fresh, "keep": func(u *update, _ string) { u.keepNow() },
		"open-scenario": (*update).openScenario, "rename-scenario": playing((*update).renameScenario), "duplicate": (*update).duplicate, "copied": (*update).copied,
		"export-one": (*update).exportOne, "exported": (*update).exportedOne, "discard": (*update).discard, "discarded": (*update).discarded,
		"restore": (*update).restore, "text-file": (*update).textFile,
		"sample": (*update).sample, "export": (*update).export, "act": (*update).act,
		"figure": (*update).figure, "choose": (*update).choose, "answer": (*update).answer, "ask": (*update).ask,
		"exercise": (*update).exercise, "hint": (*update).hint, "solve": (*update).solve, "leave": (*update).leave,
		"undo": playing((*update).undo), "redo": playing((*update).redo), "branch": playing((*update).branch),
		"form": playing((*update).form), "add-as": playing((*update).addAs), "add-pod": playing((*update).addPod), "add-node": playing((*update).addNode), "pick": playing((*update).pick),
		"panel": playing((*update).panel), "add-taint": playing((*update).addTaint), "resize": playing((*update).resize), "edit": playing((*update).edit), "edited": playing((*update).edited),
		"save-edit": playing((*update).saveEdit), "change": playing((*update).pickChange), "fire": playing((*update).fire), "rested": playing((*update).rested),
		"key": (*update).key,
	}
}

// atoi is the number in a message, or the fallback.
func atoi(s string, fallback int) int {
	if n, err := strconv.Atoi(strings.TrimSpace(s)); err == nil {
		return n
	}
	return fallback
}

// with copies a map and sets one entry: models share maps and never change them in place.
func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	out := make(map[K]V, len(m)+1)
	for key, val := range m { // order-free: a copy
		out[key] = val
	}
	out[k] = v
	return out
}

func (u *update) choosePod(rest string) {
	id := trace.PodID(atoi(rest, int(trace.NoPod)))
	if id == u.m.Selected {
		id = trace.NoPod // again: the page follows the beat
	}
	u.m.Selected = id
	if id != trace.NoPod && u.m.Left.Trace != nil && int(id) < u.m.Left.State().Pods.Len() {
		u.do(Reveal{Keys: []string{"facts"}})
	}
}

func (u *update) chooseElement(rest string) {
	id := atoi(rest, trace.NoElement)
	if u.m.Left.Trace == nil || id >= len(u.m.Left.State().List.Log) {
		return
	}
	if id == u.m.Element {
		id = trace.NoElement
	}
	u.m.Element = id
	if id == trace.NoElement {
		return
	}
	u.m.Rove = with(u.m.Rove, "star", "face:"+itoa(id))
	if e := u.m.Left.State().List.Log[id]; e.Event == nil {
		u.m.Selected, u.m.Element = e.Pod, trace.NoElement
		return
	}
	u.do(Reveal{Keys: []string{"asked:" + itoa(id), "event-facts"}})
}

// open unfolds what is folded, and folds it again.
func (u *update) open(rest string) { u.m.Open = with(u.m.Open, rest, !u.m.Open[rest]) }

func (u *update) tab(rest string) {
	u.m.Tab = rest
	u.m.Rove = with(u.m.Rove, "tabs", "tab:"+rest)
}

func (u *update) drawer(string) { u.m.Drawer = !u.m.Drawer }

func (u *update) dialog(rest string) {
	u.pause("")
	u.m.Dialog = rest
	u.fitMenu()
	switch u.m.Dialog {
	case "":
	case "import":
		u.do(Focus{"yaml"})
	case "goto":
		u.m.Missing = ""
		u.do(Focus{"goto-field"})
	case "stops":
		u.do(Focus{"until-field"})
	default:
		u.do(Focus{"do:close"})
	}
}

func (u *update) closeDialog(string) { u.m.Dialog, u.m.Play.Repair = "", "" }

func (u *update) unnotice(string) { u.m.Notice = Notice{} }

// note shows a line for a while.
func (u *update) note(key string, vs ...value) {
	u.m.Notice = Notice{key, vs}
	u.do(After{ID: "notice", Milliseconds: 8000, Msg: "notice"})
}

func (u *update) size(rest string) {
	w, h, _ := strings.Cut(rest, " ")
	u.m.Width, u.m.Height = atoi(w, u.m.Width), atoi(h, u.m.Height)
	u.fitMenu()
}

// fitMenu closes the menu where the bar has room for what is in it: no control stands on a page twice.
func (u *update) fitMenu() {
	if u.m.Dialog == "menu" && !u.m.phone() {
		u.m.Dialog = ""
	}
}

func (u *update) media(rest string) {
	for _, f := range strings.Fields(rest) {
		switch f {
		case "dark=true", "dark=false":
			u.m.Dark = f == "dark=true"
		case "still=true", "still=false":
			u.m.Still = f == "still=true"
		}
	}
	u.do(u.m.root())
}

func (u *update) storage(rest string) {
	how, why, _ := strings.Cut(rest, " ")
	if how == "memory" && u.m.Memory == "" {
		u.m.Memory = why
		u.m.Notice = Notice{"notice.memory", []value{str("why", why)}}
	}
}
