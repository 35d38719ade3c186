package ui

import (
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	h "inflight/wasm/vdom"
)

// regions are the parts of the page that have golden files.
var regions = map[string]func(f *frame, c *chrome) *h.Node{
	"star":      func(f *frame, _ *chrome) *h.Node { return f.star() },
	"attempt":   func(f *frame, _ *chrome) *h.Node { return f.attempt() },
	"binding":   func(f *frame, _ *chrome) *h.Node { return f.binding() },
	"active":    func(f *frame, _ *chrome) *h.Node { return f.activeQ() },
	"nodes":     func(f *frame, _ *chrome) *h.Node { return f.nodes() },
	"backoff":   func(f *frame, _ *chrome) *h.Node { return f.backoffQ() },
	"unsched":   func(f *frame, _ *chrome) *h.Node { return f.unschedulablePods() },
	"why":       func(f *frame, _ *chrome) *h.Node { return f.why() },
	"timeline":  func(f *frame, _ *chrome) *h.Node { return f.timeline() },
	"thumb":     func(f *frame, _ *chrome) *h.Node { return f.thumb() },
	"topbar":    func(_ *frame, c *chrome) *h.Node { return c.topbar() },
	"dialog":    func(_ *frame, c *chrome) *h.Node { return c.dialog() },
	"side":      func(_ *frame, c *chrome) *h.Node { return c.side() },
	"nothing":   func(_ *frame, c *chrome) *h.Node { return h.El("div", c.nothing()) },
	"notice":    func(_ *frame, c *chrome) *h.Node { return c.notice() },
	"whyline":   func(f *frame, _ *chrome) *h.Node { return f.whyLine() },
	"table":     func(f *frame, _ *chrome) *h.Node { return f.lanesTable(f.lanesShown()) },
	"tabs":      func(f *frame, _ *chrome) *h.Node { return f.tabList() },
	"exercises": func(_ *frame, c *chrome) *h.Node { return c.exercise(c.m.Lesson, c.m.Progress.Exercise) },
}

// TestViews: "page release=v1.28.1 at=18.1 lang=ja" makes a page of testdata/lost-marker.yaml (or file=lesson: of the
// lesson), its lines are messages; "REGION" shows a region of it, "text REGION" what one hears of it.
func TestViews(t *testing.T) {
	datadriven.Walk(t, "testdata/views", func(t *testing.T, path string) {
		var m Model
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd == "page" {
				m = pageOf(t, d)
				return "ok\n"
			}
			name, show := d.Cmd, h.HTML
			if d.Cmd == "text" {
				name, show = d.CmdArgs[0].Key, func(n *h.Node) string { return h.Outline(n) + "\n" }
			}
			require.Contains(t, regions, name)
			c := &chrome{m: &m, lang: m.Lang}
			var f *frame
			if m.Left.Trace != nil {
				f = newFrame(&m)
			}
			n := regions[name](f, c)
			if n == nil {
				return "nothing\n"
			}
			return show(n)
		})
	})
}

func pageOf(t *testing.T, d *datadriven.TestData) Model {
	width, height, release, at, lang, file := 1440, 900, "v1.28.1", "0", "en", "testdata/lost-marker.yaml"
	d.MaybeScanArgs(t, "width", &width)
	d.MaybeScanArgs(t, "height", &height)
	d.MaybeScanArgs(t, "release", &release)
	d.MaybeScanArgs(t, "at", &at)
	d.MaybeScanArgs(t, "lang", &lang)
	d.MaybeScanArgs(t, "file", &file)
	m := opened(t, func(e *Env) { e.Width, e.Height, e.Languages = width, height, []string{lang} })
	if file != "lesson" {
		m.Mode, m.Left = Play, look(runFile(t, file, release))
	} else {
		m = send(m, "answer where backoffQ", "answer head e2", "release "+release)
	}
	if a, ok := parseAddress(at); ok {
		m.Left.Pos = m.Left.Find(a)
		require.Equal(t, a.Step, m.Left.Beat().Address.Step)
	}
	if at == "end" {
		m.Left.Pos = m.Left.Len()
	}
	for _, msg := range strings.Split(strings.TrimSpace(d.Input), "\n") {
		if unquoted, err := strconv.Unquote(`"` + msg + `"`); err == nil && msg != "" {
			m = send(m, unquoted)
		}
	}
	return m
}
