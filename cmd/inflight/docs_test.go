package main

import (
	stdflag "flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/check"
	"inflight/engine/why"
)

// TestDocs runs every example of the documents about the command, predicates and traces: in a block ```console the
// lines after $ are run beside the files of testdata, and what follows is what they print; each line of a block
// ```predicate is a predicate. With -rewrite the results are written anew.
func TestDocs(t *testing.T) {
	for _, name := range []string{"cli.md", "checks.md", "trace.md"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("..", "..", "docs", name)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			var out strings.Builder
			fence, ran := "", 0
			var block []string
			for line := range strings.Lines(string(text)) {
				switch {
				case fence == "" && strings.HasPrefix(line, "```"):
					fence, block = strings.TrimSpace(line[3:]), nil
					out.WriteString(line)
				case fence != "" && strings.TrimSpace(line) == "```":
					switch fence {
					case "console":
						block = replay(block)
						ran++
					case "predicate":
						predicates(t, block)
						ran++
					}
					out.WriteString(strings.Join(block, "") + line)
					fence = ""
				case fence != "":
					block = append(block, line)
				default:
					out.WriteString(line)
				}
			}
			require.Positive(t, ran)
			if rewriting() {
				require.NoError(t, os.WriteFile(path, []byte(out.String()), 0o644))
				return
			}
			require.Equal(t, string(text), out.String(), "run the test with -rewrite, and look at the difference")
		})
	}
}

func rewriting() bool {
	f := stdflag.Lookup("rewrite")
	return f != nil && f.Value.String() == "true"
}

// replay runs the commands of a block and gives the block with what they print.
func replay(block []string) []string {
	var out []string
	for _, line := range block {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		out = append(out, line)
		command = strings.TrimSuffix(command, "\n")
		command, code := strings.CutSuffix(command, "; echo $?")
		command, pipes, _ := strings.Cut(command, " | ")
		env := map[string]string{}
		args := words(command)
		for name, value, ok := strings.Cut(args[0], "="); ok; name, value, ok = strings.Cut(args[0], "=") {
			env[name] = value
			args = args[1:]
		}
		stdout, stderr, exit := call(args[1:], "", env)
		for pipe := range strings.SplitSeq(pipes, " | ") {
			stdout = strings.Join(piped(stdout, pipe), "")
		}
		out = append(out, strings.SplitAfter(stdout, "\n")...)
		out = append(out, strings.SplitAfter(stderr, "\n")...)
		if code {
			out = append(out, strconv.Itoa(exit)+"\n")
		}
	}
	return out
}

// piped is what head -n N, head -c N, grep -E PATTERN or sed s,PATTERN,TEXT, makes of a text.
func piped(text, pipe string) []string {
	lines := strings.SplitAfter(text, "\n")
	args := words(pipe)
	switch {
	case len(args) == 3 && args[0] == "head" && args[1] == "-n":
		n, _ := strconv.Atoi(args[2])
		return lines[:min(n, len(lines))]
	case len(args) == 3 && args[0] == "head" && args[1] == "-c":
		n, _ := strconv.Atoi(args[2])
		return []string{text[:min(n, len(text))] + "\n"}
	case len(args) == 2 && args[0] == "sed":
		f := strings.Split(args[1], ",")
		return []string{regexp.MustCompile(f[1]).ReplaceAllLiteralString(text, f[2])}
	case len(args) == 3 && args[0] == "grep" && args[1] == "-E":
		var kept []string
		for _, l := range lines {
			if regexp.MustCompile(args[2]).MatchString(l) {
				kept = append(kept, l)
			}
		}
		return kept
	}
	return lines
}

// predicates checks that each line is a predicate as it is written.
func predicates(t *testing.T, block []string) {
	for _, line := range block {
		src, _, _ := strings.Cut(strings.TrimSpace(line), "  #")
		p, problem := check.Parse(src)
		if problem != nil {
			t.Fatalf("%s: %s", src, why.Text(why.English, problem.Why))
		}
		require.Equal(t, strings.TrimSpace(src), p.String())
	}
}
