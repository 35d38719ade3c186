package e2e

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/e2e/browser"
)

// lostMarkerPage is the lesson of the lost marker.
const lostMarkerPage = "/#lesson=05-lost-marker"

func itoa(n int) string { return strconv.Itoa(n) }

// The lesson stops before the step that answers its question, whatever is pressed,
// and goes on when the reader has predicted.
func TestThePredictionComesFirst(t *testing.T) {
	tab := open(t, browser.Options{ReducedMotion: true}, lostMarkerPage)
	require.NoError(t, tab.Wait(`document.querySelector("form[data-submit='answer where']")`))
	all := look(t, tab).Of
	for range all {
		require.NoError(t, tab.Press("PageDown"))
	}
	stopped := look(t, tab)
	require.Less(t, stopped.At, all, "it waits for the reader")
	require.NoError(t, tab.Press("n", "n"))
	require.Equal(t, stopped, look(t, tab))
	require.NotContains(t, stopped.Unschedulable, lost, "the answer is not shown yet")
	picture(t, tab, "lesson-asks")

	require.NoError(t, tab.Click(`form[data-submit="answer where"] input[value=backoffQ]`))
	require.NoError(t, tab.Click(`form[data-submit="answer where"] [type=submit]`))
	require.NoError(t, tab.Wait(`document.querySelector("#reveal-where")`))
	right, err := tab.Text(".choice--true")
	require.NoError(t, err)
	require.Contains(t, right, "unschedulablePods")
	mine, err := tab.Text(".choice--mine")
	require.NoError(t, err)
	require.Contains(t, mine, "backoffQ", "the reader's own answer stays in sight")
	reveal, err := tab.Text("#reveal-where")
	require.NoError(t, err)
	require.NotEmpty(t, reveal)

	for range all {
		require.NoError(t, tab.Press("PageDown"))
	}
	require.Greater(t, look(t, tab).At, stopped.At, "it goes on")
}

// The exercise is checked by the engine: a wrong way does not do, the right one does.
func TestTheExerciseIsChecked(t *testing.T) {
	for name, tc := range map[string]struct {
		acts []string
		done bool
	}{
		"waiting is not enough": {[]string{"run until pod(web-1).place == bound"}, false},
		"an event that frees it": {[]string{
			`patch node/node-1 {"metadata": {"labels": {"checked": "yes"}}}`, "run until pod(web-1).place == bound",
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			tab := open(t, browser.Options{ReducedMotion: true}, lostMarkerPage)
			require.NoError(t, tab.Wait(`document.querySelector("[data-msg='exercise rescue']")`))
			require.NoError(t, tab.Send("exercise rescue"))
			for _, act := range tc.acts {
				require.NoError(t, tab.Wait(`document.querySelector(`+browser.Quote(browser.Message("act "+act))+`)`))
				require.NoError(t, tab.Send("act "+act))
				require.NoError(t, tab.Settle())
			}
			checks, err := tab.Attributes(`[data-key="exercise:rescue"] .checks li`, "class")
			require.NoError(t, err)
			require.NotEmpty(t, checks)
			require.Equal(t, tc.done, !strings.Contains(strings.Join(checks, " "), "is-todo"), "%v", checks)
			picture(t, tab, "exercise-"+strings.Fields(name)[0])
		})
	}
}
