package queue

import (
	"time"

	"inflight/engine/profile"
	"inflight/engine/trace"
)

// window is what the backoff times are aligned to where Pop takes from backoffQ (KEP-5142).
const window = int64(time.Second)

// renewed completes a changed copy: its backoff expiry follows from its counters and its Timestamp.
func (q *Queue) renewed(e trace.Queued) *trace.Queued {
	e.BackoffExpiry = q.expiry(&e)
	return &e
}

// align truncates an instant to the ordering window (backoffQueue.alignToWindow, 1.33).
func (q *Queue) align(t trace.Time) trace.Time {
	if !q.profile.PopFromBackoffQ {
		return t
	}
	into := t % window
	if into < 0 { // what was in place before the clock began
		into += window
	}
	return t - into
}

// expiry is when the backoff of a pod ends, trace.NoTime where it has none (getBackoffTime).
func (q *Queue) expiry(e *trace.Queued) trace.Time {
	switch {
	case q.profile.BackoffCount == profile.CountFailures:
	case q.profile.BackoffCount == profile.CountAttempts || e.Attempts > 0:
		return q.align(e.Timestamp + int64(q.doubled(e.Attempts)))
	case q.profile.ErrorBackoffQ: // 1.33: none at all
		return trace.NoTime
	default:
		return e.Timestamp
	}
	count := e.UnschedulableCount
	if e.ConsecutiveErrors > 0 {
		count = e.ConsecutiveErrors
	}
	if q.cfg.MaxBackoff == 0 || count == 0 {
		return trace.NoTime
	}
	return q.align(e.Timestamp + int64(q.shifted(entityOf(e), count)))
}

// doubled is the backoff after n attempts up to 1.33: the initial one, doubled n-1 times, capped; the cap does not
// hold for the first attempt (PriorityQueue.calculateBackoffDuration, 1.27).
func (q *Queue) doubled(attempts int) time.Duration {
	d, most := q.cfg.InitialBackoff, q.cfg.MaxBackoff
	for range attempts - 1 {
		if d > most-d {
			return most
		}
		d += d
	}
	return d
}

// shifted is the backoff after n failures from 1.34, always capped (backoffQueue.calculateBackoffDuration).
func (q *Queue) shifted(e entity, failures int) time.Duration {
	shift, most := failures-1, q.maxBackoff(e)
	if q.cfg.InitialBackoff > most>>shift {
		return most
	}
	return q.cfg.InitialBackoff << shift
}

// isPodBackingoff tells whether the pod must still wait (PriorityQueue.isPodBackingoff; backoffQueue.isPodBackingoff
// from 1.33, where the last window itself is waited out).
func (q *Queue) isPodBackingoff(e *trace.Queued) bool {
	if e.Gating != "" && !q.profile.GatedBackoff {
		return false
	}
	now := q.align(q.cfg.Now())
	if q.profile.ExpiryEqualWaits {
		return e.BackoffExpiry >= now
	}
	return e.BackoffExpiry > now
}
