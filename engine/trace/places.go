package trace

import (
	"strconv"
	"strings"
)

// In are the pods in a place: queues in pop order, unschedulablePods in order of arrival, the others in order of
// creation.
func (s *State) In(place Place) []PodID {
	switch place {
	case ActiveQ:
		return podsOf(s.ActiveOrder())
	case BackoffQ:
		return podsOf(s.BackoffOrder())
	case ErrorBackoffQ:
		return podsOf(s.ErrorBackoffOrder())
	case UnschedulablePods:
		return podsOf(s.Unscheduled())
	}
	var out []PodID
	for _, p := range s.Pods.All() {
		if p.Place == place {
			out = append(out, p.ID)
		}
	}
	return out
}

func podsOf(queued []*Queued) []PodID {
	var out []PodID
	for _, q := range queued {
		out = append(out, q.Pod)
	}
	return out
}

// Gated tells whether the pod waits in unschedulablePods because a PreEnqueue plugin holds it.
func (p *Pod) Gated() bool {
	return p.Queue == UnschedulablePods && p.Queued != nil && p.Queued.Gating != ""
}

// FullName is namespace/name.
func (p *Pod) FullName() string {
	if p.Object == nil {
		return p.UID
	}
	return p.Object.FullName()
}

// Names turns pods into the names that traces, predicates and people use, and back: web, other/web outside the
// namespace default, web~2 for the second pod of that name.
type Names struct {
	of []string
	by map[string][]PodID // full name → incarnations
}

// Add takes in the pods of a state that were not there before. Pods only ever join, so the cost over a whole run is
// that of its pods.
func (n *Names) Add(s *State) {
	if n.by == nil {
		n.by = map[string][]PodID{}
	}
	for i := len(n.of); i < s.Pods.Len(); i++ {
		p := s.Pods.At(i)
		full := p.FullName()
		n.by[full] = append(n.by[full], p.ID)
		name := strings.TrimPrefix(full, "default/")
		if k := len(n.by[full]); k > 1 {
			name += "~" + strconv.Itoa(k)
		}
		n.of = append(n.of, name)
	}
}

// NamesOf are the names of a state's pods.
func NamesOf(s *State) *Names {
	n := &Names{}
	n.Add(s)
	return n
}

// Of is the name of a pod, "-" for NoPod.
func (n *Names) Of(id PodID) string {
	if id < 0 || int(id) >= len(n.of) {
		return "-"
	}
	return n.of[id]
}

// Find reads a name: [pod/][NAMESPACE/]NAME[~N], where the namespace is default if left out. Without ~N it is the
// youngest pod of that name. NoPod where there is none (yet).
func (n *Names) Find(name string) PodID {
	return n.Incarnation(SplitName(name))
}

// Incarnation is the N-th pod of a namespace/name, the youngest for 0. NoPod where there is none (yet).
func (n *Names) Incarnation(full string, nth int) PodID {
	pods := n.by[full]
	switch {
	case nth == 0 && len(pods) > 0:
		return pods[len(pods)-1]
	case nth > 0 && nth <= len(pods):
		return pods[nth-1]
	}
	return NoPod
}

// SplitName splits [pod/][NAMESPACE/]NAME[~N] into namespace/name and N, 0 where it is left out.
func SplitName(name string) (full string, nth int) {
	if rest, ok := strings.CutPrefix(name, "pod/"); ok && rest != "" {
		name = rest
	}
	if base, n, ok := strings.Cut(name, "~"); ok {
		if k, err := strconv.Atoi(n); err == nil && k > 0 {
			name, nth = base, k
		}
	}
	if !strings.Contains(name, "/") {
		name = "default/" + name
	}
	return name, nth
}
