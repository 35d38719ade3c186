//go:build js && wasm

// Command wasm is the page: the engine, what it shows, and the browser around them.
package main

import (
	"inflight/wasm/dom"
	"inflight/wasm/ui"
	"inflight/wasm/vdom"
)

func main() {
	var model ui.Model
	dom.Run(dom.App{
		Start: func(env ui.Env) (cmds []ui.Cmd) {
			model, cmds = ui.New(env)
			return cmds
		},
		Update: func(msg ui.Msg) (cmds []ui.Cmd) {
			model, cmds = ui.Update(model, msg)
			return cmds
		},
		View: func() *vdom.Node { return ui.View(model) },
	})
}
