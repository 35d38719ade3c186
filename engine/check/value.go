package check

// Value is an answer. A trace that was made from a log does not know everything, so there are three.
type Value uint8

// The values.
const (
	False Value = iota
	True
	Unknown
	pending // not decided yet: while a run is read
)

// String is the word of the value.
func (v Value) String() string { return [...]string{"false", "true", "unknown", "undecided"}[v] }

func of(b bool) Value {
	if b {
		return True
	}
	return False
}

func (v Value) not() Value {
	switch v {
	case False:
		return True
	case True:
		return False
	}
	return v
}

// both is "and" in three values: false as soon as one is false, open while one is open.
func both(a, b Value) Value {
	switch {
	case a == False || b == False:
		return False
	case a == pending || b == pending:
		return pending
	case a == Unknown || b == Unknown:
		return Unknown
	}
	return True
}

func either(a, b Value) Value { return both(a.not(), b.not()).not() }
