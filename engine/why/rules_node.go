package why

// registerNodePlugins registers the rules of the plugins that look at a node's name, labels, ports and cordon.
func registerNodePlugins() {
	const name, cordon = "framework/plugins/nodename", "framework/plugins/nodeunschedulable"
	const ports, affinity = "framework/plugins/nodeports", "framework/plugins/nodeaffinity"
	filterAffinity := []Source{{0, affinity, "NodeAffinity.Filter"}}
	affinityNode := []Source{{30, affinity, "NodeAffinity.isSchedulableAfterNodeChange"}}
	cordonNode := []Source{{30, cordon, "NodeUnschedulable.isSchedulableAfterNodeChange"}}
	cordonPod := []Source{{32, cordon, "NodeUnschedulable.isSchedulableAfterPodTolerationChange"}, {37, cordon, "NodeUnschedulable.isSchedulableAfterTargetPodTolerationChange"}}
	portsPod := []Source{{29, ports, "NodePorts.isSchedulableAfterPodDeleted"}, {37, ports, "NodePorts.isSchedulableAfterAssignedPodDeleted"}}
	named := []Source{{0, "", "Scheduler.findNodesThatFitPod"}}
	register(
		Info{Rule: "prefilter.affinity-conflict", Decision: true, Args: []string{"want"}, Sources: []Source{{0, affinity, "NodeAffinity.PreFilter"}}},
		Info{Rule: "phase.prefilter-narrows", Args: []string{"named", "left", "nodes"}, Sources: []Source{{0, affinity, "NodeAffinity.PreFilter"}}},
		Info{Rule: "filter.outside", Args: []string{"nodes"}, Sources: named},
		Info{Rule: "filter.none-named", Decision: true, Args: []string{"named", "plugins"}, Sources: named},
		Info{Rule: "filter.none-left", Decision: true, Args: []string{"named", "plugins"}, Sources: named},

		Info{Rule: "filter.node-name", Args: []string{"want"}, Sources: []Source{{0, name, "NodeName.Filter"}}},
		Info{Rule: "filter.unschedulable", Sources: []Source{{0, cordon, "NodeUnschedulable.Filter"}}},
		Info{Rule: "filter.ports", Args: []string{"want", "held", "other"}, Sources: []Source{{0, ports, "NodePorts.Filter"}}},
		Info{Rule: "filter.selector.has", Args: []string{"want", "got"}, Sources: filterAffinity},
		Info{Rule: "filter.selector.lacks", Args: []string{"want", "key"}, Sources: filterAffinity},
		Info{Rule: "filter.affinity.has", Args: []string{"want", "got"}, Sources: filterAffinity},
		Info{Rule: "filter.affinity.lacks", Args: []string{"want", "key"}, Sources: filterAffinity},
		Info{Rule: "filter.affinity.name", Args: []string{"want"}, Sources: filterAffinity},
		Info{Rule: "filter.affinity.terms", Args: []string{"n", "want"}, Sources: filterAffinity},
		Info{Rule: "filter.affinity.empty", Sources: filterAffinity},
		Info{Rule: "filter.affinity.unreadable", Args: []string{"want"}, Sources: filterAffinity},

		Info{Rule: "hint.affinity.matches", Decision: true, Args: []string{"want"}, Sources: affinityNode},
		Info{Rule: "hint.affinity.new-node", Decision: true, Args: []string{"want"}, Sources: affinityNode},
		Info{Rule: "hint.affinity.matches-now", Decision: true, Args: []string{"want"}, Sources: affinityNode},
		Info{Rule: "hint.affinity.matched-before", Decision: true, Args: []string{"want"}, Sources: affinityNode},
		Info{Rule: "hint.affinity.no-match", Decision: true, Args: []string{"want"}, Sources: affinityNode},
		Info{Rule: "hint.affinity.unreadable", Decision: true, Args: []string{"want"}, Sources: affinityNode},

		Info{Rule: "hint.unschedulable.is-not", Decision: true, Sources: cordonNode},
		Info{Rule: "hint.unschedulable.new-node", Decision: true, Sources: cordonNode},
		Info{Rule: "hint.unschedulable.uncordoned", Decision: true, Sources: cordonNode},
		Info{Rule: "hint.unschedulable.still", Decision: true, Sources: cordonNode},
		Info{Rule: "hint.unschedulable.never", Decision: true, Sources: cordonNode},
		Info{Rule: "hint.unschedulable.tolerated", Decision: true, Sources: cordonPod},
		Info{Rule: "hint.unschedulable.other-toleration", Decision: true, Sources: cordonPod},
		Info{Rule: "hint.unschedulable.other-pod", Decision: true, Sources: cordonPod},

		Info{Rule: "hint.ports.freed", Decision: true, Args: []string{"want", "held"}, Sources: portsPod},
		Info{Rule: "hint.ports.held-none", Decision: true, Sources: portsPod},
		Info{Rule: "hint.ports.held-others", Decision: true, Sources: portsPod},
		Info{Rule: "hint.ports.unassigned-gone", Decision: true, Sources: portsPod},
	)
}
