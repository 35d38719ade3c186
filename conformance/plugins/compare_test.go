//go:build k8s

package plugins

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/plugin"
)

// answer is one thing that both sides said of a pair.
type answer struct {
	what       string // "NodeResourcesFit Filter", "NodeResourcesFit hints", "events", "preCheck"
	real, ours string
	// telling is what the real side said, for counting.
	telling []string
}

// comparison makes pairs of a kind and asks both sides.
type comparison struct {
	name string
	of   string // which of the answers it is for
	make func(maker) pair
	ask  func(*world, *engine, *subject) []answer
}

// filtering compares PreFilter and Filter of a plugin.
func filtering(name string) comparison {
	return comparison{name + " Filter", name + " Filter", maker.placement, func(w *world, e *engine, s *subject) []answer {
		v := w.Filter(name, s.pod(), s.node(), s.real.on)
		telling := append([]string{v.code}, v.reasons...)
		if name == fit {
			telling = append(telling, boundaries(e, s)...)
		}
		return []answer{{name + " Filter", v.String(), e.Filter(name, s).String(), telling}}
	}}
}

// boundaries are the resources of which the node has exactly what the pod needs, or one too little, where nothing else
// is wanting.
func boundaries(e *engine, s *subject) (out []string) {
	info := e.nodeInfo(s.ours.node, s.ours.on)
	wanting := 0
	for _, need := range append(api.Request(s.ours.pod, e.request), api.Amount{Name: "pods", Value: 1}) {
		free := info.Free(need.Name)
		if need.Name == "pods" {
			free = info.Allocatable.Get("pods") - int64(len(s.ours.on))
		}
		switch {
		case need.Value == 0:
		case free == need.Value:
			out = append(out, "exactly enough "+need.Name)
		case free < need.Value:
			wanting++
			if free == need.Value-1 {
				out = append(out, "one too little "+need.Name)
			}
		}
	}
	if wanting > 1 {
		return nil
	}
	return out
}

// queueing compares PreEnqueue of a plugin.
func queueing(name string) comparison {
	return comparison{name + " PreEnqueue", name + " PreEnqueue", func(m maker) pair { return pair{"pod": m.pod("web")} },
		func(w *world, e *engine, s *subject) []answer {
			v := w.PreEnqueue(name, s.pod())
			return []answer{{name + " PreEnqueue", v.String(), e.PreEnqueue(name, s.ours.pod).String(), []string{v.code}}}
		}}
}

// prechecking compares what a node event's preCheck says of a pod (up to 1.31, and where hints are off).
func prechecking(about string) comparison {
	return comparison{"preCheck for " + about, "preCheck", maker.placement, func(w *world, e *engine, s *subject) []answer {
		real := preCheck(s.pod(), s.node(), s.real.on)
		ours := e.admits(s.ours.pod, e.nodeInfo(s.ours.node, s.ours.on))
		return []answer{{"preCheck", fmt.Sprint(real), fmt.Sprint(ours), []string{fmt.Sprint(real)}}}
	}}
}

// hinting compares the events of a change, and what the plugins' functions say of each of them.
func hinting(about string, plugins []string) comparison {
	return comparison{"changes for " + about, about + " hints", maker.change, func(w *world, e *engine, s *subject) []answer {
		real, ours := realChanges(s), e.changed(s)
		events := answer{what: "events", real: texts(real, eventText), ours: texts(ours, ourText)}
		for _, ce := range real {
			events.telling = append(events.telling, eventText(ce))
		}
		if len(real) == 0 {
			events.telling = []string{"none"}
		}
		out := []answer{events}
		if events.real != events.ours {
			return out
		}
		for i, ce := range real {
			for _, name := range plugins {
				a := answer{what: name + " hints"}
				var answers []string
				for _, h := range w.Hints(name, s.pod(), ce, s.real.old, s.real.new) {
					answers = append(answers, h.answer)
					a.telling = append(a.telling, h.function+" "+h.answer)
				}
				a.real = asked(eventText(ce), answers)
				a.ours = asked(eventText(ce), e.Hints(name, s.ours.pod, ours[i], s.ours.old, s.ours.new))
				if len(answers) > 0 || a.real != a.ours {
					out = append(out, a)
				}
			}
		}
		return out
	}}
}

func asked(event string, answers []string) string {
	slices.Sort(answers)
	return event + " → " + strings.Join(answers, ", ")
}

func texts[T any](events []T, text func(T) string) string {
	var out []string
	for _, e := range events {
		out = append(out, text(e))
	}
	return strings.Join(out, ", ")
}

// realChanges are the events that the real handlers send.
func realChanges(s *subject) []clusterEvent {
	old, new := s.real.old, s.real.new
	_, isNode := first(s.ours.old, s.ours.new).(*api.Node)
	switch {
	case isNode && old == nil:
		return []clusterEvent{nodeAdd}
	case isNode && new == nil:
		return nodeDelete()
	case isNode:
		return nodeChanges(asNode(old), asNode(new))
	case old == nil:
		return []clusterEvent{podAdd}
	case new == nil:
		return []clusterEvent{podDelete}
	}
	return podChanges(asPod(old), asPod(new), asPod(new).Spec.NodeName == "") // the queue asks of the pod itself
}

// mismatch is a pair of which the two sides say different things.
type mismatch struct {
	comparison
	pair    pair
	answers []answer
}

func (m *mismatch) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s", m.name, m.pair)
	for _, a := range m.answers {
		if a.real != a.ours {
			fmt.Fprintf(&b, "%s\n  real: %s\n  ours: %s\n", a.what, a.real, a.ours)
		}
	}
	return b.String()
}

func differ(answers []answer) bool {
	return slices.ContainsFunc(answers, func(a answer) bool { return a.real != a.ours })
}

// compare makes n pairs and asks both sides, until they differ; it returns the smallest pair on which they do.
func (c comparison) compare(w *world, e *engine, m maker, n int, count *tally) *mismatch {
	found := c.find(w, e, m, n, count)
	if found == nil {
		return nil
	}
	p := shrink(found.pair, func(q pair) bool {
		s, ok := read(q)
		return ok && complete(c, q) && differ(c.ask(w, e, s))
	})
	s, _ := read(p)
	return &mismatch{c, p, c.ask(w, e, s)}
}

// find makes pairs, until both sides were asked about n of what the comparison is for, or they differ. The tally counts
// what was said.
func (c comparison) find(w *world, e *engine, m maker, n int, count *tally) *mismatch {
	for made := 0; count.pairs[c.of] < n && made < 20*n; made++ { // some releases ask little of some plugins
		p := c.make(m)
		s, ok := read(p)
		if !ok {
			count.refused++
			continue
		}
		answers := c.ask(w, e, s)
		for _, a := range answers {
			count.add(a)
		}
		if differ(answers) {
			return &mismatch{c, p, answers}
		}
	}
	return nil
}

// complete tells whether a pair has what the comparison asks about.
func complete(c comparison, p pair) bool {
	switch {
	case strings.HasSuffix(c.name, "PreEnqueue"):
		return true
	case strings.HasPrefix(c.name, "changes"):
		return p["old"] != nil || p["new"] != nil
	}
	return p["node"] != nil
}

// tally counts, for each thing that is compared, the pairs that it was asked about and what the real side said.
type tally struct {
	refused int // pairs that are not admitted
	pairs   map[string]int
	said    map[string]map[string]int
}

func newTally() *tally { return &tally{pairs: map[string]int{}, said: map[string]map[string]int{}} }

func (t *tally) add(a answer) {
	t.pairs[a.what]++
	if t.said[a.what] == nil {
		t.said[a.what] = map[string]int{}
	}
	for _, said := range a.telling {
		t.said[a.what][said]++
	}
}

// join adds the counts of another tally.
func (t *tally) join(o *tally) {
	t.refused += o.refused
	for what, n := range o.pairs {
		t.pairs[what] += n
		if t.said[what] == nil {
			t.said[what] = map[string]int{}
		}
		for said, n := range o.said[what] {
			t.said[what][said] += n
		}
	}
}

func (t *tally) String() string {
	var b strings.Builder
	for _, what := range sortedKeys(t.pairs) {
		fmt.Fprintf(&b, "%-30s %7d\n", what, t.pairs[what])
		for _, said := range sortedKeys(t.said[what]) {
			fmt.Fprintf(&b, "    %7d  %s\n", t.said[what][said], said)
		}
	}
	fmt.Fprintf(&b, "%d pairs would not be admitted and were made anew\n", t.refused)
	return b.String()
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

const examplePlugin = plugin.Example

// realRegistrations are a plugin's registrations for nodes and pods, or those of all, action by action.
func realRegistrations(w *world, plugin string) []string {
	set := map[string]bool{}
	for _, r := range w.registered {
		if plugin != "" && r.plugin != plugin {
			continue
		}
		for _, a := range eachAction(r.event) {
			if unmet[a] && plugin == "" {
				continue
			}
			addRegistration(set, string(r.event.Resource), a)
		}
	}
	return sortedKeys(set)
}

func ourRegistrations(e *engine, plugin string) []string {
	set := map[string]bool{}
	for _, r := range e.registered {
		if plugin != "" && r.Plugin != plugin || r.Plugin == examplePlugin { // which no default profile has
			continue
		}
		for _, a := range ourEachAction(r.Event) {
			addRegistration(set, string(r.Event.Resource), a)
		}
	}
	return sortedKeys(set)
}

// addRegistration leaves out what cannot happen: an update of a node on a pod, and the other way round.
func addRegistration(set map[string]bool, resource, action string) {
	isNode := resource == string(event.Node)
	switch {
	case !isNode && action == "UpdateNodeLabel" && !slices.Contains(knownActions, "UpdatePodLabel"):
		set[resource+"/Update"] = true // up to 1.30 any update of a pod has the bits of a node's
	case !isNode && !strings.Contains(resource, "Pod") || strings.Contains(resource, "PodGroup") || strings.Contains(resource, "PodScheduling"):
	case isNode && strings.HasPrefix(action, "UpdatePod"), !isNode && strings.HasPrefix(action, "UpdateNode"):
	default:
		set[resource+"/"+action] = true
	}
}
