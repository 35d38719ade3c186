package tracejson

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/api"
	"inflight/engine/cow"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
)

// fill sets every exported field of a value, so that a field that is new and not written fails the test.
func fill(t *rapid.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.StringN(0, 6, -1).Draw(t, "string"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(rapid.Int64Range(-1<<31, 1<<31-1).Draw(t, "int"))
	case reflect.Slice:
		n := rapid.IntRange(0, 2).Draw(t, "length")
		if n == 0 && v.Type() != reflect.TypeFor[api.Resources]() {
			return // no entries are nil; an empty resource list is not the same as none
		}
		if n > 0 || rapid.Bool().Draw(t, "empty") {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(t, v.Index(i))
			}
		}
	case reflect.Map:
		for range rapid.IntRange(0, 2).Draw(t, "entries") {
			if v.IsNil() {
				v.Set(reflect.MakeMap(v.Type()))
			}
			key := rapid.StringN(0, 4, -1).Draw(t, "key")
			v.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(rapid.String().Draw(t, "value")))
		}
	case reflect.Pointer:
		if v.Type().Elem() == reflect.TypeFor[api.Selector]() && rapid.Bool().Draw(t, "set") {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem())
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(0, rapid.Int64Range(0, 1<<61).Draw(t, "time")).UTC()))
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(t, v.Field(i))
			}
		}
	}
}

func filled[T any](t *rapid.T) *T {
	x := new(T)
	fill(t, reflect.ValueOf(x).Elem())
	return x
}

func instant(t *rapid.T) trace.Time {
	return rapid.OneOf(rapid.Just(trace.NoTime), rapid.Int64Min(0), rapid.Just(int64(0))).Draw(t, "instant")
}

// state is any state, whether a scheduler could be in it or not.
func state(t *rapid.T) *trace.State {
	s := filled[trace.State](t)
	s.Profile = &profile.Profile{Release: profile.Release{Minor: 34, Patch: 4}}
	s.Unknown = trace.Unknown(rapid.Uint32Range(0, 1<<len(trace.UnknownNames)-1).Draw(t, "unknown"))
	s.NextBackoffFlush, s.NextSweep = instant(t), instant(t)
	objects := []api.Object{filled[api.Node](t), filled[api.Pod](t), filled[api.Pod](t)}
	pods := rapid.IntRange(1, 4).Draw(t, "pods")
	anyPod := func() trace.PodID { return trace.PodID(rapid.IntRange(0, pods-1).Draw(t, "pod")) }
	queued := make([]*trace.Queued, 4)
	for i := range queued {
		queued[i] = filled[trace.Queued](t)
		queued[i].Pod = anyPod()
		queued[i].Object, _ = rapid.SampledFrom(objects).Draw(t, "object").(*api.Pod)
		queued[i].Timestamp, queued[i].FlushTimestamp = instant(t), instant(t)
		queued[i].InitialAttempt, queued[i].BackoffExpiry = instant(t), instant(t)
	}
	var all []*trace.Pod
	for i := range pods {
		p := filled[trace.Pod](t)
		p.ID, p.Place, p.Queue = trace.PodID(i), trace.Place(rapid.IntRange(0, 8).Draw(t, "place")), trace.BackoffQ
		p.Queued, p.Popped, p.Unknown = queued[i], instant(t), s.Unknown
		p.Object, _ = objects[i%2].(*api.Pod)
		p.Marker = rapid.IntRange(-1, 3).Draw(t, "marker")
		all = append(all, p)
	}
	s.Pods = cow.Of(all...)
	node := &trace.Node{Object: objects[0].(*api.Node), Gone: rapid.Bool().Draw(t, "gone")}
	node.Pods = append(node.Pods, anyPod())
	s.Nodes = cow.Of(node, &trace.Node{})
	entry := rapid.SampledFrom(append(queued, nil))
	lane := func() cow.View[*trace.Queued] { return cow.Of(rapid.SliceOfN(entry, 0, 40).Draw(t, "lane")...) }
	s.ActiveQ, s.BackoffQ, s.ErrorBackoffQ, s.Unschedulable = lane(), lane(), lane(), lane()
	s.List = list(t, objects, anyPod)
	attempt := func() *trace.Attempt {
		a := filled[trace.Attempt](t)
		a.Started = instant(t)
		return a
	}
	s.Scheduling, s.Binding = attempt(), []*trace.Attempt{attempt()}
	return s
}

func list(t *rapid.T, objects []api.Object, anyPod func() trace.PodID) trace.List {
	l := *filled[trace.List](t)
	l.Log = nil
	var words []uint64
	for id := range rapid.IntRange(0, 150).Draw(t, "log") {
		e := trace.Element{ID: id, Pod: trace.NoPod}
		if rapid.Bool().Draw(t, "marker") {
			e.Pod = anyPod()
		} else {
			e.Event = &event.Recorded{N: id, ClusterEvent: event.ClusterEvent{Resource: event.Node, Action: event.All, Label: "NodeAdd"},
				Old: rapid.SampledFrom(append(objects, nil)).Draw(t, "old"), New: objects[0], At: int64(id)}
		}
		l.Log = append(l.Log, e)
		if rapid.Bool().Draw(t, "removed") {
			for len(words) <= id>>6 {
				words = append(words, 0)
			}
			words[id>>6] |= 1 << (id & 63)
		}
	}
	l.Removed = cow.Of(words...)
	l.Uses = cow.Of(rapid.SliceOfN(rapid.Int32(), 0, 70).Draw(t, "uses")...)
	return l
}

// plain replaces views by slices, field by field, so that states can be compared.
func plain(v reflect.Value) map[string]any {
	out := map[string]any{}
	for i := range v.NumField() {
		f, name := v.Field(i), v.Type().Field(i).Name
		switch {
		case strings.HasPrefix(f.Type().Name(), "View["):
			out[name] = f.MethodByName("Slice").Call(nil)[0].Interface()
		case f.Type() == reflect.TypeFor[trace.List]():
			out[name] = plain(f)
		default:
			out[name] = f.Interface()
		}
	}
	return out
}

func TestStateComesBackFromJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := state(t)
		data := trace.StateJSON(s)
		require.True(t, json.Valid(data), "%s", data)
		back, err := State(data, s.Profile)
		require.NoError(t, err)
		require.Equal(t, plain(reflect.ValueOf(*s)), plain(reflect.ValueOf(*back)))
		require.Equal(t, string(data), string(trace.StateJSON(back)))
		r, _, err := Release(data)
		require.NoError(t, err)
		require.Equal(t, s.Profile.Release, r)
	})
}

func TestWhatIsNoStateIsRefused(t *testing.T) {
	p := &profile.Profile{Release: profile.Release{Minor: 34, Patch: 4}}
	head := `{"schema":"inflight.state/v1","release":"v1.34.4","at":"0s",`
	for src, want := range map[string]string{
		`{`:              "unexpected end",
		`{"schema":"x"}`: `schema is "x"`,
		strings.Replace(head, "34.4", "28.1", 1) + `"closed":false}`: "it is of v1.28.1",
		head + `"pods":[{"place":"limbo"}]}`:                         `"limbo" is no place`,
		head + `"pods":[{"queued":3}]}`:                              "queued copy 3",
		head + `"nodes":[{"object":0}]}`:                             "object 0",
		head + `"list":{"log":[{}]}}`:                                "neither a marker nor an event",
		head + `"list":{"removed":[9]}}`:                             "element 9",
		head + `"nextSweep":"soon"}`:                                 "no time",
		head + `"unknown":["age"]}`:                                  "can be unknown",
		head + `"objects":[{"kind":"Secret"}]}`:                      "no kind",
	} {
		_, err := State([]byte(src), p)
		require.ErrorContains(t, err, want, "%s", src)
	}
	require.True(t, slices.Contains(trace.UnknownNames, "order"))
}
