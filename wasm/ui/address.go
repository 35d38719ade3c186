package ui

import (
	"strconv"
	"strings"

	"inflight/engine/trace"
)

// parseAddress reads 12 or 12.3; Beat is 0 where only a step is named.
func parseAddress(s string) (trace.Address, bool) {
	step, beat, dotted := strings.Cut(strings.TrimSpace(s), ".")
	n, err := strconv.Atoi(step)
	if err != nil || n < 1 {
		return trace.Address{}, false
	}
	if !dotted {
		return trace.Address{Step: n}, true
	}
	b, err := strconv.Atoi(beat)
	if err != nil || b < 1 {
		return trace.Address{}, false
	}
	return trace.Address{Step: n, Beat: b}, true
}
