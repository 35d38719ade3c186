package api

import (
	"inflight/engine/tree"
	"inflight/engine/why"
)

// containersOf reads containers and init containers (ValidateContainers, validateInitContainers).
func (d *decoder) containersOf(pod *Pod, spec *tree.Value, p *path) {
	if spec.Get("containers").Len() == 0 {
		d.fail(spec.Pos, p.field("containers"), "input.missing", why.S("key", "containers"))
	}
	names, taken := map[string]bool{}, map[HostPort]bool{}
	read := func(key string, init bool) []Container {
		var out []Container
		for i, item := range spec.Get(key).Seq() {
			if init {
				taken = map[HostPort]bool{} // init containers run one by one
			}
			at := p.field(key).at(i)
			c := d.container(item, at, init, names)
			c.HostPorts = d.hostPorts(item.Get("ports"), at.field("ports"), isTrue(spec.Get("hostNetwork")), init, taken)
			out = append(out, c)
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
	if policy := v.Get("restartPolicy"); init {
		d.oneOf(policy, p.field("restartPolicy"), "Always")
		c.Sidecar = policy.Str() == "Always"
	} else if policy.Str() != "" {
		d.fail(policy.Pos, p.field("restartPolicy"), "input.restart-policy")
	}
	r := v.Get("resources")
	c.Requests, c.Limits = d.requirements(r, p.field("resources"))
	d.hold(c.Requests, c.Limits, r, p.field("resources"), d.containerResource)
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
