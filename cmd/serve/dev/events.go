package dev

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// event is one message to the open pages: reload, css or failed.
type event struct{ kind, data string }

// hub hands each event to every page that listens at that moment.
type hub struct {
	mu        sync.Mutex
	listeners map[chan event]bool
}

func (h *hub) send(e event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.listeners {
		select {
		case l <- e:
		default: // it has not read the last ones; it reloads anyway
		}
	}
}

func (h *hub) join() chan event {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.listeners == nil {
		h.listeners = map[chan event]bool{}
	}
	l := make(chan event, 4)
	h.listeners[l] = true
	return l
}

func (h *hub) leave(l chan event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.listeners, l)
}

// ServeHTTP streams events in the form that EventSource reads.
func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l := h.join()
	defer h.leave(l)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	fmt.Fprint(w, "event: hello\ndata:\n\n")
	for {
		if out.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case e := <-l:
			fmt.Fprintf(w, "event: %s\n", e.kind)
			for line := range strings.SplitSeq(e.data, "\n") {
				fmt.Fprintf(w, "data: %s\n", line)
			}
			fmt.Fprint(w, "\n")
		}
	}
}
