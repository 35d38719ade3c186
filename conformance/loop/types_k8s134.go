//go:build k8s134

package loop

import (
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

type (
	preFilterResult  = framework.PreFilterResult
	postFilterResult = framework.PostFilterResult
	nodeStatuses     = framework.NodeToStatusReader
	nominatingInfo   = framework.NominatingInfo
	handle           = framework.Handle
	schedulingPlugin = framework.Plugin
)
