package action

import (
	"math"
	"strconv"
	"strings"
	"time"

	"inflight/engine/why"
)

func (s *scanner) advance(a *Action) *why.Problem {
	word := s.word()
	switch {
	case word == "":
		return s.problem("action.missing", why.L("want", []string{"DURATION", "to TIME"}))
	case word == "to":
		word = s.word()
		if word == "" {
			return s.problem("action.missing", why.L("want", []string{"TIME"}))
		}
		t, ok := ParseTime(word)
		if !ok {
			return s.problem("action.time", why.S("got", word))
		}
		a.To, a.ToTime = t, true
		return nil
	}
	d, ok := ParseDuration(word)
	if !ok || d == 0 {
		return s.problem("action.duration", why.S("got", word))
	}
	a.Dur = d
	return nil
}

// ParseDuration reads 5s, 1m30s, 300ms (time.ParseDuration), not negative.
func ParseDuration(s string) (time.Duration, bool) {
	d, err := time.ParseDuration(s)
	return d, err == nil && d >= 0
}

// ParseTime reads an instant, in nanoseconds since the start of the run: mm:ss or h:mm:ss with up to nine decimals, or the
// duration since the start (330s).
func ParseTime(s string) (int64, bool) {
	if !strings.Contains(s, ":") {
		d, ok := ParseDuration(s)
		return int64(d), ok
	}
	whole, frac, hasFrac := strings.Cut(s, ".")
	parts := strings.Split(whole, ":")
	if len(parts) > 3 {
		return 0, false
	}
	total := int64(0)
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 31)
		last := i == len(parts)-1
		if err != nil || i > 0 && (len(p) != 2 || n > 59) || last && len(p) != 2 {
			return 0, false
		}
		total = total*60 + int64(n)
	}
	if total > math.MaxInt64/int64(time.Second)-1 {
		return 0, false
	}
	total *= int64(time.Second)
	if hasFrac {
		if frac == "" || len(frac) > 9 {
			return 0, false
		}
		n, err := strconv.ParseUint(frac+strings.Repeat("0", 9-len(frac)), 10, 32)
		if err != nil {
			return 0, false
		}
		total += int64(n)
	}
	return total, true
}
