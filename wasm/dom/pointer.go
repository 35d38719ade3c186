//go:build js && wasm

package dom

import (
	"fmt"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// pointed follows a pointer that went down on an element with data-drag: the message, a blank, where it is along the
// element's width from 0 to 1, and one of start, move, end.
func (p *page) pointed(e dom.Event) {
	element, msg := near(e, "data-drag")
	if !element.Truthy() || e.Underlying().Get("button").Int() != 0 {
		return
	}
	id := e.Underlying().Get("pointerId")
	element.Call("setPointerCapture", id)
	tell := func(event js.Value, phase string) {
		box := element.Call("getBoundingClientRect")
		at := (event.Get("clientX").Float() - box.Get("x").Float()) / max(1, box.Get("width").Float())
		p.send(fmt.Sprintf("%s %.4f %s", msg, min(1, max(0, at)), phase))
	}
	var move, up js.Func
	move = js.FuncOf(func(_ js.Value, args []js.Value) any {
		tell(args[0], "move")
		return nil
	})
	up = js.FuncOf(func(_ js.Value, args []js.Value) any {
		element.Call("removeEventListener", "pointermove", move)
		for _, name := range []string{"pointerup", "pointercancel"} {
			element.Call("removeEventListener", name, up)
		}
		tell(args[0], "end")
		move.Release()
		up.Release()
		return nil
	})
	element.Call("addEventListener", "pointermove", move)
	for _, name := range []string{"pointerup", "pointercancel"} {
		element.Call("addEventListener", name, up)
	}
	tell(e.Underlying(), "start")
}
