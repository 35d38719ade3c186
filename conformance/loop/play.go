//go:build k8s134 || k8s135 || k8s137

package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/plugin"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
	"inflight/engine/why"
)

type possible = sim.Possible

// Play is a run of both.
type Play struct {
	sim       *sim.Sim
	real      *Real
	revisions map[*api.Pod]int
	steps     int // compared
	attempts  int // of the trace that were compared
	// Compared counts the states that were found equal, Met the rules of the loop that they were about.
	Compared int
	// Drawn counts the attempts for which the real scheduler drew another of the best nodes than ours takes.
	Drawn    int
	Met      map[string]int
	snapshot map[trace.PodID]*trace.State // as an attempt saw the cluster
}

// NewPlay begins a run of a scenario without its story.
func NewPlay(sc *scenario.Scenario, p *profile.Profile) (*Play, error) {
	s, problem := sim.New(sc, p)
	if problem != nil {
		return nil, fmt.Errorf("%s", why.Text(why.English, problem.Why))
	}
	r, err := NewReal(s.Now())
	if err != nil {
		return nil, err
	}
	return &Play{sim: s, real: r, revisions: map[*api.Pod]int{}, Met: map[string]int{}, snapshot: map[trace.PodID]*trace.State{}}, nil
}

// Close ends the run.
func (p *Play) Close() { p.real.Close() }

func (p *Play) state() *trace.State { return p.sim.Trace().Final() }

// Line does one line of a script on both sides. The error says where they differ.
func (p *Play) Line(text string) error {
	a, problem := action.Parse(text)
	if problem != nil {
		return fmt.Errorf("%s: %s", text, why.Text(why.English, problem.Why))
	}
	switch a.Verb {
	case action.Step:
		return p.step(a)
	case action.Do:
		return p.do(a.Name)
	case action.Run:
		for {
			if next := p.sim.Possible(); len(next) == 0 || next[0].ID == "timer" {
				return nil
			}
			if err := p.one(0); err != nil {
				return err
			}
		}
	}
	return p.act(a)
}

func (p *Play) step(a action.Action) error {
	switch {
	case a.Bind:
		for i, next := range p.sim.Possible() {
			if next.Pod != trace.NoPod && strings.Contains(next.ID, "/") && p.means(a.Ref, next.Pod) {
				return p.one(i)
			}
		}
		return fmt.Errorf("%s: no such binding cycle: %w", a, ErrRefused)
	case action.IsPhase(a.Until):
		for range 100 {
			next := p.sim.Possible()
			if len(next) == 0 {
				break
			}
			phase := string(next[0].Phase)
			if err := p.one(0); err != nil || phase == a.Until {
				return err
			}
		}
		return fmt.Errorf("%s: never", a)
	}
	for range max(a.N, 1) {
		if err := p.one(0); err != nil {
			return err
		}
	}
	return nil
}

func (p *Play) means(r api.Ref, id trace.PodID) bool {
	s, n := p.state(), 0
	for _, o := range s.Pods.All() {
		if o.Object.Namespace == r.Namespace && o.Object.Name == r.Name {
			n++
			if o.ID == id && (r.N == 0 || r.N == n) {
				return true
			}
		}
	}
	return false
}

// uidOf is the pod that a reference means: the n-th of its name, or the last.
func (p *Play) uidOf(r api.Ref) (uid string) {
	for _, o := range p.state().Pods.All() {
		if o.Object.FullName() == r.Namespace+"/"+r.Name && (r.N == 0 || p.means(r, o.ID)) {
			uid = o.UID
		}
	}
	return uid
}

// one does the i-th of what is possible now.
func (p *Play) one(i int) error {
	possible := p.sim.Possible()
	if i >= len(possible) {
		return fmt.Errorf("nothing is possible")
	}
	next := possible[i]
	before := p.state()
	if problem := p.sim.DoPossible(i); problem != nil {
		return fmt.Errorf("%s: %s", next.ID, why.Text(why.English, problem.Why))
	}
	return p.follow(next.ID, func() error {
		switch {
		case next.ID == "timer":
			return nil // follow sees what fired
		case next.ID == "pop":
			if err := p.real.Pop(); err != nil {
				return err
			}
			return p.catchUp(p.popped(before), false)
		default:
			binding := slices.ContainsFunc(before.Binding, func(a *trace.Attempt) bool { return a.Pod == next.Pod })
			err := p.catchUp(next.Pod, binding)
			if next.Phase == trace.PhaseFilter {
				p.real.Spent("Filter", before.Pods.At(int(next.Pod)).Object.FullName())
			}
			return err
		}
	})
}

// popped is the pod that the step popped.
func (p *Play) popped(before *trace.State) trace.PodID {
	for _, b := range p.sim.Trace().Steps[p.steps].Beats {
		if b.Kind == trace.KindMove && b.To == trace.Scheduling {
			return b.Pod
		}
	}
	return trace.NoPod
}

// catchUp lets the real cycle of a pod come to where ours is.
func (p *Play) catchUp(id trace.PodID, binding bool) error {
	s := p.state()
	phase, node := "", ""
	if a := s.AttemptOf(id); a != nil {
		phase, node = string(a.Next), a.Node
		if a.Next == trace.PhaseFilter {
			p.snapshot[id] = s
		}
	}
	uid := s.Pods.At(int(id)).UID
	for _, c := range p.real.cycles {
		if c.uid == uid && c.binding == binding && c.next == phase && phase != "" {
			return nil // popped, and there already
		}
	}
	if c := p.real.at(uid, "Reserve"); c != nil && node != "" && node != c.node {
		if !p.tied(id, c.node) {
			return fmt.Errorf("the real scheduler takes %s for %s, ours %s", c.node, uid, node)
		}
		c.instead = node
		p.Drawn++
	}
	return p.real.Proceed(uid, binding, phase)
}

// tied tells whether the node is as good for the pod as the one that ours takes, as far as ours scores nodes.
func (p *Play) tied(id trace.PodID, node string) bool {
	s := p.snapshot[id]
	options := plugin.RequestOptions(s.Profile)
	plugins := plugin.New(s.Profile)
	pod := s.Pods.At(int(id)).Queued.Object
	var first, rest []*api.NodeInfo
	for _, n := range s.Nodes.All() {
		if n.Gone {
			continue
		}
		var pods []*api.Pod
		for _, o := range n.Pods {
			counted := *s.Pods.At(int(o)).Object
			pods = append(pods, &counted)
		}
		info := api.NewNodeInfo(n.Object, pods, options)
		switch {
		case plugins.Filter(pod, info) != nil:
		case n.Object.Name == node:
			first = append(first, info)
		default:
			rest = append(rest, info)
		}
	}
	if len(first) == 0 {
		return false
	}
	chosen, _, problem := plugins.Choose(pod, append(first, rest...)) // the first of the best wins
	return problem == "" && chosen == 0
}

// act does an action of the world.
func (p *Play) act(a action.Action) error {
	before := p.objects()
	if problem := p.sim.Do(a); problem != nil {
		return fmt.Errorf("%s: %s: %w", a, why.Text(why.English, problem.Why), ErrRefused)
	}
	name := a.Ref.Namespace + "/" + a.Ref.Name
	return p.follow(a.String(), func() error {
		switch a.Verb {
		case action.Apply, action.Patch, action.Delete, action.Recreate:
			return p.changed(before)
		case action.Activate:
			p.real.Activate(name)
		case action.Fail:
			p.real.Fail(a.Phase, name, cmp.Or(a.Text, sim.DefaultFailure))
		case action.Reject:
			p.real.Reject(a.Phase, name, cmp.Or(a.Text, sim.DefaultRejection))
		case action.Permit:
			return p.real.Permit(p.uidOf(a.Ref), a.Allow, sim.DefaultRejection)
		case action.Release:
			p.real.Unwait(name)
			if p.real.Waits(p.uidOf(a.Ref)) {
				return p.real.Permit(p.uidOf(a.Ref), true, "")
			}
		case action.Hold:
			if a.Phase == "WaitOnPermit" {
				p.real.Wait(name)
			}
		}
		return nil
	})
}

// follow does on the real side what the simulation's new steps did, and compares after each.
func (p *Play) follow(what string, main func() error) error {
	steps := p.sim.Trace().Steps
	for n := p.steps; n < len(steps); n++ {
		step := &steps[n]
		p.real.SetTime(step.At)
		var err error
		switch {
		case strings.HasPrefix(step.Action, "timer backoff"):
			p.real.queue.FlushBackoff()
		case strings.HasPrefix(step.Action, "timer sweep"):
			p.real.queue.FlushUnschedulable()
		default:
			err = main()
		}
		if err == nil {
			err = p.real.Tell(p.isBound(step))
		}
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", what, err, trace.Text(p.sim.Trace()))
		}
		p.version()
		if diff := p.compare(step); diff != "" {
			return fmt.Errorf("%s at %s: - real, + ours\n%s\n%s", what, trace.Stamp(step.At-p.sim.Trace().Initial.At), diff, trace.Text(p.sim.Trace()))
		}
		p.steps = n + 1
		p.met(step)
	}
	p.real.SetTime(p.sim.Now())
	return nil
}

// isBound tells whether the informer tells in this step that a pod is bound.
func (p *Play) isBound(step *trace.Step) bool {
	return slices.ContainsFunc(step.Beats, func(b trace.Beat) bool { return b.Why.Rule == "phase.postbind" })
}

// objects are the pods and nodes that the cluster has, by their keys.
func (p *Play) objects() map[string]api.Object {
	out := map[string]api.Object{}
	s := p.state()
	for name, pod := range p.sim.Pods() {
		out["pod/"+name] = pod
	}
	for _, n := range s.Nodes.All() {
		if !n.Gone {
			out["node/"+n.Object.Name] = n.Object
		}
	}
	return out
}

// changed does on the real side what became of the objects.
func (p *Play) changed(before map[string]api.Object) error {
	after := p.objects()
	var keys []string
	for k := range before {
		keys = append(keys, k)
	}
	for k := range after {
		if before[k] == nil {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	for _, k := range keys {
		if err := p.change(k, before[k], after[k]); err != nil {
			return err
		}
	}
	return nil
}

func (p *Play) change(key string, before, after api.Object) error {
	_, name, _ := strings.Cut(key, "/")
	switch now := after.(type) {
	case *api.Pod:
		was, _ := before.(*api.Pod)
		switch {
		case was == now:
			return nil
		case was == nil:
			return p.real.AddPod(now)
		case was.UID != now.UID:
			if err := p.real.DeletePod(name); err != nil {
				return err
			}
			return p.real.AddPod(now)
		}
		return p.real.UpdatePod(now)
	case *api.Node:
		was, _ := before.(*api.Node)
		switch {
		case was == now:
			return nil
		case was == nil:
			return p.real.AddNode(now)
		}
		return p.real.UpdateNode(was, now)
	}
	switch was := before.(type) {
	case *api.Pod:
		return p.real.DeletePod(name)
	case *api.Node:
		return p.real.DeleteNode(was)
	}
	return nil
}

// version notes which of our versions of a pod is which of the real API server's.
func (p *Play) version() {
	for _, o := range p.objects() {
		pod, ok := o.(*api.Pod)
		if !ok || p.revisions[pod] != 0 {
			continue
		}
		if now := p.real.server.pods[pod.FullName()]; now != nil {
			p.revisions[pod], _ = strconv.Atoi(now.ResourceVersion)
		}
	}
}

// compare is what the two sides do not have in common after a step.
func (p *Play) compare(step *trace.Step) string {
	s := step.Beats[len(step.Beats)-1].State
	theirs, ours := p.real.queue.Observe(), shown(s, p.revisions)
	withoutRevisions(theirs.List)
	theirs.MoveRequestCycle, ours.MoveRequestCycle = 0, 0 // our beat comes before it moves on, and with a list nobody asks for it
	diff := theirs.Diff(ours)
	diff += difference(p.real.lines(), lines(s))
	attempts := p.sim.Trace().Attempts
	for _, f := range failuresOf(attempts[p.attempts:], s) {
		if !p.real.takeFailure(f) {
			diff += "  - failed " + strings.Join(p.real.failures, "\n  - failed ") + "\n  + failed " + f + "\n"
		}
	}
	p.attempts = len(attempts)
	diff += difference(p.real.takePatches(), patchesOf(step))
	p.Compared++
	return diff
}

// difference is what only one of two lists has; the order is compared too.
func difference(a, b []string) string {
	if slices.Equal(a, b) {
		return ""
	}
	return "  - " + strings.Join(a, "\n  - ") + "\n  + " + strings.Join(b, "\n  + ") + "\n"
}
