package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/api"
)

func TestTolerates(t *testing.T) {
	taint := api.Taint{Key: "k", Value: "v", Effect: "NoSchedule"}
	for _, tc := range []struct {
		name string
		t    api.Toleration
		want bool
	}{
		{"equal", api.Toleration{Key: "k", Operator: "Equal", Value: "v", Effect: "NoSchedule"}, true},
		{"no operator means Equal", api.Toleration{Key: "k", Value: "v"}, true},
		{"another value", api.Toleration{Key: "k", Operator: "Equal", Value: "w"}, false},
		{"Equal without a value", api.Toleration{Key: "k", Operator: "Equal"}, false},
		{"Exists ignores the value", api.Toleration{Key: "k", Operator: "Exists", Value: "w"}, true},
		{"another effect", api.Toleration{Key: "k", Operator: "Exists", Effect: "NoExecute"}, false},
		{"no effect means every effect", api.Toleration{Key: "k", Operator: "Exists"}, true},
		{"another key", api.Toleration{Key: "l", Operator: "Exists"}, false},
		{"no key and Exists tolerates everything", api.Toleration{Operator: "Exists"}, true},
		{"no key and Equal compares values", api.Toleration{Operator: "Equal", Value: "v"}, true},
		{"unknown operator", api.Toleration{Key: "k", Operator: "exists"}, false},
		{"nothing", api.Toleration{}, false},
	} {
		require.Equal(t, tc.want, tc.t.Tolerates(taint), tc.name)
	}
}

func TestUntolerated(t *testing.T) {
	taints := []api.Taint{{Key: "a", Effect: "PreferNoSchedule"}, {Key: "b", Effect: "NoSchedule"}, {Key: "c", Effect: "NoExecute"}}
	got, found := api.Untolerated(taints, nil, "NoSchedule", "NoExecute")
	require.True(t, found)
	require.Equal(t, "b", got.Key, "the first that counts")
	got, _ = api.Untolerated(taints, []api.Toleration{{Key: "b", Operator: "Exists"}}, "NoSchedule", "NoExecute")
	require.Equal(t, "c", got.Key)
	_, found = api.Untolerated(taints, []api.Toleration{{Operator: "Exists"}}, "NoSchedule", "NoExecute")
	require.False(t, found)
}

func TestSelector(t *testing.T) {
	labels := map[string]string{"app": "web", "n": "5", "empty": ""}
	for _, tc := range []struct {
		r    api.Requirement
		want bool
	}{
		{api.Requirement{"app", "In", []string{"db", "web"}}, true},
		{api.Requirement{"app", "In", []string{"db"}}, false},
		{api.Requirement{"other", "In", []string{""}}, false},
		{api.Requirement{"empty", "In", []string{""}}, true},
		{api.Requirement{"app", "NotIn", []string{"web"}}, false},
		{api.Requirement{"other", "NotIn", []string{"web"}}, true},
		{api.Requirement{"empty", "Exists", nil}, true},
		{api.Requirement{"other", "Exists", nil}, false},
		{api.Requirement{"other", "DoesNotExist", nil}, true},
		{api.Requirement{"empty", "DoesNotExist", nil}, false},
		{api.Requirement{"n", "Gt", []string{"4"}}, true},
		{api.Requirement{"n", "Gt", []string{"5"}}, false},
		{api.Requirement{"n", "Lt", []string{"6"}}, true},
		{api.Requirement{"app", "Lt", []string{"6"}}, false},
		{api.Requirement{"n", "Lt", []string{"x"}}, false},
		{api.Requirement{"other", "Gt", []string{"1"}}, false},
		{api.Requirement{"app", "in", []string{"web"}}, false},
	} {
		s := &api.Selector{Requirements: []api.Requirement{tc.r}}
		require.Equal(t, tc.want, s.Matches(labels), "%v", tc.r)
	}
	require.True(t, (&api.Selector{}).Matches(nil), "an empty selector matches everything")
	require.False(t, (*api.Selector)(nil).Matches(nil), "no selector matches nothing")
	nothing := api.MatchNothing()
	require.False(t, nothing.Matches(labels))
}

func TestRequiredAffinity(t *testing.T) {
	web := api.Selector{Requirements: []api.Requirement{{"app", "In", []string{"web"}}}}
	pod := func(namespace, app string) *api.Pod {
		return &api.Pod{Meta: api.Meta{Namespace: namespace, Labels: map[string]string{"app": app}}}
	}
	owner := func(terms ...api.PodAffinityTerm) *api.Pod {
		return &api.Pod{Meta: api.Meta{Namespace: "shop"}, RequiredPodAffinity: terms}
	}
	own := owner(api.PodAffinityTerm{Selector: web})
	require.True(t, api.MatchesRequiredAffinity(own, pod("shop", "web")))
	require.False(t, api.MatchesRequiredAffinity(own, pod("other", "web")), "no namespaces: the owner's")
	require.False(t, api.MatchesRequiredAffinity(own, pod("shop", "db")))
	named := owner(api.PodAffinityTerm{Selector: web, Namespaces: []string{"a", "b"}})
	require.True(t, api.MatchesRequiredAffinity(named, pod("b", "web")))
	require.False(t, api.MatchesRequiredAffinity(named, pod("shop", "web")))
	every := owner(api.PodAffinityTerm{Selector: web, NamespaceSelector: &api.Selector{}})
	require.True(t, api.MatchesRequiredAffinity(every, pod("anywhere", "web")))
	one := owner(api.PodAffinityTerm{Selector: web, NamespaceSelector: &api.Selector{Requirements: []api.Requirement{
		{"kubernetes.io/metadata.name", "In", []string{"a"}}}}})
	require.True(t, api.MatchesRequiredAffinity(one, pod("a", "web")), "every namespace carries its name as a label")
	require.False(t, api.MatchesRequiredAffinity(one, pod("shop", "web")))
	require.True(t, api.MatchesRequiredAffinity(owner(api.PodAffinityTerm{Selector: api.MatchNothing()}, api.PodAffinityTerm{Selector: web}), pod("shop", "web")), "any term")
	require.False(t, api.MatchesRequiredAffinity(owner(), pod("shop", "web")))
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{"web": true, "web-1.a": true, "1": true, "": false, "-a": false, "a-": false, "a..b": false,
		"A": false, "a_b": false, "a.": false, ".a": false} {
		require.Equal(t, want, api.ValidSubdomain(name), name)
	}
	for key, want := range map[string]bool{"app": true, "A_b.c-D": true, "example.com/a": true, "": false, "/a": false, "example.com/": false,
		"a/b/c": false, "-a": false, "a b": false, "Example.com/a": false} {
		require.Equal(t, want, api.ValidQualifiedName(key), key)
	}
	require.True(t, api.ValidLabelValue(""))
	require.False(t, api.ValidLabelValue("it's"))
}

func TestNearest(t *testing.T) {
	known := []string{"tolerations", "containers", "nodeName"}
	for got, want := range map[string]string{"toleration": "tolerations", "Containers": "containers", "contianers": "containers",
		"nodename": "nodeName", "foo": "", "": "", "x": ""} {
		require.Equal(t, want, api.Nearest(got, known), got)
	}
}
