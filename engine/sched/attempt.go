package sched

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"inflight/engine/api"
	"inflight/engine/plugin"
	"inflight/engine/trace"
	"inflight/engine/why"
)

// attempt is everything that one pod's cycle carries.
type attempt struct {
	pod   trace.PodID   // the incarnation that was popped; the entry may become another by Refetch
	uid   string        // that was popped
	asked *api.Pod      // the pod as it was popped: what its status said then decides what is patched
	entry *trace.Queued // as popped; after a failure with the rejectors, after Refetch with the informer's pod
	n     int
	cycle int64 // scheduling cycle at its Pop
	step  int

	last, next trace.Phase
	failed     trace.Phase
	isError    bool             // no plugin is to blame
	refused    bool             // Unschedulable to everybody but perhaps the queue: a plugin rejected it, or there are no nodes
	noNodes    bool             // there are none
	nodes      []*api.NodeInfo  // the cycle's snapshot: what arrives later is not looked at
	narrowed   *plugin.Narrowed // what PreFilter left of them, nil for each
	rejected   bool             // rejectors are known (FitError): they replace those that the entry has
	rejectors  []string
	message    string
	verdicts   []trace.Verdict
	feasible   []string
	node       string
	assumed    bool
	inBinding  bool
	bound      bool // the API server has bound it, and the informer has not told yet
	started    trace.Time
	held       bool
	waits      bool        // for a Permit plugin
	permission *permission // what the plugin said
	freed      *api.Pod    // the assumed pod whose place is told free once the failure is handled

	cached *trace.Attempt // shown, until something changes
}

func (a *attempt) touch() { a.cached = nil }

// shown is the attempt as a frame shows it.
func (a *attempt) shown() *trace.Attempt {
	if a.cached == nil {
		a.cached = &trace.Attempt{Pod: a.pod, N: a.n, Cycle: a.cycle, Last: a.last, Next: a.next, Failed: a.failed, Error: a.isError,
			Message: a.message, Verdicts: a.verdicts, Feasible: a.feasible, Node: a.node, Held: a.held, Started: a.started}
	}
	return a.cached
}

// judge collects what Filter said of every node: the nodes that fit, and the rejections grouped by plugin and message.
func (a *attempt) judge(names []string, rejections []*plugin.Status) {
	a.feasible, a.verdicts, a.rejectors = nil, nil, nil
	at := map[string]int{}
	for i, st := range rejections {
		if st == nil {
			a.feasible = append(a.feasible, names[i])
			continue
		}
		reason := strings.Join(st.Reasons, ", ")
		k := st.Plugin + "\x00" + reason
		j, known := at[k]
		if !known {
			j = len(a.verdicts)
			at[k] = j
			a.verdicts = append(a.verdicts, trace.Verdict{Plugin: st.Plugin, Reason: reason})
		}
		a.verdicts[j].Nodes = append(a.verdicts[j].Nodes, names[i])
	}
	a.touch()
}

// left are the nodes of the snapshot that PreFilter left.
func (a *attempt) left() (out []*api.NodeInfo) {
	for _, n := range a.nodes {
		if a.narrowed.Leaves(n.Node.Name) {
			out = append(out, n)
		}
	}
	return out
}

// missing is a node that PreFilter named and that is not there, "" where each is.
func (a *attempt) missing() string {
	if a.narrowed == nil {
		return ""
	}
	for _, name := range a.narrowed.Nodes {
		if !slices.ContainsFunc(a.nodes, func(n *api.NodeInfo) bool { return n.Node.Name == name }) {
			return name
		}
	}
	return ""
}

// blame is the reason in the pod's condition (v1.PodReasonUnschedulable, v1.PodReasonSchedulerError): a cluster without
// nodes is no scheduler's error, although no plugin rejected the pod (ErrNoNodesAvailable), and neither is a rejection
// whose plugin the queue does not hear of.
func (a *attempt) blame() (reason, result string) {
	if a.refused || a.rejected {
		return "Unschedulable", "unschedulable"
	}
	return "SchedulerError", "error"
}

// fitError is the message of an attempt that no node fits: each reason with the number of nodes, in the order of the
// words (framework.FitError.Error), and the plugins that rejected a node.
func fitError(nodes int, rejections []*plugin.Status) (message string, rejectors []string) {
	count := map[string]int{}
	by := map[string]bool{}
	for _, st := range rejections {
		if st == nil {
			continue
		}
		by[st.Plugin] = true
		for _, reason := range st.Reasons {
			count[reason]++
		}
	}
	var parts []string
	for reason, n := range count { // order-free: sorted below
		parts = append(parts, strconv.Itoa(n)+" "+reason)
	}
	sort.Strings(parts)
	for name := range by { // order-free: sorted below
		rejectors = append(rejectors, name)
	}
	sort.Strings(rejectors)
	return noneAvailable(nodes, parts), rejectors
}

func noneAvailable(nodes int, parts []string) string {
	message := "0/" + strconv.Itoa(nodes) + " nodes are available:"
	if len(parts) > 0 {
		message += " " + strings.Join(parts, ", ") + "."
	}
	return message
}

func list(name string, members []string) why.Arg {
	return why.Arg{Name: name, Kind: why.ArgList, Str: strings.Join(members, ", ")}
}
