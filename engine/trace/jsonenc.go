package trace

import (
	"strconv"
	"time"
	"unicode/utf8"
)

// encoder appends JSON to a buffer. It exists because encoding/json costs too much in the WASM. Values are written in
// order; commas come by themselves.
type encoder struct{ b []byte }

// next puts a comma before a value or key where one is needed.
func (e *encoder) next() {
	if n := len(e.b); n > 0 {
		switch e.b[n-1] {
		case '{', '[', ':':
		default:
			e.b = append(e.b, ',')
		}
	}
}

func (e *encoder) open(bracket byte) {
	e.next()
	e.b = append(e.b, bracket)
}

func (e *encoder) close(bracket byte) { e.b = append(e.b, bracket) }

// object and array write a value whose members f writes.
func (e *encoder) object(f func()) {
	e.open('{')
	f()
	e.close('}')
}

func (e *encoder) array(f func()) {
	e.open('[')
	f()
	e.close(']')
}

func (e *encoder) key(k string) *encoder {
	e.next()
	e.quote(k)
	e.b = append(e.b, ':')
	return e
}

func (e *encoder) string(s string) {
	e.next()
	e.quote(s)
}

func (e *encoder) int(n int64) {
	e.next()
	e.b = strconv.AppendInt(e.b, n, 10)
}

func (e *encoder) bool(v bool) {
	e.next()
	e.b = strconv.AppendBool(e.b, v)
}

// duration writes nanoseconds as Go writes durations: 1.5s. Instants are durations since the epoch.
func (e *encoder) duration(ns int64) { e.string(time.Duration(ns).String()) }

func (e *encoder) strings(ss []string) {
	e.array(func() {
		for _, s := range ss {
			e.string(s)
		}
	})
}

// The opt functions write a member unless its value is the zero value.

func (e *encoder) optString(k, s string) {
	if s != "" {
		e.key(k).string(s)
	}
}

func (e *encoder) optInt(k string, n int64) {
	if n != 0 {
		e.key(k).int(n)
	}
}

func (e *encoder) optBool(k string, v bool) {
	if v {
		e.key(k).bool(v)
	}
}

func (e *encoder) optStrings(k string, ss []string) {
	if len(ss) > 0 {
		e.key(k).strings(ss)
	}
}

// optArray writes n members, none for n = 0.
func (e *encoder) optArray(k string, n int, f func(i int)) {
	if n == 0 {
		return
	}
	e.key(k).array(func() {
		for i := range n {
			f(i)
		}
	})
}

// optTime writes an instant unless it is NoTime.
func (e *encoder) optTime(k string, t Time) {
	if t != NoTime {
		e.key(k).duration(t)
	}
}

const hex = "0123456789abcdef"

// quote writes a string. Bytes that are no UTF-8 become the replacement character, as JSON has no way to say them;
// U+2028 and U+2029 are escaped so that the text is JavaScript too.
func (e *encoder) quote(s string) {
	e.b = append(e.b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			e.b = append(e.b, '\\', byte(r))
		case r == '\n':
			e.b = append(e.b, '\\', 'n')
		case r == '\t':
			e.b = append(e.b, '\\', 't')
		case r < 0x20 || r == 0x2028 || r == 0x2029:
			e.b = append(e.b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			e.b = utf8.AppendRune(e.b, r)
		}
	}
	e.b = append(e.b, '"')
}
