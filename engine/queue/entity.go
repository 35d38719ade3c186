package queue

import (
	"math"
	"time"

	"inflight/engine/api"
	"inflight/engine/trace"
)

// entity is what the queues hold, as far as they tell one from another: from 1.37 a pod or, with GenericWorkload, the
// waiting pods of a group as one (framework.QueuedEntityInfo). Here every entity is a pod.
type entity interface {
	key() key
	priority() int32
	since() trace.Time // Timestamp
	size() int         // how many pods it stands for
}

// key is how the queues know an entity. In-flight pods are known by UID instead: the difference is the root of
// kubernetes#138316.
type key struct{ kind, namespace, name string }

const podKind = "pod"

// keyOf is the key of the entity that a pod is queued in.
func keyOf(p *api.Pod) key { return key{podKind, p.Namespace, p.Name} }

// podEntity is a pod that is queued on its own.
type podEntity trace.Queued

func entityOf(e *trace.Queued) entity { return (*podEntity)(e) }

func (e *podEntity) key() key          { return keyOf(e.Object) }
func (e *podEntity) priority() int32   { return e.Object.Priority }
func (e *podEntity) since() trace.Time { return e.Timestamp }
func (e *podEntity) size() int         { return 1 }

// prioritySort orders activeQ: higher priority first, then earlier Timestamp (queuesort.PrioritySort).
func prioritySort(a, b entity) bool {
	if a.priority() != b.priority() {
		return a.priority() > b.priority()
	}
	return a.since() < b.since()
}

// maxBackoff caps the backoff of an entity; that of many pods may be longer (backoffQueue.calculateBackoffDuration,
// 1.37).
func (q *Queue) maxBackoff(e entity) time.Duration {
	if n := e.size(); n > 1 {
		return time.Duration(float64(q.cfg.MaxBackoff) * math.Sqrt(float64(n)))
	}
	return q.cfg.MaxBackoff
}
