package browser

import (
	"fmt"
	"net/url"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
)

// watcher keeps what a page does that no page of ours should.
type watcher struct {
	mu         sync.Mutex
	origin     string // the page's own; "" until it is opened
	complaints []string
	requests   []string // URLs asked for, in order
}

// see is called for every event of the tab, in order, and must be quick.
func (w *watcher) see(ev any) {
	switch e := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		w.complain("console.%s: %s", e.Type, consoleText(e.Args))
	case *runtime.EventExceptionThrown:
		w.complain("exception: %s", exceptionText(e.ExceptionDetails))
	case *log.EventEntryAdded: // refusals of the policy, failed loads, deprecations
		w.complain("%s %s: %s %s", e.Entry.Source, e.Entry.Level, e.Entry.Text, e.Entry.URL)
	case *network.EventRequestWillBeSent:
		w.request(e.Request.URL)
	case *network.EventWebSocketCreated:
		w.complain("opens a WebSocket to %s", e.URL)
	}
}

func (w *watcher) complain(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.complaints = append(w.complaints, fmt.Sprintf(format, args...))
}

// request complains about every address that is not the page's own.
func (w *watcher) request(address string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests = append(w.requests, address)
	u, err := url.Parse(address)
	if err == nil && (u.Scheme == "data" || u.Scheme == "blob" || u.Scheme == "about") {
		return
	}
	if err != nil || u.Scheme+"://"+u.Host != w.origin {
		w.complaints = append(w.complaints, "asks another origin: "+address)
	}
}

func (w *watcher) taken() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := w.complaints
	w.complaints = nil
	return list
}

func consoleText(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		switch {
		case a.Description != "":
			words = append(words, a.Description)
		default:
			words = append(words, strings.Trim(string(a.Value), `"`))
		}
	}
	return strings.Join(words, " ")
}

func exceptionText(d *runtime.ExceptionDetails) string {
	text := d.Text
	if d.Exception != nil && d.Exception.Description != "" {
		text += " " + d.Exception.Description
	}
	return fmt.Sprintf("%s (%s:%d)", text, d.URL, d.LineNumber+1)
}
