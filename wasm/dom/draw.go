//go:build js && wasm

package dom

import (
	"syscall/js"
	"unsafe"

	"inflight/wasm/ui"
)

// draw makes the page look like the app's view, and decorates the change with motion where the app asks for it.
func (p *page) draw(hints *ui.Animate) {
	view := p.app.View()
	p.patches.Reset()
	if hints == nil {
		p.tree.Update(view, &p.patches)
		if p.patches.Moves() {
			p.js.Call("settle") // what flies would land in the wrong place
		}
		p.apply()
	} else {
		p.drawMoving(view, *hints)
	}
	for _, key := range p.tree.Duplicates {
		js.Global().Get("console").Call("error", "two elements have the key "+key)
	}
}

// apply sends the patches over in one call.
func (p *page) apply() {
	if p.patches.Empty() {
		return
	}
	p.write(p.patches.Ints)
	p.js.Call("apply", len(p.patches.Ints), p.patches.Strings())
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
