package harness

import (
	"time"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// wait lets some time pass.
func (g *Generator) wait() []script.Op {
	d := Pick(g.Rand, time.Millisecond, 100*time.Millisecond, 499*time.Millisecond, time.Second, 3*time.Second)
	return one(script.Op{Verb: script.Advance, Time: d})
}

// aroundExpiry stops the clock where a backoff ends, or one tick before or after, and lets the timer do its work.
func (g *Generator) aroundExpiry() []script.Op {
	waiting := append(append([]observe.Pod{}, g.state.BackoffQ...), g.state.ErrorBackoffQ...)
	if len(waiting) == 0 {
		return nil
	}
	expiry := Pick(g.Rand, waiting...).Expiry
	if expiry == observe.NoTime {
		return nil
	}
	return g.stopAt(time.Duration(expiry)+g.around(), script.FlushBackoff)
}

// aroundLimit stops the clock where a pod has been unschedulable for as long as it may, or just before or after.
func (g *Generator) aroundLimit() []script.Op {
	if len(g.state.Unschedulable) == 0 {
		return nil
	}
	since := time.Duration(Pick(g.Rand, g.state.Unschedulable...).Since())
	return g.stopAt(since+g.player.config.MaxUnschedulable+g.around(), script.FlushUnschedulable)
}

func (g *Generator) around() time.Duration {
	tick := g.player.config.Tick
	return Pick(g.Rand, 0, 0, -tick, tick, -1, 1, time.Second)
}

func (g *Generator) stopAt(t time.Duration, then script.Verb) []script.Op {
	if t <= g.player.Now() {
		return nil
	}
	return []script.Op{{Verb: script.AdvanceTo, Time: t}, {Verb: then}}
}

func (g *Generator) flush() []script.Op {
	return one(script.Op{Verb: Pick(g.Rand, script.FlushBackoff, script.FlushBackoff, script.FlushUnschedulable)})
}
