package ui

import (
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// chrome is what the views read that need no run: the bar at the top, dialogs, import, the states of a page that has
// nothing to show yet.
type chrome struct {
	m    *Model
	lang why.Lang
}

func (f *chrome) t(key string, vs ...value) string     { return say(f.lang, key, vs...) }
func (f *chrome) text(key string, vs ...value) *h.Node { return h.Text(say(f.lang, key, vs...)) }
func (f *chrome) rich(key string, vs ...value) h.Part  { return rich(f.lang, key, vs...) }
