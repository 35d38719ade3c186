package trace

import "time"

// The periods of the two timers and the time after which the sweep takes a pod out of unschedulablePods.
const (
	BackoffFlushPeriod  = Time(time.Second)
	SweepPeriod         = Time(30 * time.Second)
	UnschedulableMaxAge = Time(5 * time.Minute) // podMaxInUnschedulablePodsDuration's default
)

// BackoffLeft is how long a queued copy's backoff still lasts, 0 where it is over or where it has none. A pod in
// unschedulablePods may have one too: an event that moves it then moves it to backoffQ.
func (s *State) BackoffLeft(q *Queued) Time {
	if q == nil || q.BackoffExpiry == NoTime {
		return 0
	}
	return max(0, q.BackoffExpiry-s.At)
}

// FlushFor is the first backoff flush that takes an entry of backoffQ or errorBackoffQ to activeQ: from its expiry
// on, or strictly after it where the release lets a pod whose backoff ends right now wait (from 1.33).
func (s *State) FlushFor(q *Queued) Time {
	due := q.BackoffExpiry
	if s.Profile.ExpiryEqualWaits && due != NoTime {
		due++
	}
	return nextTick(s.NextBackoffFlush, BackoffFlushPeriod, due)
}

// SweepFor is the first sweep that takes an entry of unschedulablePods out: the first tick that comes strictly later
// than five minutes after it began to wait, so five minutes to five and a half.
func (s *State) SweepFor(q *Queued) Time {
	return nextTick(s.NextSweep, SweepPeriod, q.WaitsSince()+UnschedulableMaxAge+1)
}

// WaitsSince is the instant from which the sweep counts an entry's wait: its Timestamp, or the last sweep that took it.
func (q *Queued) WaitsSince() Time { return max(q.Timestamp, q.FlushTimestamp) }

// nextTick is the first of next, next+period, … that is not before due.
func nextTick(next, period, due Time) Time {
	if due <= next {
		return next
	}
	return next + (due-next+period-1)/period*period
}
