package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"inflight/engine/why"
)

// call runs a command line as a shell would, beside the files of testdata.
func call(args []string, stdin string, env map[string]string) (stdout, stderr string, code int) {
	var out, err bytes.Buffer
	code = execute(args, world{stdin: strings.NewReader(stdin), stdout: &out, stderr: &err,
		getenv:   func(name string) string { return env[name] },
		readFile: func(name string) ([]byte, error) { return os.ReadFile(filepath.Join("testdata", name)) }})
	return out.String(), err.String(), code
}

// words splits a command line; single and double quotes keep spaces.
func words(line string) []string {
	var out []string
	var word strings.Builder
	var quote rune
	inWord := false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, inWord = r, true
		case quote == 0 && r == ' ':
			if inWord {
				out = append(out, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if inWord {
		out = append(out, word.String())
	}
	return out
}

// TestCommandLine runs what stands in the golden files: "run" with a command line a line, or with one command line and
// below a line of --- what comes from standard input. Of a long result, lines=N keeps the first.
func TestCommandLine(t *testing.T) {
	datadriven.Walk(t, "testdata/golden", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			lines := 0
			d.MaybeScanArgs(t, "lines", &lines)
			env := map[string]string{}
			var lang string
			if d.MaybeScanArgs(t, "LANG", &lang); lang != "" {
				env["LANG"] = lang
			}
			commands, stdin, _ := strings.Cut(d.Input, "\n---\n")
			var b strings.Builder
			for _, line := range strings.Split(commands, "\n") {
				stdout, stderr, code := call(words(line), stdin, env)
				kept := strings.SplitAfter(stdout, "\n")
				if lines > 0 && len(kept) > lines {
					kept = append(kept[:lines], "…\n")
				}
				b.WriteString(strings.Join(kept, ""))
				for _, l := range strings.Split(strings.TrimSuffix(stderr, "\n"), "\n") {
					if l != "" {
						b.WriteString("! " + l + "\n")
					}
				}
				fmt.Fprintf(&b, "exit %d\n", code)
			}
			return b.String()
		})
	})
}

// The scenario that the product begins with ends as the real queues end: lost in v1.28.1, retried in v1.28.2.
func TestLostMarker(t *testing.T) {
	for release, place := range map[string]string{"v1.28.1": "unschedulablePods", "v1.28.2": "backoffQ"} {
		_, stderr, code := call([]string{"check", "lost-marker.yaml", "pod(web).place == " + place, "--k8s", release}, "", nil)
		require.Zero(t, code, stderr)
		stdout, _, code := call([]string{"run", "lost-marker.yaml", "--format=json", "--k8s", release}, "", nil)
		require.Zero(t, code)
		var run struct {
			Schema, Release string
			State           map[string]json.RawMessage
		}
		require.NoError(t, json.Unmarshal([]byte(stdout), &run))
		require.Equal(t, "inflight.trace/v1", run.Schema)
		require.Equal(t, release, run.Release)
		require.Contains(t, string(run.State[place]), "default/web")
	}
}

// The same call gives the same bytes.
func TestRunsRepeat(t *testing.T) {
	for _, args := range [][]string{{"run", "shop.yaml", "-v"}, {"run", "shop.yaml", "--format", "json"}, {"matrix", "shop.yaml"}} {
		first, _, _ := call(args, "", nil)
		second, _, _ := call(args, "", nil)
		require.Equal(t, first, second)
		require.NotEmpty(t, first)
	}
}

// Every text is in both languages with the same values, and every key that the code names is there.
func TestCatalogs(t *testing.T) {
	values := func(s string) map[string]bool {
		out := map[string]bool{}
		for _, part := range strings.Split(s, "{")[1:] {
			name, _, _ := strings.Cut(part, "}")
			out[name] = true
		}
		return out
	}
	unused := map[string]bool{}
	for key, text := range catalog[why.English] {
		unused[key] = true
		require.Contains(t, catalog[why.Japanese], key)
		require.Equal(t, values(text), values(catalog[why.Japanese][key]), key)
	}
	require.Len(t, catalog[why.Japanese], len(catalog[why.English]))
	// Keys that are put together: a kind of word that is not known, an answer, a place.
	for _, kind := range []string{"command", "flag", "format", "release", "variant", "variant-value"} {
		delete(unused, "use."+kind)
		delete(unused, "use."+kind+"-near")
	}
	for _, answer := range []string{"true", "false", "unknown"} {
		delete(unused, "check."+answer)
		delete(unused, "check."+answer+"-start")
		delete(unused, "check."+answer+"-end")
	}
	delete(unused, "pod.scheduling")
	delete(unused, "pod.binding")
	named := regexp.MustCompile(`(?:msg\(|say\(\d, |key = |key := )"([a-zA-Z.-]*[a-zA-Z])"`)
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range named.FindAllStringSubmatch(string(b), -1) {
			require.Contains(t, catalog[why.English], m[1], f)
			delete(unused, m[1])
		}
	}
	require.Empty(t, unused, "texts that nothing says")
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("the pipe broke") }

func TestBrokenStandardInput(t *testing.T) {
	var out, err bytes.Buffer
	code := execute([]string{"run", "-"}, world{stdin: brokenReader{}, stdout: &out, stderr: &err, getenv: func(string) string { return "" }})
	require.Equal(t, exitUnreadable, code)
	require.Equal(t, "standard input: cannot be read (the pipe broke); check the name and the permissions\n", err.String())
}
