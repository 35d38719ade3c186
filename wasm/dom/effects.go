//go:build js && wasm

package dom

import (
	"fmt"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"inflight/wasm/ui"
)

// carryOut performs effects in order. None of them waits here.
func (p *page) carryOut(cmds []ui.Cmd) {
	for _, cmd := range cmds {
		switch c := cmd.(type) {
		case ui.Fetch:
			go func() { p.answer(c.Msg)(p.fetch(c.URL)) }()
		case ui.Load:
			go func() { p.answer(c.Msg)(p.store.Read(c.Path)) }()
		case ui.List:
			go func() {
				names, err := p.store.List(c.Path)
				p.answer(c.Msg)([]byte(strings.Join(names, "\n")), err)
			}()
		case ui.Remove:
			p.complain(p.store.Remove(c.Path))
		case ui.Save:
			p.complain(p.store.Write(c.Path, c.Data))
		case ui.Keep:
			p.complain(p.kept.Keep(c.Name, c.Value))
		case ui.Record:
			p.js.Call("record", c.Text, c.At, c.Before)
			p.complain(p.store.Write("home/.inflight/recording.yaml", []byte(c.Text)))
		case ui.After:
			p.after(c)
		case ui.Cancel:
			p.cancel(c.ID)
		case ui.Copy:
			go func() { p.answer(c.Msg)(nil, p.copy(c.Text)) }()
		case ui.Animate, ui.Reveal: // draw has seen to it
		default:
			p.show(cmd)
		}
	}
}

// show performs effects on the document and the window.
func (p *page) show(cmd ui.Cmd) {
	switch c := cmd.(type) {
	case ui.Focus:
		if e := p.element(c.Key); e.Truthy() {
			e.Call("focus")
		}
	case ui.SetRoot:
		p.setRoot(c)
	case ui.Download:
		p.download(c)
	case ui.Prevent:
		if p.event != nil {
			p.event.PreventDefault()
		}
	case ui.Print:
		go p.window.Print() // the dialog blocks
	default:
		panic(fmt.Sprintf("the page does not know the effect %T", cmd))
	}
}

// record keeps the recording outside of the engine at once, and among the files soon: it may be long, and steps quick.
func (p *page) record(c ui.Record) {
	p.js.Call("record", c.Text, c.At, c.Before)
	waits := p.recording != ""
	if p.recording = c.Text; !waits && c.Text != "" {
		time.AfterFunc(time.Second, func() {
			p.complain(p.store.Write("home/.inflight/recording.yaml", []byte(p.recording)))
			p.recording = ""
		})
	}
}

// answer returns a function that sends an effect's result, or nobody wants it.
func (p *page) answer(msg ui.Msg) func(data []byte, err error) {
	return func(data []byte, err error) {
		if msg != "" {
			p.send(ui.Answer(msg, data, err))
		}
	}
}

// complain is for writes that cannot be refused by a correct page.
func (p *page) complain(err error) {
	if err != nil {
		js.Global().Get("console").Call("error", err.Error())
	}
}

func (p *page) fetch(url string) ([]byte, error) {
	response, err := await(js.Global().Call("fetch", url))
	if err != nil {
		return nil, err
	}
	if !response.Get("ok").Bool() {
		return nil, fmt.Errorf("%s: %d %s", url, response.Get("status").Int(), response.Get("statusText").String())
	}
	buffer, err := await(response.Call("arrayBuffer"))
	if err != nil {
		return nil, err
	}
	bytes := js.Global().Get("Uint8Array").New(buffer)
	data := make([]byte, bytes.Length())
	js.CopyBytesToGo(data, bytes)
	return data, nil
}

func (p *page) after(c ui.After) {
	p.cancel(c.ID)
	p.timers[c.ID] = time.AfterFunc(time.Duration(c.Milliseconds)*time.Millisecond, func() {
		delete(p.timers, c.ID)
		p.send(c.Msg)
	})
}

func (p *page) cancel(id string) {
	if t := p.timers[id]; t != nil {
		t.Stop()
		delete(p.timers, id)
	}
}

func (p *page) copy(text string) error {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		return fmt.Errorf("this browser gives no access to the clipboard here")
	}
	_, err := await(clipboard.Call("writeText", text))
	return err
}

func (p *page) download(c ui.Download) {
	bytes := js.Global().Get("Uint8Array").New(len(c.Data))
	js.CopyBytesToJS(bytes, c.Data)
	blob := js.Global().Get("Blob").New([]any{bytes}, map[string]any{"type": c.Type})
	url := js.Global().Get("URL").Call("createObjectURL", blob)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", url)
	link.Set("download", c.Name)
	link.Call("click")
	time.AfterFunc(time.Minute, func() { js.Global().Get("URL").Call("revokeObjectURL", url) })
}

func (p *page) setRoot(c ui.SetRoot) {
	if c.Theme != "" {
		p.root.SetAttribute("data-theme", c.Theme)
		p.js.Call("remember", "theme", c.Theme)
	}
	if c.Lang != "" {
		p.root.SetLang(c.Lang)
		p.js.Call("remember", "lang", c.Lang)
	}
	if c.Title != "" {
		p.window.Document().Underlying().Set("title", c.Title)
	}
	if c.Speed > 0 {
		p.speed = c.Speed
		p.root.Style().SetProperty("--speed", strconv.FormatFloat(c.Speed, 'g', -1, 64), "")
	}
}
