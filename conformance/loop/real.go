//go:build k8s134 || k8s135 || k8s137

package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/events"
	configv1 "k8s.io/kube-scheduler/config/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/profile"
	clocktesting "k8s.io/utils/clock/testing"

	"inflight/engine/api"
	"inflight/engine/plugin"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
)

// epoch is the instant 0 of virtual time.
var epoch = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// Real is a real scheduler under a script's control.
type Real struct {
	ctx     context.Context
	stop    context.CancelFunc
	clock   *clocktesting.FakeClock
	factory *factory
	server  *server
	sched   *scheduler.Scheduler
	queue   *real.Queue

	cycles   []*cycle // that wait for their turn
	current  *cycle
	stopped  chan *cycle
	faults   map[string]*fwk.Status // phase and pod → what comes of it
	waits    map[string]bool        // pods that ExamplePlugin lets wait
	failures []string               // what the failure handler was told
}

// NewReal makes a scheduler with nothing in its cluster.
func NewReal(now int64) (*Real, error) {
	r := &Real{clock: clocktesting.NewFakeClock(epoch.Add(time.Duration(now))), stopped: make(chan *cycle), faults: map[string]*fwk.Status{}, waits: map[string]bool{}}
	r.ctx, r.stop = context.WithCancel(context.Background())
	var versioned configv1.KubeSchedulerConfiguration
	scheme.Scheme.Default(&versioned)
	var cfg config.KubeSchedulerConfiguration
	if err := scheme.Scheme.Convert(&versioned, &cfg, nil); err != nil {
		return nil, err
	}
	cfg.Profiles[0].Plugins.Permit.Enabled = append(cfg.Profiles[0].Plugins.Permit.Enabled, config.Plugin{Name: plugin.Example})
	server, client := newServer()
	r.server, r.factory = server, newFactory(informers.NewSharedInformerFactory(client, 0))
	r.factory.reading = r.read
	registry := frameworkruntime.Registry{plugin.Example: func(context.Context, runtime.Object, handle) (schedulingPlugin, error) { return &example{r}, nil }}
	sched, err := scheduler.New(r.ctx, client, r.factory, nil, profile.NewRecorderFactory(events.NewBroadcaster(&events.EventSinkImpl{Interface: client.EventsV1()})),
		scheduler.WithClock(r.clock), scheduler.WithProfiles(cfg.Profiles...), scheduler.WithFrameworkOutOfTreeRegistry(registry))
	if err != nil {
		return nil, err
	}
	r.sched = sched
	r.queue = overQueue(sched)
	r.hook()
	return r, nil
}

// Close ends the scheduler. Cycles that wait are left behind.
func (r *Real) Close() { r.stop() }

// example is ExamplePlugin.
type example struct{ r *Real }

func (e *example) Name() string { return plugin.Example }

func (e *example) Permit(_ context.Context, _ fwk.CycleState, pod *v1.Pod, _ string) (*fwk.Status, time.Duration) {
	if e.r.waits[pod.Namespace+"/"+pod.Name] {
		e.r.Unwait(pod.Namespace + "/" + pod.Name)
		return fwk.NewStatus(fwk.Wait), time.Hour
	}
	return nil, 0
}

func (e *example) EventsToRegister(context.Context) ([]fwk.ClusterEventWithHint, error) {
	return []fwk.ClusterEventWithHint{{Event: fwk.ClusterEvent{Resource: fwk.Pod, ActionType: fwk.Delete}}}, nil
}

// fault is what a script arranged for a phase of a pod, used up by asking.
func (r *Real) fault(phase string, pod *v1.Pod) *fwk.Status {
	status := r.arranged(phase, pod)
	delete(r.faults, phase+" "+pod.Namespace+"/"+pod.Name)
	return status
}

func (r *Real) arranged(phase string, pod *v1.Pod) *fwk.Status {
	return r.faults[phase+" "+pod.Namespace+"/"+pod.Name]
}

// Fail arranges an error, Reject a rejection by ExamplePlugin.
func (r *Real) Fail(phase, pod, message string) {
	r.faults[phase+" "+pod] = fwk.AsStatus(errors.New(message))
}

func (r *Real) Reject(phase, pod, message string) {
	r.faults[phase+" "+pod] = fwk.NewStatus(fwk.Unschedulable, message).WithPlugin(plugin.Example)
}

// Spent drops an arranged failure: Filter asks for it once a node.
func (r *Real) Spent(phase, pod string) { delete(r.faults, phase+" "+pod) }

// Wait lets ExamplePlugin ask for the pod to wait at Permit; Unwait takes that back.
func (r *Real) Wait(pod string)   { r.waits[pod] = true }
func (r *Real) Unwait(pod string) { delete(r.waits, pod) }

// Waits tells whether the pod waits for a Permit plugin.
func (r *Real) Waits(uid string) bool {
	for _, f := range r.sched.Profiles {
		if f.GetWaitingPod(uidOf(uid)) != nil {
			return true
		}
	}
	return false
}

// Permit answers for a pod that waits.
func (r *Real) Permit(uid string, allow bool, message string) error {
	for _, f := range r.sched.Profiles {
		if w := f.GetWaitingPod(uidOf(uid)); w != nil {
			if allow {
				w.Allow(plugin.Example)
			} else {
				w.Reject(plugin.Example, message)
			}
			return nil
		}
	}
	return fmt.Errorf("%s does not wait in the real scheduler", uid)
}

func (r *Real) failed(uid string, status *fwk.Status) {
	r.failures = append(r.failures, failure(uid, status.Message()))
}

// failure is an attempt that failed, in words. What PostFilter adds to the message is left out: ours has none.
func failure(uid, message string) string {
	for _, added := range []string{" preemption:", " no new claims to deallocate", " still not schedulable"} {
		message, _, _ = strings.Cut(message, added)
	}
	return uid + ": " + message
}

// SetTime sets the clock: nanoseconds since the epoch.
func (r *Real) SetTime(now int64) { r.clock.SetTime(epoch.Add(time.Duration(now))) }

// AddPod, UpdatePod and DeletePod change a pod in the API server, and the informer tells of it at once.
func (r *Real) AddPod(p *api.Pod) error {
	return r.factory.pods.add(r.server.next(pod(p, nil)))
}

func (r *Real) UpdatePod(p *api.Pod) error {
	if err := r.tellBound(p.FullName()); err != nil {
		return err
	}
	old := r.server.pods[p.FullName()]
	if old == nil {
		return fmt.Errorf("the real API server has no %s", p.FullName())
	}
	return r.factory.pods.update(old, r.server.next(pod(p, old)))
}

func (r *Real) DeletePod(key string) error {
	if err := r.tellBound(key); err != nil {
		return err
	}
	ns, name, _ := strings.Cut(key, "/")
	old, err := r.factory.SharedInformerFactory.Core().V1().Pods().Lister().Pods(ns).Get(name)
	if err != nil {
		return err
	}
	r.server.forget(key)
	return r.factory.pods.delete(old)
}

// AddNode, UpdateNode and DeleteNode do the same with a node.
func (r *Real) AddNode(n *api.Node) error { return r.factory.nodes.add(r.version(node(n))) }

func (r *Real) UpdateNode(old, n *api.Node) error {
	return r.factory.nodes.update(r.version(node(old)), r.version(node(n)))
}

func (r *Real) DeleteNode(n *api.Node) error { return r.factory.nodes.delete(node(n)) }

func (r *Real) version(n *v1.Node) *v1.Node {
	r.server.version++
	n.ResourceVersion = fmt.Sprint(r.server.version)
	return n
}

// Tell lets the informer tell what the API server did at the scheduler's wish; of bound pods only where bound.
func (r *Real) Tell(bound bool) error {
	for _, n := range r.server.take(bound) {
		if err := r.factory.pods.update(n.old, n.now); err != nil {
			return err
		}
	}
	return nil
}

// tellBound lets the informer tell that the pod is bound, if it has yet to.
func (r *Real) tellBound(key string) error {
	if n, ok := r.server.takeBound(key); ok {
		return r.factory.pods.update(n.old, n.now)
	}
	return nil
}

// Activate asks for a pod to be tried.
func (r *Real) Activate(key string) {
	if p := r.server.pods[key]; p != nil {
		activate(r.sched, map[string]*v1.Pod{key: p})
	}
}

// lines is everything that is compared beside the queue.
func (r *Real) lines() []string {
	var lines []string
	for _, c := range r.cycles {
		kind := "scheduling "
		if c.binding {
			kind = "binding "
		}
		lines = append(lines, kind+c.uid+" comes to "+c.next)
	}
	dump := r.sched.Cache.Dump()
	for name, info := range dump.Nodes {
		for _, p := range info.GetPods() {
			uid := string(p.GetPod().UID)
			how := "counts"
			if dump.AssumedPods.Has(uid) {
				how = "is assumed"
			}
			lines = append(lines, uid+" "+how+" on "+name)
		}
	}
	slices.Sort(lines)
	return lines
}

// takeFailure tells whether the failure handler was told that, and forgets it.
func (r *Real) takeFailure(f string) bool {
	i := slices.Index(r.failures, f)
	if i >= 0 {
		r.failures = slices.Delete(r.failures, i, i+1)
	}
	return i >= 0
}

// takePatches are those since they were asked for last.
func (r *Real) takePatches() []string { out := r.server.patches; r.server.patches = nil; return out }
