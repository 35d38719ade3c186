package queue

import (
	"reflect"

	"inflight/engine/api"
)

func schedulingEqual(a, b *api.Pod) bool {
	x, y := *a, *b
	x.Phase, y.Phase, x.NominatedNodeName, y.NominatedNodeName = "", "", "", ""
	return reflect.DeepEqual(x, y)
}

func affinityMatches(t *api.PodAffinityTerm, owner, pod *api.Pod, labels map[string]string) bool {
	return false
}
