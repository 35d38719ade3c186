package harness

// Rand is a small generator of pseudo-random numbers (splitmix64): the same seed gives the same scripts on every
// machine and with every release of Go.
type Rand struct{ state uint64 }

// NewRand starts from a seed.
func NewRand(seed uint64) *Rand { return &Rand{seed} }

func (r *Rand) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// N is a number from 0 to n-1.
func (r *Rand) N(n int) int { return int(r.next() % uint64(n)) }

// Chance is true in so many of a hundred cases.
func (r *Rand) Chance(percent int) bool { return r.N(100) < percent }

// Pick is one of the items.
func Pick[T any](r *Rand, items ...T) T { return items[r.N(len(items))] }

// Some is a subset of the items, in their order; most often one.
func Some[T any](r *Rand, items ...T) []T {
	var some []T
	for _, item := range items {
		if r.N(len(items)) == 0 {
			some = append(some, item)
		}
	}
	return some
}
