package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"inflight/engine/api"
	"inflight/engine/scenario"
	"inflight/engine/why"
)

// The golden files tell what is read of files, and what is said about them.
//
//	load [ja] [strict]      the input is a file
//	file NAME [ja]          the file is in testdata/manifests
//	all                     every scenario of the input
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			lang := why.English
			if d.HasArg("ja") {
				lang = why.Japanese
			}
			file := scenario.File{Name: "f.yaml", Data: []byte(strings.ReplaceAll(d.Input, "→", "\t"))}
			if d.Cmd == "file" {
				name := d.CmdArgs[0].Key
				data, err := os.ReadFile(filepath.Join("testdata/manifests", name))
				require.NoError(t, err)
				file = scenario.File{Name: name, Data: data}
			}
			var all []*scenario.Scenario
			var problems []why.Problem
			switch {
			case d.Cmd == "all":
				all, problems = scenario.LoadAll(file)
			case d.HasArg("strict"):
				var s *scenario.Scenario
				s, problems = scenario.LoadStrict(file)
				all = []*scenario.Scenario{s}
			default:
				var s *scenario.Scenario
				s, problems = scenario.Load(file)
				all = []*scenario.Scenario{s}
			}
			var b strings.Builder
			for _, p := range problems {
				b.WriteString(sentence(lang, p) + "\n")
			}
			for _, s := range all {
				if s != nil {
					describe(&b, s)
				}
			}
			return b.String()
		})
	}
}

func sentence(lang why.Lang, p why.Problem) string {
	kind := "warning"
	if p.Fatal {
		kind = "error"
	}
	at := ""
	if p.Field != "" {
		at = p.Field + ": "
	}
	return fmt.Sprintf("%s:%d:%d: %s: %s%s", p.File, p.Line, p.Column, kind, at, why.Text(lang, p.Why))
}

func describe(b *strings.Builder, s *scenario.Scenario) {
	fmt.Fprintf(b, "%s snapshot=%t clock=%d tick=%d", s.Name, s.Snapshot, s.Clock, s.Tick)
	for _, l := range why.Langs() {
		if s.Title[l] != "" {
			fmt.Fprintf(b, " %s=%q", l, s.Title[l])
		}
	}
	if len(s.Releases) > 0 {
		fmt.Fprintf(b, " releases=%v", s.Releases)
	}
	if len(s.Gates) > 0 {
		fmt.Fprintf(b, " gates=%v", s.Gates)
	}
	if len(s.Variants) > 0 {
		fmt.Fprintf(b, " variants=%v", s.Variants)
	}
	if s.Config != (scenario.Config{}) {
		fmt.Fprintf(b, " config=%v", s.Config)
	}
	b.WriteString("\n")
	for _, o := range s.Start {
		fmt.Fprintf(b, "  %s %s\n", api.RefOf(o), what(o))
	}
	for _, l := range s.Story {
		fmt.Fprintf(b, "  %d:%d %s\n", l.Pos.Line, l.Pos.Column, l.Action)
	}
}

// what tells what the plugins will see of an object.
func what(o api.Object) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch o := o.(type) {
	case *api.Node:
		for _, r := range o.Allocatable {
			add("%s=%s", r.Name, r.Quantity.Text)
		}
		for _, t := range o.Taints {
			add("taint(%s)", t)
		}
	case *api.Pod:
		for _, a := range api.Request(o, api.RequestOptions{Sidecars: true, PodLevel: true}) {
			add("%s=%s", a.Name, api.FormatAmount(a))
		}
		if o.NodeName != "" {
			add("on %s", o.NodeName)
		}
		if o.Phase != "" {
			add("%s", o.Phase)
		}
		if o.Deleting {
			add("deleting")
		}
		for _, g := range o.SchedulingGates {
			add("gate(%s)", g)
		}
		if o.Priority != 0 {
			add("priority=%d", o.Priority)
		}
		for _, t := range o.Tolerations {
			add("tolerates(%s %s %s %s)", t.Key, t.Operator, t.Value, t.Effect)
		}
		var labels []string
		for k, v := range o.RequiredPodAffinity {
			labels = append(labels, fmt.Sprint(k, v))
		}
		sort.Strings(labels)
		parts = append(parts, labels...)
	}
	return strings.Join(parts, " ")
}

// A scenario that is written reads as the same scenario.
func TestMarshalReadsAsWritten(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.yaml")
	require.NoError(t, err)
	for _, path := range files {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		all, _ := scenario.LoadAll(scenario.File{Name: filepath.Base(path), Data: data})
		for _, s := range all {
			written := s.Marshal()
			again, problems := scenario.Load(scenario.File{Name: filepath.Base(path), Data: written})
			require.NotNil(t, again, "%s: %v\n%s", path, problems, written)
			require.Equal(t, string(written), string(again.Marshal()))
			require.Equal(t, bare(s), bare(again), path)
		}
	}
}

// bare is the scenario without where things stand in the file.
func bare(s *scenario.Scenario) scenario.Scenario {
	c := *s
	c.Story, c.Objects, c.Problems = nil, nil, nil
	for _, l := range s.Story {
		l.Action.UntilCol = 0
		c.Story = append(c.Story, scenario.Line{Action: l.Action})
	}
	for _, d := range s.Objects {
		c.Objects = append(c.Objects, api.Doc{Object: d.Object, Kind: d.Kind, APIVersion: d.APIVersion})
	}
	return c
}

func TestLookup(t *testing.T) {
	s, problems := scenario.Load(scenario.File{Name: "f", Data: []byte(twoOfOneName)})
	require.NotNil(t, s, "%v", problems)
	cpu := func(ref string) int64 {
		r, p := api.ParseRef(ref)
		require.Nil(t, p)
		d, ok := s.Lookup(r)
		require.True(t, ok)
		return api.Request(d.Object.(*api.Pod), api.RequestOptions{}).Get("cpu")
	}
	require.Equal(t, []int64{100, 100, 200, 200}, []int64{cpu("pod/web"), cpu("pod/web~1"), cpu("pod/web~2"), cpu("pod/web~3")})
	require.Len(t, s.Start, 1, "the second document is for the second incarnation")
	r, _ := api.ParseRef("pod/other/web")
	_, ok := s.Lookup(r)
	require.False(t, ok)
}

// Names that are generated differ between files as well.
func TestGeneratedNamesOfSeveralFiles(t *testing.T) {
	pod := []byte("{apiVersion: v1, kind: Pod, metadata: {generateName: job-}, spec: {containers: [{name: c, image: x}]}}")
	s, problems := scenario.Load(scenario.File{Name: "a", Data: pod}, scenario.File{Name: "b", Data: pod})
	require.NotNil(t, s, "%v", problems)
	require.Equal(t, "job-00001", s.Start[0].Metadata().Name)
	require.Equal(t, "job-00002", s.Start[1].Metadata().Name)
}

const twoOfOneName = `
apiVersion: inflight/v1
kind: Scenario
spec: {story: [delete pod/web, apply pod/web~2]}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: c, image: x, resources: {requests: {cpu: 100m}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: c, image: x, resources: {requests: {cpu: 200m}}}]}
`

func FuzzLoad(f *testing.F) {
	f.Add([]byte(twoOfOneName))
	files, _ := filepath.Glob("testdata/*/*.yaml")
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		all, problems := scenario.LoadAll(scenario.File{Name: "f.yaml", Data: data})
		for _, p := range problems {
			for _, lang := range why.Langs() {
				if text := why.Text(lang, p.Why); strings.Contains(text, "{") && !strings.Contains(string(data), "{") && !strings.Contains(text, "{}") {
					t.Fatalf("%s lacks an argument: %s", p.Why.Rule, text)
				}
			}
		}
		for _, s := range all {
			if again, problems := scenario.Load(scenario.File{Name: "f.yaml", Data: s.Marshal()}); again == nil {
				t.Fatalf("%s\nis refused: %v", s.Marshal(), problems)
			}
		}
	})
}
