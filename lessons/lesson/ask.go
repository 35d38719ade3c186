package lesson

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"inflight/engine/check"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Stop is where a prediction stops a run, and the answer that the run gives.
type Stop struct {
	// Step is the number of the step that stays hidden until the answer, Beat the first beat of it, counted over the
	// run from 0.
	Step, Beat int
	// Truth is the choice that the run makes true; "" where it is none of them.
	Truth string
}

// Stop finds where a prediction stops a run. There is none (nil, nil) where the run does not come to it.
func (p *Prediction) Stop(t *trace.Trace) (*Stop, error) {
	step, beat, ok, err := find(t, p.Before)
	if err != nil || !ok {
		return nil, err
	}
	s := &Stop{Step: step + 1, Beat: beat}
	last := beat + len(t.Steps[step].Beats) - 1
	for _, choice := range p.Choices {
		holds, err := holdsAt(t, p.Term+" == "+choice, last)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s == %s: %w", p.Term, choice, err)
		case holds && s.Truth != "":
			return nil, fmt.Errorf("%s is both %s and %s at step %d; choices must exclude each other", p.Term, s.Truth, choice, s.Step)
		case holds:
			s.Truth = choice
		}
	}
	return s, nil
}

// Beat is the first beat at which a figure is to be seen, counted over the run from 0; false where the run does not
// come to it.
func (f *Figure) Beat(t *trace.Trace) (int, bool, error) {
	if _, isAddress := parseAddress(f.At); isAddress {
		_, beat, ok, err := find(t, f.At)
		return beat, ok, err
	}
	return firstHeld(t, f.At)
}

// find is the step of an address, or that in which a predicate first holds, and the step's first beat.
func find(t *trace.Trace, where string) (step, beat int, ok bool, err error) {
	at := -1
	address, isAddress := parseAddress(where)
	if !isAddress {
		var held bool
		if at, held, err = firstHeld(t, where); err != nil || !held || at < 0 {
			return 0, 0, false, err
		}
	}
	for i := range t.Steps {
		n := len(t.Steps[i].Beats)
		if isAddress && t.Steps[i].N == address.Step || !isAddress && at < beat+n {
			return i, beat, true, nil
		}
		beat += n
	}
	return 0, 0, false, nil
}

// firstHeld is the first beat after which a predicate holds; -1 where it holds from the start.
func firstHeld(t *trace.Trace, src string) (int, bool, error) {
	pred, problem := check.Parse(src)
	if problem != nil {
		return 0, false, sayProblem(problem)
	}
	w, problem := pred.Watch(t)
	if problem != nil {
		return 0, false, sayProblem(problem)
	}
	for more := true; more; more = w.Next() {
		if w.Holds() {
			return w.Beat(), true, nil
		}
	}
	return 0, false, nil
}

func holdsAt(t *trace.Trace, src string, beat int) (bool, error) {
	pred, problem := check.Parse(src)
	if problem != nil {
		return false, sayProblem(problem)
	}
	r, problem := pred.At(t, beat)
	if problem != nil {
		return false, sayProblem(problem)
	}
	return r.Value == check.True, nil
}

// sayProblem is a predicate's problem as an error.
func sayProblem(p *why.Problem) error {
	return errors.New("column " + strconv.Itoa(p.Column) + ": " + why.Text(why.English, p.Why))
}

// parseAddress reads 12 and 12.3.
func parseAddress(s string) (trace.Address, bool) {
	step, beat, both := strings.Cut(s, ".")
	n, err := strconv.Atoi(step)
	if err != nil || n < 1 {
		return trace.Address{}, false
	}
	m := 0
	if both {
		if m, err = strconv.Atoi(beat); err != nil || m < 1 {
			return trace.Address{}, false
		}
	}
	return trace.Address{Step: n, Beat: m}, true
}
