package why

func init() {
	const fit, taint, gates = "framework/plugins/noderesources", "framework/plugins/tainttoleration", "framework/plugins/schedulinggates"
	registerNodePlugins()
	filterFit := []Source{{0, fit, "fitsRequest"}}
	fitNode := []Source{{30, fit, "Fit.isSchedulableAfterNodeChange"}}
	fitPod := []Source{{31, fit, "Fit.isSchedulableAfterPodChange"}, {32, fit, "Fit.isSchedulableAfterPodEvent"}, {37, fit, "Fit.isSchedulableAfterAssignedPodDelete"}}
	fitScaled := []Source{{32, fit, "Fit.isSchedulableAfterPodScaleDown"}, {37, fit, "Fit.isSchedulableAfterAssignedPodScaleDown"}}
	fitItself := []Source{{32, fit, "Fit.isSchedulableAfterPodScaleDown"}, {37, fit, "Fit.isSchedulableAfterTargetPodScaleDown"}}
	taintNode := []Source{{31, taint, "TaintToleration.isSchedulableAfterNodeChange"}}
	taintPod := []Source{{31, taint, "TaintToleration.isSchedulableAfterPodChange"}, {32, taint, "TaintToleration.isSchedulableAfterPodTolerationChange"}, {37, taint, "TaintToleration.isSchedulableAfterTargetPodTolerationChange"}}
	gatesPod := []Source{{31, gates, "SchedulingGates.isSchedulableAfterPodChange"}, {32, gates, "SchedulingGates.isSchedulableAfterUpdatePodSchedulingGatesEliminated"}, {37, gates, "SchedulingGates.isSchedulableAfterUpdateTargetPodSchedulingGatesEliminated"}}
	register(
		Info{Rule: "filter.fit.insufficient", Args: []string{"resource", "needs", "free"}, Sources: filterFit},
		Info{Rule: "filter.fit.pods", Args: []string{"pods", "capacity"}, Sources: filterFit},
		Info{Rule: "filter.taint", Args: []string{"taint"}, Sources: []Source{{0, taint, "TaintToleration.Filter"}}},
		Info{Rule: "filter.some", Args: []string{"fit", "nodes"}, Sources: []Source{{0, "", "Scheduler.findNodesThatPassFilters"}}},
		Info{Rule: "filter.none", Decision: true, Args: []string{"nodes", "plugins"}, Sources: []Source{{0, "", "Scheduler.findNodesThatPassFilters"}}},
		Info{Rule: "gate.scheduling-gates", Decision: true, Args: []string{"gates", "count"}, Sources: []Source{{0, gates, "SchedulingGates.PreEnqueue"}}},

		Info{Rule: "hint.fit.fits", Decision: true, Args: []string{"resource", "needs", "capacity"}, Sources: fitNode},
		Info{Rule: "hint.fit.new-node", Decision: true, Args: []string{"resource", "needs", "capacity"}, Sources: fitNode},
		Info{Rule: "hint.fit.grew", Decision: true, Args: []string{"resource", "was", "now", "needs"}, Sources: fitNode},
		Info{Rule: "hint.fit.too-small", Decision: true, Args: []string{"resource", "needs", "capacity"}, Sources: fitNode},
		Info{Rule: "hint.fit.not-grown", Decision: true, Sources: fitNode},
		Info{Rule: "hint.fit.pod-gone", Decision: true, Args: []string{"resource", "needs", "capacity"}, Sources: fitPod},
		Info{Rule: "hint.fit.nominated-gone", Decision: true, Sources: fitPod},
		Info{Rule: "hint.fit.unassigned-gone", Decision: true, Sources: fitPod},
		Info{Rule: "hint.fit.itself-smaller", Decision: true, Sources: fitItself},
		Info{Rule: "hint.fit.unassigned-smaller", Decision: true, Sources: fitScaled},
		Info{Rule: "hint.fit.other-smaller", Decision: true, Args: []string{"resource", "was", "now"}, Sources: fitScaled},
		Info{Rule: "hint.fit.other-not-smaller", Decision: true, Sources: fitScaled},

		Info{Rule: "hint.another-pod", Decision: true, Args: []string{"other"}, Sources: []Source{{37, "backend/queue", "activeQueue.clusterEventsForPod"}}},

		Info{Rule: "hint.taint.new-node", Decision: true, Sources: taintNode},
		Info{Rule: "hint.taint.gone", Decision: true, Args: []string{"taint"}, Sources: taintNode},
		Info{Rule: "hint.taint.still", Decision: true, Args: []string{"taint"}, Sources: taintNode},
		Info{Rule: "hint.taint.never", Decision: true, Sources: taintNode},
		Info{Rule: "hint.taint.tolerations", Decision: true, Sources: taintPod},
		Info{Rule: "hint.taint.same-tolerations", Decision: true, Sources: taintPod},
		Info{Rule: "hint.taint.other-pod", Decision: true, Sources: taintPod},

		Info{Rule: "hint.gates.eliminated", Decision: true, Sources: gatesPod},
		Info{Rule: "hint.gates.left", Decision: true, Args: []string{"count"}, Sources: gatesPod},
		Info{Rule: "hint.gates.other-pod", Decision: true, Sources: gatesPod},
	)
}
