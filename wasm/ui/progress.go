package ui

import (
	"inflight/engine/check"
	"inflight/lessons/lesson"
)

// Progress is what the reader has done in the lesson.
type Progress struct {
	Choice   map[string]string // chosen and not yet checked, by prediction
	Answers  map[string]string // by prediction
	Hints    map[string]int    // shown, by exercise
	Exercise string            // the one that is being done
	Actions  []string          // done in it, one a line
	Outcomes map[string][]lesson.Outcome
}

// met tells whether a goal is reached.
func (p Progress) met(exercise, goal string) bool {
	for _, o := range p.Outcomes[exercise] {
		if o.Goal == goal {
			return o.Met
		}
	}
	return false
}

// failing are the releases on which a goal is not reached although it is on others.
func (p Progress) failing(exercise, goal string) string {
	var bad []string
	met := 0
	for _, o := range p.Outcomes[exercise] {
		if o.Goal != goal {
			continue
		}
		for _, f := range o.Where {
			if f.Value == check.True && f.Stuck == nil {
				met++
			} else {
				bad = append(bad, f.Release.String())
			}
		}
	}
	if met == 0 {
		return ""
	}
	return commas(bad)
}
