// Command build packs the lessons for the page:
//
//	go run ./lessons/build -out FOLDER
//
// writes FOLDER/lessons.tar. tools/build calls it.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"inflight/lessons"
	"inflight/lessons/lesson"
	"inflight/lessons/pack"
)

func main() {
	out := flag.String("out", "", "`folder` that "+lesson.BundleName+" goes to")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "build: where to? give the folder with -out")
		os.Exit(2)
	}
	if err := build(*out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func build(out string) error {
	files, err := pack.Bundle(lessons.Files)
	if err != nil {
		return err
	}
	archive, err := pack.Tar(files)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, lesson.BundleName), archive, 0o644)
}
