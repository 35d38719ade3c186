//go:build k8s

package plugins

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sort"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/real"
)

// world is the real scheduler of the release in its default configuration. What differs in signatures from release to
// release is called by reflection.
type world struct {
	preEnqueue, preFilter, filter map[string]reflect.Value
	registered                    []registration
}

// registration is an entry of the map that the queue asks: an event, a plugin and its hint function.
type registration struct {
	event  clusterEvent
	plugin string
	hint   reflect.Value // invalid in 1.27, which has none
}

// newWorld makes the scheduler; the feature gates are those of the moment.
func newWorld(t *testing.T) *world {
	sched := newScheduler(t)
	profile := reflect.ValueOf(sched.Profiles).MapIndex(reflect.ValueOf("default-scheduler"))
	w := &world{}
	for field, into := range map[string]*map[string]reflect.Value{
		"preEnqueuePlugins": &w.preEnqueue, "preFilterPlugins": &w.preFilter, "filterPlugins": &w.filter} {
		*into = map[string]reflect.Value{}
		list := real.Reach(profile, field)
		for i := range list.Len() {
			plugin := list.Index(i).Elem()
			(*into)[call(plugin, "Name")[0].String()] = plugin
		}
	}
	w.registered = registrations(reflect.ValueOf(sched.SchedulingQueue))
	if len(w.filter) == 0 || len(w.registered) == 0 {
		t.Fatal("the real scheduler has no plugins or no registrations; its adapter must be looked at")
	}
	return w
}

// newScheduler is scheduler.New with a clientset of nothing, whatever else the release wants to be given.
func newScheduler(t *testing.T) *scheduler.Scheduler {
	client := fake.NewSimpleClientset()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	given := []any{ctx, ctx.Done(), client, informers.NewSharedInformerFactory(client, 0)}
	f := reflect.ValueOf(scheduler.New)
	var args []reflect.Value
	for i := range f.Type().NumIn() - 1 { // the last are options
		in := f.Type().In(i)
		arg := reflect.Zero(in)
		for _, g := range given {
			if reflect.TypeOf(g).AssignableTo(in) {
				arg = reflect.ValueOf(g)
			}
		}
		if in.Kind() == reflect.Func { // the factory of event recorders
			arg = reflect.MakeFunc(in, func([]reflect.Value) []reflect.Value {
				return []reflect.Value{reflect.ValueOf(&events.FakeRecorder{}).Convert(in.Out(0))}
			})
		}
		args = append(args, arg)
	}
	out := f.Call(args)
	if err, _ := out[1].Interface().(error); err != nil {
		t.Fatal(err)
	}
	return out[0].Interface().(*scheduler.Scheduler)
}

// registrations are those that the queue holds: a map from events to functions (queueingHintMap), or in 1.27 to names of
// plugins (clusterEventMap).
func registrations(queue reflect.Value) (out []registration) {
	if real.Has(queue, "clusterEventMap") {
		for it := real.Reach(queue, "clusterEventMap").MapRange(); it.Next(); {
			for _, name := range it.Value().MapKeys() {
				out = append(out, registration{event: it.Key().Interface().(clusterEvent), plugin: name.String()})
			}
		}
		return out
	}
	all := real.Reach(queue, "queueingHintMap")
	for it := all.MapIndex(reflect.ValueOf("default-scheduler")).MapRange(); it.Next(); {
		for i := range it.Value().Len() {
			f := it.Value().Index(i).Elem()
			out = append(out, registration{it.Key().Interface().(clusterEvent), f.FieldByName("PluginName").String(), f.FieldByName("QueueingHintFn")})
		}
	}
	return out
}

func call(v reflect.Value, method string, args ...reflect.Value) []reflect.Value {
	return v.MethodByName(method).Call(args)
}

// verdict is what a plugin says of a pod and a node: nothing, or a code and reasons.
type verdict struct {
	code    string
	reasons []string
}

const success = "Success"

func (v verdict) String() string { return v.code + ": " + strings.Join(v.reasons, ", ") }

// statusOf reads a *Status; none is success. Reasons about extended resources, which come last, are in an order that is chance.
func statusOf(status reflect.Value) verdict {
	if status.IsNil() {
		return verdict{code: success}
	}
	v := verdict{code: fmt.Sprint(call(status, "Code")[0].Interface())}
	for i, reasons := 0, call(status, "Reasons")[0]; i < reasons.Len(); i++ {
		v.reasons = append(v.reasons, reasons.Index(i).String())
	}
	v.reasons = scalarsSorted(v.reasons)
	return v
}

// scalarsSorted are the reasons with those of resources that upstream keeps in a map sorted.
func scalarsSorted(reasons []string) []string {
	out := slices.Clone(reasons)
	i := len(out)
	for i > 0 && strings.HasPrefix(out[i-1], "Insufficient ") && strings.ContainsAny(out[i-1][len("Insufficient "):], "/-") &&
		out[i-1] != "Insufficient ephemeral-storage" {
		i--
	}
	sort.Strings(out[i:])
	return out
}

// Filter is what a plugin's PreFilter and Filter say of a node with its pods, as the framework asks them: Filter is not
// asked where PreFilter skips, rejects or names other nodes.
func (w *world) Filter(plugin string, pod *v1.Pod, node *v1.Node, on []*v1.Pod) verdict {
	ctx := reflect.ValueOf(context.Background())
	state := reflect.ValueOf(framework.NewCycleState())
	info := framework.NewNodeInfo(on...)
	info.SetNode(node)
	if p, ok := w.preFilter[plugin]; ok {
		args := []reflect.Value{ctx, state, reflect.ValueOf(pod)}
		if method := p.MethodByName("PreFilter").Type(); method.NumIn() == 4 {
			nodes := reflect.MakeSlice(method.In(3), 0, 1)
			args = append(args, reflect.Append(nodes, reflect.ValueOf(info)))
		}
		out := call(p, "PreFilter", args...)
		switch v := statusOf(out[1]); {
		case v.code == "Skip":
			return verdict{code: success}
		case v.code != success:
			return v
		}
		// NodeName names a pod's node from 1.37 on; but a pod that waits has none, and the engine leaves that to Filter.
		if plugin != nodeName && !out[0].IsNil() && !call(out[0], "AllNodes")[0].Bool() {
			if names := out[0].Elem().FieldByName("NodeNames"); !names.MapIndex(reflect.ValueOf(node.Name)).IsValid() {
				return notAsked
			}
		}
	}
	p, ok := w.filter[plugin]
	if !ok {
		return verdict{code: success}
	}
	return statusOf(call(p, "Filter", ctx, state, reflect.ValueOf(pod), reflect.ValueOf(info))[0])
}

// notAsked is a node that PreFilter has excluded by naming others.
var notAsked = verdict{code: "not asked"}

// PreEnqueue is what a plugin says of a pod that is to be queued.
func (w *world) PreEnqueue(plugin string, pod *v1.Pod) verdict {
	return statusOf(call(w.preEnqueue[plugin], "PreEnqueue", reflect.ValueOf(context.Background()), reflect.ValueOf(pod))[0])
}

// hinted is the answer of one hint function.
type hinted struct{ plugin, function, answer string }

// Hints are the answers of the functions that the queue would ask of a plugin's rejected pod about an event.
func (w *world) Hints(plugin string, pod *v1.Pod, event clusterEvent, old, new any) (out []hinted) {
	for _, r := range w.registered {
		if r.plugin != plugin || !matches(r.event, event) {
			continue
		}
		h := hinted{plugin: plugin, answer: "Queue"}
		if r.hint.IsValid() {
			h.function = functionName(r.hint)
			answers := r.hint.Call([]reflect.Value{reflect.ValueOf(klog.Background()), reflect.ValueOf(pod), orNil(old), orNil(new)})
			h.answer = fmt.Sprint(answers[0].Interface())
			if len(answers) > 1 && !answers[1].IsNil() {
				h.answer = "error"
			}
		}
		out = append(out, h)
	}
	return out
}

func orNil(object any) reflect.Value {
	if object == nil {
		return reflect.Zero(reflect.TypeFor[any]())
	}
	return reflect.ValueOf(object)
}

// functionName is isSchedulableAfterNodeChange, or defaultQueueingHintFn.
func functionName(f reflect.Value) string {
	name := runtime.FuncForPC(f.Pointer()).Name()
	name = strings.TrimSuffix(name[strings.LastIndex(name, ".")+1:], "-fm")
	if strings.HasPrefix(name, "func") {
		return "defaultQueueingHintFn"
	}
	return name
}

// eventText is resource, actions and label of an event.
func eventText(e clusterEvent) string {
	return fmt.Sprintf("%v/%s %q", e.Resource, strings.Join(actions(e), "|"), labelOf(e))
}

// actions are the names of the event's actions, each by itself, but all updates together.
func actions(e clusterEvent) []string {
	if e.ActionType == everyUpdate {
		return []string{"Update"}
	}
	return eachAction(e)
}

func eachAction(e clusterEvent) []string {
	var names []string
	rest := e.ActionType
	for _, a := range actionNames {
		if e.ActionType&a.bit != 0 {
			names, rest = append(names, a.name), rest&^a.bit
		}
	}
	if rest != 0 {
		names = append(names, "UpdatePodOther") // unexported (1.31 to 1.33)
	}
	return names
}

type actionName struct {
	name string
	bit  actionType
}
