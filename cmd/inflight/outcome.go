package main

import (
	"fmt"
	"inflight/engine/profile"
	"strconv"
	"strings"

	"inflight/engine/scenario"
	"inflight/engine/sched"
	"inflight/engine/trace"
)

// outcome tells, pod by pod, where it ended and why, then what would come next and which invariants broke.
func (s *session) outcome(sc *scenario.Scenario, t *trace.Trace) {
	final := t.Final()
	title := sc.Title[s.lang]
	if title == "" {
		title = sc.Name
	}
	s.say(0, "run.title", "title", title, "release", called(t.Profile), "steps", strconv.Itoa(len(t.Steps)),
		"time", trace.Stamp(final.At-t.Initial.At))
	fmt.Fprintln(s.stdout)
	o := &ending{session: s, t: t, final: final, names: trace.NamesOf(final), attempts: map[trace.PodID]*trace.AttemptRecord{}}
	for i := range t.Attempts {
		o.attempts[t.Attempts[i].Pod] = &t.Attempts[i]
	}
	for _, p := range final.Pods.All() {
		o.pod(p)
	}
	if t.Next.Rule != "" {
		fmt.Fprintf(s.stdout, "\n%s\n", s.sentence(t.Next, t.Initial.At))
	}
	for i, v := range t.Broken {
		if i == 0 {
			fmt.Fprintln(s.stdout)
		}
		key := "run.broken"
		if v.Expected {
			key = "run.broken-known"
		}
		s.say(0, key, "name", v.Name, "at", v.At.String(), "release", t.Profile.Release.String(), "why", s.sentence(v.Why, t.Initial.At))
	}
}

// called is a release with the code in it that is not its own.
func called(p *profile.Profile) string {
	name := p.Release.String()
	for _, v := range p.ChangedVariants() {
		name += " " + v[0] + "=" + v[1]
	}
	return name
}

// ending tells of pods where they ended.
type ending struct {
	*session
	t        *trace.Trace
	final    *trace.State
	names    *trace.Names
	attempts map[trace.PodID]*trace.AttemptRecord // the last of each pod
}

func (o *ending) since(at trace.Time) string { return trace.Stamp(at - o.t.Initial.At) }

func (o *ending) pod(p *trace.Pod) {
	pod := "pod"
	name := o.names.Of(p.ID)
	switch p.Place {
	case trace.Bound:
		if p.Queued == nil {
			o.say(0, "pod.there", pod, name, "node", p.Node)
			return
		}
		o.say(0, "pod.bound", pod, name, "node", p.Node, "attempts", strconv.Itoa(p.Queued.Attempts))
	case trace.Gone:
		o.say(0, "pod.gone", pod, name)
	case trace.ActiveQ:
		o.say(0, "pod.activeQ", pod, name)
	case trace.Scheduling, trace.Binding:
		a := o.final.AttemptOf(p.ID)
		if a == nil { // its attempt ended before it began: the pod is in no queue
			o.say(0, "pod.skipped", pod, name)
			return
		}
		o.say(0, "pod."+p.Place.String(), pod, name, "phase", string(a.Next), "node", a.Node)
	case trace.UnschedulablePods:
		o.waiting(p, name)
	case trace.BackoffQ, trace.ErrorBackoffQ:
		o.say(0, "pod.backoff", pod, name, "place", p.Place.String(), "message", o.message(p))
		o.verdicts(p)
		o.say(4, "pod.backoff-until", "expiry", o.since(p.Queued.BackoffExpiry), "flush", o.since(o.final.FlushFor(p.Queued)))
	default:
		o.nowhere(p, name)
	}
}

// nowhere is a pod that never came into the queue.
func (o *ending) nowhere(p *trace.Pod, name string) {
	if a := o.attempts[p.ID]; a != nil && a.Result == "skipped" {
		o.say(0, "pod.skipped", "pod", name)
		return
	}
	switch {
	case p.Object.Terminal():
		o.say(0, "pod.ended", "pod", name, "phase", p.Object.Phase)
	case p.Object.SchedulerName != sched.DefaultScheduler:
		o.say(0, "pod.other-scheduler", "pod", name, "scheduler", p.Object.SchedulerName)
	default:
		o.say(0, "pod.nowhere", "pod", name)
	}
}

// waiting is a pod in unschedulablePods: why, which plugin rejects it where, and until when.
func (o *ending) waiting(p *trace.Pod, name string) {
	if p.Gated() {
		o.say(0, "pod.gated", "pod", name, "plugin", p.Queued.Gating)
		return
	}
	o.say(0, "pod.unschedulable", "pod", name, "message", o.message(p))
	o.verdicts(p)
	o.say(4, "pod.sweep", "at", o.since(o.final.SweepFor(p.Queued)))
}

// message is what the pod's last attempt reported.
func (o *ending) message(p *trace.Pod) string {
	if a := o.attempts[p.ID]; a != nil && a.Message != "" {
		return a.Message
	}
	return o.text(msg("pod.no-message"))
}

// verdicts are the plugins that rejected the pod's last attempt, each with its reason and the nodes.
func (o *ending) verdicts(p *trace.Pod) {
	a := o.attempts[p.ID]
	if a == nil {
		return
	}
	for _, v := range a.Verdicts {
		if len(v.Nodes) == 0 {
			o.say(4, "pod.verdict", "plugin", v.Plugin, "reason", v.Reason)
			continue
		}
		o.say(4, "pod.verdict-nodes", "plugin", v.Plugin, "reason", v.Reason, "nodes", nodeList(v.Nodes))
		for _, r := range numbers(o.t, a, v) {
			o.say(8, "pod.numbers", "sentence", o.sentence(r, o.t.Initial.At))
		}
	}
}

// nodeList names nodes, the first ten of many.
func nodeList(nodes []string) string {
	if len(nodes) > 10 {
		return strings.Join(nodes[:10], ", ") + ", … (" + strconv.Itoa(len(nodes)) + ")"
	}
	return strings.Join(nodes, ", ")
}
