package queue

import (
	"inflight/engine/event"
	"inflight/engine/trace"
)

// cycleTracker remembers nothing: up to 1.27, and where hints are off, scheduling cycles decide (moveRequestCycle).
type cycleTracker struct{}

func (cycleTracker) popped(string, trace.PodID) int           { return trace.NoElement }
func (cycleTracker) arrived(*event.Recorded) int              { return trace.NoElement }
func (cycleTracker) done(string) (int, []int, bool)           { return trace.NoElement, nil, false }
func (cycleTracker) remove(int)                               {}
func (cycleTracker) entry(string) (int, bool)                 { return trace.NoElement, false }
func (cycleTracker) first(string) int                         { return trace.NoElement }
func (cycleTracker) next(int) int                             { return trace.NoElement }
func (cycleTracker) event(int) *event.Recorded                { return nil }
func (cycleTracker) lost(string) (int, *event.Recorded, bool) { return 0, nil, false }
func (cycleTracker) pods() int                                { return 0 }
func (cycleTracker) events() int                              { return 0 }
func (cycleTracker) uids() []string                           { return nil }
func (cycleTracker) view() trace.List                         { return trace.List{} }
