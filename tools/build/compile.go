package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// smaller keeps the compiler from inlining in our packages and in the libraries:
// it makes the program a tenth smaller when it is compressed, and no slower by
// what the benchmarks of the engine and the views can tell. The runtime and the
// standard library are left as they are.
var smaller = []string{
	"-gcflags=inflight/...=-l", "-gcflags=honnef.co/...=-l", "-gcflags=go.yaml.in/...=-l", "-gcflags=github.com/...=-l",
}

// compileWASM links ./wasm into file and returns its bytes. Go's own cache makes
// it fast when nothing changed.
func compileWASM(file, ldflags string) ([]byte, error) {
	args := append([]string{"build", "-trimpath", "-buildvcs=false"}, smaller...)
	cmd := exec.Command("go", append(args, "-ldflags="+ldflags, "-o", file, "./wasm")...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if msg, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling ./wasm for the browser: %w\n%s", err, strings.TrimSpace(string(msg)))
	}
	return os.ReadFile(file)
}

// wasmExec is the script that starts a Go program in a browser, as the toolchain
// at hand brings it: it must fit the compiler.
func wasmExec() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("asking go for GOROOT: %w", err)
	}
	file := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	body, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w; this Go installation lacks lib/wasm, install Go from its own distribution", err)
	}
	return body, nil
}

// renderLessons runs the lessons' own build where there is one and returns the
// files that it wrote, by name.
func renderLessons(dir string) (map[string][]byte, error) {
	if main, _ := filepath.Glob("lessons/build/*.go"); len(main) == 0 {
		return nil, nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "run", "./lessons/build", "-out", dir)
	if msg, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("rendering the lessons: %w\n%s", err, strings.TrimSpace(string(msg)))
	}
	return readTree(dir, func(string) bool { return true })
}
