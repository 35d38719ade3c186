package action

import (
	"strconv"
	"strings"
	"time"
)

// String is the action's canonical line.
func (a Action) String() string {
	words := []string{string(a.Verb)}
	add := func(w ...string) { words = append(words, w...) }
	switch a.Verb {
	case Step, Run:
		switch {
		case a.Bind:
			add("bind", a.Ref.String())
		case a.Until != "":
			add("until", a.Until)
		case a.N > 1:
			add(strconv.Itoa(a.N))
		}
	case Do, Mark:
		add(a.Name)
	case Patch:
		add(a.Ref.String(), a.Patch)
	case Advance:
		if a.ToTime {
			add("to", FormatTime(a.To))
		} else {
			add(FormatDuration(a.Dur))
		}
	case Next:
		add("timer")
	case Permit:
		if a.Allow {
			add("allow", a.Ref.String())
		} else {
			add("reject", a.Ref.String())
		}
	case Fail, Reject:
		add(a.Phase, a.Ref.String())
		if a.Text != "" {
			add(quote(a.Text))
		}
	case Hold:
		add(a.Phase, a.Ref.String())
	case Note:
		add(quote(a.Text))
	default:
		add(a.Ref.String())
	}
	return strings.Join(words, " ")
}

// FormatDuration is the shortest spelling: 5s, 1m30s, 300ms; what time.ParseDuration reads.
func FormatDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-2]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-2]
	}
	return s
}

// FormatTime writes an instant, in nanoseconds since the epoch, as mm:ss or h:mm:ss, with as many decimals as it has.
func FormatTime(ns int64) string {
	s := ns / int64(time.Second)
	frac := ns % int64(time.Second)
	var b strings.Builder
	if h := s / 3600; h > 0 {
		b.WriteString(strconv.FormatInt(h, 10) + ":")
	}
	b.WriteString(two(s/60%60) + ":" + two(s%60))
	if frac > 0 {
		digits := strconv.FormatInt(int64(time.Second)+frac, 10)[1:]
		b.WriteString("." + strings.TrimRight(digits, "0"))
	}
	return b.String()
}

func two(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}

// quote writes s in double quotes. Only ", \, line breaks, tabs and other control characters are escaped.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			b.WriteString(`\u00` + string("0123456789abcdef"[r>>4]) + string("0123456789abcdef"[r&15]))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
