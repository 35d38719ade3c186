package ui

import (
	"strings"

	"inflight/engine/trace"
)

// order is the keys of a widget's elements in the order in which the arrow keys walk them.
func (f *frame) order(widget string) []string {
	if o, known := f.orders[widget]; known {
		return o
	}
	o := f.makeOrder(widget)
	f.orders[widget] = o
	return o
}

func (f *frame) makeOrder(widget string) []string {
	switch widget {
	case "lane:active":
		return rowKeys(f.s.ActiveOrder(), f)
	case "lane:backoff":
		return rowKeys(f.s.BackoffOrder(), f)
	case "lane:error":
		return rowKeys(f.s.ErrorBackoffOrder(), f)
	case "lane:unsched":
		return rowKeys(f.s.Unscheduled(), f)
	case "lane:binding":
		var out []string
		for _, a := range f.s.Binding {
			out = append(out, "in:"+rowKey(a.Pod))
		}
		return out
	case "add-as":
		return []string{"tab:add-form", "tab:add-yaml"}
	case "transport":
		return []string{"do:first", "do:back", "do:play", "do:step", "do:decision", "do:last", "do:goto", "do:stops", "do:table", "do:speed"}
	case "versions":
		var out []string
		for _, r := range f.m.quick() {
			out = append(out, "release:"+r.String())
		}
		return out
	case "star":
		return f.railOrder()
	case "tabs":
		var out []string
		for _, t := range f.m.tabs() {
			out = append(out, "tab:"+t)
		}
		return out
	}
	return nil
}

func rowKeys(qs []*trace.Queued, f *frame) []string {
	var out []string
	for _, q := range qs[:min(len(qs), maxRows)] {
		p := f.pod(q.Pod)
		if p.Queue != p.Place {
			out = append(out, "in:copy:"+itoa(int(q.Pod)))
			continue
		}
		out = append(out, "in:"+rowKey(q.Pod))
	}
	return out
}

func (f *frame) railOrder() []string {
	var out []string
	for _, c := range f.laidRail().cells {
		if c.folded > 0 {
			out = append(out, "face:"+foldKey(c.el.ID))
			continue
		}
		out = append(out, "face:"+itoa(c.el.ID))
	}
	return out
}

// laidRail is the rail of this frame, worked out once.
func (f *frame) laidRail() *rail {
	if f.railMemo == nil {
		f.railMemo = f.layRail(f.railRoom())
	}
	return f.railMemo
}

// walkTo is where an arrow key leads within a widget, "" where it leads nowhere.
func (f *frame) walkTo(widget, from, key string) string {
	order := f.order(widget)
	at := -1
	for i, k := range order {
		if k == from {
			at = i
		}
	}
	switch key {
	case "ArrowRight", "ArrowDown":
		at++
	case "ArrowLeft", "ArrowUp":
		at--
	case "Home":
		at = 0
	case "End":
		at = len(order) - 1
	case "[", "]":
		return f.railJump(key)
	default:
		return ""
	}
	if widget == "versions" || widget == "tabs" || widget == "add-as" {
		at = (at + len(order)) % max(len(order), 1)
	}
	if at < 0 || at >= len(order) {
		return ""
	}
	return order[at]
}

// railJump is the selected pod's marker ("[") or the last event that it must consider ("]").
func (f *frame) railJump(key string) string {
	if f.sel == trace.NoPod || !f.pod(f.sel).InFlight {
		return ""
	}
	id := f.pod(f.sel).Marker
	if key == "]" {
		es := f.s.EventsFor(f.sel)
		if len(es) == 0 {
			return ""
		}
		id = es[len(es)-1].ID
	}
	face := "face:" + itoa(id)
	for _, k := range f.railOrder() {
		if k == face || strings.HasPrefix(k, "face:fold:") && k == "face:"+foldKey(id) {
			return k
		}
	}
	return ""
}
