//go:build k8s135

package loop

import (
	fwk "k8s.io/kube-scheduler/framework"
)

type (
	preFilterResult  = fwk.PreFilterResult
	postFilterResult = fwk.PostFilterResult
	nodeStatuses     = fwk.NodeToStatusReader
	nominatingInfo   = fwk.NominatingInfo
	handle           = fwk.Handle
	schedulingPlugin = fwk.Plugin
)

// Identical pods in a row may get a node by a shortcut, which ours has not.
func init() { set("OpportunisticBatching", false) }
