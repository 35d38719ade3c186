// Command steps measures what one step of the page costs its main thread with 100
// and with 1,000 pods, in a browser on this machine, and prints a Markdown table or
// writes it into a document:
//
//	go run ./cmd/steps [-rounds 7] [-write ../docs/bench.md]
//
// Each figure is a ratio within one run: presses of the step key against presses of
// a key that means nothing, in the same tab, taking turns.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"inflight/e2e/browser"
	"inflight/e2e/built"
)

const (
	presses = 20                     // a measurement is that many, so that one slow frame does not decide
	pause   = 120 * time.Millisecond // between two presses: about as fast as a hand steps
	step    = "PageDown"
	nothing = "q"
)

func main() {
	rounds := flag.Int("rounds", 7, "how often each figure is measured")
	file := flag.String("write", "", "`document` whose part on steps is replaced; without it, print")
	flag.Parse()
	if err := run(max(1, *rounds), *file); err != nil {
		fmt.Fprintln(os.Stderr, "steps:", err)
		os.Exit(1)
	}
}

func run(rounds int, file string) error {
	return built.Measure("bench-page", file, "steps", func(b *browser.Browser, address string) (string, error) {
		var rows []row
		for _, pods := range []int{100, 1000} {
			for _, still := range []bool{false, true} {
				r, err := measure(b, address, pods, still, rounds)
				if err != nil {
					return "", fmt.Errorf("%d pods: %w", pods, err)
				}
				rows = append(rows, r)
			}
		}
		return report(rows, rounds), nil
	})
}

// row is one line of the table: the main thread's time for one press, a figure a round.
type row struct {
	pods  int
	still bool // the reader prefers reduced motion

	idle, step, ratio []float64
}

func measure(b *browser.Browser, url string, pods int, still bool, rounds int) (row, error) {
	r := row{pods: pods, still: still}
	tab, err := b.NewTab(browser.Options{Width: 1440, Height: 900, ReducedMotion: still})
	if err != nil {
		return r, err
	}
	defer tab.Close()
	if err := load(tab, url, cluster(pods)); err != nil {
		return r, err
	}
	for round := range rounds {
		// Which of the two goes first takes turns as well.
		idle, stepped := 0.0, 0.0
		for i := range 2 {
			key, into := nothing, &idle
			if (i+round)%2 == 1 {
				key, into = step, &stepped
			}
			if *into, err = press(tab, key); err != nil {
				return r, err
			}
		}
		r.idle, r.step, r.ratio = append(r.idle, idle), append(r.step, stepped), append(r.ratio, stepped/idle)
	}
	return r, nil
}

// load brings a cluster in as a reader does, and goes to the start of its run.
func load(tab *browser.Tab, url, text string) error {
	for _, do := range []func() error{
		func() error { return tab.Open(url) },
		tab.Ready,
		func() error { return tab.Send("dialog import") },
		func() error { return tab.Wait(`document.querySelector("textarea[name=yaml]")`) },
		func() error { return put(tab, text) },
		func() error { return tab.Click("form.import [type=submit]") },
		func() error { return tab.Wait(`!document.querySelector("dialog[open]")`) },
		tab.Settle,
		func() error { return tab.Press("PageDown") }, // the sentence has changed: the run is there
		tab.Settle,
	} {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// put sets the field's text in one go: typing a thousand documents in takes the browser a minute.
func put(tab *browser.Tab, text string) error {
	_, err := browser.Eval[bool](tab, `(() => {
		const field = document.querySelector("textarea[name=yaml]");
		field.value = `+browser.Quote(text)+`;
		return field.dispatchEvent(new Event("input", {bubbles: true}));
	})()`)
	return err
}

// press presses a key often and tells the main thread's milliseconds for one press.
func press(tab *browser.Tab, key string) (float64, error) {
	before, err := tab.MainThread()
	if err != nil {
		return 0, err
	}
	for range presses {
		if err := tab.Press(key); err != nil {
			return 0, err
		}
		time.Sleep(pause)
	}
	if err := tab.Settle(); err != nil {
		return 0, err
	}
	after, err := tab.MainThread()
	return (after - before).Seconds() * 1000 / presses, err
}

// cluster is a snapshot: a tenth as many nodes as pods, which hold three quarters of
// the pods; the others fail and wait.
func cluster(pods int) string {
	var b strings.Builder
	doc := func(format string, args ...any) {
		if b.Len() > 0 {
			b.WriteString("---\n")
		}
		fmt.Fprintf(&b, format, args...)
	}
	for i := range pods / 10 {
		doc("apiVersion: v1\nkind: Node\nmetadata: {name: node-%d}\nstatus:\n  allocatable: {cpu: %q, memory: 64Gi, pods: \"110\"}\n", i, "7500m")
	}
	for i := range pods {
		doc("apiVersion: v1\nkind: Pod\nmetadata: {name: web-%d}\nspec:\n  priority: %d\n  containers:\n  - name: main\n    image: web\n    resources: {requests: {cpu: \"1\"}}\n", i, i%7)
	}
	return b.String()
}

func report(rows []row, rounds int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Main thread, median (least to most) of %d rounds of %d presses each, on %s with %d CPUs of %s at 1440×900. "+
		"Idle is a press of a key that means nothing; both take turns in the same tab.\n\n",
		rounds, presses, time.Now().UTC().Format("2006-01-02"), runtime.NumCPU(), runtime.GOOS+"/"+runtime.GOARCH)
	b.WriteString("| pods | motion | idle, ms a press | step, ms a press | ratio |\n|---:|---|---:|---:|---:|\n")
	for _, r := range rows {
		motion := "full"
		if r.still {
			motion = "reduced"
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s |\n", r.pods, motion, spread(r.idle), spread(r.step), spread(r.ratio))
	}
	return b.String()
}

func spread(v []float64) string {
	v = slices.Sorted(slices.Values(v))
	return fmt.Sprintf("%.1f (%.1f to %.1f)", v[len(v)/2], v[0], v[len(v)-1])
}
