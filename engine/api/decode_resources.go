package api

import (
	"strings"

	"inflight/engine/tree"
	"inflight/engine/why"
)

// hold holds requests and limits against each other, and each resource against check
// (validateResourceRequirements of pkg/apis/core/validation).
func (d *decoder) hold(requests, limits Resources, v *tree.Value, p *path, check func(r Resource, f *tree.Field, p *path)) {
	huge, base := false, false
	for _, l := range limits {
		check(l, v.Get("limits").Field(l.Name), p.field("limits").field(l.Name))
	}
	for _, r := range requests {
		at, pos := p.field("requests").field(r.Name), v.Pos
		if f := v.Get("requests").Field(r.Name); f != nil {
			pos = f.Value.Pos
			check(r, f, at)
		} else if f := v.Get("limits").Field(r.Name); f != nil {
			pos = f.Value.Pos // the limit stands for it, and is checked already
		}
		huge = huge || isHugePages(r.Name)
		base = base || r.Name == "cpu" || r.Name == "memory"
		limit, limited := limits.Get(r.Name)
		args := []why.Arg{why.S("resource", r.Name), why.S("request", r.Quantity.Text), why.S("limit", limit.Text)}
		switch exact := isExtended(r.Name) || isHugePages(r.Name); {
		case exact && !limited:
			d.fail(pos, at, "input.needs-limit", why.S("resource", r.Name))
		case exact && r.Quantity.Cmp(limit) != 0:
			d.fail(pos, at, "input.limit-equal", args...)
		case limited && r.Quantity.Cmp(limit) > 0:
			d.fail(pos, at, "input.limit-below", args...)
		}
	}
	if huge && !base {
		d.fail(v.Pos, p, "input.hugepages")
	}
}

func isHugePages(name string) bool { return strings.HasPrefix(name, "hugepages-") }

// containerResource checks one entry: a container may only ask for what a node gives to containers, for extended
// resources in whole numbers and for huge pages in whole pages (validateContainerResourceName,
// ValidateResourceQuantityValue, validateResourceQuantityHugePageValue).
func (d *decoder) containerResource(r Resource, f *tree.Field, p *path) {
	switch {
	case r.Name == "cpu" || r.Name == "memory" || r.Name == "ephemeral-storage":
	case isHugePages(r.Name):
		size, wrong := ParseQuantity(strings.TrimPrefix(r.Name, "hugepages-"))
		if wrong != nil || size.Sign() <= 0 || r.Quantity.Value%size.Value != 0 {
			d.fail(f.Value.Pos, p, "input.whole-pages", why.S("resource", r.Name), why.S("got", r.Quantity.Text))
		}
	case r.Name == "" || strings.Contains(r.Name, "/") && !ValidQualifiedName(r.Name):
		d.fail(f.Pos, p, "input.resource-name", why.S("got", shown(r.Name)))
	case !strings.Contains(r.Name, "/"):
		names := []string{"cpu", "memory", "ephemeral-storage"}
		if near := Nearest(r.Name, names); near != "" {
			d.fail(f.Pos, p, "input.resource.near", why.S("got", r.Name), why.S("near", near))
		} else {
			d.fail(f.Pos, p, "input.resource", why.S("got", r.Name), why.L("want", names))
		}
	case strings.Contains(r.Name, "kubernetes.io/"):
	case !isExtended(r.Name):
		d.fail(f.Pos, p, "input.resource-name", why.S("got", r.Name))
	case r.Quantity.exact.nano != 0:
		d.fail(f.Value.Pos, p, "input.whole", why.S("resource", r.Name), why.S("got", r.Quantity.Text))
	}
}

// isExtended is helper.IsExtendedResourceName: a resource with a domain of its own, whose quota name is well-formed too.
func isExtended(name string) bool {
	native := !strings.Contains(name, "/") || strings.Contains(name, "kubernetes.io/")
	return !native && !strings.HasPrefix(name, "requests.") && ValidQualifiedName("requests."+name)
}

// overhead reads spec.overhead, which has the rules of a container's resources (validateOverhead).
func (d *decoder) overhead(v *tree.Value, p *path) Resources {
	list := d.resources(v, p)
	huge, base := false, false
	for _, r := range list {
		d.containerResource(r, v.Field(r.Name), p.field(r.Name))
		huge = huge || isHugePages(r.Name)
		base = base || r.Name == "cpu" || r.Name == "memory"
	}
	if huge && !base {
		d.fail(v.Pos, p, "input.hugepages")
	}
	return list
}

// podResources reads spec.resources, for cpu, memory and huge pages (validatePodResourceRequirements). Where the pod has
// limits, a resource without a request gets what the containers ask for, else the limit (defaultPodRequests).
func (d *decoder) podResources(pod *Pod, v *tree.Value, p *path) {
	if v == nil {
		return
	}
	pod.PodRequests = d.resources(v.Get("requests"), p.field("requests"))
	pod.PodLimits = d.resources(v.Get("limits"), p.field("limits"))
	sums := Request(&Pod{Containers: pod.Containers, InitContainers: pod.InitContainers}, RequestOptions{Sidecars: true})
	for _, r := range pod.PodRequests {
		if sum := (Amount{r.Name, sums.Get(r.Name)}); native(r) < sum.Value {
			d.fail(v.Get("requests").Field(r.Name).Value.Pos, p.field("requests").field(r.Name), "input.pod-below-containers",
				why.S("resource", r.Name), why.S("request", r.Quantity.Text), why.S("sum", FormatAmount(sum)))
		}
	}
	pod.PodRequests = podDefaults(pod, sums)
	d.hold(pod.PodRequests, pod.PodLimits, v, p, func(r Resource, f *tree.Field, p *path) {
		if r.Name != "cpu" && r.Name != "memory" && !isHugePages(r.Name) {
			d.fail(f.Pos, p, "input.pod-resource", why.S("got", r.Name))
			return
		}
		d.containerResource(r, f, p)
	})
	for _, c := range pod.Containers {
		for _, l := range c.Limits {
			if most, ok := pod.PodLimits.Get(l.Name); ok && l.Quantity.Cmp(most) > 0 {
				d.fail(v.Get("limits").Field(l.Name).Value.Pos, p.field("limits").field(l.Name), "input.pod-limit-below",
					why.S("resource", l.Name), why.S("limit", most.Text), why.S("name", c.Name), why.S("more", l.Quantity.Text))
			}
		}
	}
}

func native(r Resource) int64 {
	if r.Name == "cpu" {
		return r.Quantity.Milli
	}
	return r.Quantity.Value
}

// podDefaults are the pod-level requests with those that the API server fills in.
func podDefaults(pod *Pod, sums Amounts) Resources {
	if len(pod.PodLimits) == 0 {
		return pod.PodRequests
	}
	missing := Resources{}
	for _, name := range []string{"cpu", "memory"} {
		if _, has := pod.PodRequests.Get(name); !has && sums.Has(name) {
			missing = append(missing, Resource{name, MustQuantity(FormatAmount(Amount{name, sums.Get(name)}))})
		}
	}
	filled := merged(pod.PodRequests, missing)
	missing = Resources{}
	for _, l := range pod.PodLimits {
		if _, has := filled.Get(l.Name); !has {
			missing = append(missing, l)
		}
	}
	return merged(filled, missing)
}
