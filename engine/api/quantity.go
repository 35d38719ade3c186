package api

import (
	"math"
)

// Quantity is a resource quantity as the scheduler uses it: rounded up to whole milli-units (cpu) or whole
// units (everything else). Text is the manifest's own spelling, for sentences.
type Quantity struct {
	Milli int64  // value in thousandths, rounded up; saturates at ±(2⁶³−1)
	Value int64  // value in whole units, rounded up
	Text  string // as written

	exact  amount
	format format
}

// format is the family of a quantity's suffix, which the API server keeps: 1024 and 1Ki are two spellings of one
// amount, yet a change from the one to the other is a change of the object.
type format uint8

const (
	decimalSI format = iota
	binarySI
	decimalExponent
)

// amount is a number to nine decimals: whole + nano/10⁹, both of one sign. It saturates.
type amount struct {
	whole int64
	nano  int32
}

// quantity makes the rounded forms of an amount.
func quantity(a amount, f format, text string) Quantity {
	return Quantity{Milli: a.milli(), Value: a.value(), Text: text, exact: a, format: f}
}

// Cmp orders quantities by their exact amount: -1, 0 or 1.
func (q Quantity) Cmp(o Quantity) int { return q.exact.cmp(o.exact) }

// Sign is -1, 0 or 1.
func (q Quantity) Sign() int { return q.exact.cmp(amount{}) }

// Same tells whether the API server would keep both alike: equal amounts in the same family of suffixes.
func (q Quantity) Same(o Quantity) bool { return q.exact == o.exact && q.kept() == o.kept() }

// kept is the family in which the API server keeps the quantity: an amount that it writes without a suffix is read back as
// a decimal one (Quantity.CanonicalizeBytes).
func (q Quantity) kept() format {
	switch whole := q.exact.nano == 0; q.format {
	case binarySI:
		if q.exact.whole == 0 || !whole || q.exact.whole%1024 != 0 {
			return decimalSI
		}
	case decimalExponent:
		if q.Sign() == 0 || whole && q.exact.whole%1000 != 0 {
			return decimalSI
		}
	}
	return q.format
}

func (a amount) cmp(b amount) int {
	switch {
	case a == b:
		return 0
	case a.whole < b.whole || a.whole == b.whole && a.nano < b.nano:
		return -1
	}
	return 1
}

func (a amount) add(b amount) amount {
	whole, nano := addSaturated(a.whole, b.whole), a.nano+b.nano
	switch {
	case nano >= 1e9:
		whole, nano = addSaturated(whole, 1), nano-1e9
	case nano <= -1e9:
		whole, nano = addSaturated(whole, -1), nano+1e9
	}
	switch { // both of one sign
	case whole > 0 && nano < 0:
		whole, nano = whole-1, nano+1e9
	case whole < 0 && nano > 0:
		whole, nano = whole+1, nano-1e9
	}
	return amount{whole, nano}
}

// value is the amount in whole units, away from zero where it has decimals (resource.Quantity.Value).
func (a amount) value() int64 { return addSaturated(a.whole, int64(sign(a.nano))) }

// milli is the amount in thousandths, away from zero (resource.Quantity.MilliValue, which wraps around where this
// saturates).
func (a amount) milli() int64 {
	const most = math.MaxInt64 / 1000
	switch {
	case a.whole > most:
		return math.MaxInt64
	case a.whole < -most:
		return -math.MaxInt64
	}
	m := int64(a.nano) / 1e6
	if a.nano%1e6 != 0 {
		m += int64(sign(a.nano))
	}
	return addSaturated(a.whole*1000, m)
}

func sign(n int32) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

func addSaturated(a, b int64) int64 {
	switch c := a + b; {
	case a > 0 && b > 0 && c < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && (c >= 0 || c == math.MinInt64):
		return -math.MaxInt64
	default:
		return c
	}
}

// Resource is one entry of a resource list.
type Resource struct {
	Name     string // cpu, memory, ephemeral-storage, pods, example.com/gpu …
	Quantity Quantity
}

// Resources is a resource list, sorted by name, each name once. Nil is the empty list.
type Resources []Resource

// Get returns the quantity of a resource and whether the list has it.
func (r Resources) Get(name string) (Quantity, bool) {
	for i := range r {
		if r[i].Name == name {
			return r[i].Quantity, true
		}
	}
	return Quantity{}, false
}

// Same tells whether both lists hold the same resources in the same amounts (Quantity.Same).
func (r Resources) Same(o Resources) bool {
	if len(r) != len(o) {
		return false
	}
	for i := range r {
		if r[i].Name != o[i].Name || !r[i].Quantity.Same(o[i].Quantity) {
			return false
		}
	}
	return true
}
