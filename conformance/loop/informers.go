//go:build k8s134 || k8s135 || k8s137

package loop

import (
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/informers/core"
	corev1 "k8s.io/client-go/informers/core/v1"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// factory is an informer factory whose informers of pods and nodes are never started. What they know is put into their
// indexers by hand, and whoever wants to be told is told by hand.
type factory struct {
	informers.SharedInformerFactory
	pods, nodes *source
	// reading is called before a pod is read by name, and what it returns after.
	reading func() (after func())
}

func newFactory(f informers.SharedInformerFactory) *factory {
	return &factory{SharedInformerFactory: f, reading: func() func() { return func() {} },
		pods:  &source{SharedIndexInformer: f.Core().V1().Pods().Informer()},
		nodes: &source{SharedIndexInformer: f.Core().V1().Nodes().Informer()}}
}

func (f *factory) Core() core.Interface { return coreGroup{f.SharedInformerFactory.Core(), f} }

type coreGroup struct {
	core.Interface
	f *factory
}

func (g coreGroup) V1() corev1.Interface { return coreVersion{g.Interface.V1(), g.f} }

type coreVersion struct {
	corev1.Interface
	f *factory
}

func (v coreVersion) Pods() corev1.PodInformer   { return podInformer{v.Interface.Pods(), v.f} }
func (v coreVersion) Nodes() corev1.NodeInformer { return nodeInformer{v.Interface.Nodes(), v.f} }

type podInformer struct {
	corev1.PodInformer
	f *factory
}

func (p podInformer) Informer() cache.SharedIndexInformer { return p.f.pods }
func (p podInformer) Lister() listers.PodLister           { return podLister{p.PodInformer.Lister(), p.f} }

type nodeInformer struct {
	corev1.NodeInformer
	f *factory
}

func (n nodeInformer) Informer() cache.SharedIndexInformer { return n.f.nodes }

type podLister struct {
	listers.PodLister
	f *factory
}

func (l podLister) Pods(namespace string) listers.PodNamespaceLister {
	return podNamespaceLister{l.PodLister.Pods(namespace), l.f}
}

type podNamespaceLister struct {
	listers.PodNamespaceLister
	f *factory
}

func (l podNamespaceLister) Get(name string) (*v1.Pod, error) {
	defer l.f.reading()()
	return l.PodNamespaceLister.Get(name)
}

// source is an informer that tells its handlers when it is told to.
type source struct {
	cache.SharedIndexInformer
	handlers []cache.ResourceEventHandler
}

func (s *source) AddEventHandler(h cache.ResourceEventHandler) (cache.ResourceEventHandlerRegistration, error) {
	s.handlers = append(s.handlers, h)
	return s.SharedIndexInformer.AddEventHandler(cache.ResourceEventHandlerFuncs{}) // for its registration alone
}

// each calls the handlers, the last one added first. Which of two hears first of a change is chance in a cluster. Up to
// 1.34 the queue and the cache have a handler each, and the simulation lets the queue hear first that a pod is bound.
func (s *source) each(call func(cache.ResourceEventHandler)) {
	for _, h := range slices.Backward(s.handlers) {
		call(h)
	}
}

func (s *source) add(o any) error {
	if err := s.GetIndexer().Add(o); err != nil {
		return err
	}
	s.each(func(h cache.ResourceEventHandler) { h.OnAdd(o, false) })
	return nil
}

func (s *source) update(old, o any) error {
	if err := s.GetIndexer().Update(o); err != nil {
		return err
	}
	s.each(func(h cache.ResourceEventHandler) { h.OnUpdate(old, o) })
	return nil
}

func (s *source) delete(o any) error {
	if err := s.GetIndexer().Delete(o); err != nil {
		return err
	}
	s.each(func(h cache.ResourceEventHandler) { h.OnDelete(o) })
	return nil
}
