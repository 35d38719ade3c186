package queue

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"inflight/engine/api"
	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/trace"
)

// operations writes what was asked of a queue as text, one operation a line, in the form that conformance replays on
// the real queue (conformance/script). What plugins answered is written as it becomes known, on lines of their own
// that name the operation. It is nil where nobody wants it.
type operations struct {
	write func(line string)
	cfg   *Config
	at    trace.Time
	n     int // operations written
	// versions numbers every version of every pod in the order in which the queue heard of them.
	versions map[*api.Pod]int
	// last is the latest version of each pod, by whether it is assigned.
	last     [2]map[key]*api.Pod
	status   int
	requests api.RequestOptions
	attempts []loggedAttempt
	// causes says which operation an event came with; told which answers were written.
	causes map[*event.Recorded]int
	told   map[string]bool
}

// loggedAttempt is a pop that has not come back.
type loggedAttempt struct {
	uid       string
	key       key
	timestamp trace.Time
	attempts  int
}

// newOperations is nil where nobody listens.
func newOperations(cfg *Config) *operations {
	if cfg.Log == nil {
		return nil
	}
	o := &operations{write: cfg.Log, cfg: cfg, versions: map[*api.Pod]int{}, causes: map[*event.Recorded]int{}, told: map[string]bool{}}
	o.requests = api.RequestOptions{Sidecars: cfg.Profile.Sidecars, PodLevel: cfg.Profile.PodLevelResources}
	o.last = [2]map[key]*api.Pod{{}, {}}
	return o
}

// settings writes how the queue is set, and that the clock starts now: with the first operation.
func (o *operations) settings(now trace.Time) {
	c := o.cfg
	o.at = now
	o.write(fmt.Sprintf("config initialBackoff=%s maxBackoff=%s maxUnschedulable=%s clock=%s tick=0s",
		c.InitialBackoff, c.MaxBackoff, c.MaxInUnschedulable, time.Duration(now)))
	if gates := gateSettings(c.Profile); gates != "" {
		o.write("config gates=" + gates)
	}
	for _, line := range pluginLines(c.Registrations[defaultScheduler]) {
		o.write(line)
	}
}

// gateSettings are the gates that are not as the release has them.
func gateSettings(p *profile.Profile) string {
	is := map[string]bool{"SchedulerQueueingHints": p.Gates.QueueingHints, "SchedulerPopFromBackoffQ": p.Gates.PopFromBackoffQ}
	var texts []string
	for _, g := range profile.GatesOf(p.Release) {
		if on, known := is[g.Name]; known && on != g.Default {
			texts = append(texts, fmt.Sprintf("%s:%t", g.Name, on))
		}
	}
	return strings.Join(texts, ",")
}

// Whether a pod is on a node.
const (
	unassigned = 0
	assigned   = 1
)

const (
	defaultScheduler = "default-scheduler"
	gatePlugin       = "SchedulingGates" // the PreEnqueue plugin
)

// pluginLines are the plugins with the events that they registered, in order.
func pluginLines(registrations []Registration) []string {
	names := []string{gatePlugin}
	events := map[string][]string{}
	for _, r := range registrations {
		if !slices.Contains(names, r.Plugin) {
			names = append(names, r.Plugin)
		}
		events[r.Plugin] = append(events[r.Plugin], string(r.Event.Resource)+"/"+r.Event.Action.String())
	}
	var lines []string
	for _, name := range names {
		line := "plugin " + name + " events=" + strings.Join(events[name], ",")
		if name == gatePlugin {
			line += " enqueue=gates"
		}
		lines = append(lines, line)
	}
	return lines
}

// line writes an operation, after the time if that has changed.
func (o *operations) line(now trace.Time, words ...string) {
	if o.n == 0 {
		o.settings(now)
	}
	if now != o.at {
		o.at = now
		o.write("advance to " + time.Duration(now).String())
	}
	o.n++
	o.write(strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " "))
}

// id names the operation that is written next, for the answers about its events.
func (o *operations) id() string { return "id=" + strconv.Itoa(o.n+1) }

// pod writes an operation about a pod, with what is new about it. assigned tells the pods of nodes apart.
func (o *operations) pod(now trace.Time, verb string, pod *api.Pod, assigned int) {
	k := keyOf(pod)
	fields := o.podFields(pod)
	if before := o.last[assigned][k]; before != nil && strings.HasSuffix(verb, "update") {
		was := o.podFields(before)
		fields = slices.DeleteFunc(fields, func(f string) bool { return slices.Contains(was, f) })
		if len(fields) == 0 {
			o.status++
			fields = []string{"status=" + strconv.Itoa(o.status)}
		}
	} else {
		fields = slices.DeleteFunc(fields, func(f string) bool { return strings.HasSuffix(f, "=") })
	}
	o.line(now, append(append([]string{verb, pod.FullName()}, fields...), o.id())...)
	o.versions[pod] = len(o.versions) + 1
	o.last[assigned][k] = pod
}

// popped notes an attempt.
func (o *operations) popped(e *trace.Queued) {
	o.attempts = append(o.attempts, loggedAttempt{e.Object.UID, keyOf(e.Object), e.Timestamp, e.Attempts})
}

// returned writes that an attempt came back, with the version of the pod that the informer gave it.
func (o *operations) returned(now trace.Time, uid string, e *trace.Queued) {
	i := slices.IndexFunc(o.attempts, func(a loggedAttempt) bool {
		return a.key == keyOf(e.Object) && a.timestamp == e.Timestamp && a.attempts == e.Attempts
	})
	if i < 0 {
		o.line(now, "return", e.Object.UID, "version=unknown") // no script: nothing was popped that this could be
		return
	}
	a := o.attempts[i]
	nth := 1
	for _, earlier := range o.attempts[:i] {
		if earlier.uid == a.uid {
			nth++
		}
	}
	o.attempts = slices.Delete(o.attempts, i, i+1)
	words := []string{"return", a.uid, field("rejected", e.Rejectors), field("pending", e.Pending), "version=" + strconv.Itoa(o.versions[e.Object])}
	if nth > 1 {
		words = append(words, "nth="+strconv.Itoa(nth))
	}
	if uid != e.Object.UID {
		words = append(words, "done="+uid) // no script either: no real queue is told so
	}
	o.line(now, words...)
}

// happened writes a cluster event. only are the pods that a preCheck lets through, checked tells whether there is one.
func (o *operations) happened(now trace.Time, ce event.ClusterEvent, old, new api.Object, checked bool, only []string) {
	words := []string{"event", string(ce.Resource) + "/" + ce.Action.String(), "label=" + ce.Label}
	object := new
	if object == nil {
		object = old
	}
	switch object := object.(type) {
	case *api.Node:
		words = append(words, "object=node/"+object.Name)
	case *api.Pod:
		words = append(words, "object=pod/"+object.FullName())
	}
	if checked {
		words = append(words, "only="+strings.Join(only, ","))
	}
	o.line(now, append(words, o.id())...)
}

// caused notes that the operation written last brought this event.
func (o *operations) caused(ev *event.Recorded) { o.causes[ev] = o.n }

// answered writes what a plugin said about an event and a pod; an answer that was written already is not repeated.
func (o *operations) answered(ev *event.Recorded, plugin, uid string, a Answer) {
	word := [...]string{AnswerSkip: "skip", AnswerQueue: "queue", AnswerImmediately: "now", AnswerError: "error"}[a]
	line := fmt.Sprintf("answer %d %s@%s:%s", o.causes[ev], plugin, uid, word)
	if !o.told[line] {
		o.told[line] = true
		o.write(line)
	}
}

func field(name string, members []string) string {
	if len(members) == 0 {
		return ""
	}
	return name + "=" + strings.Join(members, ",")
}

// podFields are a pod's fields as a script writes them; those that a script has no word for are in spec, as a number
// that changes when they do.
func (o *operations) podFields(p *api.Pod) []string {
	var labels, tolerations, requests []string
	for k, v := range p.Labels { // order-free: sorted below
		labels = append(labels, k+":"+v)
	}
	slices.Sort(labels)
	for _, t := range p.Tolerations {
		tolerations = append(tolerations, strings.Join([]string{t.Key, t.Operator, t.Value, t.Effect}, ":"))
	}
	for _, r := range api.Request(p, o.requests) {
		requests = append(requests, r.Name+":"+strconv.FormatInt(r.Value, 10))
	}
	return []string{
		"uid=" + p.UID, "scheduler=" + p.SchedulerName, "priority=" + strconv.Itoa(int(p.Priority)),
		"labels=" + strings.Join(labels, ","), "gates=" + strings.Join(p.SchedulingGates, ","),
		"tolerations=" + strings.Join(tolerations, ","), "requests=" + strings.Join(requests, ","),
		"affinity=" + affinityText(p), "claims=" + p.ClaimStatuses, "spec=" + otherFields(p),
	}
}

// otherFields is a number for everything else that counts as the pod.
func otherFields(p *api.Pod) string {
	rest := *p
	rest.UID, rest.SchedulerName, rest.Priority, rest.Labels, rest.SchedulingGates, rest.Tolerations = "", "", 0, nil, nil, nil
	rest.RequiredPodAffinity, rest.Phase, rest.NominatedNodeName, rest.ClaimStatuses = nil, "", "", ""
	h := fnv.New32a()
	fmt.Fprintf(h, "%+v", rest)
	return strconv.FormatUint(uint64(h.Sum32()), 16)
}

// affinityText is the required pod affinity terms: NAMESPACE|…@KEY:OPERATOR:VALUE|…&…,…
func affinityText(p *api.Pod) string {
	var terms []string
	for i := range p.RequiredPodAffinity {
		t := &p.RequiredPodAffinity[i]
		var requirements []string
		for _, r := range t.Selector.Requirements {
			requirements = append(requirements, r.Key+":"+r.Operator+":"+strings.Join(r.Values, "|"))
		}
		text := strings.Join(requirements, "&")
		if len(t.Namespaces) > 0 {
			text = strings.Join(t.Namespaces, "|") + "@" + text
		}
		if t.NamespaceSelector != nil {
			text = "namespaceSelector@" + text // a script has no namespaces with labels
		}
		terms = append(terms, text)
	}
	return strings.Join(terms, ",")
}

// namesOf are the waiting pods that a preCheck lets through.
func (q *Queue) namesOf(preCheck func(*api.Pod) bool) []string {
	var names []string
	for _, e := range q.unschedulable.inOrder() {
		if preCheck != nil && preCheck(e.Object) {
			names = append(names, e.Object.FullName())
		}
	}
	return names
}
