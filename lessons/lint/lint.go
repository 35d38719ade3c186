// Package lint holds lessons against what they promise: the same IDs in every language, answers that the engine gives,
// exercises that cannot be passed by doing nothing and can be by their solution.
package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"inflight/engine/why"
	"inflight/lessons/lesson"
	"inflight/lessons/pack"
)

// Check is all that is wrong with the lessons of a folder. The error is one of reading it.
func Check(src fs.FS) (lesson.Problems, error) {
	ids, err := pack.List(src)
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return nil, errors.New("there is no lesson here; a lesson is a folder with lesson.yaml in it")
	}
	var all lesson.Problems
	for _, id := range ids {
		problems, err := Lesson(src, id)
		if err != nil {
			return nil, err
		}
		all = append(all, problems...)
	}
	return all, nil
}

// Lesson is all that is wrong with one lesson of a folder.
func Lesson(src fs.FS, id string) (lesson.Problems, error) {
	s, err := pack.Read(src, id)
	var unreadable lesson.Problems
	if errors.As(err, &unreadable) {
		return unreadable, nil
	}
	if err != nil {
		return nil, err
	}
	c := &checker{Source: s, l: s.Lesson}
	c.facts()
	c.texts()
	c.runs()
	c.exercises()
	return c.problems, nil
}

// checker collects the problems of one lesson.
type checker struct {
	*pack.Source
	l        *lesson.Lesson
	problems lesson.Problems
}

func (c *checker) file(name string) string { return path.Join(c.l.ID, name) }

// yaml is a problem of lesson.yaml.
func (c *checker) yaml(line int, field, format string, args ...any) {
	c.problems = append(c.problems, lesson.Problem{File: c.file("lesson.yaml"), Line: line, Field: field, Text: fmt.Sprintf(format, args...)})
}

// text is a problem of a language's Markdown.
func (c *checker) text(lang why.Lang, line int, format string, args ...any) {
	c.problems = append(c.problems, lesson.Problem{File: c.file(string(lang) + ".md"), Line: line, Text: fmt.Sprintf(format, args...)})
}

var (
	folder = regexp.MustCompile(`^[0-9]{2}-[a-z0-9-]+$`)
	name   = regexp.MustCompile(`^[a-z0-9-]+$`)
)

// facts looks at lesson.yaml by itself.
func (c *checker) facts() {
	if !folder.MatchString(c.l.ID) {
		c.yaml(0, "", "the folder is named %s; name it by the lesson's number in two digits and its subject: 05-lost-marker", c.l.ID)
	}
	if !slices.Contains(lesson.Chapters(), c.l.Chapter) {
		c.yaml(0, "chapter", "%s is no chapter; there are %s", c.l.Chapter, strings.Join(lesson.Chapters(), ", "))
	}
	for _, s := range c.l.Subjects {
		if n, err := strconv.Atoi(strings.TrimPrefix(s, "S")); err != nil || n < 1 || n > 25 {
			c.yaml(0, "subjects", "%s is no subject; there are S1 to S25", s)
		}
	}
	if len(c.l.Predictions) == 0 {
		c.yaml(0, "predictions", "there is none; ask at the lesson's turning point what comes next")
	}
	kinds := map[lesson.Kind]bool{}
	for i := range c.l.Exercises {
		kinds[c.l.Exercises[i].Kind] = true
	}
	for _, k := range []lesson.Kind{lesson.Changing, lesson.Constructing} {
		if !kinds[k] {
			c.yaml(0, "exercises", "there is no %s one; a lesson that is only watched teaches little", k)
		}
	}
	for address := range c.Links { // order-free: problems name the address
		if !strings.HasPrefix(c.Links[address], "https://") {
			c.yaml(0, "links", "%s leads to %s; write an address with https://", address, c.Links[address])
		}
	}
	c.unique()
}

// unique: figures, predictions, exercises, goals and hints have words under their IDs, so each ID is there once.
func (c *checker) unique() {
	seen := map[string]bool{}
	add := func(line int, id string) {
		switch {
		case !name.MatchString(id):
			c.yaml(line, "", "%q cannot be an ID; write lower-case letters, digits and -", id)
		case seen[id]:
			c.yaml(line, "", "the ID %s stands twice; every prediction, exercise, goal and hint needs its own", id)
		}
		seen[id] = true
	}
	for _, p := range c.l.Predictions {
		add(p.Pos.Line, p.ID)
		if len(p.Choices) < 2 || len(p.Choices) > 4 {
			c.yaml(p.Pos.Line, "choices", "%s offers %d; offer 2 to 4", p.ID, len(p.Choices))
		}
	}
	for _, e := range c.l.Exercises {
		add(e.Pos.Line, e.ID)
		for _, g := range e.Goals {
			add(g.Pos.Line, g.ID)
		}
		for _, h := range e.Hints {
			add(e.Pos.Line, h)
		}
	}
}
