package profile

// A row says what changed, where it landed and where to read it. The table is in order of landing; the rows that
// have landed by a release, applied in order to the first one's Profile, give that release's Profile.
type row struct {
	// at is where it landed: one release a release line, the first of them in every later line too. A backport is
	// one more entry.
	at []Release
	// says is what it does, in one sentence; pr and source say where to read about it and where it is.
	says, pr, source string
	set              func(p *Profile)
}

func since(releases ...string) []Release {
	var out []Release
	for _, s := range releases {
		r, err := Parse(s)
		if err != nil {
			panic(err)
		}
		out = append(out, r)
	}
	return out
}

// landed tells whether a row is in effect in r: in r's own line by its entry there, else by an entry of an earlier
// line, unless it was taken back in between (which is a row of its own).
func (w *row) landed(r Release) bool {
	for _, at := range w.at {
		if at.Minor == r.Minor {
			return r.AtLeast(at)
		}
	}
	return r.Minor > w.at[len(w.at)-1].Minor
}

// history is THE table.
var history = []row{
	{at: since("1.28.0"), pr: "#118438", source: "PriorityQueue.receivedEvents",
		says: "pods in flight remember the last event before them, and hints decide by the events since",
		set: func(p *Profile) {
			p.InFlight, p.Hints, p.NoRejector, p.ClaimStatusCounts = PreviousEvent, ThreeHints, NoRejectorAnyReceived, true
			p.Exceptions = []string{"I4", "I5"}
			p.AtPop, p.EventMatch, p.GatedMove, p.DoneAt = RejectorsKept, MatchExactResource, GatedNotSkipped, DoneAtEnd
		}},
	{at: since("1.28.0"), pr: "#119046, #118529", source: "Scheduler.schedulingCycle",
		says: "a rejection in Reserve or Permit names its plugin to the queue",
		set:  func(p *Profile) { p.ReserveBlames = true }},
	{at: since("1.28.0"), pr: "#116408", source: "noderesources.fitsRequest",
		says: "a pod is not kept off a node for a resource that it does not request",
		set:  func(p *Profile) { p.OverbookedTakesNone = false }},
	{at: since("1.27.14", "1.28.10", "1.29.5", "1.30.0"), pr: "#124559", source: "Scheduler.findNodesThatFitPod",
		says: "a node that PreFilter names and that is not there is passed by",
		set:  func(p *Profile) { p.MissingNamedFails = false }},
	{at: since("1.28.2"), pr: "#120413", source: "PriorityQueue.inFlightEvents",
		says: "each pod in flight has an element of its own in the list",
		set: func(p *Profile) {
			p.InFlight, p.NoRejector, p.Exceptions = PodMarker, NoRejectorAnySincePop, []string{"I2", "I5"}
		}},
	{at: since("1.28.3"), pr: "#120334", source: "PriorityQueue.Pop",
		says: "Pop clears the plugins that rejected the pod before",
		set:  func(p *Profile) { p.AtPop = RejectorsRenewed }},
	{at: since("1.28.15", "1.29.0"), pr: "#124618", source: "PriorityQueue.movePodsToActiveOrBackoffQueue",
		says: "a pod that SchedulingGates holds is not asked about events",
		set:  func(p *Profile) { p.GatedMove = GatedBySchedulingGates }},
	{at: since("1.29.0"), pr: "#119105", source: "PriorityQueue.determineSchedulingHintForInFlightPod",
		says: "a pod that no plugin rejected is always retried after backoff",
		set:  func(p *Profile) { p.NoRejector = NoRejectorBackoff }},
	{at: since("1.29.0"), pr: "#119785", source: "Scheduler.bindingCycle",
		says: "so does one of a pod that waits for Permit",
		set:  func(p *Profile) { p.WaitBlames = true }},
	{at: since("1.29.0"), pr: "KEP-753", source: "noderesources.Fit",
		says: "sidecars count as long as the pod runs",
		set:  func(p *Profile) { p.Sidecars = true }},
	{at: since("1.29.0"), pr: "KEP-4247", source: "PriorityQueue.isPodWorthRequeuing",
		says: "hints say Queue or QueueSkip; \"immediately\" follows from pending plugins",
		set:  func(p *Profile) { p.Hints = TwoHints }},
	{at: since("1.30.0"), pr: "#122292", source: "PriorityQueue.isEventOfInterest, nodeSchedulingPropertiesChange",
		says: "an event that nobody registered for is dropped; a node update sends one event a changed property",
		set: func(p *Profile) {
			p.EventFilter, p.NodeEvents, p.EventMatch, p.ImplicitNodeTaint = true, NodeEveryChange, MatchAnyResource, true
		}},
	{at: since("1.30.0"), pr: "#119779", source: "Scheduler.findNodesThatFitPod",
		says: "a plugin whose PreFilter leaves nodes out is one of those that rejected the pod",
		set:  func(p *Profile) { p.NarrowedBlamed = true }},
	{at: since("1.31.0"), pr: "#125578", source: "PriorityQueue.Update, moveToActiveQ",
		says: "an update of a pod in flight is recorded instead of queued, and an unschedulable pod's update asks hints",
		set: func(p *Profile) {
			p.UpdateInFlight, p.Unscheduled, p.MoveCleans = true, UpdateAsksHints, CleansAll
			p.UpdateInFlightOnce, p.OtherUpdates = true, true
			p.GatedHeld, p.AssignedPodsByAffinity, p.ActivateChecksActiveQ = GatedKeepsQueued, false, false
			p.AssignedPodsBySpread, p.AssignedUpdates = true, AssignedGeneral
			p.Exceptions = []string{"I5"} // the second copy is gone, and with it the way to a second pop
		}},
	{at: since("1.31.0"), pr: "#125360", source: "Scheduler.bindingCycle",
		says: "so does one in PreBind",
		set:  func(p *Profile) { p.PreBindBlames = true }},
	{at: since("1.32.0"), pr: "#127016, #126962, #126029, #128170, #127464", source: "activeQueue",
		says: "duplicate pops are discarded, early returns call Done, gated pods pay backoff, activation in flight is remembered, preCheck is gone with hints",
		set: func(p *Profile) {
			p.DuplicatePop, p.DoneOnSkip, p.CloseReleases, p.GatedBackoff, p.ActivateInFlight = true, true, true, true, true
			p.UpdateInFlightOnce, p.GateAndTolerationEvents, p.EventMatch = false, true, MatchPodKinds
			p.BackoffCount, p.DoneAt = CountAttemptsFromOne, DoneBeforeBind
			p.FitAsksGrowth, p.NarrowNodeEvents, p.TolerationsLabel = true, true, true
			p.Labels, p.PreCheck, p.NodeDeleteEvent, p.AssignedUpdates = DerivedLabels, false, true, AssignedEach
		}},
	{at: since("1.32.0"), pr: "#126022", source: "framework.NodeToStatus",
		says: "the message of a failed attempt counts the nodes that PreFilter left out",
		set:  func(p *Profile) { p.AbsentCounted = true }},
	{at: since("1.33.0"), pr: "KEP-5142, #130772, #130189", source: "backoffQueue",
		says: "Pop takes from backoffQ when activeQ is empty; errors wait in a backoffQ of their own; whole-second windows; Done before PreBind",
		set: func(p *Profile) {
			p.PopFromBackoffQ, p.ErrorBackoffQ, p.ExpiryEqualWaits, p.FlushOnWholeSecond = true, true, true, true
			p.TolerationsLabel = false
			p.DeleteOne, p.DoneAt, p.Resize, p.GatedHeld, p.NominatedHolds = true, DoneBeforePreBind, true, GatedKeeps, true
		}},
	{at: since("1.33.0"), pr: "#130189", source: "Scheduler.bindingCycle",
		says: "PreBind comes after Done, so no rejection in it names its plugin",
		set:  func(p *Profile) { p.PreBindBlames = false }},
	{at: since("1.33.0"), pr: "#130260", source: "noderesources.BalancedAllocation.PreScore",
		says: "best-effort pods are not balanced",
		set:  func(p *Profile) { p.BestEffortUnbalanced = true }},
	{at: since("1.34.0"), pr: "#128748, #127180", source: "backoffQueue.getBackoffTime, GatingPlugin",
		says: "backoff counts failures, not pops; the gating plugin's events decide which events concern a gated pod; general updates no longer match narrower registrations",
		set: func(p *Profile) {
			p.ClaimEvents, p.OtherUpdates = true, false
			p.PodLevelResources, p.TaintNamed = true, false
			p.BackoffCount, p.GatedMove, p.GateFirst, p.EventMatch = CountFailures, GatedByPluginEvents, true, MatchMoreSpecific
		}},
	{at: since("1.34.0"), pr: "#131345", source: "noderesources.Fit.Filter",
		says: "a pod that asks for more than a node has when empty cannot be helped there by preemption",
		set:  func(p *Profile) { p.FitUnresolvable = true }},
	{at: since("1.34.0"), pr: "#132040", source: "schedutil.GetHostPorts",
		says: "the host ports of sidecars count",
		set:  func(p *Profile) { p.SidecarPorts = true }},
	{at: since("1.35.0"), pr: "#134249", source: "PriorityQueue.moveToActiveQ",
		says: "a pod that is activated out of backoffQ is not asked to PreEnqueue again",
		set:  func(p *Profile) { p.ActivateFromBackoff = true }},
	{at: since("1.35.0"), pr: "#134157", source: "Scheduler.handleAssumedPodDeletion",
		says: "a deleted pod that was assumed stops counting at once; a bound pod leaves the queue silently",
		set:  func(p *Profile) { p.AssumedDeletion, p.BoundQuietly = true, true }},
	{at: since("1.35.0"), pr: "KEP-5278", source: "Scheduler.bindingCycle",
		says: "a pod that waits before it is bound is nominated to its node",
		set:  func(p *Profile) { p.NominatesEarly = true }},
	{at: since("1.34.8", "1.35.5", "1.36.0"), pr: "#138324", source: "Scheduler.handleSchedulingFailure",
		says: "a pod that was made again during its failure is not requeued",
		set:  func(p *Profile) { p.Recreated, p.Exceptions = RecreatedSkipped, nil }},
	{at: since("1.36.0"), pr: "#135126", source: "Scheduler.handleSchedulingFailure",
		says: "the plugins that rejected a pod are remembered until its next attempt fails, not until it begins",
		set:  func(p *Profile) { p.AtPop = RejectorsUntilFailure }},
	{at: since("1.36.0"), pr: "#135368", source: "PriorityQueue.moveToActiveQ",
		says: "a gated pod takes the place of its copy in unschedulablePods",
		set:  func(p *Profile) { p.GatedHeld = GatedKeepsQueued }},
	{at: since("1.35.8", "1.36.4", "1.37.0"), pr: "#139162", source: "PriorityQueue.movePodsToActiveOrBackoffQueue",
		says: "the sweep asks gated pods, too",
		set:  func(p *Profile) { p.WildcardReachesGated = true }},
	{at: since("1.37.0"), pr: "#139331", source: "PriorityQueue.flushUnschedulableEntitiesLeftover",
		says: "a pod that a sweep could not move is left alone for as long as if it had just been tried",
		set:  func(p *Profile) { p.SweepCounts = true }},
	{at: since("1.37.0"), pr: "#138567", source: "PriorityQueue.moveToActiveQ",
		says: "queues hold entities (pods, or groups of them); a move to activeQ looks into unschedulableEntities and no further",
		set:  func(p *Profile) { p.Entities, p.MoveCleans, p.GatedHeld = true, CleansUnschedulable, GatedReplaces }},
	{at: since("1.37.0"), source: "PodInfo.Update",
		says: "a queued pod does not become another one by an update",
		set:  func(p *Profile) { p.UpdateKeepsUID = true }},
	{at: since("1.37.0"), pr: "#138420", source: "PriorityQueue",
		says: "what worked without hints is gone: move requests, the gate itself",
		set:  func(p *Profile) { p.MoveRequests = false }},
	{at: since("1.37.0"), pr: "#138708", source: "buildQueueingHintMap",
		says: "a plugin that registers the addition of nodes hears of changed taints only if it says so",
		set:  func(p *Profile) { p.ImplicitNodeTaint = false }},
	{at: since("1.37.0"), pr: "#135905", source: "framework.PodSchedulingPropertiesChange",
		says: "the update of a waiting pod itself is an event of its own kind, and requests that grow are an event",
		set:  func(p *Profile) { p.TargetPod, p.ScaleUpEvents = true, true }},
	{at: since("1.37.0"), pr: "KEP-5836", source: "getDefaultPlugins",
		says: "NodeName is asked before NodeUnschedulable",
		set:  func(p *Profile) { p.NodeNameFirst = true }},
}

// first is 1.27, before any row.
func first() Profile {
	return Profile{MoveRequests: true, PreCheck: true, TaintNamed: true, MissingNamedFails: true, OverbookedTakesNone: true, AssignedPodsByAffinity: true, ActivateChecksActiveQ: true}
}
