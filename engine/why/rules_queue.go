package why

// inQueue is a method of the scheduling queue: PriorityQueue's in internal/queue up to 1.31, and in backend/queue from
// 1.32, there under another name where one is given.
func inQueue(method string, later ...string) []Source { return inQueueSince(0, method, later...) }

func inQueueSince(minor int, method string, later ...string) []Source {
	name := "PriorityQueue." + method
	out := []Source{{minor, "internal/queue", name}}
	if len(later) > 0 {
		name = later[0]
	}
	return append(out, Source{32, "backend/queue", name})
}

// renamed adds the name that a function of the queue has from a minor release on.
func renamed(sources []Source, minor int, name string) []Source {
	return append(sources, Source{minor, "backend/queue", name})
}

func init() {
	pop := inQueue("Pop", "activeQueue.unlockedPop")
	done := append(inQueueSince(28, "done", "activeQueue.done"), Source{33, "backend/queue", "activeQueue.unlockedDone"})
	add := inQueue("Add")
	update := inQueue("Update")
	taken := renamed(renamed(inQueue("Pop", "activeQueue.unlockedPop"), 36, "activeQueue.unlockedMovePodToInFlight"), 37, "activeQueue.unlockedMoveEntityToInFlight")
	move := renamed(inQueue("movePodsToActiveOrBackoffQueue"), 37, "PriorityQueue.moveEntitiesToActiveOrBackoffQueue")
	sweep := renamed(inQueue("flushUnschedulablePodsLeftover"), 37, "PriorityQueue.flushUnschedulableEntitiesLeftover")
	walk := inQueueSince(28, "determineSchedulingHintForInFlightPod")
	back := renamed(inQueue("AddUnschedulableIfNotPresent"), 37, "PriorityQueue.AddUnschedulablePodIfNotPresent")
	worth := inQueueSince(28, "isPodWorthRequeuing")
	byCycle := []Source{{27, "internal/queue", "PriorityQueue.AddUnschedulableIfNotPresent"}, {28, "internal/queue", "PriorityQueue.addUnschedulableWithoutQueueingHint"},
		{32, "backend/queue", "PriorityQueue.addUnschedulableWithoutQueueingHint"}, {Since: 37}}
	register(
		Info{Rule: "add.new", Args: []string{"priority"}, Sources: add},
		Info{Rule: "add.displaced", Args: []string{"queue", "uid"}, Sources: add},
		Info{Rule: "update.in-place", Args: []string{"queue"}, Sources: update},
		Info{Rule: "update.new", Args: []string{"priority"}, Sources: update},
		Info{Rule: "update.second-copy", Decision: true, Args: []string{"priority"}, Sources: update},
		Info{Rule: "update.status-only", Sources: update},
		Info{Rule: "update.requeue", Decision: true, Sources: update},
		Info{Rule: "update.requeue-backoff", Decision: true, Args: []string{"left"}, Sources: update},
		Info{Rule: "delete.from", Args: []string{"queue"}, Sources: inQueue("Delete")},

		Info{Rule: "pop.head", Args: []string{"priority", "attempt"}, Sources: pop},
		Info{Rule: "pop.from-backoff", Decision: true, Args: []string{"priority", "attempt", "left"}, Sources: pop},
		Info{Rule: "pop.duplicate", Decision: true, Sources: taken},
		Info{Rule: "pop.marker", Sources: taken},
		Info{Rule: "pop.points-at", Sources: pop},
		Info{Rule: "pop.points-at-nothing", Sources: pop},
		Info{Rule: "pop.cycle", Args: []string{"cycle", "move"}, Sources: pop},

		Info{Rule: "done.marker", Args: []string{"uid?"}, Sources: done},
		Info{Rule: "done.uses", Args: []string{"uid?"}, Sources: done},
		Info{Rule: "done.unknown", Args: []string{"uid"}, Sources: done},
		Info{Rule: "done.prune", Args: []string{"events", "first", "last"}, Sources: done},
		Info{Rule: "done.prune-unused", Args: []string{"events", "first", "last"}, Sources: done},

		Info{Rule: "event.arrives", Args: []string{"waiting", "inflight"}, Sources: move},
		Info{Rule: "event.by-affinity", Args: []string{"asked", "waiting", "inflight"}, Sources: []Source{{0, "internal/queue", "PriorityQueue.getUnschedulablePodsWithMatchingAffinityTerm"}, {Since: 31}}},
		Info{Rule: "event.arrives-by-cycle", Args: []string{"waiting", "cycle"}, Sources: move},
		Info{Rule: "event.by-affinity-by-cycle", Args: []string{"asked", "waiting", "cycle"}, Sources: []Source{{0, "internal/queue", "PriorityQueue.getUnschedulablePodsWithMatchingAffinityTerm"}, {Since: 31}}},
		Info{Rule: "event.by-topology-by-cycle", Args: []string{"asked", "waiting", "cycle"}, Sources: []Source{{31, "internal/queue", "PriorityQueue.getUnschedulablePodsWithCrossTopologyTerm"},
			{32, "backend/queue", "PriorityQueue.getUnschedulablePodsWithCrossTopologyTerm"}, {Since: 34}}},
		Info{Rule: "event.move-request", Args: []string{"cycle"}, Sources: move},
		Info{Rule: "activate.move-request", Args: []string{"cycle"}, Sources: inQueue("Activate")},
		Info{Rule: "event.sweep", Args: []string{"overdue"}, Sources: sweep},
		Info{Rule: "event.no-interest", Decision: true, Sources: inQueueSince(30, "isEventOfInterest")},
		Info{Rule: "event.recorded", Args: []string{"pods"}, Sources: inQueue("movePodsToActiveOrBackoffQueue", "activeQueue.addEventIfAnyInFlight")},
		Info{Rule: "event.pre-check", Decision: true, Sources: inQueue("moveAllToActiveOrBackoffQueue")},
		Info{Rule: "event.pre-check-self", Decision: true, Sources: []Source{{0, "", "Scheduler.handleBindingCycleError"}}},
		Info{Rule: "event.pre-check-priority", Decision: true, Sources: inQueue("moveAllToActiveOrBackoffQueue")},
		Info{Rule: "event.passes-gated", Args: []string{"gate"}, Sources: move},
		Info{Rule: "event.passes-gated-always", Args: []string{"gate"}, Sources: move},

		Info{Rule: "look.nil", Decision: true, Sources: walk},
		Info{Rule: "return.previous-gone", Decision: true, Args: []string{"previous", "missed"}, Sources: walk},
		Info{Rule: "return.no-events", Decision: true, Sources: walk},
		Info{Rule: "return.all-skip", Decision: true, Args: []string{"events", "plugins"}, Sources: walk},
		Info{Rule: "return.error", Decision: true, Sources: walk},
		Info{Rule: "return.error-list-empty", Decision: true, Sources: walk},
		Info{Rule: "return.error-list-not-empty", Decision: true, Args: []string{"events"}, Sources: walk},
		Info{Rule: "return.error-event-since", Decision: true, Sources: walk},
		Info{Rule: "return.error-no-event-since", Decision: true, Sources: walk},
		Info{Rule: "return.not-in-flight", Decision: true, Sources: walk},
		Info{Rule: "return.present", Decision: true, Args: []string{"queue"}, Sources: back},
		Info{Rule: "return.move-request", Decision: true, Args: []string{"move", "cycle"}, Sources: byCycle},
		Info{Rule: "return.no-move-request", Decision: true, Args: []string{"move", "cycle"}, Sources: byCycle},

		Info{Rule: "hint.no-rejectors", Decision: true, Sources: worth},
		Info{Rule: "hint.unknown-profile", Decision: true, Args: []string{"scheduler"}, Sources: worth},
		Info{Rule: "hint.not-registered", Decision: true, Args: []string{"plugins"}, Sources: []Source{{27, "internal/queue", "PriorityQueue.podMatchesEvent"},
			{28, "internal/queue", "PriorityQueue.isPodWorthRequeuing"}, {32, "backend/queue", "PriorityQueue.isPodWorthRequeuing"}}},
		Info{Rule: "hint.wildcard", Decision: true, Sources: worth},
		Info{Rule: "hint.wildcard-for-other", Decision: true, Sources: worth},
		Info{Rule: "hint.default", Decision: true, Sources: []Source{{28, "", "buildQueueingHintMap"}}},
		Info{Rule: "hint.registered", Decision: true, Sources: []Source{{27, "internal/queue", "PriorityQueue.podMatchesEvent"}, {Since: 28}}},

		Info{Rule: "backoff.over", Sources: inQueue("flushBackoffQCompleted")},
		Info{Rule: "timer.backoff", Args: []string{"at"}, Sources: inQueue("flushBackoffQCompleted")},
		Info{Rule: "timer.sweep", Args: []string{"at", "longest"}, Sources: sweep},
		Info{Rule: "activate", Decision: true, Sources: inQueue("activate")},
	)
}
