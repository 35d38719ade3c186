package vdom

import (
	"fmt"
	"testing"
)

// chips is a lane of n rows as the page draws them, each with a token and two texts.
func chips(n, from int, note string) *Node {
	list := El("ol", Class("rows"))
	for i := range n {
		pod := fmt.Sprint(i + from)
		list.Children = append(list.Children, El("li", Key("pod:"+pod), Class("row"),
			El("span", Class("tok"), Attr("data-id", "a"), Svg("svg", Attr("viewBox", "0 0 24 24"), Svg("use", Attr("href", "#pod-a"))), El("b", Text("A"))),
			El("span", Class("pod__name"), Text("web-"+pod)), El("span", Class("row__meta"), Text(note))))
	}
	return El("main", list)
}

// What a picture costs before the browser sees it: describing the page is not counted, comparing and encoding is.
func BenchmarkUpdate(b *testing.B) {
	for _, n := range []int{100, 1000} {
		for _, c := range []struct {
			name string
			to   *Node
		}{
			{"same", chips(n, 0, "prio 0")},
			{"texts", chips(n, 0, "prio 1")},
			{"headToTail", rotated(n)},
			{"others", chips(n, n, "prio 0")},
		} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				from := chips(n, 0, "prio 0")
				t, p := NewTree(), &Patches{}
				t.Update(from, p)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					p.Reset()
					if i%2 == 0 {
						t.Update(c.to, p)
					} else {
						t.Update(from, p)
					}
					_ = p.Strings()
				}
				b.ReportMetric(float64(len(p.Ints)), "ints")
			})
		}
	}
}

func rotated(n int) *Node {
	page := chips(n, 0, "prio 0")
	rows := page.Children[0].Children
	page.Children[0].Children = append(append([]*Node{}, rows[1:]...), rows[0])
	return page
}
