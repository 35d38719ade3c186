package queue

import (
	"inflight/engine/cow"
	"inflight/engine/trace"
)

// heap is a binary heap with lookup by key. Its element moves are those of Go's container/heap, which upstream uses,
// so that pods with equal sort keys come out in the same order here and there.
type heap struct {
	items cow.Vec[*trace.Queued]
	at    map[key]int
	less  func(a, b *trace.Queued) bool
}

func newHeap(less func(a, b *trace.Queued) bool) *heap {
	return &heap{at: map[key]int{}, less: less}
}

func (h *heap) len() int { return h.items.Len() }

func (h *heap) get(k key) *trace.Queued {
	if i, ok := h.at[k]; ok {
		return h.items.At(i)
	}
	return nil
}

func (h *heap) peek() *trace.Queued {
	if h.len() == 0 {
		return nil
	}
	return h.items.At(0)
}

// put inserts e, or replaces the entry of the same key and repairs the order.
func (h *heap) put(e *trace.Queued) {
	k := entityOf(e).key()
	if i, ok := h.at[k]; ok {
		h.items.Set(i, e)
		h.fix(i)
		return
	}
	h.items.Append(e)
	h.at[k] = h.len() - 1
	h.up(h.len() - 1)
}

// replace puts e in the place of before, if the heap holds that very entry; the order is left as it is.
func (h *heap) replace(before, e *trace.Queued) {
	if i, ok := h.at[entityOf(before).key()]; ok && h.items.At(i) == before {
		h.items.Set(i, e)
	}
}

// remove deletes the entry of that key; it returns it, or nil where there is none.
func (h *heap) remove(k key) *trace.Queued {
	i, ok := h.at[k]
	if !ok {
		return nil
	}
	last := h.len() - 1
	if i != last {
		h.swap(i, last)
		if !h.down(i, last) {
			h.up(i)
		}
	}
	delete(h.at, k)
	return h.items.Pop()
}

// pop removes and returns the first entry.
func (h *heap) pop() *trace.Queued {
	last := h.len() - 1
	h.swap(0, last)
	h.down(0, last)
	e := h.items.Pop()
	delete(h.at, entityOf(e).key())
	return e
}

func (h *heap) view() cow.View[*trace.Queued] { return h.items.View() }

func (h *heap) fix(i int) {
	if !h.down(i, h.len()) {
		h.up(i)
	}
}

func (h *heap) swap(i, j int) {
	if i == j {
		return
	}
	a, b := h.items.At(i), h.items.At(j)
	h.items.Set(i, b)
	h.items.Set(j, a)
	h.at[entityOf(b).key()], h.at[entityOf(a).key()] = i, j
}

func (h *heap) up(j int) {
	for {
		i := (j - 1) / 2
		if i == j || !h.less(h.items.At(j), h.items.At(i)) {
			return
		}
		h.swap(i, j)
		j = i
	}
}

func (h *heap) down(from, n int) bool {
	i := from
	for {
		left := 2*i + 1
		if left >= n || left < 0 {
			break
		}
		j := left
		if right := left + 1; right < n && h.less(h.items.At(right), h.items.At(left)) {
			j = right
		}
		if !h.less(h.items.At(j), h.items.At(i)) {
			break
		}
		h.swap(i, j)
		i = j
	}
	return i > from
}

// priorityLess orders activeQ.
func priorityLess(a, b *trace.Queued) bool { return prioritySort(entityOf(a), entityOf(b)) }

// expiryLess orders a backoff queue by the end of backoff.
func expiryLess(a, b *trace.Queued) bool { return a.BackoffExpiry < b.BackoffExpiry }

// backoffLess is the order of backoffQ: by the end of backoff; with whole-second windows, pods of one window are in
// the order of activeQ (lessBackoffCompletedWithPriority, 1.33).
func (q *Queue) backoffLess() func(a, b *trace.Queued) bool {
	if !q.profile.PopFromBackoffQ {
		return expiryLess
	}
	return func(a, b *trace.Queued) bool {
		if a.BackoffExpiry != b.BackoffExpiry {
			return a.BackoffExpiry < b.BackoffExpiry
		}
		return priorityLess(a, b)
	}
}
