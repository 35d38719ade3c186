//go:build k8s134 || k8s135

package loop

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/backend/queue"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
)

func overQueue(s *scheduler.Scheduler) *real.Queue {
	return real.Over(s.SchedulingQueue.(*queue.PriorityQueue))
}

func activate(s *scheduler.Scheduler, pods map[string]*v1.Pod) {
	s.SchedulingQueue.Activate(klog.Background(), pods)
}

func hookNext(r *Real) {
	next := r.sched.NextPod
	r.sched.NextPod = func(logger klog.Logger) (*framework.QueuedPodInfo, error) {
		p, err := next(logger)
		r.popped(p)
		return p, err
	}
}

func hookSchedulePod(r *Real) {
	schedule := r.sched.SchedulePod
	r.sched.SchedulePod = func(ctx context.Context, f framework.Framework, state fwk.CycleState, pod *v1.Pod) (scheduler.ScheduleResult, error) {
		return r.scheduled(schedule(ctx, f, state, pod))
	}
}

func (f *frame) RunPermitPlugins(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node string) *fwk.Status {
	status := f.permit(pod)
	if status == nil {
		status = f.Framework.RunPermitPlugins(ctx, state, pod, node)
	}
	f.permitted(status)
	return status
}
