// Package tracejson reads a state back from its JSON form (trace.StateJSON). It uses encoding/json and therefore is
// no part of the WASM; it serves tests and tools.
package tracejson

import (
	"encoding/json"
	"fmt"
	"time"

	"inflight/engine/api"
	"inflight/engine/cow"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
)

// State reads the form inflight.state/v1. The profile is given, as JSON only names its release and gates; Release
// tells which.
func State(data []byte, p *profile.Profile) (*trace.State, error) {
	var f frame
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	if f.Schema != trace.StateSchema {
		return nil, fmt.Errorf("state: schema is %q; this program reads %q", f.Schema, trace.StateSchema)
	}
	if f.Release != p.Release.String() {
		return nil, fmt.Errorf("state: it is of %s, the profile given is of %s", f.Release, p.Release)
	}
	d := &decoder{frame: &f}
	s := d.state(p)
	return s, d.err
}

// Release reads which release a state is of, and its feature gates.
func Release(data []byte) (profile.Release, map[string]bool, error) {
	var f struct {
		Release string
		Gates   map[string]bool
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return profile.Release{}, nil, fmt.Errorf("state: %w", err)
	}
	r, err := profile.Parse(f.Release)
	return r, f.Gates, err
}

// decoder turns places in tables back into pointers. The first error stays.
type decoder struct {
	*frame
	objects []api.Object
	queued  []*trace.Queued
	events  []*event.Recorded
	err     error
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("state: "+format, args...)
	}
}

func (d *decoder) state(p *profile.Profile) *trace.State {
	d.tables()
	s := &trace.State{Profile: p, At: d.instant(&d.At), InFlight: d.InFlight, SchedulingCycle: d.SchedulingCycle,
		MoveRequestCycle: d.MoveRequestCycle, NextBackoffFlush: d.instant(d.NextBackoffFlush),
		NextSweep: d.instant(d.NextSweep), Closed: d.Closed, Unknown: d.unknown(d.frame.Unknown)}
	var pods []*trace.Pod
	for i, j := range d.Pods {
		pods = append(pods, d.pod(i, j))
	}
	s.Pods = cow.Of(pods...)
	var nodes []*trace.Node
	for _, j := range d.Nodes {
		n := &trace.Node{Pods: j.Pods, Gone: j.Gone}
		n.Object, _ = d.object(j.Object).(*api.Node)
		nodes = append(nodes, n)
	}
	s.Nodes = cow.Of(nodes...)
	s.ActiveQ, s.BackoffQ = d.lane(d.ActiveQ), d.lane(d.BackoffQ)
	s.ErrorBackoffQ, s.Unschedulable = d.lane(d.ErrorBackoffQ), d.lane(d.UnschedulablePods)
	s.List = d.list()
	if d.Scheduling != nil {
		s.Scheduling = d.attempt(*d.Scheduling)
	}
	for _, a := range d.Binding {
		s.Binding = append(s.Binding, d.attempt(a))
	}
	return s
}

func (d *decoder) tables() {
	for _, j := range d.Objects {
		d.objects = append(d.objects, j.object(d))
	}
	for _, j := range d.frame.Queued {
		q := &trace.Queued{Pod: j.Pod, Attempts: j.Attempts, UnschedulableCount: j.UnschedulableCount,
			ConsecutiveErrors: j.ConsecutiveErrors, Timestamp: d.instant(j.Timestamp),
			FlushTimestamp: d.instant(j.FlushTimestamp), InitialAttempt: d.instant(j.InitialAttempt), BackoffExpiry: d.instant(j.BackoffExpiry),
			Rejectors: j.Rejectors, Pending: j.Pending, Gating: j.Gating}
		q.Object, _ = d.object(j.Object).(*api.Pod)
		d.queued = append(d.queued, q)
	}
	for _, j := range d.Events {
		d.events = append(d.events, &event.Recorded{N: j.N, At: d.instant(&j.At), Old: d.object(j.Old), New: d.object(j.New),
			ClusterEvent: event.ClusterEvent{Resource: event.Resource(j.Resource), Action: event.ActionType(j.Action), Label: j.Label}})
	}
}

// object is an entry of the table, nil where none is meant.
func (d *decoder) object(i *int) api.Object {
	if i == nil {
		return nil
	}
	if *i < 0 || *i >= len(d.objects) {
		d.fail("object %d does not exist", *i)
		return nil
	}
	return d.objects[*i]
}

func (d *decoder) pod(id int, j podFrame) *trace.Pod {
	p := &trace.Pod{ID: trace.PodID(id), UID: j.UID, Place: d.place(j.Place), Queue: d.place(j.Queue), Node: j.Node,
		InFlight: j.InFlight, Marker: trace.NoElement, Popped: d.instant(j.Popped), Unknown: d.unknown(j.Unknown)}
	p.Object, _ = d.object(j.Object).(*api.Pod)
	if j.Marker != nil {
		p.Marker = *j.Marker
	}
	if j.Queued != nil {
		p.Queued = d.entry(*j.Queued)
	}
	return p
}

func (d *decoder) place(s string) trace.Place {
	if s == "" {
		return trace.Nowhere
	}
	p, ok := trace.ParsePlace(s)
	if !ok {
		d.fail("%q is no place", s)
	}
	return p
}

// instant reads a duration since the epoch; none is NoTime.
func (d *decoder) instant(s *string) trace.Time {
	if s == nil {
		return trace.NoTime
	}
	t, err := time.ParseDuration(*s)
	if err != nil {
		d.fail("%q is no time: %v", *s, err)
	}
	return trace.Time(t)
}

func (d *decoder) entry(i int) *trace.Queued {
	if i < 0 {
		return nil
	}
	if i >= len(d.queued) {
		d.fail("queued copy %d does not exist", i)
		return nil
	}
	return d.queued[i]
}

func (d *decoder) lane(entries []int) cow.View[*trace.Queued] {
	var out []*trace.Queued
	for _, i := range entries {
		out = append(out, d.entry(i))
	}
	return cow.Of(out...)
}

func (d *decoder) list() trace.List {
	j := d.List
	l := trace.List{Head: j.Head, Len: j.Len, Uses: cow.Of(j.Uses...)}
	for id, e := range j.Log {
		el := trace.Element{ID: id, Pod: trace.NoPod}
		switch {
		case e.Pod != nil:
			el.Pod = *e.Pod
		case e.Event == nil || *e.Event < 0 || *e.Event >= len(d.events):
			d.fail("element %d is neither a marker nor an event", id)
			return l
		default:
			el.Event = d.events[*e.Event]
		}
		l.Log = append(l.Log, el)
	}
	var words []uint64
	for _, id := range j.Removed {
		if id < 0 || id >= len(l.Log) {
			d.fail("element %d, removed, does not exist", id)
			return l
		}
		for len(words) <= id>>6 {
			words = append(words, 0)
		}
		words[id>>6] |= 1 << (id & 63)
	}
	l.Removed = cow.Of(words...)
	return l
}

func (d *decoder) attempt(j attemptFrame) *trace.Attempt {
	for i := range j.Verdicts {
		if len(j.Verdicts[i].Nodes) == 0 {
			j.Verdicts[i].Nodes = nil
		}
	}
	return &trace.Attempt{Pod: j.Pod, N: j.N, Cycle: j.Cycle, Last: j.Last, Next: j.Next, Failed: j.Failed, Error: j.Error,
		Message: j.Message, Verdicts: j.Verdicts, Feasible: j.Feasible, Node: j.Node, Held: j.Held, Started: d.instant(j.Started)}
}

func (d *decoder) unknown(names []string) trace.Unknown {
	var u trace.Unknown
names:
	for _, name := range names {
		for i, known := range trace.UnknownNames {
			if name == known {
				u |= 1 << i
				continue names
			}
		}
		d.fail("%q is not one of the things that can be unknown", name)
	}
	return u
}
