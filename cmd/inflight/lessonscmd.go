package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"

	"inflight/lessons"
	"inflight/lessons/lint"
	"inflight/lessons/pack"
)

// runLessons is inflight lessons check [DIR]: whether the lessons of a folder, else the built-in ones, keep what
// docs/lessons.md promises. Problems go to standard error, a line for each lesson to standard output.
func runLessons(s *session) int {
	if len(s.files) == 0 || s.files[0] != "check" || len(s.files) > 2 {
		return s.wrong(msg("use.no-file", "command", "lessons check [DIR]"))
	}
	var src fs.FS = lessons.Files
	dir := "lessons"
	if len(s.files) == 2 {
		dir = s.files[1]
		src = os.DirFS(dir)
	}
	ids, err := pack.List(src)
	if err == nil && len(ids) == 0 {
		fmt.Fprintln(s.stderr, dir+": "+s.text(msg("lessons.none")))
		return exitUnreadable
	}
	code := exitWell
	for _, id := range ids {
		code = max(code, s.lesson(src, dir, id))
	}
	return code
}

// lesson checks one lesson.
func (s *session) lesson(src fs.FS, dir, id string) int {
	problems, err := lint.Lesson(src, id)
	if err != nil {
		fmt.Fprintln(s.stderr, dir+": "+err.Error())
		return exitUnreadable
	}
	for _, p := range problems {
		p.File = path.Join(dir, p.File)
		fmt.Fprintln(s.stderr, p)
	}
	if len(problems) > 0 {
		s.say(0, "lessons.broken", "lesson", id, "problems", strconv.Itoa(len(problems)))
		return exitFalse
	}
	s.say(0, "lessons.kept", "lesson", id)
	return exitWell
}
