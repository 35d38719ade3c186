package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
)

// overflowing lists text that leaves the box that should hold it, is cut off where
// no title tells the rest, or leaves a window that cannot be scrolled there.
const overflowing = `(() => {
	const boxes = ".cell, .row, .btn, .badge, .mapkey, .flag, .lens, .rail__post, .choice, .marker-chip, .phases li, .lane, .star, .why, .lesson, .topbar, .transport, .card, .source";
	const found = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const range = document.createRange();
	while (walker.nextNode()) {
		const node = walker.currentNode, host = node.parentElement;
		if (!node.data.trim() || !host.checkVisibility() || host.closest("script, style, svg, option, .visually-hidden, .skip, caption")) continue;
		const box = host.closest(boxes);
		if (!box) continue;
		range.selectNodeContents(node);
		const t = range.getBoundingClientRect(), b = box.getBoundingClientRect();
		let scrolls = false;
		for (let e = host; e && e !== box.parentElement; e = e.parentElement) {
			scrolls ||= /auto|scroll/.test(getComputedStyle(e).overflow);
		}
		const over = Math.max(t.right - b.right, b.left - t.left, t.bottom - b.bottom - 2, b.top - t.top - 2);
		const style = getComputedStyle(host);
		const cut = style.textOverflow === "ellipsis" && host.scrollWidth > host.clientWidth && !host.closest("[title]");
		if (!scrolls && over > 1.5 || cut) found.push(box.className + ": " + node.data.trim().slice(0, 60) + (cut ? " (cut off)" : " (by " + Math.round(over) + " px)"));
	}
	const page = document.documentElement;
	if (page.scrollWidth > page.clientWidth) found.push("the page scrolls sideways by " + (page.scrollWidth - page.clientWidth) + " px");
	return found;
})()`

// The sizes of the design, each with a picture to look at and no text out of place.
func TestPicturesAtTheSizesOfTheDesign(t *testing.T) {
	for name, o := range map[string]browser.Options{
		"learn-light":  {Width: 1440, Height: 900},
		"learn-dark":   {Width: 1440, Height: 900, Dark: true},
		"learn-ja":     {Width: 1440, Height: 900, Language: "ja"},
		"learn-strong": {Width: 1440, Height: 900, Contrast: true},
		"learn-large":  {Width: 1920, Height: 1080},
		"learn-narrow": {Width: 1300, Height: 800},
		"learn-low":    {Width: 1280, Height: 720},
		"learn-below":  {Width: 1024, Height: 768},
		"learn-tabs":   {Width: 800, Height: 1000, Language: "ja"},
		"learn-zoom":   {Width: 640, Height: 400, Scale: 2}, // 1280 at 200 %
		"phone":        {Width: 390, Height: 844, Scale: 2, Touch: true},
		"phone-dark":   {Width: 390, Height: 844, Scale: 2, Touch: true, Dark: true, Language: "ja"},
		"phone-small":  {Width: 320, Height: 568, Scale: 2, Touch: true},
	} {
		t.Run(name, func(t *testing.T) {
			o.ReducedMotion = true
			tab := open(t, o, lostMarkerPage)
			for stop, key := range []string{"Home", "ArrowRight", "d", "d", "d"} {
				require.NoError(t, tab.Press(key))
				require.NoError(t, tab.Settle())
				list, err := browser.Eval[[]string](tab, overflowing)
				require.NoError(t, err)
				for _, text := range list {
					t.Errorf("at stop %d, out of its box: %s", stop, text)
				}
			}
			picture(t, tab, name)
		})
	}
}

// A list without elements has nothing to scroll to, however long the words in it are.
func TestAnEmptyListFitsAPhone(t *testing.T) {
	for _, o := range []browser.Options{{Width: 390, Height: 844}, {Width: 390, Height: 844, Language: "ja"}, {Width: 320, Height: 568, Language: "ja"}} {
		tab := open(t, o, "/")
		require.NoError(t, tab.Wait(`document.querySelector(".rail__empty")`))
		over, err := browser.Eval[int](tab, `(e => e.scrollWidth - e.clientWidth)(document.querySelector(".star__scroll"))`)
		require.NoError(t, err)
		require.LessOrEqual(t, over, 0, "%+v", o)
	}
}
