// Package plugins holds the engine's plugins and its emission of events against the scheduler's own: the same Pods and
// Nodes, made up as JSON once and read by each side for itself, go through the real plugin and through ours. It has only
// tests:
//
//	conformance/run.sh v1.32.13 ./plugins -v -pairs 5000
//
// Compared are, for each plugin of the engine: what PreFilter and Filter (or PreEnqueue) say, code and reasons; what the
// QueueingHint functions say of each event that a change of an object makes; and which events are registered, in the
// map that the real queue is given by scheduler.New. And beside plugins: the events of a changed object with their
// labels, and up to 1.31 preCheckForNode.
//
// A Pod or Node goes on the real side through what it would go through in a cluster: the API server's defaults, the
// fields dropped that a feature gate of the release disables, the wire format. It is a pair only if it is admitted on
// ours (conformance/admission compares that).
package plugins
