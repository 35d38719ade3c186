// Package api holds the Kubernetes objects that the engine knows: what a manifest says, decoded once, never
// edited afterwards. Field paths are those of k8s.io/api/core/v1; only what a plugin or the queue reads is
// typed, the rest of the manifest is kept as canonical text so that a change in it is still seen as a change.
//
// It knows nothing of queues, plugins, releases or virtual time.
package api
