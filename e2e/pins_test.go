package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
)

// TestGoingToAStep: by name, with the keyboard alone; what there is not is said, and the dialog stays.
func TestGoingToAStep(t *testing.T) {
	tab := play(t, browser.Options{ReducedMotion: true}, leakFile(t), "v1.34.4")
	ask := func(what string) {
		require.NoError(t, tab.Press("g"))
		require.NoError(t, tab.Wait(`document.activeElement?.name === "to"`))
		require.NoError(t, tab.Fill("[name=to]", what))
		require.NoError(t, tab.Press("Enter"))
	}
	ask("recreated")
	require.NoError(t, tab.Wait(`!document.querySelector("dialog[open]") && Number(document.querySelector(".scrub__range").value) > 0`))
	at := look(t, tab).At
	require.NoError(t, tab.Press("ArrowRight"))
	arrive(t, tab, at+1)
	ask("7")
	arrive(t, tab, 7)
	ask("nowhere")
	require.NoError(t, tab.Wait(`document.querySelector("dialog[open] [role=alert]")?.textContent.includes("nowhere")`))
	require.NoError(t, tab.Press("Escape"))
	arrive(t, tab, 7)
}

// TestBookmarkAndBreakpoint: both by key, on the transport, and still there after the next start; playing stops at the
// one and says so, the other leads back.
func TestBookmarkAndBreakpoint(t *testing.T) {
	tab := play(t, browser.Options{ReducedMotion: true}, leakFile(t), "v1.34.4")
	require.NoError(t, tab.Press("n", "n", "n"))
	arrive(t, tab, 3)
	require.NoError(t, tab.Press("b"))
	require.NoError(t, tab.Wait(`document.querySelector(".marker-chip--book")`))
	require.NoError(t, tab.Press("n", "n", "Shift+B"))
	require.NoError(t, tab.Wait(`document.querySelector(".marker-chip--break") && document.querySelector(".lanes .stop") && document.querySelector(".lanes .book")`))
	picture(t, tab, "pins")
	again(t, tab, "scenarios/leak.yaml")
	require.NoError(t, tab.Wait(`document.querySelector(".marker-chip--book") && document.querySelector(".marker-chip--break")`))
	require.NoError(t, tab.Send("first"))
	arrive(t, tab, 0)
	require.NoError(t, tab.Press(">", ">", ">", "Escape"))
	require.NoError(t, tab.Send("play"))
	require.NoError(t, tab.Wait(`document.querySelector(".notice")?.textContent.includes("Stopped at the breakpoint")`))
	arrive(t, tab, 5)
	require.NoError(t, tab.Click(".marker-chip--book"))
	arrive(t, tab, 3)
	require.NoError(t, tab.Press("b"))
	require.NoError(t, tab.Wait(`!document.querySelector(".marker-chip--book")`))
}

// TestRunUntil: a condition is completed word by word, an error points at its column, and the run stops where the
// condition holds and says which.
func TestRunUntil(t *testing.T) {
	tab := play(t, browser.Options{ReducedMotion: true}, leakFile(t), "v1.34.4")
	require.NoError(t, tab.Press("u"))
	require.NoError(t, tab.Wait(`document.activeElement?.name === "until"`))
	require.NoError(t, tab.Fill("[name=until]", "list.len >"))
	require.NoError(t, tab.Press("Enter"))
	require.NoError(t, tab.Wait(`document.querySelector("dialog[open] [role=alert]")?.textContent.includes("Column 11")`))
	require.NoError(t, tab.Fill(`[name=until]`, "list.le"))
	require.NoError(t, tab.Send("complete list.len"))
	require.NoError(t, tab.Wait(`document.activeElement?.name === "until" && document.activeElement.value === "list.len "`))
	require.NoError(t, tab.Type("> 4"))
	picture(t, tab, "until")
	require.NoError(t, tab.Press("Enter"))
	require.NoError(t, tab.Wait(`!document.querySelector("dialog[open]")`))
	require.NoError(t, tab.Wait(`document.querySelector(".notice")?.textContent.includes("list.len > 4 holds")`))
	require.Equal(t, 5, look(t, tab).ListLength)
}

// TestProjectorTheme: it is one press away, nothing has a shadow, and it is there again after the next start.
func TestProjectorTheme(t *testing.T) {
	tab := play(t, browser.Options{ReducedMotion: true}, leakFile(t), "v1.34.4")
	require.NoError(t, tab.Send("last"))
	for range 2 {
		require.NoError(t, tab.Send("theme"))
	}
	require.NoError(t, tab.Wait(`document.documentElement.dataset.theme === "projector"`))
	shadows, err := browser.Eval[[]string](tab, `[...document.querySelectorAll("#app *")].filter(e => / (?!0px)\d+px (?!0px)\d+px/.test(getComputedStyle(e).boxShadow.replace(/rgba?\([^)]*\)/g, "").replace(/inset/g, "")) && !/ 0px 0px 0px /.test(getComputedStyle(e).boxShadow)).map(e => e.className + ": " + getComputedStyle(e).boxShadow)`)
	require.NoError(t, err)
	require.Empty(t, shadows)
	picture(t, tab, "projector")
	again(t, tab, "scenarios/leak.yaml")
	require.NoError(t, tab.Wait(`document.documentElement.dataset.theme === "projector"`))
}

// again starts the page anew, once what is to be kept has been written, a moment later: a scenario's file comes after the
// settings, and nothing is half-written.
func again(t *testing.T, tab *browser.Tab, file string) {
	t.Helper()
	require.NoError(t, tab.Settle())
	require.NoError(t, tab.Wait(`new Promise(done => {
		const open = indexedDB.open("inflight");
		open.onerror = () => done(false);
		open.onsuccess = () => {
			const all = open.result.transaction("contents").objectStore("contents").getAllKeys();
			all.onsuccess = () => { open.result.close(); setTimeout(() => done(all.result.map(String).includes(`+browser.Quote(file)+`) && !all.result.map(String).includes(".draft")), 700); };
		};
	})`))
	require.NoError(t, tab.Reload())
	require.NoError(t, tab.Ready())
}
