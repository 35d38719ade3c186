package scenario

import (
	"sort"
	"strconv"
	"strings"
	"time"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/profile"
	"inflight/engine/tree"
	"inflight/engine/why"
)

// Marshal writes the scenario as a file that reads as the same scenario: the Scenario document first, then every
// object as its document said it. A snapshot has no Scenario document.
func (s *Scenario) Marshal() []byte {
	var docs []string
	if !s.Snapshot {
		docs = append(docs, tree.YAML(s.document()))
	}
	for _, d := range s.Objects {
		docs = append(docs, tree.YAML(d.Value))
	}
	return []byte(strings.Join(docs, "---\n"))
}

func field(key string, v *tree.Value) tree.Field { return tree.Field{Key: key, Value: v} }

func (s *Scenario) document() *tree.Value {
	spec := tree.NewMap()
	add := func(key string, v *tree.Value) {
		if v.Len() > 0 || v.Kind == tree.String {
			spec.Fields = append(spec.Fields, field(key, v))
		}
	}
	title := tree.NewMap()
	for _, l := range why.Langs() {
		if t := s.Title[l]; t != "" {
			title.Fields = append(title.Fields, field(string(l), tree.NewString(t)))
		}
	}
	add("title", title)
	releases := tree.NewList()
	for _, r := range s.Releases {
		releases.Items = append(releases.Items, tree.NewString(r.String()))
	}
	add("releases", releases)
	add("gates", gatesMap(s.Gates))
	add("variants", variantsMap(s.Variants))
	config := tree.NewMap()
	for _, c := range []struct {
		key string
		n   int64
	}{{"podInitialBackoffSeconds", s.Config.PodInitialBackoffSeconds}, {"podMaxBackoffSeconds", s.Config.PodMaxBackoffSeconds}} {
		if c.n > 0 {
			config.Fields = append(config.Fields, field(c.key, &tree.Value{Kind: tree.Int, Text: strconv.FormatInt(c.n, 10)}))
		}
	}
	add("config", config)
	if s.Clock != DefaultClock {
		add("clock", tree.NewString(action.FormatDuration(time.Duration(s.Clock))))
	}
	if s.Tick != DefaultTick {
		add("tick", tree.NewString(action.FormatDuration(time.Duration(s.Tick))))
	}
	if s.StartRefs != nil {
		start := tree.NewList()
		for _, r := range s.StartRefs {
			start.Items = append(start.Items, tree.NewString(r.String()))
		}
		spec.Fields = append(spec.Fields, field("start", start))
	}
	story := tree.NewList()
	for _, l := range s.Story {
		story.Items = append(story.Items, tree.NewString(l.Action.String()))
	}
	add("story", story)
	return tree.NewMap(
		field("apiVersion", tree.NewString(api.ScenarioVersion)),
		field("kind", tree.NewString(api.ScenarioKind)),
		field("metadata", tree.NewMap(field("name", tree.NewString(s.Name)))),
		field("spec", spec))
}

func gatesMap(gates map[string]bool) *tree.Value {
	var names []string
	for name := range gates { // order-free: sorted below
		names = append(names, name)
	}
	sort.Strings(names)
	m := tree.NewMap()
	for _, name := range names {
		v := &tree.Value{Kind: tree.Bool, Text: "false"}
		if gates[name] {
			v.Text = "true"
		}
		m.Fields = append(m.Fields, field(name, v))
	}
	return m
}

func variantsMap(variants map[string]string) *tree.Value {
	m := tree.NewMap()
	for _, v := range profile.AllVariants() {
		if value, set := variants[v.Name]; set {
			m.Fields = append(m.Fields, field(v.Name, tree.NewString(value)))
		}
	}
	return m
}
