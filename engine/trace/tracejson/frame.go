package tracejson

import (
	"time"

	"inflight/engine/api"
	"inflight/engine/trace"
)

// frame mirrors the JSON form. Instants are durations since the epoch, as text; objects, queued copies and events
// are places in the tables.
type frame struct {
	Schema, Release                   string
	At                                string
	Objects                           []objectFrame
	Queued                            []queuedFrame
	Events                            []eventFrame
	Pods                              []podFrame
	Nodes                             []nodeFrame
	ActiveQ, BackoffQ, ErrorBackoffQ  []int
	UnschedulablePods                 []int
	InFlight                          int
	List                              listFrame
	SchedulingCycle, MoveRequestCycle int64
	Scheduling                        *attemptFrame
	Binding                           []attemptFrame
	NextBackoffFlush, NextSweep       *string
	Closed                            bool
	Unknown                           []string
}

type queuedFrame struct {
	Pod                                             trace.PodID
	Object                                          *int
	Attempts, UnschedulableCount, ConsecutiveErrors int
	Timestamp, FlushTimestamp                       *string
	InitialAttempt, BackoffExpiry                   *string
	Rejectors, Pending                              []string
	Gating                                          string
}

type eventFrame struct {
	N        int
	Resource string
	Action   uint32
	Label    string
	Old, New *int
	At       string
}

type podFrame struct {
	UID            string
	Object, Queued *int
	Place, Queue   string
	Node           string
	InFlight       bool
	Marker         *int
	Popped         *string
	Unknown        []string
}

type nodeFrame struct {
	Object *int
	Pods   []trace.PodID
	Gone   bool
}

type listFrame struct {
	Log []struct {
		Pod   *trace.PodID
		Event *int
	}
	Head, Len int
	Removed   []int
	Uses      []int32
}

type attemptFrame struct {
	Pod                trace.PodID
	N                  int
	Cycle              int64
	Last, Next, Failed trace.Phase
	Error              bool
	Message            string
	Verdicts           []trace.Verdict
	Feasible           []string
	Node               string
	Held               bool
	Started            *string
}

// objectFrame is a pod or a node: the union of their members.
type objectFrame struct {
	Kind                                string
	Name, Namespace, UID, Rest, Created string
	Labels, Annotations, Conditions     map[string]string
	Deleting, Unschedulable             bool
	Taints                              []api.Taint
	Allocatable                         []resourceFrame

	SchedulerName, PriorityClass, PreemptionPolicy, NodeName string
	Priority                                                 int32
	SchedulingGates, Unmodelled                              []string
	Containers, InitContainers                               []containerFrame
	Overhead, PodRequests, PodLimits                         []resourceFrame
	Tolerations                                              []api.Toleration
	NodeSelector                                             []api.Requirement
	NodeAffinity                                             []api.NodeSelectorTerm
	PreferredNodes                                           []preferredFrame
	RequiredPodAffinity                                      []affinityFrame
	Phase, NominatedNodeName, ClaimStatuses                  string
}

type resourceFrame struct {
	Name, Text   string
	Milli, Value int64
}

type containerFrame struct {
	Name             string
	Requests, Limits []resourceFrame
	Sidecar          bool
	HostPorts        []api.HostPort
}

type preferredFrame struct {
	Weight              int32
	Expressions, Fields []api.Requirement
}

type affinityFrame struct {
	Selector          []api.Requirement
	Namespaces        []string
	NamespaceSelector *[]api.Requirement
	TopologyKey       string
}

func (j *objectFrame) object(d *decoder) api.Object {
	meta := api.Meta{Name: j.Name, Namespace: j.Namespace, UID: j.UID, Labels: j.Labels, Annotations: j.Annotations,
		Deleting: j.Deleting, Rest: j.Rest}
	if j.Created != "" {
		t, err := time.Parse(time.RFC3339Nano, j.Created)
		if err != nil {
			d.fail("%q: created: %v", j.Name, err)
		}
		meta.Created = t
	}
	switch api.Kind(j.Kind) {
	case api.KindPod:
		return j.pod(meta)
	case api.KindNode:
		return &api.Node{Meta: meta, Unschedulable: j.Unschedulable, Taints: j.Taints, Allocatable: resources(j.Allocatable),
			Conditions: j.Conditions}
	}
	d.fail("%q is no kind of object", j.Kind)
	return nil
}

func (j *objectFrame) pod(meta api.Meta) *api.Pod {
	p := &api.Pod{Meta: meta, SchedulerName: j.SchedulerName, Priority: j.Priority, PriorityClass: j.PriorityClass,
		PreemptionPolicy: j.PreemptionPolicy, NodeName: j.NodeName, SchedulingGates: j.SchedulingGates, Unmodelled: j.Unmodelled,
		Containers: containers(j.Containers), InitContainers: containers(j.InitContainers), Overhead: resources(j.Overhead),
		PodRequests: resources(j.PodRequests), PodLimits: resources(j.PodLimits), Tolerations: j.Tolerations,
		Phase: j.Phase, NominatedNodeName: j.NominatedNodeName, ClaimStatuses: j.ClaimStatuses}
	p.NodeSelector, p.NodeAffinity = selector(j.NodeSelector), j.NodeAffinity
	for _, t := range j.PreferredNodes {
		p.PreferredNodes = append(p.PreferredNodes, api.PreferredTerm{Weight: t.Weight, Term: api.NodeSelectorTerm{Expressions: t.Expressions, Fields: t.Fields}})
	}
	for _, t := range j.RequiredPodAffinity {
		term := api.PodAffinityTerm{Selector: selector(t.Selector), Namespaces: t.Namespaces, TopologyKey: t.TopologyKey}
		if t.NamespaceSelector != nil {
			s := selector(*t.NamespaceSelector)
			term.NamespaceSelector = &s
		}
		p.RequiredPodAffinity = append(p.RequiredPodAffinity, term)
	}
	return p
}

// selector keeps "no requirements" as nil, whether the form has an empty list or none.
func selector(requirements []api.Requirement) api.Selector {
	if len(requirements) == 0 {
		return api.Selector{}
	}
	return api.Selector{Requirements: requirements}
}

func containers(js []containerFrame) []api.Container {
	var out []api.Container
	for _, j := range js {
		out = append(out, api.Container{Name: j.Name, Requests: resources(j.Requests), Limits: resources(j.Limits), Sidecar: j.Sidecar, HostPorts: j.HostPorts})
	}
	return out
}

func resources(js []resourceFrame) api.Resources {
	if js == nil {
		return nil
	}
	out := api.Resources{}
	for _, j := range js {
		out = append(out, api.Resource{Name: j.Name, Quantity: api.Quantity{Milli: j.Milli, Value: j.Value, Text: j.Text}})
	}
	return out
}
