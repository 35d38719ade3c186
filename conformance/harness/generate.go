package harness

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// Generator makes up a script while it is played: what comes next depends on what the first queue shows, so that
// updates hit pods in flight and the clock stops at the instants that decide.
type Generator struct {
	*Rand
	features observe.Features
	player   *Player
	state    *observe.State
	noErrors bool
	left     int // operations to go
	spec     int // makes every change of spec another
}

// plugins are what pods are rejected by. Gate and Hold are PreEnqueue plugins.
const plugins = `
plugin A events=Node/Add|UpdateNodeTaint|UpdateNodeLabel,Pod/Delete|UpdatePodLabel
plugin B events=Pod/Add|Delete|UpdatePodLabel|UpdatePodScaleDown,Node/UpdateNodeAllocatable
plugin C events=Node/Add|Delete|UpdateNodeCondition,Pod/Update|UpdatePodToleration
plugin Gate events=Pod/Update|UpdatePodSchedulingGatesEliminated enqueue=gates
plugin Hold events=Node/Add,Pod/UpdatePodLabel enqueue=label:hold
`

// anyEvent are sometimes added: registrations for everything, and for every action of one resource.
var anyEvent = []string{"", "", "", "plugin D events=*/All\n", "plugin D events=*/Add|UpdateNodeTaint\n", "plugin D events=Node/All,Pod/All\n",
	"plugin D events=TargetPod/UpdatePodLabel|UpdatePodToleration|UpdatePodScaleUp\n"}

var names = []string{"a", "b", "c", "d", "e", "f", "g"}

// rejecters are the plugins that reject pods, and one that the script may not have.
func (g *Generator) rejecters() []string {
	all := []string{"D"}
	for _, p := range g.player.config.Plugins {
		if p.Enqueue == "" && p.Name != "D" {
			all = append(all, p.Name)
		}
	}
	return all
}

// everyone is all plugins, and one that the script may not have.
func (g *Generator) everyone() []string {
	all := g.rejecters()
	for _, p := range g.player.config.Plugins {
		if p.Enqueue != "" {
			all = append(all, p.Name)
		}
	}
	return all
}

// known are plugins that releases know by name: in some scripts they have theirs.
var known = []*strings.Replacer{strings.NewReplacer(), strings.NewReplacer("plugin Gate ", "plugin SchedulingGates ", "plugin C ", "plugin PodTopologySpread ")}

// NewScript makes up the settings of a script.
func (r *Rand) NewScript(gates []script.Gate) *script.Script {
	s, err := script.Parse(Pick(r, known...).Replace(plugins) + Pick(r, anyEvent...))
	if err != nil {
		panic(err)
	}
	c := &s.Config
	if r.Chance(20) {
		c.InitialBackoff = Pick(r, 100*time.Millisecond, 1500*time.Millisecond, 5*time.Second)
		c.MaxBackoff = Pick(r, 2*time.Second, 10*time.Second, time.Minute)
	}
	if r.Chance(5) {
		c.MaxBackoff = 0
	}
	if r.Chance(10) {
		c.MaxUnschedulable = 20 * time.Second
	}
	c.Gates = gates
	c.Clock = Pick(r, 500*time.Millisecond, 0, 998*time.Millisecond)
	return s
}

// choice is something that could come next.
type choice struct {
	weight int
	make   func() []script.Op
}

// Next makes up what comes next: an operation, or a few that belong together.
func (g *Generator) Next() []script.Op {
	choices := []choice{
		{9, g.add}, {1, g.addAgain}, {2, g.recreate}, {2, g.delete}, {9, g.update}, {3, g.releaseGate},
		{14, g.pop}, {5, g.done}, {14, g.giveBack}, {15, g.happen}, {4, g.activate},
		{4, g.wait}, {5, g.aroundExpiry}, {3, g.aroundLimit}, {3, g.flush},
	}
	if !g.features.ActivateShares {
		choices = append(choices, choice{1, g.holdAndActivate})
	}
	if g.features.UpdateSplits {
		choices = append(choices, choice{3, g.updateOfTwoKinds})
	}
	if g.features.AssignedByAffinity {
		choices = append(choices, choice{3, g.assigned})
	}
	if g.features.AssignedByAffinity && g.features.FinePodUpdates {
		choices = append(choices, choice{5, g.assigned})
	}
	if g.left < 12 {
		choices = append(choices, choice{1, func() []script.Op { return one(script.Op{Verb: script.Close}) }})
	}
	for {
		if ops := g.draw(choices).make(); len(ops) > 0 {
			return ops
		}
	}
}

func (g *Generator) draw(choices []choice) choice {
	total := 0
	for _, c := range choices {
		total += c.weight
	}
	at := g.N(total)
	for _, c := range choices {
		if at -= c.weight; at < 0 {
			return c
		}
	}
	panic("unreachable")
}

func one(op script.Op) []script.Op { return []script.Op{op} }

// known is a pod of the informer, nil if the name that was drawn has none.
func (g *Generator) known() *script.Pod { return g.player.World.Pod(Pick(g.Rand, names...)) }

// inFlight is a pod of the informer that is being tried, or any other.
func (g *Generator) inFlight() *script.Pod {
	if len(g.player.attempts) > 0 && g.Chance(60) {
		return g.player.World.Pod(Pick(g.Rand, g.player.attempts...).name)
	}
	return g.known()
}

func (g *Generator) add() []script.Op {
	name := Pick(g.Rand, names...)
	if g.player.World.Pod(name) != nil {
		return nil
	}
	return one(script.Op{Verb: script.Add, Pod: name, Fields: g.newPod()})
}

func (g *Generator) newPod() []script.Field {
	fields := []script.Field{{Name: "priority", Value: fmt.Sprint(g.N(3))}, {Name: "requests", Value: "cpu:500"}}
	switch g.N(8) {
	case 0:
		fields = append(fields, script.Field{Name: "gates", Value: "wait"})
	case 1:
		fields = append(fields, script.Field{Name: "labels", Value: "hold:yes"})
	}
	if g.Chance(15) {
		fields = append(fields, script.Field{Name: "scheduler", Value: Pick(g.Rand, "second-scheduler", "second-scheduler", "nobody")})
	}
	if g.Chance(25) {
		fields = append(fields, script.Field{Name: "affinity", Value: Pick(g.Rand, "app:web", "app:db", "app:NotIn:web", "other|default@app:In:web|db&app:Exists:", "app:web,app:DoesNotExist:")})
	}
	return fields
}

// addAgain is an Add that the queue did not expect: of the same UID, or of a new one with the old still there.
func (g *Generator) addAgain() []script.Op {
	p := g.inFlight()
	if p == nil {
		return nil
	}
	fields := g.newPod()
	if g.Chance(70) {
		fields = append(fields, script.Field{Name: "uid", Value: p.UID})
	}
	return one(script.Op{Verb: script.Add, Pod: p.Name, Fields: fields})
}

func (g *Generator) recreate() []script.Op {
	p := g.inFlight()
	if p == nil {
		return nil
	}
	return []script.Op{{Verb: script.Delete, Pod: p.Name}, {Verb: script.Add, Pod: p.Name, Fields: g.newPod()}}
}

func (g *Generator) delete() []script.Op {
	p := g.inFlight()
	if p == nil {
		return nil
	}
	return one(script.Op{Verb: script.Delete, Pod: p.Name})
}

// update changes one thing or several. No pod is ever held back by two plugins: which of them is asked first is a
// matter of chance in the real queue.
func (g *Generator) update() []script.Op {
	p := g.inFlight()
	if p == nil {
		return nil
	}
	var fields []script.Field
	set := func(name, value string) { fields = append(fields, script.Field{Name: name, Value: value}) }
	for range 1 + g.N(2)*g.N(2) {
		switch g.N(9) {
		case 0:
			set("labels", g.newLabels(p))
		case 1:
			if _, held := p.Label("hold"); !held && len(p.Gates) == 0 && g.Chance(30) {
				fields = nil // nor with labels that came before
				set("gates", "wait")
				return one(script.Op{Verb: script.Update, Pod: p.Name, Fields: fields})
			}
		case 2:
			set("tolerations", Pick(g.Rand, "", "x", "x,y", "y"))
		case 3:
			set("requests", Pick(g.Rand, "cpu:100", "cpu:500", "cpu:900,memory:5", "memory:4", ""))
		case 4:
			set("status", fmt.Sprint(g.N(100)))
		case 5:
			g.spec++
			set("spec", fmt.Sprint(g.spec))
		case 6:
			set("priority", fmt.Sprint(g.N(3)))
		case 7:
			set("status", p.Status) // nothing at all
		case 8:
			set("claims", Pick(g.Rand, "", "one", "two"))
		}
	}
	if len(fields) == 0 {
		return nil
	}
	if g.Chance(4) { // an informer that missed the deletion in between
		g.spec++
		set("uid", fmt.Sprintf("%s-new%d", p.Name, g.spec))
	}
	if hints := g.hints(); hints != nil {
		set("hints", hints.String())
	}
	return one(script.Op{Verb: script.Update, Pod: p.Name, Fields: onceEach(fields)})
}

// updateOfTwoKinds changes a pod that waits in unschedulablePods so that a plugin says yes to the first change and no to
// the second, and sometimes touches it again.
func (g *Generator) updateOfTwoKinds() []script.Op {
	if len(g.state.Unschedulable) == 0 {
		return nil
	}
	p := g.player.World.Pod(Pick(g.Rand, g.state.Unschedulable...).Key)
	if p == nil || g.rejected(p) {
		return nil
	}
	g.spec++
	label := fmt.Sprintf("app:v%d", g.spec)
	op := script.Op{Verb: script.Update, Pod: p.Name, Fields: []script.Field{{Name: "labels", Value: label}, {Name: "requests", Value: "cpu:1"}}}
	if g.Chance(50) {
		op.Fields[1] = script.Field{Name: "tolerations", Value: Pick(g.Rand, "x", "x,y")}
	}
	return []script.Op{op, Pick(g.Rand,
		script.Op{Verb: script.Update, Pod: p.Name, Fields: []script.Field{{Name: "priority", Value: fmt.Sprint(g.N(3))}}},
		script.Op{Verb: script.Update, Pod: p.Name, Fields: []script.Field{{Name: "labels", Value: "hold:yes"}}},
		script.Op{Verb: script.Activate, Pod: p.Name},
		script.Op{Verb: script.Happen, Event: script.Event{Resource: "Node", Actions: []string{"Add"}, Object: "node/n3"}},
		script.Op{Verb: script.Delete, Pod: p.Name},
		script.Op{Verb: script.FlushBackoff})}
}

func (g *Generator) newLabels(p *script.Pod) string {
	options := []string{"", "app:web", "app:db"}
	if len(p.Gates) == 0 {
		options = append(options, "hold:yes")
	}
	return Pick(g.Rand, options...)
}

// onceEach keeps the last value of each field.
func onceEach(fields []script.Field) []script.Field {
	var kept []script.Field
	for i, f := range fields {
		again := false
		for _, later := range fields[i+1:] {
			again = again || later.Name == f.Name
		}
		if !again {
			kept = append(kept, f)
		}
	}
	return kept
}

// releaseGate removes what holds a gated pod back; sometimes so that no plugin cares, and an event finds the gate open.
func (g *Generator) releaseGate() []script.Op {
	if len(g.state.Unschedulable) == 0 {
		return nil
	}
	p := g.player.World.Pod(Pick(g.Rand, g.state.Unschedulable...).Key)
	if p == nil || !g.rejected(p) {
		return nil
	}
	update := script.Op{Verb: script.Update, Pod: p.Name, Fields: []script.Field{{Name: "labels"}}}
	if len(p.Gates) > 0 {
		update.Fields[0].Name = "gates"
	}
	if !g.Chance(40) {
		return one(update)
	}
	var nobody script.Hints
	for _, plugin := range g.everyone() {
		nobody = append(nobody, script.Hint{Plugin: plugin, Answer: script.Skip})
	}
	update.Fields = append(update.Fields, script.Field{Name: "hints", Value: nobody.String()})
	event := script.Op{Verb: script.Happen, Event: script.Event{Resource: "Node", Actions: []string{"Add"}, Object: "node/n3"}}
	return []script.Op{update, event}
}

func (g *Generator) pop() []script.Op { return one(script.Op{Verb: script.Pop}) }

// done ends a pod's time in flight; the attempt can still fail afterwards, as a binding does.
func (g *Generator) done() []script.Op {
	if len(g.state.InFlight) == 0 || g.Chance(5) {
		return one(script.Op{Verb: script.Done, UID: Pick(g.Rand, names...) + "-1"})
	}
	return one(script.Op{Verb: script.Done, UID: Pick(g.Rand, g.state.InFlight...).UID})
}

func (g *Generator) giveBack() []script.Op {
	if len(g.player.attempts) == 0 {
		return nil
	}
	op := script.Op{Verb: script.Return, UID: Pick(g.Rand, g.player.attempts...).uid, Nth: 1 + g.N(2)*g.N(2)*g.N(2)}
	if !g.noErrors && g.Chance(25) {
		return one(op) // an error
	}
	op.Rejected = Some(g.Rand, g.rejecters()...)
	if g.features.Pending && g.Chance(30) {
		op.Pending = Some(g.Rand, g.rejecters()...)
	}
	if len(op.Rejected)+len(op.Pending) == 0 {
		op.Rejected = []string{"A"}
	}
	return one(op)
}

func (g *Generator) hints() script.Hints {
	var hints script.Hints
	for _, plugin := range g.everyone() {
		if g.Chance(50) {
			hints = append(hints, script.Hint{Plugin: plugin, Answer: Pick(g.Rand, script.Skip, script.Skip, script.Queue, script.Now, script.Fail)})
		}
		if g.Chance(10) {
			hints = append(hints, script.Hint{Plugin: plugin, UID: Pick(g.Rand, names...) + "-1", Answer: Pick(g.Rand, script.Skip, script.Queue, script.Now)})
		}
	}
	return hints
}

// kinds are the events that a release's informers cause; more where events are of finer kinds.
var (
	kinds = []string{"Node/Add", "Node/Add", "Node/UpdateNodeTaint", "Node/UpdateNodeLabel", "Node/UpdateNodeAllocatable",
		"Node/UpdateNodeCondition", "AssignedPod/Delete", "AssignedPod/Delete", "*/All"}
	fineKinds = append([]string{"Node/Delete", "Node/UpdateNodeAnnotation", "AssignedPod/Add", "AssignedPod/UpdatePodLabel",
		"AssignedPod/UpdatePodScaleDown", "AssignedPod/Update", "Node/UpdateNodeAnnotation"}, kinds...)
)

func (g *Generator) happen() []script.Op {
	from := kinds
	if g.features.EventFilter {
		from = fineKinds
	}
	op, err := script.ParseOp("event " + Pick(g.Rand, from...))
	if err != nil {
		panic(err)
	}
	switch op.Event.Resource {
	case "Node":
		op.Event.Object = Pick(g.Rand, "node/n1", "node/n2")
	case "AssignedPod":
		op.Event.Object = "pod/default/" + Pick(g.Rand, "x", "y")
	default:
		op.Event.Label = "WildCardEvent"
		return one(op)
	}
	op.Event.Hints = g.hints()
	if g.features.PreCheck && op.Event.Resource == "Node" && g.Chance(20) {
		op.Event.Only = append([]string{}, Some(g.Rand, names[:4]...)...)
	}
	return one(op)
}

func (g *Generator) assigned() []script.Op {
	name := Pick(g.Rand, "x", "y")
	labels := script.Field{Name: "labels", Value: Pick(g.Rand, "app:web", "app:db", "")}
	fields := []script.Field{labels}
	if hints := g.hints(); hints != nil {
		fields = append(fields, script.Field{Name: "hints", Value: hints.String()})
	}
	if g.features.FinePodUpdates && g.Chance(50) {
		fields = append(fields, script.Field{Name: "requests", Value: Pick(g.Rand, "cpu:100", "cpu:500", "memory:4")})
	}
	if g.player.World.Assigned(name) == nil {
		return one(script.Op{Verb: script.AssignedAdd, Pod: name, Fields: fields})
	}
	return one(script.Op{Verb: script.AssignedUpdate, Pod: name, Fields: fields})
}

func (g *Generator) activate() []script.Op {
	p := g.inFlight()
	if p == nil || g.features.ActivateShares && g.rejected(p) && g.inBackoff(p) {
		return nil
	}
	return one(script.Op{Verb: script.Activate, Pod: p.Name})
}

// holdAndActivate holds back a pod of backoffQ, which asks no plugin, and activates it: does PreEnqueue run again?
func (g *Generator) holdAndActivate() []script.Op {
	if len(g.state.BackoffQ) == 0 {
		return nil
	}
	p := g.player.World.Pod(Pick(g.Rand, g.state.BackoffQ...).Key)
	if p == nil || len(p.Gates) > 0 {
		return nil
	}
	return []script.Op{{Verb: script.Update, Pod: p.Name, Fields: []script.Field{{Name: "labels", Value: "hold:yes"}}}, {Verb: script.Activate, Pod: p.Name}}
}

// rejected tells whether a PreEnqueue plugin rejects the pod.
func (g *Generator) rejected(p *script.Pod) bool {
	return slices.ContainsFunc(g.player.config.PluginsOf(p.Scheduler), func(plugin *script.Plugin) bool { return !plugin.Admits(p) })
}

func (g *Generator) inBackoff(p *script.Pod) bool {
	return slices.ContainsFunc(g.state.BackoffQ, func(held observe.Pod) bool { return held.Key == p.Key() })
}
