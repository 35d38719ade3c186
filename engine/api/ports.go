package api

import "strconv"

// HostPort is a port of the node that a container takes. An empty IP is 0.0.0.0, every address.
type HostPort struct {
	IP, Protocol string
	Port         int32
}

const everyIP = "0.0.0.0"

// Conflicts tells whether two pods on one node cannot have these two ports (HostPortInfo.CheckConflict): the same port
// and protocol, on the same address or where either wants every address.
func (p HostPort) Conflicts(o HostPort) bool {
	a, b := p.address(), o.address()
	return p.Port == o.Port && p.Protocol == o.Protocol && (a == b || a == everyIP || b == everyIP)
}

func (p HostPort) address() string {
	if p.IP == "" {
		return everyIP
	}
	return p.IP
}

// String writes the port for people: 53/UDP, 53/UDP (127.0.0.1).
func (p HostPort) String() string {
	s := strconv.Itoa(int(p.Port)) + "/" + p.Protocol
	if p.address() != everyIP {
		s += " (" + p.IP + ")"
	}
	return s
}

// HostPorts are the ports of the node that the pod takes as long as it runs; those of sidecars count where the release
// looks at them (schedutil.GetHostPorts).
func HostPorts(p *Pod, sidecars bool) []HostPort {
	var out []HostPort
	for i := range p.InitContainers {
		if sidecars && p.InitContainers[i].Sidecar {
			out = append(out, p.InitContainers[i].HostPorts...)
		}
	}
	for i := range p.Containers {
		out = append(out, p.Containers[i].HostPorts...)
	}
	return out
}
