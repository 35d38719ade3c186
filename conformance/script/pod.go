package script

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Pod is a neutral description of a pod, from which each side builds its own object. Values are never edited.
type Pod struct {
	Namespace, Name, UID string
	Scheduler            string
	Priority             int
	Labels               []string // key:value, sorted
	Gates                []string
	Tolerations          []string // keys
	Requests             []Amount // sorted by name
	Affinity             []Term   // required pod affinity terms
	Spec, Status, Claims string
	Hints                Hints
	Revision             int // counts every version of every pod
}

// Key is namespace/name.
func (p *Pod) Key() string { return p.Namespace + "/" + p.Name }

// Label is the value of a label, and whether the pod has it.
func (p *Pod) Label(key string) (string, bool) {
	for _, l := range p.Labels {
		if k, v, _ := strings.Cut(l, ":"); k == key {
			return v, true
		}
	}
	return "", false
}

// Field is one FIELD=VALUE of a line.
type Field struct{ Name, Value string }

func (f Field) String() string { return f.Name + "=" + f.Value }

// podFields are the fields that a pod has, uid only when it is added.
var podFields = []string{"uid", "priority", "scheduler", "labels", "gates", "tolerations", "requests", "affinity", "spec", "status", "claims", "hints"}

// with is the pod with some fields changed. Hints are not kept: they are about one update.
func (p Pod) with(fields []Field) (Pod, error) {
	p.Hints = nil
	for _, f := range fields {
		var err error
		switch f.Name {
		case "uid":
			p.UID = f.Value
		case "priority":
			p.Priority, err = strconv.Atoi(f.Value)
		case "scheduler":
			p.Scheduler = f.Value
		case "labels":
			p.Labels = list(f.Value)
			slices.Sort(p.Labels)
		case "gates":
			p.Gates = list(f.Value)
		case "tolerations":
			p.Tolerations = list(f.Value)
		case "requests":
			p.Requests, err = parseAmounts(f.Value)
		case "affinity":
			p.Affinity, err = parseTerms(f.Value)
		case "spec":
			p.Spec = f.Value
		case "status":
			p.Status = f.Value
		case "claims":
			p.Claims = f.Value
		case "hints":
			p.Hints, err = parseHints(f.Value)
		default:
			err = fmt.Errorf("a pod has no such field; it has %s", strings.Join(podFields, ", "))
		}
		if err != nil {
			return p, fmt.Errorf("%s: %w", f, err)
		}
	}
	return p, nil
}

// list splits at commas; nothing is the empty list.
func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// Answer is what a hint function says about an event: each release has its own words for it.
type Answer string

// The answers. Now is QueueImmediately in 1.28 and Queue later; Fail is an error where hints can fail (from 1.29)
// and QueueAfterBackoff in 1.28.
const (
	Skip  Answer = "skip"
	Queue Answer = "queue"
	Now   Answer = "now"
	Fail  Answer = "error"
)

// Hint is one entry of a hints list: a plugin's answer, for one UID or for every pod.
type Hint struct {
	Plugin, UID string
	Answer      Answer
}

// Hints are the answers that plugins give about one event.
type Hints []Hint

// For is a plugin's answer for a pod: the entry for its UID, else the one for every pod, else Queue.
func (h Hints) For(plugin, uid string) Answer {
	answer := Queue
	for _, e := range h {
		if e.Plugin == plugin && e.UID == uid {
			return e.Answer
		}
		if e.Plugin == plugin && e.UID == "" {
			answer = e.Answer
		}
	}
	return answer
}

func (h Hints) String() string {
	var parts []string
	for _, e := range h {
		at := ""
		if e.UID != "" {
			at = "@" + e.UID
		}
		parts = append(parts, e.Plugin+at+":"+string(e.Answer))
	}
	return strings.Join(parts, ",")
}

func parseHints(s string) (Hints, error) {
	var hints Hints
	for _, part := range list(s) {
		colon := max(strings.LastIndex(part, ":"), 0)
		who, answer, ok := part[:colon], strings.TrimPrefix(part[colon:], ":"), colon > 0
		plugin, uid, _ := strings.Cut(who, "@")
		if !ok || plugin == "" || !slices.Contains([]Answer{Skip, Queue, Now, Fail}, Answer(answer)) {
			return nil, fmt.Errorf("%q is not PLUGIN[@UID]:skip|queue|now|error", part)
		}
		hints = append(hints, Hint{plugin, uid, Answer(answer)})
	}
	return hints, nil
}

// Pairs is a list of key:value as a map, nil where it is empty.
func Pairs(list []string) map[string]string {
	if len(list) == 0 {
		return nil
	}
	m := map[string]string{}
	for _, pair := range list {
		k, v, _ := strings.Cut(pair, ":")
		m[k] = v
	}
	return m
}
