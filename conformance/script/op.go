package script

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Verb is what an operation does.
type Verb string

// The verbs.
const (
	Add                Verb = "add"
	Update             Verb = "update"
	Delete             Verb = "delete"
	Pop                Verb = "pop"
	Done               Verb = "done"
	Return             Verb = "return"
	Happen             Verb = "event"
	AssignedAdd        Verb = "assigned add"
	AssignedUpdate     Verb = "assigned update"
	Activate           Verb = "activate"
	Advance            Verb = "advance"
	AdvanceTo          Verb = "advance to"
	FlushBackoff       Verb = "flush backoff"
	FlushUnschedulable Verb = "flush unschedulable"
	Close              Verb = "close"
)

// Op is one operation: a line of a script.
type Op struct {
	Verb   Verb
	Pod    string // NAME or NS/NAME
	Fields []Field
	UID    string // done, return
	Nth    int    // return: which of the open attempts of that UID, from 1
	// Version is the version of the pod that a return comes with: the n-th version of any pod, 0 for the latest of this.
	Version int
	// ID names an operation for the answers that come later in the text, 0 for none. It is not written again.
	ID int
	// Rejected and Pending are the plugins that rejected the attempt; none at all is an error.
	Rejected, Pending []string
	Event             Event
	Time              time.Duration // advance, advance to
}

// Event is a cluster event.
type Event struct {
	Resource string   // Node, Pod, AssignedPod …, * for the wildcard
	Actions  []string // Add, Delete, UpdateNodeTaint …, All, Update
	Label    string   // "" is the release's own
	Object   string   // REF of the object that changed, "" for none
	Hints    Hints
	Only     []string // pods that pass the preCheck; nil: there is none
}

// Kind is RESOURCE/ACTION.
func (e Event) Kind() string { return e.Resource + "/" + strings.Join(e.Actions, "|") }

// String is the line of the operation.
func (o Op) String() string {
	words := []string{string(o.Verb)}
	add := func(name, value string) {
		if value != "" {
			words = append(words, name+"="+value)
		}
	}
	switch o.Verb {
	case Add, Update, AssignedAdd, AssignedUpdate, Delete, Activate:
		words = append(words, o.Pod)
		for _, f := range o.Fields {
			words = append(words, f.String())
		}
	case Done:
		words = append(words, o.UID)
	case Return:
		words = append(words, o.UID)
		if o.Nth > 1 {
			words = append(words, "nth="+strconv.Itoa(o.Nth))
		}
		if o.Version > 0 {
			words = append(words, "version="+strconv.Itoa(o.Version))
		}
		add("rejected", strings.Join(o.Rejected, ","))
		add("pending", strings.Join(o.Pending, ","))
	case Happen:
		words = append(words, o.Event.Kind())
		add("label", o.Event.Label)
		add("object", o.Event.Object)
		add("hints", o.Event.Hints.String())
		if o.Event.Only != nil {
			words = append(words, "only="+strings.Join(o.Event.Only, ","))
		}
	case Advance, AdvanceTo:
		words = append(words, o.Time.String())
	}
	return strings.Join(words, " ")
}

// twoWords are the verbs of two words, by their first.
var twoWords = map[string][]Verb{
	"assigned": {AssignedAdd, AssignedUpdate},
	"flush":    {FlushBackoff, FlushUnschedulable},
	"advance":  {AdvanceTo},
}

// ParseOp reads one line.
func ParseOp(line string) (Op, error) {
	words := strings.Fields(line)
	op := Op{Verb: Verb(words[0])}
	rest := words[1:]
	if len(rest) > 0 {
		for _, v := range twoWords[words[0]] {
			if string(v) == words[0]+" "+rest[0] {
				op.Verb, rest = v, rest[1:]
				break
			}
		}
	}
	take := func(what string) (string, error) {
		if len(rest) == 0 {
			return "", fmt.Errorf("%s: needs %s", op.Verb, what)
		}
		w := rest[0]
		rest = rest[1:]
		return w, nil
	}
	var err error
	switch op.Verb {
	case Add, Update, AssignedAdd, AssignedUpdate, Delete, Activate:
		op.Pod, err = take("a pod")
	case Done:
		op.UID, err = take("a UID")
	case Return:
		op.Nth = 1
		op.UID, err = take("the UID of an attempt")
	case Happen:
		var kind string
		if kind, err = take("RESOURCE/ACTION"); err == nil {
			op.Event.Resource, op.Event.Actions, err = parseKind(kind)
		}
	case Advance, AdvanceTo:
		var t string
		if t, err = take("a time"); err == nil {
			op.Time, err = time.ParseDuration(t)
		}
	case Pop, FlushBackoff, FlushUnschedulable, Close:
	default:
		err = fmt.Errorf("%q is not an operation", line)
	}
	if err != nil {
		return op, err
	}
	return op, op.readFields(rest)
}

func (o *Op) readFields(words []string) error {
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("%s: %q is not FIELD=VALUE", o.Verb, w)
		}
		var err error
		switch {
		case name == "id":
			o.ID, err = strconv.Atoi(value)
		case o.Verb == Add || o.Verb == Update || o.Verb == AssignedAdd || o.Verb == AssignedUpdate:
			o.Fields = append(o.Fields, Field{name, value})
			_, err = Pod{}.with(o.Fields)
		case o.Verb == Return && name == "rejected":
			o.Rejected = list(value)
		case o.Verb == Return && name == "pending":
			o.Pending = list(value)
		case o.Verb == Return && name == "nth":
			o.Nth, err = strconv.Atoi(value)
		case o.Verb == Return && name == "version":
			o.Version, err = strconv.Atoi(value)
		case o.Verb == Happen && name == "label":
			o.Event.Label = value
		case o.Verb == Happen && name == "object":
			o.Event.Object = value
		case o.Verb == Happen && name == "hints":
			o.Event.Hints, err = parseHints(value)
		case o.Verb == Happen && name == "only":
			o.Event.Only = append([]string{}, list(value)...)
		default:
			err = fmt.Errorf("%s has no field %q", o.Verb, name)
		}
		if err != nil {
			return err
		}
	}
	if len(o.Event.Hints) > 0 && o.Event.Object == "" {
		return fmt.Errorf("hints are told by the object: add object=node/NAME")
	}
	return nil
}

func parseKind(s string) (resource string, actions []string, err error) {
	i := strings.LastIndex(s, "/") // storage.k8s.io/CSINode/Add
	if i < 1 || i == len(s)-1 {
		return "", nil, fmt.Errorf("%q is not RESOURCE/ACTION", s)
	}
	return s[:i], strings.Split(s[i+1:], "|"), nil
}
