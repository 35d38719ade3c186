//go:build js && wasm

package dom

import (
	"fmt"
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// largest is how many bytes a file may have; 5,000 pods as kubectl prints them are about half of it.
const largest = 32 << 20

func (p *page) dragged(e dom.Event) {
	transfer := e.Underlying().Get("dataTransfer")
	if transfer.Truthy() && transfer.Get("types").Call("includes", "Files").Bool() {
		e.PreventDefault()
		transfer.Set("dropEffect", "copy")
		p.root.SetAttribute("data-drop", "")
	}
}

func (p *page) dragLeft(e dom.Event) {
	if !e.Underlying().Get("relatedTarget").Truthy() { // it left the window
		p.root.RemoveAttribute("data-drop")
	}
}

func (p *page) dropped(e dom.Event) {
	p.root.RemoveAttribute("data-drop")
	transfer := e.Underlying().Get("dataTransfer")
	if !transfer.Truthy() || transfer.Get("files").Length() == 0 {
		return
	}
	e.PreventDefault()
	p.read(transfer.Get("files"), "file")
}

// pasted takes text and files that are pasted anywhere but into a field.
func (p *page) pasted(e dom.Event) {
	clipboard := e.Underlying().Get("clipboardData")
	if inField(e.Underlying().Get("target")) || !clipboard.Truthy() {
		return
	}
	if files := clipboard.Get("files"); files.Length() > 0 {
		p.read(files, "file")
	} else if text := clipboard.Call("getData", "text/plain").String(); strings.TrimSpace(text) != "" {
		p.send("file pasted.yaml\n" + text)
	}
}

// read sends each file's name and text: the message, a blank, the name, a line break, the text. What is not text or
// too large is sent as "unread", the reason in one word, and the name.
func (p *page) read(files js.Value, msg string) {
	list := js.Global().Get("Array").Call("from", files) // the transfer is empty once its event is over
	go func() {
		for i := range list.Length() {
			file := list.Index(i)
			name := strings.ReplaceAll(file.Get("name").String(), "\n", " ")
			if size := file.Get("size").Float(); size > largest {
				p.send(fmt.Sprintf("unread large %d %d %s", int(size), largest, name))
				continue
			}
			text, err := await(file.Call("text"))
			switch {
			case err != nil:
				p.send("unread failed " + name + "\n" + err.Error())
			case strings.ContainsAny(text.String(), "\x00\uFFFD"):
				p.send("unread binary " + name)
			default:
				p.send(msg + " " + name + "\n" + text.String())
			}
		}
	}()
}
