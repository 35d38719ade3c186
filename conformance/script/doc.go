// Package script is the text form of a run of the scheduling queue's public operations, one operation a line, and
// the little world (the informer's pods, the clock) that gives the lines their meaning. A script knows no release:
// the same text is played on the real queue of any release and on ours.
//
//	plugin A events=Node/Add|UpdateNodeTaint,Pod/Delete
//	plugin Gate events=Pod/UpdatePodSchedulingGatesEliminated enqueue=gates
//	add web priority=5 labels=app:web gates=wait
//	update web gates=
//	pop
//	event Node/Add object=node/big hints=A:queue,A@web-1:skip
//	return web-1 rejected=A
//	advance to 2s
//	flush backoff
//
// Settings come first:
//
//	config initialBackoff=1s maxBackoff=10s maxUnschedulable=5m clock=500ms tick=1ms gates=SchedulerQueueingHints:false
//	plugin NAME events=RESOURCE/ACTION[|ACTION],… [enqueue=gates|enqueue=label:KEY]
//
// A plugin with enqueue is a PreEnqueue plugin that rejects a pod while it has scheduling gates, or the label. An
// event or action that a release does not have is left out of the registration there. A plugin without an entry
// in a hints list answers "queue".
//
// There are two profiles: default-scheduler has every plugin, second-scheduler every other one (the first, the third
// …). A pod of any other scheduler belongs to nobody.
//
// Operations:
//
//	add POD [uid=UID] [FIELD=…]        the informer adds an unassigned pod: Add
//	update POD FIELD=…                 the fields named change, the others stay: Update
//	delete POD                         it leaves the informer: Delete
//	pop                                Pop, if it would not block
//	done UID                           Done
//	return UID [nth=N] [rejected=A,B] [pending=B] [version=N]
//	                                   the attempt of the popped UID (the N-th open one) fails: what the failure
//	                                   handler does, then AddUnschedulableIfNotPresent; without plugins: an error;
//	                                   with the informer's version of the pod now, or with the N-th of any pod
//	event RESOURCE/ACTION [label=L] [object=node/N|pod/NS/N] [hints=…] [only=POD,…]
//	                                   MoveAllToActiveOrBackoffQueue, only with a preCheck that these pods pass
//	assigned add|update POD [FIELD=…]  AssignedPodAdded, AssignedPodUpdated (to 1.36)
//	activate POD                       Activate
//	advance DURATION, advance to TIME  the clock (nanoseconds count, TIME since the epoch); no operation
//	flush backoff, flush unschedulable the two timers' work
//	close                              Close
//
// Fields of a pod: priority, scheduler, labels=k:v,…, gates=a,…, tolerations=k,…, requests=cpu:MILLI,memory:N,…,
// affinity=k:v&k:NotIn:v|w,… (required pod affinity terms), spec (anything else that counts as a change of the pod), status (a change of
// status only), claims (the generated resource claim in its status), hints (what plugins answer about the update itself). A UID that is not given is <name>-<n> for
// the n-th incarnation. After each operation but advance the clock moves by the tick.
//
// A log of a run does not know what will be asked later; it gives operations an id=N and adds what was asked on
// lines of their own, which Parse puts where they belong:
//
//	event Node/Add label=NodeAdd object=node/big id=7
//	answer 7 NodeResourcesFit@web-1:queue
//
// An operation that has no meaning where it stands (an unknown pod, an attempt that is not open, a Pop that would
// block) is passed over, so that any subset of a script is a script.
package script
