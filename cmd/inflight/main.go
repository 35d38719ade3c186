// Command inflight runs scenarios and manifests without a browser: what kube-scheduler's queue does with them in a
// release, step by step, and whether what is claimed of it holds. docs/cli.md describes it to its users.
package main

import (
	"io"
	"os"
	"slices"

	"inflight/engine/why"
)

func main() {
	os.Exit(execute(os.Args[1:], world{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv, readFile: os.ReadFile}))
}

// world is all that the command has to do with.
type world struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	readFile       func(string) ([]byte, error)
}

// The exit codes.
const (
	exitWell       = 0
	exitFalse      = 1 // a goal or a comparison is false
	exitUse        = 2 // wrong use of the command
	exitUnreadable = 3 // input that cannot be read
)

// command is one of the subcommands.
type command struct {
	name  string
	flags []flag
	run   func(*session) int
}

var commands = []command{
	{"run", []flag{k8sFlag, gatesFlag, variantsFlag, formatFlag, untilFlag, strictFlag, sentencesFlag, langFlag}, runRun},
	{"check", []flag{k8sFlag, gatesFlag, variantsFlag, strictFlag, langFlag}, runCheck},
	{"compare", []flag{k8sTwiceFlag, gatesFlag, variantsFlag, strictFlag, langFlag}, runCompare},
	{"matrix", []flag{releasesFlag, gatesFlag, variantsFlag, strictFlag, langFlag}, runMatrix},
	{"lessons", []flag{langFlag}, runLessons},
	{"versions", []flag{langFlag}, runVersions},
	{"help", []flag{langFlag}, runHelp},
}

func commandNames() []string {
	var out []string
	for _, c := range commands {
		out = append(out, c.name)
	}
	return out
}

// execute runs the command line and returns its exit code.
func execute(args []string, w world) int {
	s := &session{world: w, lang: languageOf(args, w.getenv)}
	if len(args) == 0 {
		s.usage(w.stderr)
		return exitUse
	}
	name := args[0]
	if name == "-h" || name == "--help" {
		name = "help"
	}
	for _, c := range commands {
		if c.name != name {
			continue
		}
		if err := s.parse(c.flags, args[1:]); err != nil {
			return s.wrong(err)
		}
		if lang := s.get(langFlag); s.has(langFlag) && !slices.Contains(why.Langs(), why.Lang(lang)) {
			return s.wrong(msg("use.lang", "got", lang, "want", langFlag.value))
		}
		if s.help {
			return runHelp(s)
		}
		return c.run(s)
	}
	return s.wrong(nearest("command", name, commandNames()))
}

func runHelp(s *session) int {
	s.usage(s.stdout)
	return exitWell
}
