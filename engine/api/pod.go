package api

// Pod is what the scheduling queue and the plugins read of a v1.Pod.
type Pod struct {
	Meta
	SchedulerName    string // spec.schedulerName; "default-scheduler" where the manifest has none
	Priority         int32  // spec.priority
	PriorityClass    string // spec.priorityClassName
	PreemptionPolicy string // spec.preemptionPolicy
	NodeName         string // spec.nodeName
	// SchedulingGates are the names in spec.schedulingGates.
	SchedulingGates []string
	Containers      []Container
	InitContainers  []Container
	// Overhead is spec.overhead; PodRequests and PodLimits are spec.resources (pod-level resources), nil where
	// the pod has none.
	Overhead               Resources
	PodRequests, PodLimits Resources
	Tolerations            []Toleration
	// RequiredPodAffinity are the terms of spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution.
	RequiredPodAffinity []PodAffinityTerm
	// NodeSelector is spec.nodeSelector, an In with one value for each label. NodeAffinity are the terms that
	// spec.affinity.nodeAffinity requires, one of which a node must meet; PreferredNodes those that it prefers.
	NodeSelector   Selector
	NodeAffinity   []NodeSelectorTerm
	PreferredNodes []PreferredTerm
	// Unmodelled are the plugins that the real scheduler would ask about this pod and that the engine does not have yet,
	// sorted.
	Unmodelled []string
	// Phase, NominatedNodeName are of status; ClaimStatuses is canonical text of its resourceClaimStatuses and
	// extendedResourceClaimStatus, the only parts of status whose change counts as a change of the pod (from 1.28).
	Phase             string
	NominatedNodeName string
	ClaimStatuses     string
}

// Container is an entry of spec.containers or spec.initContainers.
type Container struct {
	Name             string
	Requests, Limits Resources
	// Sidecar is true for an init container with restartPolicy Always.
	Sidecar bool
	// HostPorts are the ports of the node that it takes.
	HostPorts []HostPort
}

// Toleration is an entry of spec.tolerations. An empty Operator means Equal; an empty Effect tolerates every
// effect; an empty Key with operator Exists tolerates every taint.
type Toleration struct{ Key, Operator, Value, Effect string }

// PodAffinityTerm is a required pod affinity term.
type PodAffinityTerm struct {
	Selector          Selector // MatchNothing where the manifest has none
	Namespaces        []string
	NamespaceSelector *Selector // nil: none; empty: every namespace
	TopologyKey       string
}

// Kind is KindPod.
func (*Pod) Kind() Kind { return KindPod }

// Metadata is the pod's metadata.
func (p *Pod) Metadata() *Meta { return &p.Meta }

// FullName is namespace/name: the key of a pod in the queues (in-flight pods are keyed by UID instead).
func (p *Pod) FullName() string { return p.Namespace + "/" + p.Name }

// Terminal tells whether the pod has run to its end, so that it holds no resources.
func (p *Pod) Terminal() bool { return p.Phase == "Succeeded" || p.Phase == "Failed" }
