//go:build k8s

package real

import (
	"cmp"
	"container/list"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
	clocktesting "k8s.io/utils/clock/testing"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/observe"
	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// epoch is the instant 0 of virtual time.
var epoch = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// The informers are never started: the queue only asks them for nominated pods and namespaces, of which a script
// has none.
var informerFactory = informers.NewSharedInformerFactory(fake.NewSimpleClientset(), 0)

var quiet = klog.Logger{}.V(0)

func init() {
	quiet = discard()
	klog.SetLogger(quiet)
	utilruntime.ErrorHandlers = nil // they log, and sleep
	metrics.Register()
	set(defaults)
}

// set turns feature gates on and off.
func set(gates []script.Gate) {
	for _, g := range gates {
		if err := utilfeature.DefaultMutableFeatureGate.Set(fmt.Sprintf("%s=%t", g.Name, g.On)); err != nil {
			panic(err)
		}
	}
}

// WithGates does something while feature gates are set.
func WithGates(gates []script.Gate, do func()) { withGates(script.Config{Gates: gates}, do) }

// Setting is every gate that the release lets one set: as a script sets it, else as the release has it.
func Setting(gates []script.Gate) map[string]bool {
	setting := map[string]bool{}
	for _, g := range append(slices.Clone(defaults), gates...) {
		setting[g.Name] = g.On
	}
	return setting
}

// on tells whether a gate is on for a script.
func on(c script.Config, gate string) bool { return Setting(c.Gates)[gate] }

// withGates makes a queue while a script's gates are set: the queue reads them when it is made.
func withGates(c script.Config, make func()) {
	set(c.Gates)
	defer func() {
		var back []script.Gate
		for _, g := range c.Gates {
			on := slices.Contains(defaults, script.Gate{Name: g.Name, On: true})
			back = append(back, script.Gate{Name: g.Name, On: on})
		}
		set(back)
	}()
	make()
}

// common is what every generation's queue keeps.
type common struct {
	config   script.Config
	clock    *clocktesting.FakeClock
	objects  map[*script.Pod]*v1.Pod
	attempts []*framework.QueuedPodInfo // by number of Pop; nil when over
}

func newCommon(c script.Config) common {
	return common{config: c, clock: clocktesting.NewFakeClock(epoch.Add(c.Clock)), objects: map[*script.Pod]*v1.Pod{}}
}

// SetTime implements observe.Driver.
func (c *common) SetTime(now int64) { c.clock.SetTime(epoch.Add(time.Duration(now))) }

// Drop implements observe.Driver.
func (c *common) Drop(attempt int) { c.attempts[attempt] = nil }

// object is the API object of a version of a pod, the same one each time, as the informer would hand it out.
func (c *common) object(p *script.Pod) *v1.Pod {
	o := c.objects[p]
	if o == nil {
		o = buildPod(p)
		c.objects[p] = o
	}
	return o
}

// Release is the release whose source this binary was compiled from.
func Release() string {
	f := runtime.FuncForPC(reflect.ValueOf(framework.NewPodInfo).Pointer())
	file, _ := f.FileLine(f.Entry())
	_, version, ok := strings.Cut(file, "k8s.io/kubernetes@")
	if !ok {
		panic(file + " is not in the module cache, so the release is not known")
	}
	version, _, _ = strings.Cut(version, "/")
	return version
}

func instant(t time.Time) int64 {
	if t.IsZero() {
		return observe.NoTime
	}
	return int64(t.Sub(epoch))
}

// describe is what every release knows of a queued pod.
func describe(p *framework.QueuedPodInfo) observe.Pod {
	revision, _ := strconv.Atoi(p.Pod.ResourceVersion)
	initial := observe.NoTime
	if p.InitialAttemptTimestamp != nil {
		initial = instant(*p.InitialAttemptTimestamp)
	}
	return observe.Pod{
		Key: p.Pod.Namespace + "/" + p.Pod.Name, UID: string(p.Pod.UID), Revision: revision,
		Attempts: p.Attempts, Timestamp: instant(p.Timestamp), Initial: initial, Expiry: observe.NoTime, Flushed: observe.NoTime,
	}
}

// sorted is the set's elements in order.
func sorted[S ~map[string]V, V any](set S) []string {
	var names []string
	for name := range set {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// byKey orders pods that the real queue keeps in a map.
func byKey(pods []observe.Pod) {
	slices.SortFunc(pods, func(a, b observe.Pod) int { return cmp.Compare(a.Key, b.Key) })
}

func byUID(pods []observe.InFlight) {
	slices.SortFunc(pods, func(a, b observe.InFlight) int { return cmp.Compare(a.UID, b.UID) })
}

// indexes are the positions of the list's elements.
func indexes(l *list.List) map[*list.Element]int {
	index := map[*list.Element]int{}
	for e := l.Front(); e != nil; e = e.Next() {
		index[e] = len(index)
	}
	return index
}

// at names an element's position.
func at(index map[*list.Element]int, e *list.Element) string {
	if e == nil {
		return "none"
	}
	if i, ok := index[e]; ok {
		return strconv.Itoa(i)
	}
	return "removed"
}

// eventText is an event of the list: label, kind, and the object that it is about.
func eventText(label, kind string, old, updated any) string {
	object := updated
	if object == nil {
		object = old
	}
	switch o := object.(type) {
	case *v1.Node:
		return label + "(" + kind + " node/" + o.Name + ")"
	case *v1.Pod:
		text := label + "(" + kind + " pod/" + o.Namespace + "/" + o.Name
		if o.UID != "" {
			text += " " + string(o.UID) + " r" + o.ResourceVersion
		}
		return text + ")"
	}
	return label + "(" + kind + ")"
}

// failure is the word for an error of AddUnschedulableIfNotPresent.
func failure(err error) string {
	switch {
	case err == nil:
		return ""
	case strings.HasSuffix(err.Error(), "is already present in unschedulable queue"):
		return observe.AlreadyUnschedulable
	case strings.HasSuffix(err.Error(), "is already present in the active queue"):
		return observe.AlreadyActive
	case strings.HasSuffix(err.Error(), "is already present in the backoff queue"):
		return observe.AlreadyBackoff
	}
	return err.Error()
}

func discard() klog.Logger { return logr.Discard() }

// gate is a PreEnqueue plugin of the script.
type gate struct{ *script.Plugin }

func (g gate) Name() string { return g.Plugin.Name }

// Close implements observe.Driver.
func (q *Queue) Close() { q.pq.Close() }
