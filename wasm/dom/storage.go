//go:build js && wasm

package dom

import (
	"io/fs"
	"time"

	"inflight/wasm/store"
)

// patience is how long the first picture waits for the browser's storage.
const patience = 2 * time.Second

// openStore opens the file system and the settings. It returns why they will not outlast the page, "" if they will.
func (p *page) openStore(lessons fs.FS) (memory string) {
	s, err := store.New(lessons)
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
