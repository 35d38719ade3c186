package profile

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files again")

// The whole table, resolved: a row a behaviour, a column a release. A change of history.go shows here.
func TestMatrix(t *testing.T) {
	var b strings.Builder
	var profiles []*Profile
	fmt.Fprintf(&b, "%-24s", "")
	for _, r := range All() {
		p, err := For(r, nil)
		require.NoError(t, err)
		profiles = append(profiles, p)
		fmt.Fprintf(&b, " %-24s", r)
	}
	b.WriteString("\n")
	fields := reflect.TypeFor[Profile]()
	for i := range fields.NumField() {
		if fields.Field(i).Name == "Release" {
			continue
		}
		fmt.Fprintf(&b, "%-24s", fields.Field(i).Name)
		for _, p := range profiles {
			fmt.Fprintf(&b, " %-24s", fmt.Sprintf("%+v", reflect.ValueOf(*p).Field(i).Interface()))
		}
		b.WriteString("\n")
	}
	b.WriteString("\nWhat a gate changes that is flipped:\n")
	for _, p := range profiles {
		for _, g := range GatesOf(p.Release) {
			if g.Locked == "" {
				b.WriteString(flipped(t, p, g))
			}
		}
	}
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	got := strings.Join(lines, "\n")
	if *rewrite {
		require.NoError(t, os.WriteFile("testdata/matrix.txt", []byte(got), 0o644))
	}
	want, err := os.ReadFile("testdata/matrix.txt")
	require.NoError(t, err)
	require.Equal(t, string(want), got, "run: go test ./engine/profile -rewrite")
}

// flipped is what is different with a gate the other way.
func flipped(t *testing.T, p *Profile, g Gate) string {
	other, err := For(p.Release, map[string]bool{g.Name: !g.Default})
	require.NoError(t, err)
	text := fmt.Sprintf("%s %s=%t", p.Release, g.Name, !g.Default)
	fields := reflect.TypeFor[Profile]()
	for i := range fields.NumField() {
		a, b := fmt.Sprint(reflect.ValueOf(*p).Field(i).Interface()), fmt.Sprint(reflect.ValueOf(*other).Field(i).Interface())
		if name := fields.Field(i).Name; a != b && name != "Gates" {
			text += fmt.Sprintf(" %s:%s→%s", name, a, b)
		}
	}
	return text + "\n"
}

func TestParse(t *testing.T) {
	for _, s := range []string{"v1.28.1", "1.28.1"} {
		r, err := Parse(s)
		require.NoError(t, err)
		require.Equal(t, Release{28, 1}, r)
		require.Equal(t, "v1.28.1", r.String())
	}
	for _, s := range []string{"", "1.28", "v2.28.1", "v1.28.x", "v1.-1.0", "latest"} {
		_, err := Parse(s)
		require.ErrorContains(t, err, "v1.28.1", s)
	}
}

// Backports: a row lands in each line where its entry says so, and in every later line.
func TestLandedByReleaseLine(t *testing.T) {
	w := row{at: since("1.34.8", "1.35.5", "1.36.0")}
	for s, want := range map[string]bool{"v1.33.13": false, "v1.34.7": false, "v1.34.8": true, "v1.35.4": false, "v1.35.5": true, "v1.36.0": true, "v1.37.2": true} {
		r, err := Parse(s)
		require.NoError(t, err)
		require.Equal(t, want, w.landed(r), s)
	}
}

func TestGates(t *testing.T) {
	p, err := For(Release{28, 2}, map[string]bool{"SchedulerQueueingHints": false})
	require.NoError(t, err)
	require.Equal(t, ByCycle, p.InFlight)
	require.Empty(t, p.Exceptions)

	p, err = For(Release{31, 14}, map[string]bool{"SchedulerQueueingHints": true})
	require.NoError(t, err)
	require.Equal(t, PodMarker, p.InFlight)
	require.True(t, p.UpdateInFlight)
	p, err = For(Release{32, 13}, map[string]bool{"SchedulerQueueingHints": false})
	require.NoError(t, err)
	require.Equal(t, ByCycle, p.InFlight)
	require.True(t, p.AssignedPodsByAffinity)

	_, err = For(Release{34, 4}, map[string]bool{"SchedulerQueueingHints": false})
	require.ErrorContains(t, err, "locked to true since v1.34.0")
	_, err = For(Release{27, 16}, map[string]bool{"SchedulerQueueingHints": true})
	require.ErrorContains(t, err, "has no feature gate SchedulerQueueingHints")
	_, err = For(Release{30, 0}, nil)
	require.ErrorContains(t, err, "v1.30.0 is not modelled; take one of v1.27.16, v1.28.1, v1.28.2, ")
	p, err = For(Release{34, 4}, map[string]bool{"SchedulerPopFromBackoffQ": false})
	require.NoError(t, err)
	require.False(t, p.PopFromBackoffQ)
	require.True(t, p.ErrorBackoffQ)

	// The gate is gone in 1.37; what it gated is not.
	_, err = For(Release{37, 2}, map[string]bool{"SchedulerQueueingHints": true})
	require.ErrorContains(t, err, "v1.37.2 has no feature gate SchedulerQueueingHints that changes the queue; it has SchedulerPopFromBackoffQ")
	p, err = For(Release{37, 2}, nil)
	require.NoError(t, err)
	require.True(t, p.Gates.QueueingHints)
	require.Equal(t, PodMarker, p.InFlight)
}

func TestVariants(t *testing.T) {
	p, err := For(Release{34, 4}, nil)
	require.NoError(t, err)
	require.Equal(t, "leak", p.Variant("recreatedPod"))
	require.Empty(t, p.ChangedVariants())
	require.Equal(t, []string{"leak", "fixed", "draft"}, p.Variants()[0].ValueNames())

	fixed, err := p.With(map[string]string{"recreatedPod": "fixed"})
	require.NoError(t, err)
	require.Equal(t, RecreatedSkipped, fixed.Recreated)
	require.False(t, fixed.Breaks("I5"))
	require.Equal(t, [][2]string{{"recreatedPod", "fixed"}}, fixed.ChangedVariants())
	require.Empty(t, fixed.NeverReleased())
	require.True(t, p.Breaks("I5"), "the profile itself stays as it was")

	draft, err := fixed.With(map[string]string{"recreatedPod": "draft"})
	require.NoError(t, err)
	require.Equal(t, []string{"recreatedPod=draft"}, draft.NeverReleased())
	leak, err := draft.With(map[string]string{"recreatedPod": "leak"})
	require.NoError(t, err)
	require.Equal(t, p, leak)

	// 1.28 leaves skipped attempts in flight, too.
	old, err := For(Release{28, 2}, nil)
	require.NoError(t, err)
	old, err = old.With(map[string]string{"recreatedPod": "fixed"})
	require.NoError(t, err)
	require.True(t, old.Breaks("I5"))

	_, err = p.With(map[string]string{"recreatedPod": "maybe"})
	require.ErrorContains(t, err, "has no value \"maybe\"; it has leak, fixed, draft")
	_, err = p.With(map[string]string{"recreatedPods": "leak"})
	require.ErrorContains(t, err, "has no variant recreatedPods; it has recreatedPod")
	byCycle, err := For(Release{28, 2}, map[string]bool{"SchedulerQueueingHints": false})
	require.NoError(t, err)
	_, err = byCycle.With(map[string]string{"recreatedPod": "leak"})
	require.ErrorContains(t, err, "has no variant recreatedPod; it has none")
}
