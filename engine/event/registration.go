package event

import (
	"inflight/engine/api"
	"inflight/engine/why"
)

// Answer is what a QueueingHint function says of one event and one pod.
type Answer uint8

// The answers. Up to 1.28 a function says Skip, Queue (there named QueueAfterBackoff) or Immediately; from 1.29 it says
// Skip or Queue, or fails, which counts as Queue.
const (
	AnswerSkip Answer = iota
	AnswerQueue
	AnswerImmediately
	AnswerError
)

// HintFunc is a plugin's QueueingHint function: may this change of an object make the pod schedulable? At most one of
// old and new is nil. The reason carries the rule and the numbers; plugin, pod and event are filled in by the queue.
type HintFunc func(pod *api.Pod, old, new api.Object) (Answer, why.Reason)

// Registration is one entry of a plugin's EventsToRegister. A nil Hint answers Queue ("after backoff" in 1.28) to
// every event that matches.
type Registration struct {
	Plugin string
	Event  ClusterEvent
	Hint   HintFunc
}
