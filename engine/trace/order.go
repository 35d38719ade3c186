package trace

import "inflight/engine/cow"

// ActiveOrder is activeQ as Pop would take it.
func (s *State) ActiveOrder() []*Queued { return popOrder(s.ActiveQ, prioritySort, -1) }

// BackoffOrder is backoffQ as the flush (and, where the release does it, Pop) would take it.
func (s *State) BackoffOrder() []*Queued { return popOrder(s.BackoffQ, s.backoffLess(), -1) }

// ErrorBackoffOrder is errorBackoffQ as the flush would take it.
func (s *State) ErrorBackoffOrder() []*Queued { return popOrder(s.ErrorBackoffQ, expiryLess, -1) }

// Unscheduled is unschedulablePods in order of arrival, gated pods included. It is a map upstream: no order can be
// relied on.
func (s *State) Unscheduled() []*Queued { return s.unscheduled(-1) }

func (s *State) unscheduled(limit int) []*Queued {
	var out []*Queued
	for _, q := range s.Unschedulable.All() {
		if len(out) == limit {
			break
		}
		if q != nil {
			out = append(out, q)
		}
	}
	return out
}

// NextPop is what Pop takes next: the head of activeQ or, where the release pops from backoffQ, that of backoffQ
// when activeQ is empty. Nil when Pop would wait.
func (s *State) NextPop() *Queued {
	switch {
	case s.ActiveQ.Len() > 0:
		return s.ActiveQ.At(0)
	case s.Profile.PopFromBackoffQ && s.BackoffQ.Len() > 0:
		return s.BackoffQ.At(0)
	}
	return nil
}

// prioritySort (plugins/queuesort): the higher priority first, then the earlier Timestamp. Of two pods with both
// equal neither is less, and how the heap lies in memory decides.
func prioritySort(a, b *Queued) bool {
	if a.Object.Priority != b.Object.Priority {
		return a.Object.Priority > b.Object.Priority
	}
	return a.Timestamp < b.Timestamp
}

// expiryLess orders errorBackoffQ, and backoffQ up to 1.32: by the end of backoff alone.
func expiryLess(a, b *Queued) bool { return a.BackoffExpiry < b.BackoffExpiry }

// backoffLess is the order of backoffQ: by the end of backoff; where Pop takes from backoffQ these are whole seconds,
// and within one second prioritySort decides (backoff_queue.go, from 1.33).
func (s *State) backoffLess() func(a, b *Queued) bool {
	if !s.Profile.PopFromBackoffQ {
		return expiryLess
	}
	return func(a, b *Queued) bool {
		if a.BackoffExpiry != b.BackoffExpiry {
			return a.BackoffExpiry < b.BackoffExpiry
		}
		return prioritySort(a, b)
	}
}

// popOrder takes up to limit entries (all where limit is negative) from a copy of a heap, exactly as container/heap
// would: the last entry takes the place of the first and sinks. Only so do entries of which neither is less come out
// as they do in the real scheduler. Time O(n + limit log n).
func popOrder(heap cow.View[*Queued], less func(a, b *Queued) bool, limit int) []*Queued {
	h := heap.Slice()
	if limit < 0 || limit > len(h) {
		limit = len(h)
	}
	out := make([]*Queued, 0, limit)
	for range limit {
		out = append(out, h[0])
		n := len(h) - 1
		h[0] = h[n]
		h = h[:n]
		sink(h, less)
	}
	return out
}

// sink lets the first entry of a heap go down to where it belongs.
func sink(h []*Queued, less func(a, b *Queued) bool) {
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if right := child + 1; right < len(h) && less(h[right], h[child]) {
			child = right
		}
		if !less(h[child], h[i]) {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
