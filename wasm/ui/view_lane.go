package ui

import (
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// maxRows is how many rows a lane shows before it says how many more there are.
const maxRows = 200

// laneOf is a lane of the stage: a section with its name, a count and a note.
func (f *frame) laneOf(name, title string, plain bool, count h.Part, note lanenote, parts ...h.Part) *h.Node {
	return h.El("section", h.Class("lane", "lane--"+name), h.Key("lane:"+name), h.Attr("aria-labelledby", "l-"+name),
		h.El("div", h.Class("lane__head"),
			h.El("h2", h.Attr("id", "l-"+name), h.If(plain, h.Class("plain")), h.Text(title)),
			h.El("span", h.Class("lane__count"), count),
			h.If(f.m.layout() < narrow || f.m.layout() >= tabbed, h.El("span", h.Class("lane__note", when(note.bad, "is-no")), h.Attr("title", note.text), h.Text(note.text)))),
		h.Group(parts...))
}

// lanenote is the remark in the head of a lane.
type lanenote struct {
	text string
	bad  bool
}

// rows are the pods of a lane, as a list that the arrow keys walk.
func (f *frame) rows(tag, lane string, qs []*trace.Queued, row func(i int, q *trace.Queued) *h.Node) *h.Node {
	if len(qs) == 0 {
		return h.El("p", h.Class("lane__empty"), f.text("lane.empty"))
	}
	shown := qs[:min(len(qs), maxRows)]
	return h.El(tag, h.Class("rows"), h.Attr("data-widget", "lane:"+lane),
		h.Each(shown, row),
		h.If(len(qs) > len(shown), h.El("li", h.Class("rows__more"), f.text("lane.more", num("n", len(qs)-len(shown))))))
}

// row is one pod in a lane: who, what is known of it, and how long it waits. What is to be seen is its name, about says
// the same in words.
func (f *frame) row(lane string, q *trace.Queued, next bool, about string, detail, wait h.Part) *h.Node {
	id := q.Pod
	key := rowKey(id)
	tok := f.flyer(id)
	if f.pod(id).Queue != f.pod(id).Place {
		key, tok = "copy:"+itoa(int(id)), f.token(id) // a second copy: the pod itself is elsewhere
	}
	return h.El("li", h.Key(key),
		h.El("button", h.Class("row", when(next, "row--next"), when(f.m.Selected == id, "row--selected")), h.Key("in:"+key),
			h.Attr("tabindex", f.tabIndex("lane:"+lane, "in:"+key)), h.Attr("title", about), h.Attr("aria-pressed", boolean(f.m.Selected == id)),
			h.Msg("select "+itoa(int(id))),
			tok, h.El("span", h.Class("row__who"), h.El("span", h.Class("pod__name"), h.Text(f.name(id))), detail), wait))
}

func boolean(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// tabIndex is "0" for the one element of a widget that Tab comes to, "-1" for the others.
func (f *frame) tabIndex(widget, key string) string {
	if f.rove(widget) == key {
		return "0"
	}
	return "-1"
}

// rove is the element of the widget that Tab comes to: the one that had the focus last, else the first.
func (f *frame) rove(widget string) string {
	order := f.order(widget)
	last := f.m.Rove[widget]
	for _, key := range order {
		if key == last {
			return last
		}
	}
	if len(order) > 0 {
		return order[0]
	}
	return ""
}
