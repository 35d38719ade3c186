package api

import (
	"math"
	"sort"
	"strconv"
	"strings"
)

// Amount is how much of a resource, in the scheduler's own units: cpu in milli-units, everything else in whole units.
type Amount struct {
	Name  string
	Value int64
}

// Amounts is a list of amounts: cpu, memory, ephemeral-storage first, then the others by name; each name once.
type Amounts []Amount

// Get is the amount of a resource, 0 where the list does not have it.
func (a Amounts) Get(name string) int64 {
	for i := range a {
		if a[i].Name == name {
			return a[i].Value
		}
	}
	return 0
}

// Plus is the sum of two lists.
func (a Amounts) Plus(b Amounts) Amounts {
	out := make(Amounts, len(a), len(a)+len(b))
	copy(out, a)
	for _, x := range b {
		i := 0
		for i < len(out) && before(out[i].Name, x.Name) {
			i++
		}
		if i < len(out) && out[i].Name == x.Name {
			out[i].Value = saturated(out[i].Value, x.Value)
			continue
		}
		out = append(out, Amount{})
		copy(out[i+1:], out[i:])
		out[i] = x
	}
	return out
}

// RequestOptions is what a release counts.
type RequestOptions struct {
	Sidecars bool // restartPolicy Always of init containers is known (from 1.29; before, the API server drops the field)
	PodLevel bool // spec.resources of the pod counts (from 1.34)
}

// Request is what the scheduler counts a pod as requesting: the containers, or the largest moment of the init
// containers with the sidecars started before, then pod-level resources where the release has them, then overhead
// (noderesources.computePodResourceRequest; resource.PodRequests of k8s.io/component-helpers).
func Request(p *Pod, o RequestOptions) Amounts {
	sum, sidecars, peak := milli{}, milli{}, milli{}
	for i := range p.Containers {
		sum.add(p.Containers[i].Requests)
	}
	for i := range p.InitContainers {
		c := &p.InitContainers[i]
		moment := milli{}
		if o.Sidecars && c.Sidecar {
			sum.add(c.Requests)
			sidecars.add(c.Requests)
			moment.addAll(sidecars)
		} else {
			moment.add(c.Requests)
			moment.addAll(sidecars)
		}
		peak.raise(moment)
	}
	sum.raise(peak)
	if o.PodLevel {
		for _, r := range p.PodRequests {
			if r.Name == "cpu" || r.Name == "memory" || strings.HasPrefix(r.Name, "hugepages-") {
				sum[r.Name] = r.Quantity.Milli
			}
		}
	}
	sum.add(p.Overhead)
	return sum.amounts()
}

// Allocatable is what a node offers, in the same units and order; "pods" is among them.
func Allocatable(n *Node) Amounts {
	sum := milli{}
	sum.add(n.Allocatable)
	return sum.amounts()
}

// milli is resource → thousandths. It is never ranged over without sorting.
type milli map[string]int64

func (m milli) add(rs Resources) {
	for i := range rs {
		m[rs[i].Name] = saturated(m[rs[i].Name], rs[i].Quantity.Milli)
	}
}

func (m milli) addAll(o milli) {
	for name, v := range o { // order-free: a sum
		m[name] = saturated(m[name], v)
	}
}

func (m milli) raise(o milli) {
	for name, v := range o { // order-free: a maximum
		if now, named := m[name]; !named || v > now {
			m[name] = v
		}
	}
}

func saturated(a, b int64) int64 {
	if b > 0 && a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

func (m milli) amounts() Amounts {
	out := make(Amounts, 0, len(m))
	for name, v := range m { // order-free: sorted below
		if name == "cpu" {
			out = append(out, Amount{name, v})
			continue
		}
		if v < math.MaxInt64 {
			v = (v + 999) / 1000
		}
		out = append(out, Amount{name, v})
	}
	sort.Slice(out, func(i, j int) bool { return before(out[i].Name, out[j].Name) })
	return out
}

func before(a, b string) bool {
	if x, y := rank(a), rank(b); x != y {
		return x < y
	}
	return a < b
}

func rank(name string) int {
	switch name {
	case "cpu":
		return 0
	case "memory":
		return 1
	case "ephemeral-storage":
		return 2
	}
	return 3
}

// IsScalar tells whether the scheduler counts a resource beside cpu, memory, ephemeral-storage and pods: extended and
// prefixed native resources, hugepages, attachable volumes (schedutil.IsScalarResourceName). Others are ignored.
func IsScalar(name string) bool {
	return strings.HasPrefix(name, "hugepages-") || strings.HasPrefix(name, "attachable-volumes-") || strings.Contains(name, "/")
}

// FormatAmount writes an amount for people: 1500m, 2Gi, 3.
func FormatAmount(a Amount) string {
	if a.Name == "cpu" {
		return itoa(a.Value) + "m"
	}
	if a.Name == "memory" || a.Name == "ephemeral-storage" || strings.HasPrefix(a.Name, "hugepages-") {
		for _, u := range []struct {
			unit string
			size int64
		}{{"Ti", 1 << 40}, {"Gi", 1 << 30}, {"Mi", 1 << 20}, {"Ki", 1 << 10}} {
			if a.Value != 0 && a.Value%u.size == 0 {
				return itoa(a.Value/u.size) + u.unit
			}
		}
	}
	return itoa(a.Value)
}

func itoa(v int64) string { return strconv.FormatInt(v, 10) }
