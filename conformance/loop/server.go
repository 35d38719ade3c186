//go:build k8s134 || k8s135 || k8s137

package loop

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
)

// server is the API server as far as a scheduler writes to it: it patches the status of pods and binds them. What the
// informer is to hear of that waits in news; that a pod is bound is seen by nobody until the informer is to tell it, as in
// the simulation.
type server struct {
	pods    map[string]*v1.Pod // namespace/name
	version int
	patches []string // what was asked for, in words
	news    []news
	bound   map[types.UID]string // pod → node, not told yet
}

// news is a change that the informer has not heard of.
type news struct{ old, now *v1.Pod }

var podResource = schema.GroupResource{Resource: "pods"}

func newServer() (*server, *fake.Clientset) {
	s := &server{pods: map[string]*v1.Pod{}, bound: map[types.UID]string{}}
	client := fake.NewSimpleClientset()
	client.PrependReactor("patch", "pods", func(a clienttesting.Action) (bool, runtime.Object, error) {
		p, ok := a.(clienttesting.PatchAction)
		if !ok || a.GetSubresource() != "status" {
			return true, nil, fmt.Errorf("the scheduler asks for %s of %s/%s", a.GetVerb(), a.GetResource().Resource, a.GetSubresource())
		}
		pod, err := s.patch(p.GetNamespace()+"/"+p.GetName(), p.GetPatch())
		return true, pod, err
	})
	client.PrependReactor("create", "pods", func(a clienttesting.Action) (bool, runtime.Object, error) {
		binding, ok := a.(clienttesting.CreateAction).GetObject().(*v1.Binding)
		if !ok {
			return true, nil, fmt.Errorf("the scheduler makes pods")
		}
		return true, binding, s.bind(binding)
	})
	return s, client
}

// next is a version of a pod that replaces another.
func (s *server) next(p *v1.Pod) *v1.Pod {
	s.version++
	p.ResourceVersion = strconv.Itoa(s.version)
	s.pods[p.Namespace+"/"+p.Name] = p
	return p
}

func (s *server) patch(key string, patch []byte) (*v1.Pod, error) {
	old := s.pods[key]
	if old == nil {
		_, name, _ := strings.Cut(key, "/")
		return nil, apierrors.NewNotFound(podResource, name)
	}
	before, err := json.Marshal(old)
	if err != nil {
		return nil, err
	}
	after, err := strategicpatch.StrategicMergePatch(before, patch, &v1.Pod{})
	if err != nil {
		return nil, err
	}
	now := &v1.Pod{}
	if err := json.Unmarshal(after, now); err != nil {
		return nil, err
	}
	for i := range now.Status.Conditions { // a real clock, which has nothing to do with ours
		now.Status.Conditions[i].LastTransitionTime = metav1.Time{}
	}
	if equality.Semantic.DeepEqual(old, now) {
		return old, nil
	}
	s.patches = append(s.patches, key+patchText(patch, now))
	s.next(now)
	s.news = append(s.news, news{old: old, now: now})
	return now, nil
}

// patchText is what a status patch comes to.
func patchText(patch []byte, now *v1.Pod) string {
	text := ""
	if strings.Contains(string(patch), `"conditions"`) {
		for _, c := range now.Status.Conditions {
			text += " " + c.Reason
		}
	}
	if strings.Contains(string(patch), `"nominatedNodeName"`) {
		text += " nominated=" + now.Status.NominatedNodeName
	}
	return text
}

func (s *server) bind(b *v1.Binding) error {
	old := s.pods[b.Namespace+"/"+b.Name]
	switch {
	case old == nil:
		return apierrors.NewNotFound(podResource, b.Name)
	case b.UID != "" && b.UID != old.UID:
		return fmt.Errorf("the UID in the precondition (%s) does not match %s", b.UID, old.UID)
	case old.DeletionTimestamp != nil:
		return fmt.Errorf("pod %s is being deleted, cannot be assigned to a host", b.Name)
	case old.Spec.NodeName != "" || s.bound[old.UID] != "":
		return fmt.Errorf("pod %s is already assigned to node %q", b.Name, old.Spec.NodeName)
	}
	s.bound[old.UID] = b.Target.Name
	return nil
}

// take removes the news; with bound, it has those of pods that were bound.
func (s *server) take(bound bool) []news {
	told := s.news
	s.news = nil
	for _, key := range slices.Sorted(maps.Keys(s.pods)) {
		if !bound {
			break
		}
		if n, ok := s.takeBound(key); ok {
			told = append(told, n)
		}
	}
	return told
}

// takeBound is the news that the pod is bound, if there is any.
func (s *server) takeBound(key string) (n news, ok bool) {
	old := s.pods[key]
	if old == nil || s.bound[old.UID] == "" {
		return news{}, false
	}
	now := old.DeepCopy()
	now.Spec.NodeName = s.bound[old.UID]
	delete(s.bound, old.UID)
	return news{old, s.next(now)}, true
}

// forget drops the news of a pod: it is gone.
func (s *server) forget(key string) {
	delete(s.pods, key)
	s.news = slices.DeleteFunc(s.news, func(n news) bool { return n.now.Namespace+"/"+n.now.Name == key })
}
