// Package real drives the real kube-scheduler's queue of one release: the package-level constructor, a fake clock
// and fake plugins, so that nothing runs but what a script asks for. Run is never called; its two timers are
// reached by linkname, and the unexported state through pointers that reflection finds once per queue.
//
// The API differs from release to release; files with a build tag hold what differs, one tag a generation, which is
// a minor release (k8s134 is 1.34). Files with the tag k8s are of every generation. versions/<release>.mod names the
// release's tags.
//
// Later: what lives in the scheduler's failure handler rather than in the queue (a pod recreated during its
// attempt) needs scheduler.New with the exported FailureHandler. It will be another Driver beside Queue, in files
// failure_*.go of this package, with the same observations.
package real
