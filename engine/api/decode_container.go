package api

import (
	"strings"

	"inflight/engine/tree"
	"inflight/engine/why"
)

// containersOf reads containers and init containers (ValidateContainers, validateInitContainers).
func (d *decoder) containersOf(pod *Pod, spec *tree.Value, p *path) {
	if spec.Get("containers").Len() == 0 {
		d.fail(spec.Pos, p.field("containers"), "input.missing", why.S("key", "containers"))
	}
	names := map[string]bool{}
	read := func(key string, init bool) []Container {
		var out []Container
		for i, item := range spec.Get(key).Seq() {
			out = append(out, d.container(item, p.field(key).at(i), init, names))
		}
		return out
	}
	pod.Containers = read("containers", false)
	pod.InitContainers = read("initContainers", true)
}

func (d *decoder) container(v *tree.Value, p *path, init bool, names map[string]bool) Container {
	c := Container{Name: v.Get("name").Str()}
	switch {
	case c.Name == "":
		d.fail(v.Pos, p.field("name"), "input.missing", why.S("key", "name"))
	case !ValidLabelName(c.Name):
		d.fail(posOf(v, "name"), p.field("name"), "input.dns-label", why.S("got", c.Name))
	case names[c.Name]:
		d.fail(posOf(v, "name"), p.field("name"), "input.twice", why.S("got", c.Name))
	}
	names[c.Name] = true
	if v.Get("image").Str() == "" {
		d.warn(v.Pos, p.field("image"), "input.no-image", why.S("name", c.Name))
	}
	if init {
		d.oneOf(v.Get("restartPolicy"), p.field("restartPolicy"), "Always", "OnFailure", "Never")
		c.Sidecar = v.Get("restartPolicy").Str() == "Always"
	}
	r := v.Get("resources")
	c.Requests, c.Limits = d.requirements(r, p.field("resources"))
	d.containerResources(&c, r, p.field("resources"))
	return c
}

// requirements reads requests and limits; a resource with a limit and no request asks for its limit (SetDefaults_Pod).
func (d *decoder) requirements(v *tree.Value, p *path) (requests, limits Resources) {
	requests = d.resources(v.Get("requests"), p.field("requests"))
	limits = d.resources(v.Get("limits"), p.field("limits"))
	missing := Resources{}
	for _, l := range limits {
		if _, ok := requests.Get(l.Name); !ok {
			missing = append(missing, l)
		}
	}
	return merged(requests, missing), limits
}

// merged is the union of two sorted lists that share no name.
func merged(a, b Resources) Resources {
	if len(b) == 0 {
		return a
	}
	out := make(Resources, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].Name < b[0].Name {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// containerResources holds requests and limits against each other (ValidateContainerResourceRequirements).
func (d *decoder) containerResources(c *Container, v *tree.Value, p *path) {
	limits, requests := v.Get("limits"), v.Get("requests")
	huge, base := false, false
	for _, l := range c.Limits {
		d.containerResource(l, limits, p.field("limits"))
	}
	for _, r := range c.Requests {
		at := requests
		where := p.field("requests")
		if at.Field(r.Name) == nil {
			at, where = limits, p.field("limits")
		} else {
			d.containerResource(r, at, where)
		}
		pos := at.Field(r.Name).Value.Pos
		huge = huge || strings.HasPrefix(r.Name, "hugepages-")
		base = base || r.Name == "cpu" || r.Name == "memory"
		limit, limited := c.Limits.Get(r.Name)
		switch exact := isExtended(r.Name) || strings.HasPrefix(r.Name, "hugepages-"); {
		case exact && !limited:
			d.fail(pos, where.field(r.Name), "input.needs-limit", why.S("resource", r.Name))
		case exact && r.Quantity.Cmp(limit) != 0:
			d.fail(pos, where.field(r.Name), "input.limit-equal", why.S("resource", r.Name), why.S("request", r.Quantity.Text), why.S("limit", limit.Text))
		case limited && r.Quantity.Cmp(limit) > 0:
			d.fail(pos, where.field(r.Name), "input.limit-below", why.S("resource", r.Name), why.S("request", r.Quantity.Text), why.S("limit", limit.Text))
		}
	}
	if huge && !base {
		d.fail(v.Pos, p, "input.hugepages")
	}
}

// containerResource checks one entry: a container may only name resources that a node gives to containers, and
// extended ones in whole numbers.
func (d *decoder) containerResource(r Resource, list *tree.Value, p *path) {
	f := list.Field(r.Name)
	switch {
	case r.Name == "cpu" || r.Name == "memory" || r.Name == "ephemeral-storage":
	case strings.HasPrefix(r.Name, "hugepages-"):
		d.whole(r, f, p)
	case !strings.Contains(r.Name, "/"):
		names := []string{"cpu", "memory", "ephemeral-storage"}
		if near := Nearest(r.Name, names); near != "" {
			d.fail(f.Pos, p.field(r.Name), "input.resource.near", why.S("got", r.Name), why.S("near", near))
		} else {
			d.fail(f.Pos, p.field(r.Name), "input.resource", why.S("got", r.Name), why.L("want", names))
		}
	case isExtended(r.Name):
		d.whole(r, f, p)
	}
}

func (d *decoder) whole(r Resource, f *tree.Field, p *path) {
	if r.Quantity.exact.nano != 0 {
		d.fail(f.Value.Pos, p.field(r.Name), "input.whole", why.S("resource", r.Name), why.S("got", r.Quantity.Text))
	}
}

// podResources reads spec.resources, for cpu, memory and huge pages (validatePodResourceRequirements). Where the pod has
// limits, a resource without a request gets what the containers ask for, else the limit (defaultPodRequests).
func (d *decoder) podResources(pod *Pod, v *tree.Value, p *path) {
	if v == nil {
		return
	}
	pod.PodRequests = d.resources(v.Get("requests"), p.field("requests"))
	pod.PodLimits = d.resources(v.Get("limits"), p.field("limits"))
	d.podResourceNames(pod.PodRequests, v.Get("requests"), p.field("requests"))
	d.podResourceNames(pod.PodLimits, v.Get("limits"), p.field("limits"))
	sums := Request(&Pod{Containers: pod.Containers, InitContainers: pod.InitContainers}, RequestOptions{Sidecars: true})
	for _, r := range pod.PodRequests {
		at, f := p.field("requests").field(r.Name), v.Get("requests").Field(r.Name)
		if l, ok := pod.PodLimits.Get(r.Name); ok && r.Quantity.Cmp(l) > 0 {
			d.fail(f.Value.Pos, at, "input.limit-below", why.S("resource", r.Name), why.S("request", r.Quantity.Text), why.S("limit", l.Text))
		}
		if sum := (Amount{r.Name, sums.Get(r.Name)}); native(r) < sum.Value {
			d.fail(f.Value.Pos, at, "input.pod-below-containers", why.S("resource", r.Name), why.S("request", r.Quantity.Text), why.S("sum", FormatAmount(sum)))
		}
	}
	pod.PodRequests = podDefaults(pod, sums)
}

func native(r Resource) int64 {
	if r.Name == "cpu" {
		return r.Quantity.Milli
	}
	return r.Quantity.Value
}

func (d *decoder) podResourceNames(list Resources, v *tree.Value, p *path) {
	for _, r := range list {
		if r.Name != "cpu" && r.Name != "memory" && !strings.HasPrefix(r.Name, "hugepages-") {
			d.fail(v.Field(r.Name).Pos, p.field(r.Name), "input.pod-resource", why.S("got", r.Name))
		}
	}
}

// podDefaults are the pod-level requests with those that the API server fills in.
func podDefaults(pod *Pod, sums Amounts) Resources {
	if len(pod.PodLimits) == 0 {
		return pod.PodRequests
	}
	missing := Resources{}
	for _, name := range []string{"cpu", "memory"} {
		if _, has := pod.PodRequests.Get(name); !has && sums.Get(name) > 0 {
			a := Amount{name, sums.Get(name)}
			missing = append(missing, Resource{name, MustQuantity(FormatAmount(a))})
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
