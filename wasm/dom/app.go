//go:build js && wasm

package dom

import (
	"strings"
	"syscall/js"
	"time"

	"honnef.co/go/js/dom/v2"

	"inflight/wasm/store"
	"inflight/wasm/ui"
	"inflight/wasm/vdom"
)

// App is a page: a state that messages change, and what it looks like.
type App struct {
	Start  func(env ui.Env) []ui.Cmd
	Update func(msg ui.Msg) []ui.Cmd
	View   func() *vdom.Node
}

// page is the App at work in this document.
type page struct {
	app     App
	js      js.Value // globalThis.inflight: the scripts in web/
	window  dom.Window
	root    dom.HTMLElement // <html>
	tree    *vdom.Tree
	patches vdom.Patches
	queue   []ui.Msg
	busy    bool
	event   dom.Event // the key press that is being answered, if any
	timers  map[string]*time.Timer
	store   *store.Store
	kept    *store.Settings
	speed   float64

	recording string // waits to be written
}

// Run shows the app and never returns.
func Run(app App) {
	p := &page{
		app: app, js: js.Global().Get("inflight"), window: dom.GetWindow(), tree: vdom.NewTree(),
		timers: map[string]*time.Timer{}, speed: 1,
	}
	p.root = p.window.Document().DocumentElement().(dom.HTMLElement)
	p.mark("main")
	memory := p.openStore()
	cmds := app.Start(p.env(memory))
	p.listen()
	p.js.Set("send", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.send(args[0].String())
		return nil
	}))
	p.draw(cmds)
	p.carryOut(cmds)
	p.js.Call("ready")
	select {}
}

// send hands a message to the app and shows what came of it. Messages that arrive meanwhile wait their turn.
func (p *page) send(msg ui.Msg) {
	p.queue = append(p.queue, msg)
	if p.busy {
		return
	}
	p.busy = true
	for len(p.queue) > 0 {
		msg := p.queue[0]
		p.queue = p.queue[1:]
		p.provoke(msg)
		cmds := p.app.Update(msg)
		p.draw(cmds)
		p.carryOut(cmds)
	}
	p.busy = false
}

// provoke fails on request, so that a test can see what a failure looks like.
func (p *page) provoke(msg ui.Msg) {
	if msg == "debug panic" && strings.Contains(p.window.Location().Hash(), "debug") {
		panic("provoked by the message debug panic")
	}
}

func (p *page) mark(name string) {
	js.Global().Get("performance").Call("mark", "inflight:"+name)
}

// env is what the browser knows before the first picture.
func (p *page) env(memory string) ui.Env {
	nav := js.Global().Get("navigator")
	env := ui.Env{
		Dark: p.prefers("(prefers-color-scheme: dark)"), Still: p.prefers("(prefers-reduced-motion: reduce)"),
		Mac:      strings.HasPrefix(nav.Get("platform").String(), "Mac"),
		Fragment: strings.TrimPrefix(p.window.Location().Hash(), "#"),
		Width:    p.window.InnerWidth(), Height: p.window.InnerHeight(),
		Lessons: p.store.Lessons(), Memory: memory, Kept: p.kept.All(),
	}
	if languages := nav.Get("languages"); languages.Truthy() {
		for i := range languages.Length() {
			env.Languages = append(env.Languages, languages.Index(i).String())
		}
	}
	if resume := p.js.Get("resume"); resume.Truthy() {
		env.Resume, env.At = resume.Get("text").String(), resume.Get("at").String()
	}
	return env
}

func (p *page) prefers(query string) bool {
	return js.Global().Call("matchMedia", query).Get("matches").Bool()
}
