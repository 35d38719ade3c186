package harness

import (
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// Exploration is a run of made-up scripts on two queues.
type Exploration struct {
	// Features are those of A with a script's settings; Gates those of every script that are not as the release has them.
	Features func(script.Config) observe.Features
	Gates    []script.Gate
	A, B     NewDriver // B may be nil: A is only played
	Same     Same
	NoErrors bool // attempts are only ever rejected
	// Met counts situations, as A shows them.
	Met                 Met
	Scripts, Operations int
	Last                *script.Script // that was made up
}

// Run makes up scripts from seeds that follow the given one until so many operations have been played, or queues
// differ. It returns the mismatch and the seed of its script.
func (x *Exploration) Run(seed uint64, operations int) (*Mismatch, uint64) {
	for ; x.Operations < operations; seed++ {
		if m := x.one(seed); m != nil {
			return m, seed
		}
	}
	return nil, 0
}

func (x *Exploration) one(seed uint64) (mismatch *Mismatch) {
	g := &Generator{Rand: NewRand(seed), noErrors: x.NoErrors}
	s := g.NewScript(x.Gates)
	g.features = x.Features(s.Config)
	x.Last = s
	makers := []NewDriver{x.A}
	if x.B != nil {
		makers = append(makers, x.B)
	}
	g.player = NewPlayer(s.Config, makers...)
	g.state = g.player.Observe()[0]
	x.Scripts++
	defer func() {
		if crash := recover(); crash != nil {
			mismatch = &Mismatch{Script: s, Before: g.state, Crashed: crash}
		}
	}()
	for g.left = 40 + g.N(80); g.left > 0; {
		for _, op := range g.Next() {
			g.left--
			s.Ops = append(s.Ops, op)
			now := int64(g.player.Now())
			attempts := append([]attempt{}, g.player.attempts...)
			states, _ := g.player.Play(op)
			if states == nil {
				continue
			}
			x.Operations++
			after := states[0]
			x.Met.note(moment{op: op, now: now, config: g.player.config, features: g.features,
				before: g.state, after: after, attempts: attempts, world: g.player.World})
			if len(states) > 1 && !x.Same(after, states[1]) {
				return &Mismatch{Script: s, Before: g.state, StateA: after, StateB: states[1]}
			}
			g.state = after
		}
	}
	return nil
}
