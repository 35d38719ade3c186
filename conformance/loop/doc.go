// Package loop plays actions on the whole of Inflight's simulation and on the real scheduler at once and compares the
// two after every step: the queue with all that it knows, the attempts and where each stands, the pods that count on
// each node, what was patched and how attempts ended.
//
// The real one is made by scheduler.New with the default profile. Its informers are never started: their handlers are
// caught when they are added and called one by one. Its API server is a few dozen lines behind the fake clientset. Its
// goroutines run one at a time: wherever the simulation has a phase, the framework, the lister or the failure handler
// of the real one is wrapped so that it waits for its turn.
//
// One plugin is beside those of the default profile: ExamplePlugin (engine/plugin.Example), which makes pods wait at
// Permit and rejects them where a script says so.
package loop
