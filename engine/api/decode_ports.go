package api

import (
	"strconv"
	"strings"

	"inflight/engine/tree"
	"inflight/engine/why"
)

// hostPorts reads a container's ports and keeps those that take a port of the node (validateContainerPorts,
// AccumulateUniqueHostPorts). On the host's network each port takes the node's of the same number
// (defaultHostNetworkPorts), and a container that is no init container can name no other (validatePodHostNetworkDeps).
func (d *decoder) hostPorts(v *tree.Value, p *path, onHost, init bool, taken map[HostPort]bool) []HostPort {
	var out []HostPort
	names := map[string]bool{}
	for i, item := range v.Seq() {
		at := p.at(i)
		if name := item.Get("name").Str(); name != "" {
			switch {
			case !validPortName(name):
				d.fail(posOf(item, "name"), at.field("name"), "input.port-name", why.S("got", name))
			case names[name]:
				d.fail(posOf(item, "name"), at.field("name"), "input.twice", why.S("got", name))
			}
			names[name] = true
		}
		inside, host := d.port(item, "containerPort", at), d.port(item, "hostPort", at)
		if inside == 0 {
			d.fail(posOf(item, "containerPort"), at.field("containerPort"), "input.missing", why.S("key", "containerPort"))
		}
		protocol := item.Get("protocol").Str()
		if protocol == "" {
			protocol = "TCP"
		}
		d.oneOf(item.Get("protocol"), at.field("protocol"), "TCP", "UDP", "SCTP")
		if onHost && host == 0 {
			host = inside
		} else if onHost && !init && host != inside {
			d.fail(posOf(item, "hostPort"), at.field("hostPort"), "input.host-port", why.N("got", int(host)), why.N("want", int(inside)))
		}
		if host == 0 {
			continue
		}
		port := HostPort{item.Get("hostIP").Str(), protocol, host}
		if taken[port] {
			d.fail(posOf(item, "hostPort"), at.field("hostPort"), "input.twice", why.S("got", port.String()))
		}
		taken[port] = true
		out = append(out, port)
	}
	return out
}

// port reads the number of a port, 0 where there is none.
func (d *decoder) port(v *tree.Value, key string, p *path) int32 {
	n, _ := strconv.ParseInt(orNull(v.Get(key)).Text, 10, 32)
	if n != 0 && (n < 1 || n > 65535) {
		d.fail(posOf(v, key), p.field(key), "input.between", why.N("got", int(n)), why.N("min", 1), why.N("max", 65535))
	}
	return int32(n)
}

// validPortName: an IANA service name (apimachinery validation.IsValidPortName).
func validPortName(s string) bool {
	letter := false
	for i := 0; i < len(s); i++ {
		if c := s[i]; !lowerOrDigit(c) && c != '-' {
			return false
		}
		letter = letter || 'a' <= s[i] && s[i] <= 'z'
	}
	return letter && len(s) <= 15 && s[0] != '-' && s[len(s)-1] != '-' && !strings.Contains(s, "--")
}
