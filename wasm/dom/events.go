//go:build js && wasm

package dom

import (
	"fmt"
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"

	"inflight/wasm/ui"
)

// listen installs one listener for each type of event. What elements want is in their data attributes; doc.go of
// package ui lists them.
func (p *page) listen() {
	doc := p.window.Document()
	for name, hear := range map[string]func(dom.Event){
		"click": p.clicked, "submit": p.submitted, "keydown": p.pressed, "paste": p.pasted, "dragover": p.dragged,
		"dragleave": p.dragLeft, "drop": p.dropped,
		"input":  func(e dom.Event) { p.entered(e, true) },
		"change": func(e dom.Event) { p.entered(e, false) },
	} {
		doc.AddEventListener(name, false, hear)
	}
	for name, hear := range map[string]func(dom.Event){"cancel": p.closed, "close": p.closed} {
		doc.AddEventListener(name, true, hear) // these do not bubble
	}
	p.window.AddEventListener("resize", false, func(dom.Event) {
		p.send(fmt.Sprintf("size %d %d", p.window.InnerWidth(), p.window.InnerHeight()))
	})
	p.window.AddEventListener("hashchange", false, func(dom.Event) {
		p.send("fragment " + strings.TrimPrefix(p.window.Location().Hash(), "#"))
	})
	media := js.FuncOf(func(js.Value, []js.Value) any {
		p.send(fmt.Sprintf("media dark=%t still=%t", p.prefers("(prefers-color-scheme: dark)"), p.prefers("(prefers-reduced-motion: reduce)")))
		return nil
	})
	for _, query := range []string{"(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"} {
		js.Global().Call("matchMedia", query).Call("addEventListener", "change", media)
	}
}

// near is the closest element around the event's target that has a data attribute, and its value.
func near(e dom.Event, name string) (js.Value, string) {
	target := e.Underlying().Get("target")
	if target.Get("closest").IsUndefined() { // the document itself
		return js.Null(), ""
	}
	found := target.Call("closest", "["+name+"]")
	if !found.Truthy() {
		return found, ""
	}
	return found, found.Call("getAttribute", name).String()
}

func (p *page) clicked(e dom.Event) {
	element, msg := near(e, "data-msg")
	if !element.Truthy() || element.Get("disabled").Truthy() || element.Call("getAttribute", "aria-disabled").String() == "true" {
		return
	}
	if mouse := e.Underlying(); mouse.Get("ctrlKey").Bool() || mouse.Get("metaKey").Bool() {
		return // opening in another tab, say
	}
	if element.Get("tagName").String() == "A" {
		e.PreventDefault()
	}
	p.send(msg)
}

// entered sends a field's value: text as it is typed, everything else when it changes.
func (p *page) entered(e dom.Event, typing bool) {
	element, msg := near(e, "data-input")
	if !element.Truthy() {
		return
	}
	target := e.Underlying().Get("target")
	kind := target.Get("type").String()
	switch kind {
	case "checkbox", "radio", "select-one", "file", "color", "date":
		if typing {
			return
		}
	default:
		if !typing {
			return
		}
	}
	switch kind {
	case "file":
		files := target.Get("files")
		p.read(files, msg)
		target.Set("value", "") // the same file can be chosen again
	case "checkbox":
		p.send(fmt.Sprintf("%s %t", msg, target.Get("checked").Bool()))
	default:
		p.send(msg + " " + target.Get("value").String())
	}
}

func (p *page) submitted(e dom.Event) {
	e.PreventDefault() // no form of this page goes to a server
	form, msg := near(e, "data-submit")
	if !form.Truthy() {
		return
	}
	var values []string
	entries := js.Global().Get("Array").Call("from", js.Global().Get("FormData").New(form).Call("values"))
	for i := range entries.Length() {
		values = append(values, entries.Index(i).String())
	}
	p.send(msg + " " + strings.Join(values, "\n"))
}

// pressed sends a key. The browser still does its own with it unless the app answers with Prevent.
func (p *page) pressed(e dom.Event) {
	k := e.Underlying()
	if k.Get("isComposing").Truthy() || k.Get("keyCode").Int() == 229 {
		return // an input method is at work
	}
	key := ui.Key{
		Name: k.Get("key").String(), Ctrl: k.Get("ctrlKey").Bool(), Shift: k.Get("shiftKey").Bool(),
		Alt: k.Get("altKey").Bool(), Meta: k.Get("metaKey").Bool(), Field: inField(k.Get("target")),
	}
	_, key.Widget = near(e, "data-widget")
	_, key.Focus = near(e, "data-key")
	p.event = e
	p.send(key.String())
	p.event = nil
}

// inField tells whether letters belong to the element.
func inField(target js.Value) bool {
	if target.Get("isContentEditable").Truthy() {
		return true
	}
	switch target.Get("tagName").String() {
	case "TEXTAREA", "SELECT":
		return true
	case "INPUT":
		switch target.Get("type").String() {
		case "checkbox", "radio", "button", "submit", "file", "range":
			return false
		}
		return true
	}
	return false
}

// closed tells of a dialog that the browser wants to close; the app decides.
func (p *page) closed(e dom.Event) {
	target := e.Underlying().Get("target")
	if target.Get("tagName").String() != "DIALOG" {
		return
	}
	if e.Type() == "cancel" {
		e.PreventDefault()
	} else if !p.js.Call("wants", target, "modal").Truthy() {
		return // closed by a patch
	}
	if msg := target.Call("getAttribute", "data-close"); msg.Truthy() {
		p.send(msg.String())
	}
}
