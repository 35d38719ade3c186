package main

import (
	"fmt"
	"path"
	"strings"
)

// weight is what one part of the page weighs in bytes, by encoding. A file that
// does not shrink weighs the same in each.
type weight struct {
	part              string
	files             int
	raw, gzip, brotli int
}

// partOf sorts the page's files into the parts that people ask about.
func partOf(name string) string {
	base := path.Base(name)
	switch ext := path.Ext(name); {
	case strings.HasPrefix(name, "lessons/"):
		return "lessons"
	case ext == ".wasm":
		return "program (WebAssembly)"
	case strings.HasPrefix(base, "wasm_exec."):
		return "Go's wasm_exec.js"
	case ext == ".js":
		return "our JavaScript"
	case ext == ".css":
		return "styles"
	case ext == ".html":
		return "HTML"
	}
	return "icons and the rest"
}

var partOrder = []string{"program (WebAssembly)", "Go's wasm_exec.js", "our JavaScript", "styles", "HTML", "lessons", "icons and the rest"}

// weigh adds up the parts, heaviest kind first, and ends with the sum.
func weigh(p packed) []weight {
	byPart := map[string]*weight{}
	sum := weight{part: "all"}
	for _, name := range sortedNames(p.plain) {
		part := partOf(name)
		w := byPart[part]
		if w == nil {
			w = &weight{part: part}
			byPart[part] = w
		}
		for _, to := range []*weight{w, &sum} {
			to.files++
			to.raw += len(p.plain[name])
			to.gzip += encodedLen(p, name, ".gz")
			to.brotli += encodedLen(p, name, ".br")
		}
	}
	var list []weight
	for _, part := range partOrder {
		if w := byPart[part]; w != nil {
			list = append(list, *w)
		}
	}
	return append(list, sum)
}

func encodedLen(p packed, name, ending string) int {
	if body, ok := p.files[name+ending]; ok {
		return len(body)
	}
	return len(p.plain[name])
}

// table is the weights as a Markdown table, readable as it is in a terminal.
func table(weights []weight) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %-22s | %5s | %11s | %11s | %11s |\n", "part of the page", "files", "bytes", "gzip -9", "brotli -q11")
	fmt.Fprintf(&b, "|%s|%s:|%s:|%s:|%s:|\n", strings.Repeat("-", 24), strings.Repeat("-", 6),
		strings.Repeat("-", 12), strings.Repeat("-", 12), strings.Repeat("-", 12))
	for _, w := range weights {
		fmt.Fprintf(&b, "| %-22s | %5d | %11s | %11s | %11s |\n", w.part, w.files, thousands(w.raw), thousands(w.gzip), thousands(w.brotli))
	}
	return b.String()
}

// thousands writes 1012978 as 1,012,978.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
