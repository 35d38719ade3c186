package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// cacheDir keeps what is costly to make: compressed files by the hash of their
// content. Deleting it only costs time.
const cacheDir = ".tools/compressed"

func main() {
	out := flag.String("out", "web/dist", "`folder` that the page goes to; other files in it are removed")
	dev := flag.Bool("dev", false, "plain names, nothing compressed")
	size := flag.Bool("size", false, "write docs/size.md: what the page weighs, and why")
	quiet := flag.Bool("quiet", false, "report nothing but errors")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "build: unexpected %q; only flags are taken (-h lists them)\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := run(*out, *dev, *size, *quiet); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(out string, dev, size, quiet bool) error {
	start := time.Now()
	if _, err := os.Stat("wasm"); err != nil {
		return fmt.Errorf("there is no wasm folder here; run this in the root of the clone")
	}
	files, err := gather(filepath.Join(".tools", "parts"))
	if err != nil {
		return err
	}
	if dev {
		return write(out, files)
	}
	if files, err = hashNames(files); err != nil {
		return err
	}
	packed, err := compressAll(files, cacheDir)
	if err != nil {
		return err
	}
	if err := write(out, packed.files); err != nil {
		return err
	}
	weights := weigh(packed)
	if !quiet {
		fmt.Print(table(weights))
		fmt.Printf("\nbuilt %s in %.1f s; docs/size.md says why it weighs that (make size measures it anew)\n",
			out, time.Since(start).Seconds())
	}
	if size {
		return writeSizeDoc("docs/size.md", weights)
	}
	return nil
}

// gather makes or reads every file of the page, by its plain name.
func gather(parts string) (map[string][]byte, error) {
	files, err := readSources("web")
	if err != nil {
		return nil, err
	}
	if files["index.html"] == nil {
		return nil, fmt.Errorf("web/index.html is missing; the page starts with it")
	}
	wasm, err := compileWASM(filepath.Join(parts, "app.wasm"), "-s -w")
	if err != nil {
		return nil, err
	}
	files["app.wasm"] = wasm
	if files["wasm_exec.js"], err = wasmExec(); err != nil {
		return nil, err
	}
	lessons, err := renderLessons(filepath.Join(parts, "lessons"))
	if err != nil {
		return nil, err
	}
	for name, body := range lessons {
		files["lessons/"+name] = body
	}
	if files["index.html"], err = fillBytes(files["index.html"], files); err != nil {
		return nil, err
	}
	return files, checkLinks(files)
}

// readSources reads the page's own files: everything below dir but Go, what is
// built, and what starts with a dot.
func readSources(dir string) (map[string][]byte, error) {
	return readTree(dir, func(name string) bool {
		return filepath.Ext(name) != ".go" && !strings.HasPrefix(name, "dist/") &&
			filepath.Ext(name) != ".md"
	})
}
