package lesson

import (
	"fmt"
	"strings"

	"inflight/engine/why"
)

// Problem is something wrong with a lesson's files, said to its author.
type Problem struct {
	File         string
	Line, Column int // from 1; 0 where there is none
	Field        string
	Text         string // what is wrong; what to do
}

// String is file:line:column: text.
func (p Problem) String() string {
	place := p.File
	if p.Line > 0 {
		place += fmt.Sprintf(":%d", p.Line)
		if p.Column > 0 {
			place += fmt.Sprintf(":%d", p.Column)
		}
	}
	if p.Field != "" {
		return place + ": " + p.Field + ": " + p.Text
	}
	return place + ": " + p.Text
}

// Problems are all that is wrong, as an error.
type Problems []Problem

// Error is one problem a line.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Err is the problems as an error, nil where there are none.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

// Say turns an engine's problem into one for the author of the file that it is in.
func Say(p why.Problem) Problem {
	return Problem{File: p.File, Line: p.Line, Column: p.Column, Field: p.Field, Text: why.Text(why.English, p.Why)}
}
