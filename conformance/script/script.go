package script

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Config are the settings of a script. Times are nanoseconds; Clock is where it starts, since the epoch.
type Config struct {
	InitialBackoff, MaxBackoff, MaxUnschedulable time.Duration
	Clock, Tick                                  time.Duration
	// Gates are feature gates that are not as the release has them.
	Gates   []Gate
	Plugins []Plugin
}

// Gate is a feature gate that was set.
type Gate struct {
	Name string
	On   bool
}

func (g Gate) String() string { return fmt.Sprintf("%s:%t", g.Name, g.On) }

// Off tells whether the gate was turned off.
func (c *Config) Off(gate string) bool {
	return slices.Contains(c.Gates, Gate{gate, false})
}

func (c *Config) gateText() string {
	var texts []string
	for _, g := range c.Gates {
		texts = append(texts, g.String())
	}
	return strings.Join(texts, ",")
}

// Plugin is a scheduling plugin as the queue knows it.
type Plugin struct {
	Name   string
	Events []Event // registered; only Resource and Actions count
	// Enqueue makes it a PreEnqueue plugin: "gates" rejects a pod while it has scheduling gates, "label:KEY" while
	// it has that label. Empty: it is none.
	Enqueue string
}

// Profiles are the schedulers that have plugins.
var Profiles = []string{"default-scheduler", "second-scheduler"}

// PluginsOf are a scheduler's plugins.
func (c *Config) PluginsOf(scheduler string) []*Plugin {
	var plugins []*Plugin
	for i := range c.Plugins {
		if scheduler == Profiles[0] || scheduler == Profiles[1] && i%2 == 0 {
			plugins = append(plugins, &c.Plugins[i])
		}
	}
	return plugins
}

// Admits is what a PreEnqueue plugin says of a pod.
func (p *Plugin) Admits(pod *Pod) bool {
	if key, ok := strings.CutPrefix(p.Enqueue, "label:"); ok {
		_, has := pod.Label(key)
		return !has
	}
	return p.Enqueue != "gates" || len(pod.Gates) == 0
}

// DefaultConfig is kube-scheduler's defaults, and the contracts' clock and tick.
func DefaultConfig() Config {
	return Config{
		InitialBackoff: time.Second, MaxBackoff: 10 * time.Second, MaxUnschedulable: 5 * time.Minute,
		Clock: 500 * time.Millisecond, Tick: time.Millisecond,
	}
}

// Script is a run of operations.
type Script struct {
	Config Config
	Ops    []Op
}

// Parse reads a script. Errors name the line.
func Parse(text string) (*Script, error) {
	s := &Script{Config: DefaultConfig()}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		var err error
		switch words := strings.Fields(line); words[0] {
		case "config":
			err = s.Config.read(words[1:])
		case "plugin":
			err = s.Config.readPlugin(words[1:])
		case "answer":
			err = s.readAnswer(words[1:])
		default:
			var op Op
			if op, err = ParseOp(line); err == nil {
				s.Ops = append(s.Ops, op)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return s, nil
}

func (c *Config) read(words []string) error {
	targets := map[string]*time.Duration{"initialBackoff": &c.InitialBackoff, "maxBackoff": &c.MaxBackoff,
		"maxUnschedulable": &c.MaxUnschedulable, "clock": &c.Clock, "tick": &c.Tick}
	for _, w := range words {
		name, value, _ := strings.Cut(w, "=")
		if name == "gates" {
			gates, err := ParseGates(value)
			if err != nil {
				return err
			}
			c.Gates = gates
			continue
		}
		target := targets[name]
		if target == nil {
			return fmt.Errorf("config has no %q; it has initialBackoff, maxBackoff, maxUnschedulable, clock, tick and gates", name)
		}
		d, err := time.ParseDuration(value)
		if err != nil {
			return err
		}
		*target = d
	}
	return nil
}

// readAnswer adds what a plugin answered to the operation whose event it was asked about.
func (s *Script) readAnswer(words []string) error {
	if len(words) != 2 {
		return fmt.Errorf("answer: needs the operation's id and PLUGIN@UID:ANSWER")
	}
	hints, err := parseHints(words[1])
	if err != nil || len(hints) != 1 {
		return err
	}
	for i := len(s.Ops) - 1; i >= 0; i-- {
		if id := s.Ops[i].ID; id != 0 && fmt.Sprint(id) == words[0] {
			return s.Ops[i].answered(hints[0])
		}
	}
	return fmt.Errorf("answer: no operation has the id %s", words[0])
}

// answered adds an answer to the operation's hints. A plugin cannot answer twice: hints are looked up by plugin and pod.
func (o *Op) answered(h Hint) error {
	var hints Hints
	at := -1
	if o.Verb == Happen {
		hints = o.Event.Hints
	} else if at = slices.IndexFunc(o.Fields, func(f Field) bool { return f.Name == "hints" }); at >= 0 {
		hints, _ = parseHints(o.Fields[at].Value) // was checked when it was read
	}
	for _, known := range hints {
		if known.Plugin == h.Plugin && known.UID == h.UID && known.Answer != h.Answer {
			return fmt.Errorf("%s answered %s and %s about one operation; a script knows one answer", h.Plugin, known.Answer, h.Answer)
		}
	}
	hints = append(hints, h)
	switch {
	case o.Verb == Happen:
		o.Event.Hints = hints
	case at >= 0:
		o.Fields[at].Value = hints.String()
	default:
		o.Fields = append(o.Fields, Field{"hints", hints.String()})
	}
	return nil
}

// ParseGates reads NAME:true|false,…
func ParseGates(s string) ([]Gate, error) {
	var gates []Gate
	for _, part := range list(s) {
		name, on, _ := strings.Cut(part, ":")
		if on != "true" && on != "false" {
			return nil, fmt.Errorf("%q is not GATE:true or GATE:false", part)
		}
		gates = append(gates, Gate{name, on == "true"})
	}
	return gates, nil
}

func (c *Config) readPlugin(words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("plugin: needs a name")
	}
	p := Plugin{Name: words[0]}
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		switch name {
		case "events":
			for _, kind := range list(value) {
				resource, actions, err := parseKind(kind)
				if err != nil {
					return err
				}
				p.Events = append(p.Events, Event{Resource: resource, Actions: actions})
			}
		case "enqueue":
			if value != "gates" && !strings.HasPrefix(value, "label:") {
				return fmt.Errorf("enqueue=%s: it is gates or label:KEY", value)
			}
			p.Enqueue = value
		default:
			return fmt.Errorf("plugin %s has no field %q; it has events and enqueue", p.Name, name)
		}
	}
	c.Plugins = append(c.Plugins, p)
	return nil
}

// String is the script's text; Parse reads it back.
func (s *Script) String() string {
	var b strings.Builder
	d := DefaultConfig()
	if gates := s.Config.gateText(); gates != "" {
		fmt.Fprintf(&b, "config gates=%s\n", gates)
	}
	if c := s.Config; c.InitialBackoff != d.InitialBackoff || c.MaxBackoff != d.MaxBackoff ||
		c.MaxUnschedulable != d.MaxUnschedulable || c.Clock != d.Clock || c.Tick != d.Tick {
		fmt.Fprintf(&b, "config initialBackoff=%s maxBackoff=%s maxUnschedulable=%s clock=%s tick=%s\n",
			c.InitialBackoff, c.MaxBackoff, c.MaxUnschedulable, c.Clock, c.Tick)
	}
	for _, p := range s.Config.Plugins {
		var kinds []string
		for _, e := range p.Events {
			kinds = append(kinds, e.Kind())
		}
		fmt.Fprintf(&b, "plugin %s events=%s", p.Name, strings.Join(kinds, ","))
		if p.Enqueue != "" {
			fmt.Fprintf(&b, " enqueue=%s", p.Enqueue)
		}
		b.WriteByte('\n')
	}
	for _, op := range s.Ops {
		b.WriteString(op.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// Hash identifies the script by what it does, whatever its comments and spacing.
func (s *Script) Hash() string {
	sum := sha256.Sum256([]byte(s.String()))
	return hex.EncodeToString(sum[:])
}
