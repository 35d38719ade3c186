// Compares Inflight's queue with the real one. The module path lies below k8s.io/kubernetes/pkg/scheduler on
// purpose: up to 1.31 the queue is an internal package, and the go command judges "internal" by import path.
// Each release has a module file of its own, versions/<release>.mod, used through -modfile (see gen). This
// file only marks the module's root, from where those files' "replace inflight => ../" is resolved.
module k8s.io/kubernetes/pkg/scheduler/inflightconformance

go 1.26.0
