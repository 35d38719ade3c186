package trace

import "inflight/engine/event"

// StateSchema is the name and version of the JSON form of a whole state.
const StateSchema = "inflight.state/v1"

// StateJSON is everything that a state holds, so that tracejson.State gives the same state again. It is meant for
// machines: heaps are as they lie in memory, and objects, queued copies and events stand in tables that the rest
// points into.
func StateJSON(s *State) []byte {
	w := &stateWriter{objects: map[any]int{}, queued: map[*Queued]int{}, events: map[*event.Recorded]int{}}
	w.collect(s)
	w.object(func() {
		w.key("schema").string(StateSchema)
		w.release(s.Profile)
		w.key("at").duration(s.At)
		w.key("objects").array(func() {
			for _, o := range w.objectTable {
				w.apiObject(o)
			}
		})
		w.key("queued").array(func() {
			for _, q := range w.queuedTable {
				w.queuedCopy(q)
			}
		})
		w.key("events").array(func() {
			for _, r := range w.eventTable {
				w.recorded(r)
			}
		})
		w.key("pods").array(func() {
			for _, p := range s.Pods.All() {
				w.pod(p)
			}
		})
		w.key("nodes").array(func() {
			for _, n := range s.Nodes.All() {
				w.node(n)
			}
		})
		w.lane("activeQ", s.ActiveQ.Slice())
		w.lane("backoffQ", s.BackoffQ.Slice())
		w.lane("errorBackoffQ", s.ErrorBackoffQ.Slice())
		w.lane("unschedulablePods", s.Unschedulable.Slice())
		w.optInt("inFlight", int64(s.InFlight))
		w.key("list")
		w.list(&s.List)
		w.optInt("schedulingCycle", s.SchedulingCycle)
		w.key("moveRequestCycle").int(s.MoveRequestCycle)
		if s.Scheduling != nil {
			w.key("scheduling")
			w.attemptFrame(s.Scheduling)
		}
		w.key("binding").array(func() {
			for _, a := range s.Binding {
				w.attemptFrame(a)
			}
		})
		w.optTime("nextBackoffFlush", s.NextBackoffFlush)
		w.optTime("nextSweep", s.NextSweep)
		w.optBool("closed", s.Closed)
		w.unknown(s.Unknown)
	})
	return append(w.b, '\n')
}

// stateWriter keeps the tables: where each object, queued copy and event stands.
type stateWriter struct {
	encoder
	objects     map[any]int
	objectTable []any
	queued      map[*Queued]int
	queuedTable []*Queued
	events      map[*event.Recorded]int
	eventTable  []*event.Recorded
}

// collect fills the tables in the order in which the state names things.
func (w *stateWriter) collect(s *State) {
	for _, p := range s.Pods.All() {
		if p.Object != nil {
			w.addObject(p.Object)
		}
		w.addQueued(p.Queued)
	}
	for _, n := range s.Nodes.All() {
		if n.Object != nil {
			w.addObject(n.Object)
		}
	}
	for _, lane := range [][]*Queued{s.ActiveQ.Slice(), s.BackoffQ.Slice(), s.ErrorBackoffQ.Slice(), s.Unschedulable.Slice()} {
		for _, q := range lane {
			w.addQueued(q)
		}
	}
	for _, e := range s.List.Log {
		w.addEvent(e.Event)
	}
}

func (w *stateWriter) addObject(o any) {
	if _, ok := w.objects[o]; !ok {
		w.objects[o] = len(w.objectTable)
		w.objectTable = append(w.objectTable, o)
	}
}

func (w *stateWriter) addQueued(q *Queued) {
	if _, ok := w.queued[q]; ok || q == nil {
		return
	}
	w.queued[q] = len(w.queuedTable)
	w.queuedTable = append(w.queuedTable, q)
	if q.Object != nil {
		w.addObject(q.Object)
	}
}

func (w *stateWriter) addEvent(r *event.Recorded) {
	if _, ok := w.events[r]; ok || r == nil {
		return
	}
	w.events[r] = len(w.eventTable)
	w.eventTable = append(w.eventTable, r)
	if r.Old != nil {
		w.addObject(r.Old)
	}
	if r.New != nil {
		w.addObject(r.New)
	}
}

// ref writes where an object stands in the table; none for nil.
func (w *stateWriter) ref(key string, o any) {
	if i, ok := w.objects[o]; ok {
		w.key(key).int(int64(i))
	}
}

func (w *stateWriter) queuedCopy(q *Queued) {
	w.object(func() {
		w.key("pod").int(int64(q.Pod))
		w.ref("object", q.Object)
		w.optInt("attempts", int64(q.Attempts))
		w.optInt("unschedulableCount", int64(q.UnschedulableCount))
		w.optInt("consecutiveErrors", int64(q.ConsecutiveErrors))
		w.optTime("timestamp", q.Timestamp)
		w.optTime("flushTimestamp", q.FlushTimestamp)
		w.optTime("initialAttempt", q.InitialAttempt)
		w.optTime("backoffExpiry", q.BackoffExpiry)
		w.optStrings("rejectors", q.Rejectors)
		w.optStrings("pending", q.Pending)
		w.optString("gating", q.Gating)
	})
}

func (w *stateWriter) recorded(r *event.Recorded) {
	w.object(func() {
		w.key("n").int(int64(r.N))
		w.key("resource").string(string(r.Resource))
		w.key("action").int(int64(r.Action))
		w.optString("label", r.Label)
		if r.Old != nil {
			w.ref("old", r.Old)
		}
		if r.New != nil {
			w.ref("new", r.New)
		}
		w.key("at").duration(r.At)
	})
}

func (w *stateWriter) pod(p *Pod) {
	w.object(func() {
		w.key("uid").string(p.UID)
		w.ref("object", p.Object)
		w.optString("place", p.Place.known())
		w.optString("queue", p.Queue.known())
		if p.Queued != nil {
			w.key("queued").int(int64(w.queued[p.Queued]))
		}
		w.optString("node", p.Node)
		w.optBool("inFlight", p.InFlight)
		if p.Marker != NoElement {
			w.key("marker").int(int64(p.Marker))
		}
		w.optTime("popped", p.Popped)
		w.unknown(p.Unknown)
	})
}

func (w *stateWriter) node(n *Node) {
	w.object(func() {
		w.ref("object", n.Object)
		w.optArray("pods", len(n.Pods), func(i int) { w.int(int64(n.Pods[i])) })
		w.optBool("gone", n.Gone)
	})
}

// lane is a queue as it lies in memory, by place in the table; -1 where an entry has left.
func (w *stateWriter) lane(key string, lane []*Queued) {
	w.key(key).array(func() {
		for _, q := range lane {
			if q == nil {
				w.int(-1)
				continue
			}
			w.int(int64(w.queued[q]))
		}
	})
}

// list is the log, markers with their pod's number and events with their place in the table; then the IDs of the
// elements that have left.
func (w *stateWriter) list(l *List) {
	w.object(func() {
		w.key("log").array(func() {
			for _, e := range l.Log {
				w.object(func() {
					if e.Event != nil {
						w.key("event").int(int64(w.events[e.Event]))
					} else {
						w.key("pod").int(int64(e.Pod))
					}
				})
			}
		})
		w.optInt("head", int64(l.Head))
		w.key("removed").array(func() {
			for i, word := range l.Removed.All() {
				for bit := range 64 {
					if word&(1<<bit) != 0 {
						w.int(int64(i<<6 + bit))
					}
				}
			}
		})
		w.key("len").int(int64(l.Len))
		w.key("uses").array(func() {
			for _, n := range l.Uses.All() {
				w.int(int64(n))
			}
		})
	})
}

func (w *stateWriter) attemptFrame(a *Attempt) {
	w.object(func() {
		w.key("pod").int(int64(a.Pod))
		w.optInt("n", int64(a.N))
		w.optInt("cycle", a.Cycle)
		w.optString("last", string(a.Last))
		w.optString("next", string(a.Next))
		w.optString("failed", string(a.Failed))
		w.optBool("error", a.Error)
		w.optString("message", a.Message)
		w.optArray("verdicts", len(a.Verdicts), func(i int) { w.verdict(a.Verdicts[i]) })
		w.optStrings("feasible", a.Feasible)
		w.optString("node", a.Node)
		w.optBool("held", a.Held)
		w.optTime("started", a.Started)
	})
}

// UnknownNames are the words of the bits of Unknown, lowest first.
var UnknownNames = []string{"place", "attempts", "timestamp", "backoff", "rejectors", "object", "inFlight", "list", "order"}

func (w *stateWriter) unknown(u Unknown) {
	if u == 0 {
		return
	}
	w.key("unknown").array(func() {
		for i, name := range UnknownNames {
			if u&(1<<i) != 0 {
				w.string(name)
			}
		}
	})
}
