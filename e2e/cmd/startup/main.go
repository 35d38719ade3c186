// Command startup measures how long the built page takes to start, in a browser on
// this machine with the server beside it, and prints a Markdown table or writes it
// into a document:
//
//	go run ./cmd/startup [-rounds 9] [-write ../docs/size.md]
//
// Each first visit is in a fresh profile of the browser, each second one in the
// profile of the first. There is no network in between.
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

func main() {
	rounds := flag.Int("rounds", 9, "how often each visit is measured")
	file := flag.String("write", "", "`document` whose start-up part is replaced; without it, print")
	flag.Parse()
	if err := run(max(1, *rounds), *file); err != nil {
		fmt.Fprintln(os.Stderr, "startup:", err)
		os.Exit(1)
	}
}

// visit is when things happened, in milliseconds since the navigation began.
type visit struct {
	Fetched float64 // the last byte of the program is there
	Main    float64 // first line of main
	Picture float64 // first frame with the program's picture in it
}

// The page marks what only it can know; the rest is the browser's own record.
const read = `({
	Fetched: Math.max(...performance.getEntriesByType("resource").filter(e => e.name.includes(".wasm")).map(e => e.responseEnd)),
	Main: performance.getEntriesByName("inflight:main")[0]?.startTime ?? -1,
	Picture: performance.getEntriesByName("inflight:picture")[0]?.startTime ?? -1,
})`

func run(rounds int, file string) error {
	return built.Measure("size", file, "start-up", func(b *browser.Browser, address string) (string, error) {
		var first, second []visit
		for range rounds {
			one, two, err := measure(b, address)
			if err != nil {
				return "", err
			}
			first, second = append(first, one), append(second, two)
		}
		return report(first, second), nil
	})
}

func measure(b *browser.Browser, url string) (first, second visit, err error) {
	tab, err := b.NewTab(browser.Options{})
	if err != nil {
		return
	}
	defer tab.Close()
	if first, err = load(tab, url); err != nil {
		return
	}
	again, err := tab.Sibling(browser.Options{})
	if err != nil {
		return
	}
	defer again.Close()
	second, err = load(again, url)
	return
}

func load(tab *browser.Tab, url string) (visit, error) {
	if err := tab.Open(url); err != nil {
		return visit{}, err
	}
	if err := tab.Ready(); err != nil {
		return visit{}, err
	}
	if err := tab.Settle(); err != nil {
		return visit{}, err
	}
	v, err := browser.Eval[visit](tab, read)
	if err == nil && (v.Main < 0 || v.Picture < 0) {
		err = fmt.Errorf(`the page does not mark "inflight:main" and "inflight:picture" with performance.mark`)
	}
	return v, err
}

func report(first, second []visit) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Milliseconds since the navigation began, median (fastest to slowest) of %d visits, on %s with %d CPUs of %s, "+
		"the server on the same machine. On top of that comes the network: a megabyte takes 0.8 s at 10 Mbit/s.\n\n",
		len(first), time.Now().UTC().Format("2006-01-02"), runtime.NumCPU(), runtime.GOOS+"/"+runtime.GOARCH)
	b.WriteString("| | first visit | second visit |\n|---|---:|---:|\n")
	for _, row := range []struct {
		name string
		get  func(visit) float64
	}{
		{"program fetched", func(v visit) float64 { return v.Fetched }},
		{"first line of main", func(v visit) float64 { return v.Main }},
		{"first picture", func(v visit) float64 { return v.Picture }},
	} {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", row.name, spread(first, row.get), spread(second, row.get))
	}
	b.WriteString("\nThe same libraries alone, on a busy machine of two CPUs, to the end of a test program that opened IndexedDB, " +
		"wrote a file and parsed YAML: 1,473 on the first visit, 562 on the second.\n")
	return b.String()
}

func spread(visits []visit, get func(visit) float64) string {
	var ms []float64
	for _, v := range visits {
		ms = append(ms, get(v))
	}
	slices.Sort(ms)
	return fmt.Sprintf("%.0f (%.0f to %.0f)", ms[len(ms)/2], ms[0], ms[len(ms)-1])
}
