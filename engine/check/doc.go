// Package check is the predicate language of docs/checks.md: what breakpoints, run-to-condition, exercises and
// `inflight check` say about a run. A predicate is parsed and its types are checked once; then it is read off a
// trace's states, never off the simulation.
//
// A run is looked at beat by beat, once: the cost is linear in its beats, whatever the predicate. Answers have three
// values, as a trace that was made from a log does not know everything.
package check
