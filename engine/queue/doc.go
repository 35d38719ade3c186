// Package queue is the scheduling queue of kube-scheduler: which pod is tried next, and whether a failed pod is
// retried now, after backoff, or not until something relevant changes.
//
//	           Add                      Pop                    AddUnschedulableIfNotPresent
//	new pod ─────────► activeQ ─────────────────► an attempt ─────────────────┬───────────┐
//	                      ▲                  │                                │           │
//	     backoff is over  │                  │ inFlightPods[uid]              ▼           ▼
//	     (each second)    └──────────────────┼───────────────────────── backoffQ   unschedulablePods
//	                      ▲                  ▼                                ▲           │
//	                      │     inFlightEvents: <a> e1 e2 <b> e3              │           │
//	                      │        remembers what happened meanwhile          │           │
//	                      └───────────────────────────────────────────────────┴───────────┘
//	                            MoveAllToActiveOrBackoffQueue(event), the 30 s sweep, Activate
//
// Every public method is one atomic step of the real queue, which holds its lock for it. Files are named after what
// they decide: add.go, pop.go, requeue.go, hint.go, gate.go, backoff.go, flush.go; inflight*.go hold the three ways
// in which releases remember events. Algorithms return a decision with its reason; only moves.go changes anything,
// and only moves.go reports it.
//
// The package knows no plugin, no informer and no clock of its own: it is handed hint functions, a PreEnqueue
// function and the virtual time.
package queue
