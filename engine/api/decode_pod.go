package api

import (
	"strconv"

	"inflight/engine/tree"
	"inflight/engine/why"
)

// pod reads a Pod, with the defaults that the API server fills in.
func (d *decoder) pod(v *tree.Value) *Pod {
	pod := &Pod{Meta: d.meta(v), Unmodelled: d.plugins}
	p := (*path)(nil).field("spec")
	spec, status := v.Get("spec"), v.Get("status")
	if spec == nil {
		d.fail(v.Pos, p, "input.missing", why.S("key", "spec"))
		return pod
	}
	pod.SchedulerName = spec.Get("schedulerName").Str()
	if pod.SchedulerName == "" {
		pod.SchedulerName = "default-scheduler"
	}
	d.priority(pod, spec, p)
	pod.NodeName = spec.Get("nodeName").Str()
	if pod.NodeName != "" && !ValidSubdomain(pod.NodeName) {
		d.fail(posOf(spec, "nodeName"), p.field("nodeName"), "input.name", why.S("got", pod.NodeName))
	}
	d.containersOf(pod, spec, p)
	pod.Overhead = d.overhead(spec.Get("overhead"), p.field("overhead"))
	d.podResources(pod, spec.Get("resources"), p.field("resources"))
	pod.SchedulingGates = d.gates(pod, spec, p.field("schedulingGates"))
	pod.Tolerations = d.tolerations(spec.Get("tolerations"), p.field("tolerations"))
	d.nodeAffinity(pod, spec, p)
	pod.RequiredPodAffinity = d.requiredAffinity(pod, spec, p)
	d.oneOf(spec.Get("restartPolicy"), p.field("restartPolicy"), "Always", "OnFailure", "Never")

	pod.Phase = status.Get("phase").Str()
	d.oneOf(status.Get("phase"), (*path)(nil).field("status").field("phase"), "Pending", "Running", "Succeeded", "Failed", "Unknown")
	pod.NominatedNodeName = status.Get("nominatedNodeName").Str()
	pod.ClaimStatuses = claimStatuses(status)
	pod.Rest = rest(v, KindPod)
	return pod
}

// The built-in priority classes, and the most that a class of a user's own may have.
const (
	nodeCritical    = 2_000_001_000
	clusterCritical = 2_000_000_000
	highestOfUsers  = 1_000_000_000
)

// priority reads spec.priority, or what a built-in class gives in its place.
func (d *decoder) priority(pod *Pod, spec *tree.Value, p *path) {
	pod.PriorityClass = spec.Get("priorityClassName").Str()
	v := spec.Get("priority")
	if v != nil {
		n, _ := strconv.ParseInt(v.Text, 10, 32)
		pod.Priority = int32(n)
	}
	switch builtIn := pod.PriorityClass == "system-node-critical" || pod.PriorityClass == "system-cluster-critical"; {
	case builtIn && v == nil && pod.PriorityClass == "system-node-critical":
		pod.Priority = nodeCritical
	case builtIn && v == nil:
		pod.Priority = clusterCritical
	case pod.PriorityClass != "" && v == nil:
		d.warn(posOf(spec, "priorityClassName"), p.field("priorityClassName"), "input.priority-class", why.S("name", pod.PriorityClass))
	case !builtIn && pod.Priority > highestOfUsers:
		d.fail(v.Pos, p.field("priority"), "input.priority", why.S("got", v.Written()), why.N("max", highestOfUsers))
	}
	pod.PreemptionPolicy = spec.Get("preemptionPolicy").Str()
	d.oneOf(spec.Get("preemptionPolicy"), p.field("preemptionPolicy"), "PreemptLowerPriority", "Never")
}

// gates reads spec.schedulingGates (validateSchedulingGates, and ValidatePodCreate for a pod that is bound).
func (d *decoder) gates(pod *Pod, spec *tree.Value, p *path) []string {
	v := spec.Get("schedulingGates")
	var out []string
	for i, item := range v.Seq() {
		at := p.at(i)
		name := item.Get("name").Str()
		switch {
		case name != "" && contains(out, name):
			d.fail(item.Pos, at, "input.twice", why.S("got", name))
		default:
			d.qualified(item, "name", at)
		}
		out = append(out, name)
	}
	if len(out) > 0 && pod.NodeName != "" {
		d.reason(true, v.Pos, p, why.Reason{Rule: "input.gated-and-bound", Node: pod.NodeName})
	}
	return out
}

// tolerations reads spec.tolerations (ValidateTolerations).
func (d *decoder) tolerations(v *tree.Value, p *path) []Toleration {
	var out []Toleration
	for i, item := range v.Seq() {
		at := p.at(i)
		t := Toleration{item.Get("key").Str(), item.Get("operator").Str(), item.Get("value").Str(), item.Get("effect").Str()}
		d.oneOf(item.Get("operator"), at.field("operator"), "Exists", "Equal")
		d.oneOf(item.Get("effect"), at.field("effect"), effects...)
		switch {
		case t.Key == "" && t.Operator != "Exists":
			d.fail(item.Pos, at, "input.toleration-key")
		case t.Key != "" && !ValidQualifiedName(t.Key):
			d.fail(posOf(item, "key"), at.field("key"), "input.label-key", why.S("got", t.Key))
		case t.Operator == "Exists" && t.Value != "":
			d.fail(posOf(item, "value"), at.field("value"), "input.toleration-value", why.S("got", t.Value))
		case t.Operator != "Exists" && !ValidLabelValue(t.Value):
			d.fail(posOf(item, "value"), at.field("value"), "input.label-value", why.S("got", t.Value))
		}
		if s := item.Get("tolerationSeconds"); s != nil && t.Effect != "NoExecute" {
			d.fail(s.Pos, at.field("tolerationSeconds"), "input.toleration-seconds")
		}
		out = append(out, t)
	}
	return out
}

func claimStatuses(status *tree.Value) string {
	claims, extended := status.Get("resourceClaimStatuses"), status.Get("extendedResourceClaimStatus")
	if claims == nil && extended == nil {
		return ""
	}
	return tree.Canonical(tree.NewList(orNull(claims), orNull(extended)))
}

func orNull(v *tree.Value) *tree.Value {
	if v == nil {
		return &tree.Value{}
	}
	return v
}
