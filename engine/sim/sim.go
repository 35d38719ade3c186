// Package sim is a world that can be pushed: a scheduler, its queue, a cluster and a virtual clock, driven by actions
// and recorded as a trace. Do is the only door.
//
// A run is a function of scenario, release, gates and actions: the same ones give the same trace, beat by beat.
package sim

import (
	"strconv"
	"time"

	"inflight/engine/api"
	"inflight/engine/cluster"
	"inflight/engine/cow"
	"inflight/engine/plugin"
	"inflight/engine/profile"
	"inflight/engine/queue"
	"inflight/engine/scenario"
	"inflight/engine/sched"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// Limits of a run. Over them Do refuses with a problem rather than freezing the page.
const (
	MaxBeats = 100_000
	MaxPods  = 20_000
)

// Sim is a run in progress. Make one with New. Not safe for concurrent use.
type Sim struct {
	scenario *scenario.Scenario
	profile  *profile.Profile
	trace    *trace.Trace

	queue   *queue.Queue
	cluster *cluster.Cluster
	loop    *sched.Loop
	plugins *plugin.Set

	now    trace.Time
	timers timers

	pods         cow.Vec[*trace.Pod]
	ids          map[string]trace.PodID // UID → pod
	incarnations map[string]int         // namespace/name → how many there were
	docs         map[api.Ref]api.Doc    // the documents of the objects as they are now, for patches

	step     *trace.Step // being recorded, nil between steps
	beats    int
	silent   int
	story    int // lines done
	line     int // story line that the step belongs to, -1 for none
	text     string
	breaking map[string]bool // invariant and UID → it does not hold since an earlier step
	beatsOf  []trace.Beat    // of the step being recorded; reused
	ended    []trace.PodID   // pods whose attempts ended in the step
	changed  int             // index of the step in which the cluster last changed
}

// New makes a run and puts the scenario's start objects in place. The trace begins after that: what is there at the
// start is not part of the story. They arrive a tick apart, the last of them a tick before the clock of the scenario:
// the story and both timers begin at that instant.
func New(sc *scenario.Scenario, p *profile.Profile) (*Sim, *why.Problem) {
	return NewLogged(sc, p, nil)
}

// NewLogged is New for a run of which every operation of the queue is wanted as text, the start objects' too, in the
// form that conformance replays on the real queue. Each step has its own in Operations.
func NewLogged(sc *scenario.Scenario, p *profile.Profile, log func(line string)) (*Sim, *why.Problem) {
	s := &Sim{scenario: sc, profile: p, now: sc.Clock, line: -1, changed: -1,
		ids: map[string]trace.PodID{}, incarnations: map[string]int{}, docs: map[api.Ref]api.Doc{}, breaking: map[string]bool{}}
	s.timers = newTimers(p, sc.Clock)
	s.plugins = plugin.New(p)
	s.cluster = cluster.New(plugin.RequestOptions(p))
	s.queue = queue.New(queue.Config{
		Profile: p, Now: func() trace.Time { return s.now },
		InitialBackoff:     seconds(sc.Config.PodInitialBackoffSeconds, queue.DefaultInitialBackoff),
		MaxBackoff:         seconds(sc.Config.PodMaxBackoffSeconds, queue.DefaultMaxBackoff),
		MaxInUnschedulable: queue.DefaultMaxInUnschedulable,
		Registrations:      map[string][]queue.Registration{sched.DefaultScheduler: s.plugins.Registrations()},
		PreEnqueue:         s.plugins.PreEnqueue, IDOf: s.idOf, NamespaceLabels: api.NamespaceLabels, Observe: s.observe,
		Log: s.operation(log),
	})
	s.loop = sched.New(sched.Config{Profile: p, Queue: s.queue, Cluster: s.cluster, Plugins: s.plugins,
		Now: func() trace.Time { return s.now }, Observe: s.observe, Finished: s.finished})
	s.trace = &trace.Trace{Profile: p, Warnings: sc.Problems}
	for _, v := range p.NeverReleased() {
		s.warn(why.Problem{File: sc.File, Why: why.Reason{Rule: "variant.never-released", Args: []why.Arg{why.S("variant", v), why.S("release", p.Release.String())}}})
	}
	for _, d := range sc.Objects {
		if _, known := s.docs[d.Ref()]; !known {
			s.docs[d.Ref()] = d
		}
	}
	if !sc.Snapshot { // in place before the clock begins, one tick apart, so that the story begins at the clock
		s.now -= int64(len(sc.Start)) * sc.Tick
		for _, o := range sc.Start {
			s.create(o)
			s.now += sc.Tick
		}
	}
	s.queue.RestartNumbering()
	s.trace.Initial = s.state()
	return s, nil
}

// operation notes an operation of the queue in its step; nil where nobody wants to know.
func (s *Sim) operation(log func(line string)) func(line string) {
	if log == nil {
		return nil
	}
	return func(line string) {
		if s.step != nil {
			s.step.Operations = append(s.step.Operations, line)
		}
		log(line)
	}
}

func seconds(n int64, fallback time.Duration) time.Duration {
	if n == 0 {
		return fallback
	}
	return time.Duration(n) * time.Second
}

// Trace is the run so far. It grows with every Do; what it holds already is never changed.
func (s *Sim) Trace() *trace.Trace { return s.trace }

// Pods are the pods that the informer has, by their full names.
func (s *Sim) Pods() map[string]*api.Pod {
	out := map[string]*api.Pod{}
	for _, p := range s.cluster.Pods() {
		out[p.FullName()] = p
	}
	return out
}

// Now is virtual time.
func (s *Sim) Now() trace.Time { return s.now }

// StoryDone is how many lines of the story have been done.
func (s *Sim) StoryDone() int { return s.story }

// idOf names a pod by UID. A UID that was never seen is nobody's.
func (s *Sim) idOf(uid string) trace.PodID {
	if id, ok := s.ids[uid]; ok {
		return id
	}
	return trace.NoPod
}

// create puts an object that is not there yet into the cluster.
func (s *Sim) create(o api.Object) {
	switch o := o.(type) {
	case *api.Pod:
		p := s.born(o)
		s.loop.AddPod(s.ids[p.UID], p)
	case *api.Node:
		s.loop.AddNode(o)
	}
}

// born gives a new pod its UID and its place in the table of pods.
func (s *Sim) born(o *api.Pod) *api.Pod {
	p := *o
	full := p.FullName()
	s.incarnations[full]++
	for n := s.incarnations[full]; ; n++ {
		if _, taken := s.ids[p.UID]; p.UID != "" && !taken {
			break
		}
		p.UID = p.Name + "-" + strconv.Itoa(n)
		if p.Namespace != api.DefaultNamespace {
			p.UID = p.Namespace + "/" + p.UID
		}
	}
	id := trace.PodID(s.pods.Len())
	s.ids[p.UID] = id
	s.pods.Append(&trace.Pod{ID: id, UID: p.UID, Object: &p, Marker: trace.NoElement, Popped: trace.NoTime})
	return &p
}

// Story does what is left of the story, or runs a snapshot to its end.
func (s *Sim) Story() *why.Problem {
	if s.scenario.Snapshot {
		return s.runSnapshot()
	}
	for s.story < len(s.scenario.Story) {
		if p := s.StoryLine(); p != nil {
			return p
		}
	}
	return nil
}

// StoryLine does the next line of the story; the problem says where in the file the line is.
func (s *Sim) StoryLine() *why.Problem {
	l := s.scenario.Story[s.story]
	s.line = s.story
	s.story++
	defer func() { s.line = -1 }()
	p := s.Do(l.Action)
	if p != nil {
		p.File, p.Line, p.Field = l.File, l.Pos.Line, "spec.story["+strconv.Itoa(s.line)+"]"
		p.Column = l.Column(max(p.Column, 1))
	}
	return p
}

// Run makes a run and does all of its story.
func Run(sc *scenario.Scenario, p *profile.Profile) (*trace.Trace, *why.Problem) {
	s, problem := New(sc, p)
	if problem != nil {
		return nil, problem
	}
	problem = s.Story()
	return s.trace, problem
}
