package trace

import (
	"sort"
	"time"

	"inflight/engine/api"
)

// apiObject writes an object field by field, with the names of the types in engine/api. It is no manifest: it keeps
// what the engine made of one.
func (w *stateWriter) apiObject(o any) {
	w.object(func() {
		switch o := o.(type) {
		case *api.Pod:
			w.key("kind").string(string(api.KindPod))
			w.meta(&o.Meta)
			w.podSpec(o)
		case *api.Node:
			w.key("kind").string(string(api.KindNode))
			w.meta(&o.Meta)
			w.optBool("unschedulable", o.Unschedulable)
			w.optArray("taints", len(o.Taints), func(i int) {
				t := o.Taints[i]
				w.object(func() {
					w.optString("key", t.Key)
					w.optString("value", t.Value)
					w.optString("effect", t.Effect)
				})
			})
			w.resources("allocatable", o.Allocatable)
			w.stringMap("conditions", o.Conditions)
		}
	})
}

func (w *stateWriter) meta(m *api.Meta) {
	w.key("name").string(m.Name)
	w.optString("namespace", m.Namespace)
	w.optString("uid", m.UID)
	w.stringMap("labels", m.Labels)
	w.stringMap("annotations", m.Annotations)
	if !m.Created.IsZero() {
		w.key("created").string(m.Created.Format(time.RFC3339Nano))
	}
	w.optBool("deleting", m.Deleting)
	w.optString("rest", m.Rest)
}

func (w *stateWriter) podSpec(p *api.Pod) {
	w.optString("schedulerName", p.SchedulerName)
	w.optInt("priority", int64(p.Priority))
	w.optString("priorityClass", p.PriorityClass)
	w.optString("preemptionPolicy", p.PreemptionPolicy)
	w.optString("nodeName", p.NodeName)
	w.optStrings("schedulingGates", p.SchedulingGates)
	w.optStrings("unmodelled", p.Unmodelled)
	w.containers("containers", p.Containers)
	w.containers("initContainers", p.InitContainers)
	w.resources("overhead", p.Overhead)
	w.resources("podRequests", p.PodRequests)
	w.resources("podLimits", p.PodLimits)
	w.optArray("tolerations", len(p.Tolerations), func(i int) {
		t := p.Tolerations[i]
		w.object(func() {
			w.optString("key", t.Key)
			w.optString("operator", t.Operator)
			w.optString("value", t.Value)
			w.optString("effect", t.Effect)
		})
	})
	w.optSelector("nodeSelector", &p.NodeSelector)
	w.optArray("nodeAffinity", len(p.NodeAffinity), func(i int) {
		w.object(func() { w.nodeTerm(&p.NodeAffinity[i]) })
	})
	w.optArray("preferredNodes", len(p.PreferredNodes), func(i int) {
		w.object(func() {
			w.key("weight").int(int64(p.PreferredNodes[i].Weight))
			w.nodeTerm(&p.PreferredNodes[i].Term)
		})
	})
	w.optArray("requiredPodAffinity", len(p.RequiredPodAffinity), func(i int) { w.affinityTerm(&p.RequiredPodAffinity[i]) })
	w.optString("phase", p.Phase)
	w.optString("nominatedNodeName", p.NominatedNodeName)
	w.optString("claimStatuses", p.ClaimStatuses)
}

func (w *stateWriter) containers(key string, containers []api.Container) {
	w.optArray(key, len(containers), func(i int) {
		c := containers[i]
		w.object(func() {
			w.optString("name", c.Name)
			w.resources("requests", c.Requests)
			w.resources("limits", c.Limits)
			w.optBool("sidecar", c.Sidecar)
			w.optArray("hostPorts", len(c.HostPorts), func(i int) {
				w.object(func() {
					w.optString("ip", c.HostPorts[i].IP)
					w.key("protocol").string(c.HostPorts[i].Protocol)
					w.key("port").int(int64(c.HostPorts[i].Port))
				})
			})
		})
	})
}

// resources writes a resource list; none for nil. Quantities are written as the engine reads them, beside their
// spelling.
func (w *stateWriter) resources(key string, rs api.Resources) {
	if rs == nil {
		return
	}
	w.key(key).array(func() {
		for _, r := range rs {
			w.object(func() {
				w.key("name").string(r.Name)
				w.key("milli").int(r.Quantity.Milli)
				w.key("value").int(r.Quantity.Value)
				w.optString("text", r.Quantity.Text)
			})
		}
	})
}

func (w *stateWriter) affinityTerm(t *api.PodAffinityTerm) {
	w.object(func() {
		w.key("selector")
		w.selector(&t.Selector)
		w.optStrings("namespaces", t.Namespaces)
		if t.NamespaceSelector != nil {
			w.key("namespaceSelector")
			w.selector(t.NamespaceSelector)
		}
		w.optString("topologyKey", t.TopologyKey)
	})
}

// nodeTerm writes the members of a node selector term.
func (w *stateWriter) nodeTerm(t *api.NodeSelectorTerm) {
	w.optSelector("expressions", &api.Selector{Requirements: t.Expressions})
	w.optSelector("fields", &api.Selector{Requirements: t.Fields})
}

func (w *stateWriter) optSelector(key string, s *api.Selector) {
	if len(s.Requirements) > 0 {
		w.key(key)
		w.selector(s)
	}
}

func (w *stateWriter) selector(s *api.Selector) {
	w.array(func() {
		for _, r := range s.Requirements {
			w.object(func() {
				w.key("key").string(r.Key)
				w.key("operator").string(r.Operator)
				w.optStrings("values", r.Values)
			})
		}
	})
}

// stringMap writes a map with its keys in order; none for an empty one.
func (w *stateWriter) stringMap(key string, m map[string]string) {
	if len(m) == 0 {
		return
	}
	keys := make([]string, 0, len(m))
	for k := range m { // order-free: sorted below
		keys = append(keys, k)
	}
	sort.Strings(keys)
	w.key(key).object(func() {
		for _, k := range keys {
			w.key(k).string(m[k])
		}
	})
}
