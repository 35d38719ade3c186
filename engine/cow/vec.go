// Package cow holds a vector that hands out cheap immutable snapshots of itself. It is what makes a whole
// State per beat affordable: a snapshot shares every chunk that has not changed since the one before.
//
// It knows nothing of pods, queues or time.
package cow

const (
	chunkBits = 5
	chunkSize = 1 << chunkBits // elements a chunk; a changed element costs one chunk copy at the next snapshot
	chunkMask = chunkSize - 1
)

// Vec is a mutable vector of T with snapshots. The zero value is empty and ready. Not safe for concurrent use.
// Without snapshots it costs what a slice of chunks costs: writing never copies until a View was taken.
type Vec[T any] struct {
	chunks []*chunk[T]
	n      int
	// shared[i] is true when chunk i is part of a view and must be copied before it is written.
	shared []bool
	// spineShared is true when the slice of chunk pointers itself is part of a view.
	spineShared bool
	view        View[T]
	viewValid   bool
}

type chunk[T any] [chunkSize]T

// View is an immutable snapshot of a Vec. The zero value is an empty view. Views may be kept and shared freely.
type View[T any] struct {
	chunks []*chunk[T]
	n      int
}

// Len is the number of elements.
func (v *Vec[T]) Len() int { return v.n }

// At returns element i; it panics if i is out of range.
func (v *Vec[T]) At(i int) T {
	if i < 0 || i >= v.n {
		panic("cow: index out of range")
	}
	return v.chunks[i>>chunkBits][i&chunkMask]
}

// Set replaces element i; it panics if i is out of range.
func (v *Vec[T]) Set(i int, x T) {
	if i < 0 || i >= v.n {
		panic("cow: index out of range")
	}
	v.own(i >> chunkBits)[i&chunkMask] = x
}

// Append adds x at the end.
func (v *Vec[T]) Append(x T) {
	c := v.n >> chunkBits
	if c == len(v.chunks) {
		v.ownSpine()
		v.chunks = append(v.chunks, new(chunk[T]))
		v.shared = append(v.shared, false)
	}
	v.own(c)[v.n&chunkMask] = x
	v.n++
}

// Pop removes and returns the last element; it panics on an empty vector.
func (v *Vec[T]) Pop() T {
	x := v.At(v.n - 1)
	var zero T
	v.own((v.n - 1) >> chunkBits)[(v.n-1)&chunkMask] = zero
	v.n--
	return x
}

// View returns a snapshot of the present contents. Two calls without a change between them return the same
// snapshot at no cost.
func (v *Vec[T]) View() View[T] {
	if v.viewValid {
		return v.view
	}
	used := (v.n + chunkSize - 1) >> chunkBits
	for i := range used {
		v.shared[i] = true
	}
	v.spineShared = true
	v.view = View[T]{chunks: v.chunks[:used:used], n: v.n}
	v.viewValid = true
	return v.view
}

// own makes chunk c writable and returns it.
func (v *Vec[T]) own(c int) *chunk[T] {
	v.viewValid = false
	if v.shared[c] {
		v.ownSpine()
		fresh := *v.chunks[c]
		v.chunks[c] = &fresh
		v.shared[c] = false
	}
	return v.chunks[c]
}

func (v *Vec[T]) ownSpine() {
	if v.spineShared {
		v.chunks = append(make([]*chunk[T], 0, len(v.chunks)+2), v.chunks...)
		v.spineShared = false
	}
}

// Len is the number of elements.
func (w View[T]) Len() int { return w.n }

// At returns element i; it panics if i is out of range.
func (w View[T]) At(i int) T {
	if i < 0 || i >= w.n {
		panic("cow: index out of range")
	}
	return w.chunks[i>>chunkBits][i&chunkMask]
}

// All iterates over the elements in order.
func (w View[T]) All() func(yield func(int, T) bool) {
	return func(yield func(int, T) bool) {
		for i := range w.n {
			if !yield(i, w.chunks[i>>chunkBits][i&chunkMask]) {
				return
			}
		}
	}
}

// Slice copies the elements into a new slice.
func (w View[T]) Slice() []T {
	out := make([]T, 0, w.n)
	for _, x := range w.All() {
		out = append(out, x)
	}
	return out
}

// Of makes a view of the given elements.
func Of[T any](xs ...T) View[T] {
	var v Vec[T]
	for _, x := range xs {
		v.Append(x)
	}
	return v.View()
}
