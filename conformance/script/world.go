package script

import (
	"strconv"
	"strings"
)

// World is what a script's lines are read against: the informer's pods, incarnations and versions. It is shared by
// all sides of a comparison, so that each gets the very same objects at the very same time.
type World struct {
	pods         map[string]*Pod // unassigned pods in the informer, by namespace/name
	assigned     map[string]*Pod
	names        map[string]string // of every UID that ever was
	versions     map[int]*Pod
	incarnations map[string]int
	revisions    int
}

// NewWorld is a world without pods.
func NewWorld() *World {
	return &World{pods: map[string]*Pod{}, assigned: map[string]*Pod{}, names: map[string]string{}, versions: map[int]*Pod{},
		incarnations: map[string]int{}}
}

// Pod is the informer's unassigned pod of that name (NAME or NS/NAME), nil if there is none.
func (w *World) Pod(name string) *Pod { return w.pods[fullName(name)] }

// Assigned is the assigned pod of that name, nil if there is none.
func (w *World) Assigned(name string) *Pod { return w.assigned[fullName(name)] }

// NameOf is the namespace/name of the pod that has or had the UID.
func (w *World) NameOf(uid string) string { return w.names[uid] }

// Version is the n-th version of any pod, nil if there was none.
func (w *World) Version(n int) *Pod { return w.versions[n] }

// Add puts a new pod into the informer, in place of one of the same name.
func (w *World) Add(name string, fields []Field) (*Pod, error) { return w.add(w.pods, name, fields) }

// AddAssigned does so for an assigned pod.
func (w *World) AddAssigned(name string, fields []Field) (*Pod, error) {
	return w.add(w.assigned, name, fields)
}

func (w *World) add(pods map[string]*Pod, name string, fields []Field) (*Pod, error) {
	key := fullName(name)
	p := Pod{Scheduler: "default-scheduler"}
	p.Namespace, p.Name, _ = strings.Cut(key, "/")
	p, err := p.with(fields)
	if err != nil {
		return nil, err
	}
	if p.UID == "" {
		w.incarnations[key]++
		p.UID = p.Name + "-" + strconv.Itoa(w.incarnations[key])
	}
	w.revisions++
	p.Revision = w.revisions
	w.names[p.UID] = key
	w.versions[w.revisions] = &p
	pods[key] = &p
	return &p, nil
}

// Update changes fields of a pod: it returns it before and after.
func (w *World) Update(name string, fields []Field) (old, updated *Pod, err error) {
	return w.update(w.pods, name, fields)
}

// UpdateAssigned does so for an assigned pod.
func (w *World) UpdateAssigned(name string, fields []Field) (old, updated *Pod, err error) {
	return w.update(w.assigned, name, fields)
}

func (w *World) update(pods map[string]*Pod, name string, fields []Field) (old, updated *Pod, err error) {
	key := fullName(name)
	old = pods[key]
	p, err := old.with(fields)
	if err != nil {
		return nil, nil, err
	}
	w.revisions++
	p.Revision = w.revisions
	w.names[p.UID] = key
	w.versions[w.revisions] = &p
	pods[key] = &p
	return old, &p, nil
}

// Delete takes a pod out of the informer and returns it.
func (w *World) Delete(name string) *Pod {
	key := fullName(name)
	p := w.pods[key]
	delete(w.pods, key)
	return p
}

func fullName(name string) string {
	if strings.Contains(name, "/") {
		return name
	}
	return "default/" + name
}
