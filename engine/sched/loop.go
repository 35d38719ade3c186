// Package sched is the scheduling loop: a pod's way from Pop through the scheduling and the binding cycle to a node
// or back into the queue, in phases between which the world may change; and the informer's event handlers, which
// turn changed objects into the queue's operations.
//
// It hands the queue its plugins and tells an observer what happens. It knows no story and no clock of its own.
package sched

import (
	"inflight/engine/api"
	"inflight/engine/cluster"
	"inflight/engine/plugin"
	"inflight/engine/profile"
	"inflight/engine/queue"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Loop is the scheduler of one run. Make one with New.
type Loop struct {
	profile *profile.Profile
	queue   *queue.Queue
	cluster *cluster.Cluster
	plugins *plugin.Set
	observe queue.Observer
	now     func() trace.Time

	scheduling *attempt   // in the scheduling cycle, nil between attempts
	binding    []*attempt // in the binding cycle, oldest first
	attempts   int
	faults     map[fault]arranged     // phase and pod → the failure that is to happen there
	holds      map[fault]bool         // phase and pod → the attempt waits before the phase
	conditions map[*api.Pod]condition // version of a pod → its PodScheduled condition
	finished   func(trace.AttemptRecord)
}

type fault struct {
	phase trace.Phase
	pod   string // namespace/name
}

// arranged is a failure that somebody arranged: an error, or a rejection by ExamplePlugin.
type arranged struct {
	message string
	rejects bool
}

// permission is what a Permit plugin said about a pod that waited for it.
type permission struct {
	allowed         bool
	plugin, message string
}

// Config is what a Loop works with.
type Config struct {
	Profile *profile.Profile
	Queue   *queue.Queue
	Cluster *cluster.Cluster
	Plugins *plugin.Set
	Now     func() trace.Time
	// Observe is told of every beat that is not the queue's own; Finished of every attempt that ended.
	Observe  queue.Observer
	Finished func(trace.AttemptRecord)
}

// New makes a loop with nothing under way.
func New(c Config) *Loop {
	return &Loop{profile: c.Profile, queue: c.Queue, cluster: c.Cluster, plugins: c.Plugins, observe: c.Observe, now: c.Now,
		finished: c.Finished, faults: map[fault]arranged{}, holds: map[fault]bool{}, conditions: map[*api.Pod]condition{}}
}

// Scheduling is the attempt in the scheduling cycle as it is now, nil between attempts.
func (l *Loop) Scheduling() *trace.Attempt {
	if l.scheduling == nil {
		return nil
	}
	return l.show(l.scheduling)
}

// Binding is the attempts in the binding cycle as they are now, oldest first.
func (l *Loop) Binding() []*trace.Attempt {
	var out []*trace.Attempt
	for _, a := range l.binding {
		out = append(out, l.show(a))
	}
	return out
}

// show is the attempt as a frame shows it now.
func (l *Loop) show(a *attempt) *trace.Attempt {
	if held := l.held(a); held != a.held {
		a.held = held
		a.touch()
	}
	return a.shown()
}

// Fail arranges that the phase fails for the pod the next time it runs, as an error that no plugin is to blame for.
func (l *Loop) Fail(phase trace.Phase, pod, message string) {
	l.faults[fault{phase, pod}] = arranged{message: message}
}

// Reject arranges that ExamplePlugin rejects the pod the next time that it comes to the phase.
func (l *Loop) Reject(phase trace.Phase, pod, message string) {
	l.faults[fault{phase, pod}] = arranged{message: message, rejects: true}
}

// Hold arranges that the pod's attempt waits before the phase until Release. Before WaitOnPermit that is ExamplePlugin,
// which asks for it in Permit; if the pod has passed Permit already, it merely waits.
func (l *Loop) Hold(phase trace.Phase, pod string) {
	l.holds[fault{phase, pod}] = true
}

// Release lets go of every hold on the pod; it tells whether there was one.
func (l *Loop) Release(pod string) (held bool) {
	for f := range l.holds { // order-free: all of the pod's holds go
		if f.pod == pod {
			held = true
			delete(l.holds, f)
		}
	}
	for _, a := range l.binding {
		if a.entry.Object.FullName() == pod && a.waiting() {
			held = true
			a.permission = &permission{allowed: true, plugin: plugin.Example}
		}
	}
	return held
}

// Permit answers for ExamplePlugin about a pod that waits for it; it tells whether the pod did.
func (l *Loop) Permit(id trace.PodID, allow bool, message string) (waited bool) {
	for _, a := range l.binding {
		if a.pod == id && a.waiting() {
			a.permission = &permission{allow, plugin.Example, message}
			return true
		}
	}
	return false
}

// reject lets the pod of that UID fail at WaitOnPermit if it waits there (Framework.RejectWaitingPod). No plugin is named.
func (l *Loop) reject(uid string) (waited bool) {
	for _, a := range l.binding {
		if a.uid == uid && a.waiting() {
			a.permission = &permission{message: "removed"}
			return true
		}
	}
	return false
}

// waiting tells whether a Permit plugin has not said yet what becomes of the pod.
func (a *attempt) waiting() bool {
	return a.waits && a.permission == nil && a.next == trace.PhaseWaitOnPermit
}

func (l *Loop) held(a *attempt) bool {
	return a.waiting() || l.holds[fault{a.next, a.entry.Object.FullName()}]
}

// fault is the arranged failure of the attempt's next phase, used up by asking.
func (l *Loop) fault(a *attempt, phase trace.Phase) (how arranged, fails bool) {
	f := fault{phase, a.entry.Object.FullName()}
	how, fails = l.faults[f]
	delete(l.faults, f)
	return how, fails
}

// CanPop tells whether the loop would pop a pod now: nothing is in the scheduling cycle and the queue has one.
func (l *Loop) CanPop() bool { return l.scheduling == nil && l.queue.CanPop() }

// CanCycle tells whether the scheduling cycle can go on, and with which phase.
func (l *Loop) CanCycle() (trace.PodID, trace.Phase, bool) {
	if l.scheduling == nil || l.held(l.scheduling) {
		return trace.NoPod, "", false
	}
	return l.scheduling.pod, l.scheduling.next, true
}

// CanBind lists the binding cycles that can go on: pod and phase.
func (l *Loop) CanBind() (pods []trace.PodID, phases []trace.Phase) {
	for _, a := range l.binding {
		if !l.held(a) {
			pods = append(pods, a.pod)
			phases = append(phases, a.next)
		}
	}
	return pods, phases
}

// Runs tells whether an attempt of the pod is under way.
func (l *Loop) Runs(id trace.PodID) bool {
	if l.scheduling != nil && l.scheduling.pod == id {
		return true
	}
	for _, a := range l.binding {
		if a.pod == id {
			return true
		}
	}
	return false
}

// Idle tells whether no attempt is under way.
func (l *Loop) Idle() bool { return l.scheduling == nil && len(l.binding) == 0 }

// Held lists the pods whose attempts wait for a Release.
func (l *Loop) Held() (pods []trace.PodID) {
	for _, a := range append([]*attempt{l.scheduling}, l.binding...) {
		if a != nil && l.held(a) {
			pods = append(pods, a.pod)
		}
	}
	return pods
}

// Waits tells whether the pod waits for a Permit plugin to answer.
func (l *Loop) Waits(id trace.PodID) bool {
	for _, a := range l.binding {
		if a.pod == id && a.waiting() {
			return true
		}
	}
	return false
}

func (l *Loop) report(c trace.Change, r why.Reason, q *trace.Queued) {
	if l.observe != nil {
		l.observe(c, r, q)
	}
}

// byCycle is the rule for releases without a list, whose sentences speak of neither flight nor Done.
func (l *Loop) byCycle(rule why.Rule) why.Rule {
	if l.profile.InFlight == profile.ByCycle {
		return rule + "-by-cycle"
	}
	return rule
}

// phase reports that a phase of an attempt ran.
func (l *Loop) phase(a *attempt, p trace.Phase, r why.Reason) {
	a.last = p
	a.touch()
	r.Pod = a.entry.Object.FullName()
	l.report(trace.Change{Kind: trace.KindPhase, Pod: a.pod, Phase: p, Node: a.node}, r, nil)
}

// informed is the pod of that name as the informer has it now.
func (l *Loop) informed(p *api.Pod) (trace.PodID, *api.Pod) { return l.cluster.Pod(p.FullName()) }
