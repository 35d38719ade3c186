//go:build js && wasm

package dom

import (
	"syscall/js"
	"unsafe"

	"inflight/wasm/ui"
)

// draw makes the page look like the app's view. Among the effects of the message it sees to those that belong to the
// change: what to bring into view, and the motion that decorates it.
func (p *page) draw(cmds []ui.Cmd) {
	view := p.app.View()
	p.patches.Reset()
	if hints := animation(cmds); hints != nil {
		p.drawMoving(view, cmds, *hints)
	} else {
		p.tree.Update(view, &p.patches)
		if p.patches.Moves() {
			p.js.Call("settle") // what flies would land in the wrong place
		}
		p.apply(cmds)
	}
	for _, key := range p.tree.Duplicates {
		js.Global().Get("console").Call("error", "two elements have the key "+key)
	}
}

// apply sends the patches over in one call, and brings into view what is to be seen.
func (p *page) apply(cmds []ui.Cmd) {
	if !p.patches.Empty() {
		p.write(p.patches.Ints)
		p.js.Call("apply", len(p.patches.Ints), p.patches.Strings())
	}
	for _, cmd := range cmds {
		reveal, ok := cmd.(ui.Reveal)
		if !ok {
			continue
		}
		for _, key := range reveal.Keys {
			if e := p.element(key); e.Truthy() {
				e.Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "nearest", "behavior": "instant"})
			}
		}
	}
}

// write copies numbers into the buffer that the scripts read.
func (p *page) write(ints []int32) {
	if len(ints) == 0 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&ints[0])), len(ints)*4) // both sides are little-endian
	js.CopyBytesToJS(p.js.Call("room", len(bytes)), bytes)
}

// element is the browser's element of a key, null if the page has none.
func (p *page) element(key string) js.Value {
	return p.js.Call("node", p.tree.Find(key))
}
