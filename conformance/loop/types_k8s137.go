//go:build k8s137

package loop

import (
	"context"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/backend/queue"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
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

func overQueue(s *scheduler.Scheduler) *real.Queue {
	return real.Over(s.SchedulingQueue.(*queue.PriorityQueue))
}

func activate(s *scheduler.Scheduler, pods map[string]*v1.Pod) {
	s.SchedulingQueue.Activate(klog.Background(), pods)
}

func hookNext(r *Real) {
	next := r.sched.NextEntity
	r.sched.NextEntity = func(logger klog.Logger) (framework.QueuedEntityInfo, error) {
		e, err := next(logger)
		if p, ok := e.(*framework.QueuedPodInfo); ok {
			r.popped(p)
		}
		return e, err
	}
}

func hookSchedulePod(r *Real) {
	schedule := r.sched.SchedulePod
	r.sched.SchedulePod = func(ctx context.Context, f framework.Framework, state fwk.CycleState, p *framework.QueuedPodInfo) (scheduler.ScheduleResult, error) {
		return r.scheduled(schedule(ctx, f, state, p))
	}
}

func (f *frame) RunPermitPlugins(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node string) (map[string]time.Duration, *fwk.Status) {
	status := f.permit(pod)
	var waits map[string]time.Duration
	if status == nil {
		waits, status = f.Framework.RunPermitPlugins(ctx, state, pod, node)
	}
	f.permitted(status)
	return waits, status
}
