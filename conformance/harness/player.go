// Package harness plays scripts on several queues in lockstep, compares what can be observed after each operation,
// makes up scripts, and shortens those on which queues differ.
package harness

import (
	"fmt"
	"strings"
	"time"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// NewDriver makes an empty queue with a script's settings.
type NewDriver func(script.Config) observe.Driver

// Player gives operations their meaning and plays them on every driver.
type Player struct {
	World    *script.World
	config   script.Config
	now      time.Duration
	drivers  []observe.Driver
	attempts []attempt
	pops     int // that gave a pod
	closed   bool
}

// attempt is a pop that has not ended.
type attempt struct {
	n    int // the n-th Pop that gave a pod
	uid  string
	name string
}

// NewPlayer starts with an empty world.
func NewPlayer(c script.Config, makers ...NewDriver) *Player {
	p := &Player{World: script.NewWorld(), config: c, now: c.Clock}
	for _, make := range makers {
		p.drivers = append(p.drivers, make(c))
	}
	return p
}

// Now is the virtual time.
func (p *Player) Now() time.Duration { return p.now }

// Play plays one operation. It returns what each driver shows then, nil if the operation is only of the clock or
// has no meaning here (played tells which).
func (p *Player) Play(op script.Op) (states []*observe.State, played bool) {
	switch op.Verb {
	case script.Advance:
		p.setTime(p.now + op.Time)
		return nil, true
	case script.AdvanceTo:
		if op.Time < p.now {
			return nil, false
		}
		p.setTime(op.Time)
		return nil, true
	}
	act := p.resolve(op)
	if act == nil {
		return nil, false
	}
	results := make([]string, len(p.drivers))
	for i, d := range p.drivers {
		results[i] = act(d)
	}
	if op.Verb == script.Pop {
		p.notePop(results[0])
	}
	for i := range p.drivers {
		states = append(states, p.observe(i, results[i]))
	}
	p.setTime(p.now + p.config.Tick)
	return states, true
}

// Observe is what each driver shows now.
func (p *Player) Observe() []*observe.State {
	var states []*observe.State
	for i := range p.drivers {
		states = append(states, p.observe(i, ""))
	}
	return states
}

func (p *Player) observe(driver int, result string) *observe.State {
	s := p.drivers[driver].Observe()
	s.Now, s.Result = int64(p.now), result
	return s
}

func (p *Player) setTime(t time.Duration) {
	p.now = t
	for _, d := range p.drivers {
		d.SetTime(int64(t))
	}
}

// resolve is what the operation does to a driver; nil if it has no meaning here.
func (p *Player) resolve(op script.Op) func(observe.Driver) string {
	switch op.Verb {
	case script.Add, script.Update, script.Delete, script.Activate:
		return p.resolvePod(op)
	case script.AssignedAdd, script.AssignedUpdate:
		return p.resolveAssigned(op)
	case script.Pop:
		return func(d observe.Driver) string {
			uid, ok := d.Pop()
			if ok {
				return popped + uid
			}
			return uid
		}
	case script.Done:
		return quietly(func(d observe.Driver) { d.Done(op.UID) })
	case script.Return:
		return p.resolveReturn(op)
	case script.Happen:
		return quietly(func(d observe.Driver) { d.Happen(op.Event) })
	case script.FlushBackoff:
		return quietly(observe.Driver.FlushBackoff)
	case script.FlushUnschedulable:
		return quietly(observe.Driver.FlushUnschedulable)
	case script.Close:
		if p.closed { // the real queue panics
			return nil
		}
		p.closed = true
		return quietly(observe.Driver.Close)
	}
	panic(fmt.Sprintf("operation %q is not played", op.Verb))
}

const popped = "popped "

func quietly(act func(observe.Driver)) func(observe.Driver) string {
	return func(d observe.Driver) string {
		act(d)
		return ""
	}
}

func (p *Player) resolvePod(op script.Op) func(observe.Driver) string {
	switch pod := p.World.Pod(op.Pod); {
	case op.Verb == script.Add:
		pod := must(p.World.Add(op.Pod, op.Fields))
		return func(d observe.Driver) string { return d.Add(pod) }
	case pod == nil:
		return nil
	case op.Verb == script.Update:
		old, updated, err := p.World.Update(op.Pod, op.Fields)
		must(0, err)
		return func(d observe.Driver) string { return d.Update(old, updated) }
	case op.Verb == script.Delete:
		p.World.Delete(op.Pod)
		return func(d observe.Driver) string { return d.Delete(pod) }
	default:
		return quietly(func(d observe.Driver) { d.Activate(pod) })
	}
}

func (p *Player) resolveAssigned(op script.Op) func(observe.Driver) string {
	if op.Verb == script.AssignedAdd {
		pod := must(p.World.AddAssigned(op.Pod, op.Fields))
		return quietly(func(d observe.Driver) { d.AssignedAdd(pod) })
	}
	if p.World.Assigned(op.Pod) == nil {
		return nil
	}
	old, updated, err := p.World.UpdateAssigned(op.Pod, op.Fields)
	must(0, err)
	return quietly(func(d observe.Driver) { d.AssignedUpdate(old, updated) })
}

// resolveReturn is the failure handler's part: a pod that left the informer is only done with; otherwise its latest
// version, whatever its UID is now, goes back to the queue.
func (p *Player) resolveReturn(op script.Op) func(observe.Driver) string {
	i := p.openAttempt(op.UID, op.Nth)
	if i < 0 {
		return nil
	}
	a := p.attempts[i]
	p.attempts = append(p.attempts[:i:i], p.attempts[i+1:]...)
	latest := p.World.Pod(a.name)
	if op.Version != 0 {
		latest = p.World.Version(op.Version)
	}
	if latest == nil {
		return quietly(func(d observe.Driver) { d.Done(a.uid); d.Drop(a.n) })
	}
	return func(d observe.Driver) string { return d.Return(a.n, latest, op.Rejected, op.Pending) }
}

func (p *Player) openAttempt(uid string, nth int) int {
	for i, a := range p.attempts {
		if a.uid == uid {
			if nth--; nth <= 0 {
				return i
			}
		}
	}
	return -1
}

// notePop opens an attempt for the pod that was popped.
func (p *Player) notePop(result string) {
	uid, ok := strings.CutPrefix(result, popped)
	if !ok {
		return
	}
	p.attempts = append(p.attempts, attempt{n: p.pops, uid: uid, name: p.World.NameOf(uid)})
	p.pops++
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // fields were checked when the operation was parsed
	}
	return v
}
