//go:build k8s134 || k8s135 || k8s137

package loop

import (
	"context"
	"fmt"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// cycle is a goroutine of the scheduler: a scheduling cycle or a binding cycle. It runs until it comes to a phase, and
// waits there.
type cycle struct {
	uid     string
	next    string // the phase that it waits before, "" when it is over
	binding bool
	node    string // chosen
	instead string // the node to take in its place: of several best ones the real scheduler draws one
	proceed chan struct{}

	ctx     context.Context // of a binding cycle: done when the cycle is over
	reads   bool            // its next look for a pod is the failure handler's
	follows bool            // a binding cycle follows
	err     any
}

// patience is how long a cycle may take to the next phase.
const patience = 20 * time.Second

// stops waits until as many cycles have stopped.
func (r *Real) stops(n int) error {
	for range n {
		select {
		case c := <-r.stopped:
			if c.next == "" {
				r.cycles = slices.DeleteFunc(r.cycles, func(o *cycle) bool { return o == c })
			} else if !slices.Contains(r.cycles, c) {
				r.cycles = append(r.cycles, c)
			}
			if c.err != nil {
				return fmt.Errorf("the real scheduler panics: %v", c.err)
			}
			if c.next == "" && c.binding {
				<-c.ctx.Done() // what it deferred
			}
		case <-time.After(patience):
			return fmt.Errorf("the real scheduler does not come to a phase")
		}
	}
	return nil
}

// pause lets the cycle wait for its turn before a phase.
func (r *Real) pause(c *cycle, phase string) {
	c.next = phase
	r.stopped <- c
	<-c.proceed
	r.current = c
}

// Pop begins a scheduling cycle.
func (r *Real) Pop() error {
	c := &cycle{proceed: make(chan struct{})}
	r.current = c
	go func() {
		defer func() {
			c.err = recover()
			c.next = ""
			r.stopped <- c
		}()
		r.sched.ScheduleOne(r.ctx)
	}()
	return r.stops(1)
}

// proceed lets a cycle go on to its next phase.
func (r *Real) proceed(c *cycle) error {
	c.proceed <- struct{}{}
	if err := r.stops(1); err != nil {
		return err
	}
	if c.follows {
		c.follows = false
		return r.stops(1) // one of the end of the scheduling cycle and the start of the binding cycle
	}
	return nil
}

// Proceed lets the cycle of a pod go on until it waits before the given phase, or is over where that is "".
func (r *Real) Proceed(uid string, binding bool, phase string) error {
	i := slices.IndexFunc(r.cycles, func(c *cycle) bool { return c.uid == uid && c.binding == binding })
	if i < 0 {
		return fmt.Errorf("the real scheduler has no such cycle of %s", uid)
	}
	c := r.cycles[i]
	for {
		if err := r.proceed(c); err != nil {
			return err
		}
		switch {
		case c.next == phase:
			return nil
		case c.next == "":
			if phase == "WaitOnPermit" && !binding {
				return nil // the binding cycle waits there
			}
			return fmt.Errorf("the real cycle of %s is over, ours comes to %s", uid, phase)
		case slices.Index(order, c.next) > slices.Index(order, phase) && phase != "":
			return fmt.Errorf("the real cycle of %s comes to %s, ours to %s", uid, c.next, phase)
		}
	}
}

// at is the cycle of a pod that waits before the phase, nil where there is none.
func (r *Real) at(uid, phase string) *cycle {
	for _, c := range r.cycles {
		if c.uid == uid && c.next == phase {
			return c
		}
	}
	return nil
}

var order = []string{"PreFilter", "Filter", "PostFilter", "Reserve", "Permit", "WaitOnPermit", "PreBind", "Bind", "PostBind", "Diagnose", "Refetch", "Requeue"}

// read is called before each look for a pod by its name, and what it returns after. Only the failure handler's waits; the
// queue looks for nominated pods, too.
func (r *Real) read() (after func()) {
	c := r.current
	if c == nil || !c.reads {
		return func() {}
	}
	c.reads = false
	r.pause(c, "Refetch")
	return func() { r.pause(c, "Requeue") }
}

// hook wraps what the scheduler lets be replaced.
func (r *Real) hook() {
	hookNext(r)
	hookSchedulePod(r)
	handle := r.sched.FailureHandler
	r.sched.FailureHandler = func(ctx context.Context, f framework.Framework, p *framework.QueuedPodInfo, status *fwk.Status, n *nominatingInfo, start time.Time) {
		c := r.current
		r.failed(string(p.Pod.UID), status)
		r.pause(c, "Diagnose")
		c.reads = true
		handle(ctx, f, p, status, n, start)
		c.reads = false
		if c.binding {
			c.next = ""
			r.stopped <- c
		}
	}
	for name, f := range r.sched.Profiles {
		r.sched.Profiles[name] = &frame{Framework: f, r: r}
	}
}

// popped notes which pod the scheduling cycle is about.
func (r *Real) popped(p *framework.QueuedPodInfo) {
	if p == nil || p.Pod == nil {
		return
	}
	r.current.uid = string(p.Pod.UID)
	r.pause(r.current, "PreFilter")
}

// scheduled lets another of the best nodes be taken.
func (r *Real) scheduled(result scheduler.ScheduleResult, err error) (scheduler.ScheduleResult, error) {
	if err != nil {
		return result, err
	}
	c := r.current
	c.node = result.SuggestedHost
	r.pause(c, "Reserve")
	if c.instead != "" {
		c.node, result.SuggestedHost = c.instead, c.instead
	}
	return result, nil
}

// frame is a profile's framework whose extension points wait for their turn, and fail where a script says so.
type frame struct {
	framework.Framework
	r *Real
}

func (f *frame) RunPreFilterPlugins(ctx context.Context, state fwk.CycleState, pod *v1.Pod) (*preFilterResult, *fwk.Status, names) {
	if status := f.r.fault("PreFilter", pod); status != nil {
		return nil, status, nil
	}
	f.r.pause(f.r.current, "Filter")
	return f.Framework.RunPreFilterPlugins(ctx, state, pod)
}

func (f *frame) RunFilterPluginsWithNominatedPods(ctx context.Context, state fwk.CycleState, pod *v1.Pod, info fwk.NodeInfo) *fwk.Status {
	if status := f.r.arranged("Filter", pod); status != nil {
		return status
	}
	return f.Framework.RunFilterPluginsWithNominatedPods(ctx, state, pod, info)
}

func (f *frame) RunPostFilterPlugins(ctx context.Context, state fwk.CycleState, pod *v1.Pod, nodes nodeStatuses) (*postFilterResult, *fwk.Status) {
	f.r.pause(f.r.current, "PostFilter")
	return f.Framework.RunPostFilterPlugins(ctx, state, pod, nodes)
}

func (f *frame) RunReservePluginsReserve(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node string) *fwk.Status {
	if status := f.r.fault("Reserve", pod); status != nil {
		return status
	}
	return f.Framework.RunReservePluginsReserve(ctx, state, pod, node)
}

// permit is before RunPermitPlugins: a status is its outcome.
func (f *frame) permit(pod *v1.Pod) *fwk.Status {
	f.r.pause(f.r.current, "Permit")
	return f.r.fault("Permit", pod)
}

// permitted is after it: the pod is bound beside the next scheduling cycle.
func (f *frame) permitted(status *fwk.Status) {
	f.r.current.follows = status.IsSuccess() || status.IsWait()
}

func (f *frame) RunPreBindPreFlights(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node string) *fwk.Status {
	if f.r.arranged("PreBind", pod) != nil {
		return nil // a plugin has something to do, and will fail
	}
	return f.Framework.RunPreBindPreFlights(ctx, state, pod, node)
}

func (f *frame) WaitOnPermit(ctx context.Context, pod *v1.Pod) *fwk.Status {
	f.r.pause(&cycle{uid: string(pod.UID), binding: true, node: pod.Spec.NodeName, proceed: make(chan struct{}), ctx: ctx}, "WaitOnPermit")
	if status := f.r.fault("WaitOnPermit", pod); status != nil {
		return status
	}
	return f.Framework.WaitOnPermit(ctx, pod)
}

func (f *frame) RunPreBindPlugins(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node string) *fwk.Status {
	f.r.pause(f.r.current, "PreBind")
	if status := f.r.fault("PreBind", pod); status != nil {
		return status
	}
	return f.Framework.RunPreBindPlugins(ctx, state, pod, node)
}

func (f *frame) RunBindPlugins(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node string) *fwk.Status {
	f.r.pause(f.r.current, "Bind")
	if status := f.r.fault("Bind", pod); status != nil {
		return status
	}
	return f.Framework.RunBindPlugins(ctx, state, pod, node)
}

func (f *frame) RunPostBindPlugins(ctx context.Context, state fwk.CycleState, pod *v1.Pod, node string) {
	c := f.r.current
	f.r.pause(c, "PostBind")
	f.Framework.RunPostBindPlugins(ctx, state, pod, node)
	c.next = ""
	f.r.stopped <- c
}
