package ui

import (
	"strconv"
	"strings"

	"inflight/engine/api"
	"inflight/engine/trace"
)

// needs is what the scheduler counts a pod as asking for of a resource, in thousandths for cpu and whole units for
// everything else; every pod asks for one of "pods".
func (f *frame) needs(o *api.Pod, resource string) int64 {
	switch {
	case o == nil:
		return 0
	case resource == "pods":
		return 1
	}
	return f.requests(o).Get(resource)
}

// requests are all of them; worked out when they are first asked for.
func (f *frame) requests(o *api.Pod) api.Amounts {
	r, known := f.p.index.requests[o]
	if !known {
		r = api.Request(o, api.RequestOptions{Sidecars: f.prof.Sidecars, PodLevel: f.prof.PodLevelResources})
		f.p.index.requests[o] = r
	}
	return r
}

// room is what a node has of a resource, and what is left of it, in the units of needs.
func (f *frame) room(s *trace.State, n *trace.Node, resource string) (has, free int64) {
	q, _ := n.Object.Allocatable.Get(resource)
	has = q.Value
	if resource == "cpu" {
		has = q.Milli
	}
	free = has
	for _, id := range n.Pods {
		free -= f.needs(s.Pods.At(int(id)).Object, resource)
	}
	return has, free
}

// fits tells whether the node has room for all that the pod asks for, and no taint that it does not tolerate.
func (f *frame) fits(n *trace.Node, o *api.Pod) bool {
	if n.Gone || o == nil || n.Object.Unschedulable {
		return false
	}
	if _, bad := api.Untolerated(n.Object.Taints, o.Tolerations, "NoSchedule", "NoExecute"); bad {
		return false
	}
	if _, free := f.room(f.s, n, "pods"); free < 1 {
		return false
	}
	for _, r := range f.requests(o) {
		if _, free := f.room(f.s, n, r.Name); r.Value > 0 && r.Value > free {
			return false
		}
	}
	return true
}

// amount writes a quantity of a resource as people do: 2500m, 3Gi, 110.
func amount(resource string, v int64) string {
	if resource == "cpu" {
		return strconv.FormatInt(v, 10) + "m"
	}
	if resource != "memory" && !strings.HasPrefix(resource, "hugepages-") && resource != "ephemeral-storage" {
		return strconv.FormatInt(v, 10)
	}
	for _, unit := range []struct {
		name string
		size int64
	}{{"Ti", 1 << 40}, {"Gi", 1 << 30}, {"Mi", 1 << 20}, {"Ki", 1 << 10}} {
		if v != 0 && v%unit.size == 0 {
			return strconv.FormatInt(v/unit.size, 10) + unit.name
		}
		if v >= 10*unit.size || v <= -10*unit.size {
			return strconv.FormatFloat(float64(v)/float64(unit.size), 'f', 1, 64) + unit.name
		}
	}
	return strconv.FormatInt(v, 10)
}

// scarce is the resource that the stage shows: the one that a verdict names as short, else cpu.
func (f *frame) scarce() string {
	if a := f.attemptShown(); a != nil {
		for _, v := range a.Verdicts {
			if r, ok := strings.CutPrefix(v.Reason, "Insufficient "); ok {
				return r
			}
		}
	}
	return "cpu"
}
