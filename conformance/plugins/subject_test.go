//go:build k8s

package plugins

import (
	"encoding/json"
	"fmt"
	"strings"

	v1 "k8s.io/api/core/v1"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"sigs.k8s.io/yaml"

	"inflight/engine/api"
)

// object is a manifest, or a part of one.
type object = map[string]any

// pair is a made-up pair of a pod and a node, or of a pod and a change, as manifests: pod, node, the pods on the node,
// and old and new of the changed object.
type pair object

// subject is a pair as both sides read it.
type subject struct {
	pair pair
	real struct {
		pod, node any // *v1.Pod, *v1.Node
		on        []*v1.Pod
		old, new  any // *v1.Pod or *v1.Node, or nil
	}
	ours struct {
		pod      *api.Pod
		node     *api.Node
		on       []*api.Pod
		old, new api.Object
	}
}

// read reads a pair on both sides; it tells whether all of it is admitted on ours.
func read(p pair) (*subject, bool) {
	s := &subject{pair: p}
	for _, key := range []string{"pod", "node", "old", "new"} {
		manifest, _ := p[key].(object)
		if manifest == nil {
			continue
		}
		ours, ok := readOurs(manifest)
		if !ok {
			return nil, false
		}
		real := readReal(manifest)
		switch key {
		case "pod":
			s.real.pod, s.ours.pod = real, ours.(*api.Pod)
		case "node":
			s.real.node, s.ours.node = real, ours.(*api.Node)
		case "old":
			s.real.old, s.ours.old = real, ours
		case "new":
			s.real.new, s.ours.new = real, ours
		}
	}
	on, _ := p["on"].([]any)
	for _, manifest := range on {
		ours, ok := readOurs(manifest.(object))
		if !ok {
			return nil, false
		}
		s.ours.on = append(s.ours.on, ours.(*api.Pod))
		s.real.on = append(s.real.on, readReal(manifest.(object)).(*v1.Pod))
	}
	return s, true
}

func (s *subject) pod() *v1.Pod   { return s.real.pod.(*v1.Pod) }
func (s *subject) node() *v1.Node { return s.real.node.(*v1.Node) }

func readOurs(manifest object) (api.Object, bool) {
	text, err := json.Marshal(manifest)
	if err != nil {
		panic(err)
	}
	docs, problems := api.Decode("pair", text, api.Options{})
	for _, p := range problems {
		if p.Fatal {
			return nil, false
		}
	}
	if len(docs) != 1 {
		return nil, false
	}
	return docs[0].Object, true
}

// readReal reads a manifest as the scheduler's informer would get it: disabled fields dropped, defaults filled in, and
// through the wire format, which knows no empty lists and writes quantities one way.
func readReal(manifest object) any {
	text, err := json.Marshal(enabled(manifest))
	if err != nil {
		panic(err)
	}
	if manifest["kind"] == "Node" {
		var raw, node v1.Node
		unmarshal(text, &raw)
		corev1.SetObjectDefaults_Node(&raw)
		wire(&raw, &node)
		return &node
	}
	var raw, pod v1.Pod
	unmarshal(text, &raw)
	podDefaults(&raw)
	wire(&raw, &pod)
	return &pod
}

// podDefaults are the API server's. From 1.37 what a pod as a whole requests is filled in later, where pods are stored, and
// in the same way as far as requests go; with this gate off it is filled in here.
func podDefaults(pod *v1.Pod) {
	const later = "PodLevelResourcesFixDefaulting"
	if _, known := utilfeature.DefaultMutableFeatureGate.GetAll()[later]; known {
		set := func(on string) {
			if err := utilfeature.DefaultMutableFeatureGate.Set(later + "=" + on); err != nil {
				panic(err)
			}
		}
		set("false")
		defer set("true")
	}
	corev1.SetObjectDefaults_Pod(pod)
}

func unmarshal(text []byte, into any) {
	if err := json.Unmarshal(text, into); err != nil {
		panic(fmt.Sprintf("%s: %v", text, err))
	}
}

type message interface {
	Marshal() ([]byte, error)
	Unmarshal([]byte) error
}

func wire(from, to message) {
	bytes, err := from.Marshal()
	if err == nil {
		err = to.Unmarshal(bytes)
	}
	if err != nil {
		panic(err)
	}
}

// enabled is a manifest without the fields that the API server drops because a feature gate is off.
func enabled(manifest object) object {
	spec, _ := manifest["spec"].(object)
	if manifest["kind"] != "Pod" || spec == nil {
		return manifest
	}
	manifest = clone(manifest).(object)
	spec = manifest["spec"].(object)
	if off("PodLevelResources") {
		delete(spec, "resources")
	}
	if inits, _ := spec["initContainers"].([]any); off("SidecarContainers") {
		for _, c := range inits {
			delete(c.(object), "restartPolicy")
		}
	}
	return manifest
}

// off tells whether the release has the gate, and it is off. Of a release that does not know it, the API has no such
// field, or has it for good.
func off(gate featuregate.Feature) bool {
	_, known := utilfeature.DefaultMutableFeatureGate.GetAll()[gate]
	return known && !utilfeature.DefaultFeatureGate.Enabled(gate)
}

func clone(v any) any {
	switch v := v.(type) {
	case object:
		out := object{}
		for k, x := range v {
			out[k] = clone(x)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = clone(x)
		}
		return out
	}
	return v
}

// String is the pair as YAML.
func (p pair) String() string {
	var b strings.Builder
	for _, key := range []string{"pod", "node", "on", "old", "new"} {
		if p[key] == nil {
			continue
		}
		text, err := yaml.Marshal(object{key: p[key]})
		if err != nil {
			panic(err)
		}
		b.Write(text)
	}
	return b.String()
}

// shrink leaves out of a pair whatever can be left out while it stays bad.
func shrink(p pair, bad func(pair) bool) pair {
	for again := true; again; {
		again = false
		for _, without := range smaller(object(p)) {
			if q := pair(without.(object)); q["pod"] != nil && bad(q) {
				p, again = q, true
				break
			}
		}
	}
	return p
}

// smaller are the ways to leave one thing out of a manifest, large things first.
func smaller(v any) (out []any) {
	switch v := v.(type) {
	case object:
		for _, k := range keys(v) {
			if k == "kind" || k == "apiVersion" || k == "name" || k == "metadata" {
				continue
			}
			q := clone(v).(object)
			delete(q, k)
			out = append(out, q)
		}
		for _, k := range keys(v) {
			for _, x := range smaller(v[k]) {
				q := clone(v).(object)
				q[k] = x
				out = append(out, q)
			}
		}
	case []any:
		for i := range v {
			q := clone(v).([]any)
			out = append(out, append(q[:i:i], q[i+1:]...))
		}
		for i := range v {
			for _, x := range smaller(v[i]) {
				q := clone(v).([]any)
				q[i] = x
				out = append(out, q)
			}
		}
	}
	return out
}
