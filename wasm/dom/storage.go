//go:build js && wasm

package dom

import (
	"io/fs"
	"syscall/js"
	"time"

	"inflight/lessons/lesson"
	"inflight/wasm/store"
)

// patience is how long the first picture waits for the browser's storage.
const patience = 2 * time.Second

// openStore opens the file system and the settings. It returns why they will not outlast the page, "" if they will.
func (p *page) openStore() (memory string) {
	s, err := store.New(p.lessons())
	if err != nil {
		panic(err) // memory and lessons are always there
	}
	p.store = s
	if why := p.js.Call("storage").String(); why != "" {
		memory = why
	} else if behind, err := store.OpenIndexedDB("inflight", patience); err != nil {
		memory = err.Error()
	} else {
		s.Attach(behind, func(err error) { p.send("storage memory failed: " + err.Error()) })
	}
	p.kept = s.Settings()
	return memory
}

// lessons are those that the page has sent for; nil if they did not arrive.
func (p *page) lessons() fs.FS {
	sent := p.js.Get("lessons")
	if !sent.Truthy() {
		return nil
	}
	buffer, err := await(sent)
	if err != nil {
		p.complain(err)
		return nil
	}
	array := js.Global().Get("Uint8Array").New(buffer)
	archive := make([]byte, array.Length())
	js.CopyBytesToGo(archive, array)
	bundle, err := lesson.Open(archive)
	if err != nil {
		p.complain(err)
		return nil
	}
	return bundle
}
