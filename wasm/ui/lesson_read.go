package ui

import "errors"

// readLesson reads a lesson as the build has rendered it.
func readLesson(id, data string) (*Lesson, error) { return nil, errors.New("not yet") }
