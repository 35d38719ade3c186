package api

// What a container counts with for scoring if it asks for no cpu or no memory (pkg/scheduler/util
// DefaultMilliCPURequest, DefaultMemoryRequest).
const (
	DefaultMilliCPU = 100
	DefaultMemory   = 200 << 20
)

var nonZeroDefaults = Resources{{"cpu", MustQuantity("100m")}, {"memory", MustQuantity("200Mi")}}

// NonZeroRequest is what a pod counts with for scoring, in thousandths of a cpu and bytes: its request as Request has it,
// with a default for each container and init container that names no request of the resource. Where spec.resources
// counts and names a request, only a resource that nobody names gets the default
// (framework.PodInfo.CalculateResource, getNonMissingContainerRequests of v1.34; the same as
// PodResourcesOptions.NonMissingContainerRequests before).
func NonZeroRequest(p *Pod, o RequestOptions) (milliCPU, memory int64) {
	defaults := nonZeroDefaults
	if o.PodLevel && len(p.PodRequests) > 0 {
		named := Request(p, o)
		defaults = nil
		for _, d := range nonZeroDefaults {
			if !named.Has(d.Name) {
				defaults = append(defaults, d)
			}
		}
	}
	filled := *p
	filled.Containers = withDefaults(p.Containers, defaults)
	filled.InitContainers = withDefaults(p.InitContainers, defaults)
	all := Request(&filled, o)
	return all.Get("cpu"), all.Get("memory")
}

// Has tells whether the list names a resource.
func (a Amounts) Has(name string) bool {
	for i := range a {
		if a[i].Name == name {
			return true
		}
	}
	return false
}

func withDefaults(containers []Container, defaults Resources) []Container {
	out := append([]Container(nil), containers...)
	for i := range out {
		for _, d := range defaults {
			if _, named := out[i].Requests.Get(d.Name); !named {
				out[i].Requests = merged(out[i].Requests, Resources{d})
			}
		}
	}
	return out
}
