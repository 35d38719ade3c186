package main

import (
	"fmt"
	"os/exec"
	"strings"

	"inflight/tools/region"
)

// The program that the reference measurements were made with: a test program
// with the libraries that ours uses, and nothing of ours.
var referenceSet = weight{part: "libraries alone", raw: 5923438, gzip: 1392177, brotli: 1012978}

// writeSizeDoc measures the program once more with its names and writes what is
// found between the markers of the document.
func writeSizeDoc(file string, weights []weight) error {
	module, err := compileWASM(".tools/parts/named.wasm", "-w")
	if err != nil {
		return err
	}
	sizes, err := measureWASM(module)
	if err != nil {
		return fmt.Errorf("measuring the program: %w", err)
	}
	pkgs, err := wasmPackages()
	if err != nil {
		return err
	}
	version, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		return fmt.Errorf("asking go for its version: %w", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Built with %s.\n\n%s\n", strings.TrimSpace(string(version)), table(weights))
	compareProgram(&b, weights[0])
	explainProgram(&b, sizes, pkgs)
	return region.Replace(file, "weights", b.String())
}

func compareProgram(b *strings.Builder, program weight) {
	fmt.Fprintf(b, "Against the libraries alone (yaml.v3, hackpadfs with mem, indexeddb and mount, honnef dom, embed):\n\n")
	fmt.Fprintf(b, "| | bytes | gzip -9 | brotli -q11 |\n|---|---:|---:|---:|\n")
	for _, w := range []weight{referenceSet, program} {
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", w.part, thousands(w.raw), thousands(w.gzip), thousands(w.brotli))
	}
	fmt.Fprintf(b, "| difference | %+.1f %% | %+.1f %% | %+.1f %% |\n\n", percent(program.raw, referenceSet.raw),
		percent(program.gzip, referenceSet.gzip), percent(program.brotli, referenceSet.brotli))
}

func percent(n, of int) float64 { return 100 * float64(n-of) / float64(of) }

// packagesShown is how many packages are listed by name.
const packagesShown = 15

func explainProgram(b *strings.Builder, sizes wasmSizes, pkgs []string) {
	byGroup, byPackage := attribute(sizes, pkgs)
	total := sizes.code + sizes.data + sizes.rest
	fmt.Fprintf(b, "What the program is made of, uncompressed. Code is attributed by function name; data (strings, types,\n"+
		"tables for stacks and garbage collection, embedded files) carries no names that could be attributed.\n\n")
	fmt.Fprintf(b, "| | bytes | share |\n|---|---:|---:|\n")
	row := func(name string, n int) {
		fmt.Fprintf(b, "| %s | %s | %.1f %% |\n", name, thousands(n), 100*float64(n)/float64(total))
	}
	for _, s := range byGroup {
		row("code, "+s.name, s.bytes)
	}
	row("data", sizes.data)
	row("tables of the module", sizes.rest)
	fmt.Fprintf(b, "\nThe %d packages with the most code:\n\n| package | bytes | share |\n|---|---:|---:|\n", packagesShown)
	for _, s := range byPackage[:min(packagesShown, len(byPackage))] {
		row("`"+s.name+"`", s.bytes)
	}
}
