package why

func init() {
	loop := func(method string) []Source { return []Source{{0, "", "Scheduler." + method}} }
	one := []Source{{0, "", "Scheduler.scheduleOne"}, {32, "", "Scheduler.ScheduleOne"}}
	fails := loop("handleSchedulingFailure")
	register(
		Info{Rule: "phase.pop", Args: []string{"n"}, Sources: one},
		Info{Rule: "phase.prefilter", Args: []string{"nodes"}, Sources: loop("schedulePod")},
		Info{Rule: "phase.prefilter-not-modelled", Decision: true, Args: []string{"plugins", "nodes"}},
		Info{Rule: "phase.no-nodes", Decision: true, Sources: loop("schedulePod")},
		Info{Rule: "phase.postfilter-no-victims", Sources: loop("schedulingCycle")},
		Info{Rule: "phase.postfilter-not-modelled", Args: []string{"lower"}},
		Info{Rule: "phase.reserve", Args: []string{"score", "fit"}, Sources: loop("assume")},
		Info{Rule: "phase.reserve-only", Sources: loop("schedulePod")},
		Info{Rule: "phase.permit", Sources: loop("schedulingCycle")},
		Info{Rule: "phase.permit-by-cycle", Sources: loop("schedulingCycle")},
		Info{Rule: "phase.wait-on-permit", Sources: loop("bindingCycle")},
		Info{Rule: "phase.prebind", Sources: loop("bindingCycle")},
		Info{Rule: "phase.bind", Sources: loop("bind")},
		Info{Rule: "phase.postbind", Sources: loop("bindingCycle")},
		Info{Rule: "phase.forget", Sources: loop("handleBindingCycleError")},
		Info{Rule: "phase.error", Decision: true, Args: []string{"phase", "message"}, Sources: fails},
		Info{Rule: "phase.diagnose", Args: []string{"plugins", "message"}, Sources: fails},
		Info{Rule: "phase.diagnose-error", Args: []string{"phase"}, Sources: fails},
		Info{Rule: "phase.diagnose-sticky", Decision: true, Args: []string{"phase", "plugins"}, Sources: fails},
		Info{Rule: "refetch.same", Args: []string{"uid?", "now?"}, Sources: fails},
		Info{Rule: "refetch.newer", Args: []string{"uid?", "now?"}, Sources: fails},
		Info{Rule: "refetch.recreated", Decision: true, Args: []string{"uid", "now"}, Sources: fails},
		Info{Rule: "refetch.recreated-by-cycle", Decision: true, Args: []string{"uid", "now"}, Sources: fails},
		Info{Rule: "refetch.recreated-draft", Decision: true, Args: []string{"uid", "now"}},
		Info{Rule: "refetch.skip-recreated", Decision: true, Args: []string{"uid", "now"}, Sources: fails},
		Info{Rule: "refetch.gone", Decision: true, Sources: fails},
		Info{Rule: "refetch.assigned", Decision: true, Sources: fails},
		Info{Rule: "attempt.abandoned", Sources: fails},
		Info{Rule: "skip.deleting", Decision: true, Sources: loop("skipPodSchedule")},
		Info{Rule: "skip.assumed", Decision: true, Sources: loop("skipPodSchedule")},

		Info{Rule: "object.pod-added", Sources: loop("addPodToSchedulingQueue")},
		Info{Rule: "object.pod-other-scheduler", Args: []string{"scheduler"}},
		Info{Rule: "object.pod-updated", Sources: loop("updatePodInSchedulingQueue")},
		Info{Rule: "object.pod-deleted", Sources: loop("deletePodFromSchedulingQueue")},
		Info{Rule: "object.pod-assigned", Sources: loop("addPodToCache")},
		Info{Rule: "object.pod-bound", Sources: loop("addPodToCache")},
		Info{Rule: "object.pod-deleted-assigned", Sources: loop("deletePodFromCache")},
		Info{Rule: "object.status-patch", Args: []string{"reason"}, Sources: fails},
		Info{Rule: "object.node-added", Sources: loop("addNodeToCache")},
		Info{Rule: "object.node-updated", Args: []string{"events"}, Sources: loop("updateNodeInCache")},
		Info{Rule: "object.node-updated-nothing", Sources: loop("updateNodeInCache")},
		Info{Rule: "object.node-deleted", Sources: loop("deleteNodeFromCache")},
		Info{Rule: "object.node-deleted-silently", Decision: true, Sources: loop("deleteNodeFromCache")},
	)
}
