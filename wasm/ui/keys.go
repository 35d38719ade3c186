package ui

import (
	"strings"

	"inflight/engine/trace"
)

// ownKeys are keys that a focused widget keeps for itself.
var ownKeys = map[string]bool{"ArrowLeft": true, "ArrowRight": true, "ArrowUp": true, "ArrowDown": true, "Home": true, "End": true,
	"Space": true, "Enter": true, "[": true, "]": true}

// plainKeys are the shortcuts without Ctrl, Alt or Meta.
var plainKeys = map[string]Msg{
	"ArrowRight": "step", "n": "step", "PageDown": "step", "ArrowLeft": "back", "p": "back", "PageUp": "back",
	"Home": "first", "End": "last", "Space": "play", "k": "run", "d": "decision", "D": "undecision", "r": "replay", "g": "dialog goto",
	"<": "speed slower", ">": "speed faster", "v": "version", "l": "drawer", "w": "open why", "?": "dialog keys",
	"z": "undo", "Z": "redo", "b": "bookmark", "B": "breakpoint", "u": "dialog stops",
}

// shifted are the letters that mean something else with Shift.
var shifted = map[string]bool{"D": true, "Z": true, "B": true}

// key answers a key press. Where the page does something with it, the browser does not.
func (u *update) key(rest string) {
	k := ParseKey(rest)
	if k.Ctrl || k.Alt || k.Meta {
		return
	}
	if k.Name == "Escape" {
		u.escape()
		return
	}
	if k.Field || u.m.Dialog != "" {
		return
	}
	if k.Widget != "" && ownKeys[k.Name] {
		u.within(k)
		return
	}
	if n := strings.Index("123456789", k.Name); n >= 0 && len(k.Name) == 1 && !u.m.NoLetters {
		u.do(Prevent{})
		u.digit(n)
		return
	}
	name := k.Name
	if len(name) == 1 {
		if u.m.NoLetters {
			return
		}
		if !(shifted[name] && k.Shift) {
			name = strings.ToLower(name)
		}
	}
	if k.Name == "Space" && k.Focus != "" && isButton(k.Focus) {
		return // Space presses the button that has the focus
	}
	msg, known := plainKeys[name]
	if !known || k.Shift && !shifted[name] && name != "?" && name != "<" && name != ">" {
		return
	}
	u.do(Prevent{})
	if msg == "open why" && u.m.layout() < below {
		u.do(Focus{"why"})
		return
	}
	if msg == "drawer" && u.m.layout() < drawer {
		u.do(Focus{"side"})
		return
	}
	v, more := verb(msg)
	handlers[v](u, more)
}

// isButton tells whether the key belongs to something that Space presses.
func isButton(focus string) bool {
	for _, p := range []string{"do:", "in:", "face:", "release:", "tab:", "mode:", "hint:", "begin:", "solve:", "act:", "panel:", "line:", "branch:", "more:", "hold:", "fail:", "group:"} {
		if strings.HasPrefix(focus, p) {
			return true
		}
	}
	return false
}

// escape closes what is open: a dialog, the drawer, a choice.
func (u *update) escape() {
	switch {
	case u.m.Dialog != "":
		u.m.Dialog = ""
	case u.m.Play.Panel != "" && u.m.Mode == Play:
		u.panel("")
	case u.m.Drawer:
		u.m.Drawer = false
	case u.m.Element != trace.NoElement:
		u.m.Element = trace.NoElement
	case u.m.Selected != trace.NoPod:
		u.m.Selected = trace.NoPod
	default:
		return
	}
	u.do(Prevent{})
}

// digit answers an open prediction, or selects a pod by its letter.
func (u *update) digit(n int) {
	if q := u.m.asking(); q != nil {
		if n < len(q.Choices) {
			u.choose(q.ID + " " + q.Choices[n])
			u.toLesson()
			u.do(Focus{askKey(q.ID, n)}) // from here Enter checks it
		}
		return
	}
	if u.m.Left.Trace != nil && n < u.m.Left.State().Pods.Len() {
		u.choosePod(itoa(n))
	}
}

// within moves the focus inside a widget. The slider and dialogs are the browser's own, and so are the choices of a
// prediction; but Space on what is chosen already checks it, so that Space alone leads through a lesson.
func (u *update) within(k Key) {
	if q := u.m.asking(); k.Widget == "choices" {
		if k.Name == "Space" && q != nil && u.m.Progress.Choice[q.ID] != "" {
			u.do(Prevent{})
			u.answer(q.ID + " " + u.m.Progress.Choice[q.ID])
		}
		return
	}
	if u.m.Left.Trace == nil || k.Widget == "slider" || k.Widget == "dialog" {
		return
	}
	f := newFrame(&u.m)
	to := f.walkTo(k.Widget, k.Focus, k.Name)
	if to == "" {
		return
	}
	u.do(Prevent{})
	u.m.Rove = with(u.m.Rove, k.Widget, to)
	switch k.Widget {
	case "versions":
		u.under(strings.TrimPrefix(to, "release:"))
	case "add-as":
		u.addAs(strings.TrimPrefix(to, "tab:add-"))
	case "tabs":
		u.tab(strings.TrimPrefix(to, "tab:"))
	}
	u.do(Focus{to})
}
