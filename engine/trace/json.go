package trace

import (
	"strings"

	"inflight/engine/event"
	"inflight/engine/profile"
	"inflight/engine/why"
)

// Schema is the JSON form's name and version.
const Schema = "inflight.trace/v1"

// JSON is a run in the form inflight.trace/v1, described in docs/trace.md: its steps with their beats, the attempts,
// the last state, the invariants that broke. Instants are durations since the epoch; only sentences count from the
// start of the scenario.
func JSON(t *Trace) []byte { return JSONWith(t, JSONOptions{}) }

// JSONOptions are what the JSON form says beside the run.
type JSONOptions struct {
	Engine string // which engine made the run: profile.TableHash(), "" where it is not known
}

// JSONWith is JSON with options.
func JSONWith(t *Trace, o JSONOptions) []byte {
	final := t.Final()
	w := &jsonWriter{t: t, pods: final}
	w.object(func() {
		w.key("schema").string(Schema)
		w.release(t.Profile)
		w.optString("engine", o.Engine)
		w.key("warnings").array(func() {
			for _, p := range t.Warnings {
				w.problem(p)
			}
		})
		w.key("steps").array(func() {
			for i := range t.Steps {
				w.step(&t.Steps[i])
			}
		})
		w.key("attempts").array(func() {
			for i := range t.Attempts {
				w.attempt(&t.Attempts[i])
			}
		})
		w.key("state")
		w.summary(final)
		w.key("invariants").array(func() {
			for _, v := range t.Broken {
				w.violation(v)
			}
		})
		w.key("next").string(w.text(why.English, t.Next))
	})
	return append(w.b, '\n')
}

type jsonWriter struct {
	encoder
	t    *Trace
	pods *State // the last state: it knows every pod
}

func (w *encoder) release(p *profile.Profile) {
	w.key("release").string(p.Release.String())
	w.key("gates").object(func() {
		for _, g := range profile.GatesOf(p.Release) {
			w.key(g.Name).bool(gateOn(p, g.Name))
		}
	})
	if changed := p.ChangedVariants(); len(changed) > 0 {
		w.key("variants").object(func() {
			for _, v := range changed {
				w.key(v[0]).string(v[1])
			}
		})
	}
}

// text is a reason in words, "" where there is none.
func (w *jsonWriter) text(lang why.Lang, r why.Reason) string {
	if r.Rule == "" {
		return ""
	}
	return why.Text(lang, Since(r, w.t.Initial.At))
}

func (w *jsonWriter) problem(p why.Problem) {
	w.object(func() {
		w.optString("file", p.File)
		w.optInt("line", int64(p.Line))
		w.optInt("column", int64(p.Column))
		w.optString("field", p.Field)
		w.key("message").string(why.Text(why.English, p.Why))
	})
}

func (w *jsonWriter) step(s *Step) {
	w.object(func() {
		w.key("n").int(int64(s.N))
		w.key("at").duration(s.At)
		w.key("action").string(s.Action)
		if s.Story >= 0 {
			w.key("story").int(int64(s.Story))
		}
		w.key("silentTicks").int(int64(s.SilentTicks))
		w.optStrings("operations", s.Operations)
		w.key("beats").array(func() {
			for i := range s.Beats {
				w.beat(&s.Beats[i], s.At)
			}
		})
	})
}

func (w *jsonWriter) beat(b *Beat, stepAt Time) {
	w.object(func() {
		w.key("address").string(b.Address.String())
		if b.At != stepAt {
			w.key("at").duration(b.At)
		}
		w.key("kind").string(string(b.Kind))
		if b.Pod != NoPod {
			p := w.pods.Pods.At(int(b.Pod))
			w.key("pod").string(p.FullName())
			w.key("uid").string(p.UID)
		}
		if b.Kind == KindMove {
			w.optString("from", b.From.known())
		}
		w.optString("to", b.To.known())
		w.optString("node", b.Node)
		w.event("event", b.Event)
		if len(b.Elements) > 0 {
			w.key("elements").array(func() {
				for _, id := range b.Elements {
					w.element(&b.State.List, id)
				}
			})
		}
		w.optString("phase", string(b.Phase))
		w.optString("strategy", b.Strategy)
		w.optString("note", b.Note)
		w.optBool("decision", b.Decision)
		w.hints(b.Hints)
		w.key("why")
		w.reason(b.Why)
	})
}

// known is the place's word, "" for Nowhere.
func (p Place) known() string {
	if p == Nowhere {
		return ""
	}
	return p.String()
}

func (w *jsonWriter) event(key string, r *event.Recorded) {
	if r == nil {
		return
	}
	w.key(key).object(func() { w.eventMembers(r) })
}

func (w *jsonWriter) eventMembers(r *event.Recorded) {
	w.key("n").int(int64(r.N))
	w.key("event").string(r.Label)
	w.optString("object", r.Object())
}

// element is a list element: {"pod": uid} for a marker, {"event": label, …} for an event.
func (w *jsonWriter) element(l *List, id int) {
	w.object(func() {
		if id < 0 || id >= len(l.Log) {
			return
		}
		if e := l.Log[id]; e.Event != nil {
			w.eventMembers(e.Event)
			if id < l.Uses.Len() {
				w.key("uses").int(int64(l.Uses.At(id)))
			}
		} else {
			w.key("pod").string(w.pods.Pods.At(int(e.Pod)).UID)
		}
	})
}

func (w *jsonWriter) hints(hints []Hint) {
	if len(hints) == 0 {
		return
	}
	w.key("hints").array(func() {
		for _, h := range hints {
			w.object(func() {
				w.key("plugin").string(h.Plugin)
				w.event("event", h.Event)
				w.key("answer").string(h.Answer)
				w.key("why")
				w.reason(h.Why)
			})
		}
	})
}

func (w *jsonWriter) reason(r why.Reason) {
	w.object(func() {
		w.key("rule").string(string(r.Rule))
		w.optString("plugin", r.Plugin)
		if r.Event.N > 0 || r.Event.Label != "" {
			w.key("event").object(func() {
				w.optInt("n", int64(r.Event.N))
				w.key("event").string(r.Event.Label)
				w.optString("object", r.Event.Object)
			})
		}
		w.optString("pod", r.Pod)
		w.optString("node", r.Node)
		w.key("args").object(func() {
			for _, a := range r.Args {
				w.key(a.Name)
				w.arg(a)
			}
		})
		w.key("text").object(func() {
			for _, lang := range why.Langs() {
				w.key(string(lang)).string(w.text(lang, r))
			}
		})
		w.source(r.Rule)
	})
}

func (w *jsonWriter) arg(a why.Arg) {
	switch a.Kind {
	case why.ArgInt:
		w.int(a.Int)
	case why.ArgDuration, why.ArgTime:
		w.duration(a.Int)
	case why.ArgList:
		var names []string
		if a.Str != "" {
			names = strings.Split(a.Str, ", ")
		}
		w.strings(names)
	default:
		w.string(a.Str)
	}
}

// source is the upstream function behind a rule in the release of the run, with its file and line where they are
// known. A rule that is ours alone has none.
func (w *jsonWriter) source(r why.Rule) {
	release := w.t.Profile.Release
	info, ok := why.Lookup(r)
	if !ok {
		return
	}
	s, ok := info.SourceFor(release.Minor)
	if !ok {
		return
	}
	w.key("source").object(func() {
		w.key("func").string(s.Func)
		if at, ok := why.Locate(r, release.String(), release.Minor); ok {
			w.key("file").string(at.File)
			w.key("line").int(int64(at.Line))
		}
	})
}

func (w *jsonWriter) attempt(a *AttemptRecord) {
	w.object(func() {
		w.key("pod").string(w.pods.Pods.At(int(a.Pod)).FullName())
		w.key("n").int(int64(a.N))
		w.key("step").int(int64(a.Step))
		w.key("result").string(a.Result)
		w.key("message").string(a.Message)
		w.key("verdicts").array(func() {
			for _, v := range a.Verdicts {
				w.verdict(v)
			}
		})
		w.key("node").string(a.Node)
	})
}

func (w *encoder) verdict(v Verdict) {
	w.object(func() {
		w.key("plugin").string(v.Plugin)
		w.key("reason").string(v.Reason)
		w.key("nodes").strings(v.Nodes)
	})
}

func (w *jsonWriter) violation(v Violation) {
	w.object(func() {
		w.key("name").string(v.Name)
		w.key("holds").bool(false)
		w.key("at").string(v.At.String())
		w.key("expected").bool(v.Expected)
		w.key("why")
		w.reason(v.Why)
	})
}

// summary is the state as the trace shows it at its end: orders are the real ones.
func (w *jsonWriter) summary(s *State) {
	w.object(func() {
		w.key("at").duration(s.At)
		w.key("activeQ").strings(w.fullNames(s.ActiveOrder()))
		w.backingOff("backoffQ", s.BackoffOrder())
		w.backingOff("errorBackoffQ", s.ErrorBackoffOrder())
		w.key("unschedulablePods").array(func() {
			for _, q := range s.Unscheduled() {
				w.unschedulable(q)
			}
		})
		scheduling := ""
		if s.Scheduling != nil {
			scheduling = w.full(s.Scheduling.Pod)
		}
		w.key("scheduling").string(scheduling)
		w.key("binding").array(func() {
			for _, a := range s.Binding {
				w.string(w.full(a.Pod))
			}
		})
		w.inFlight(s)
		w.key("bound").array(func() {
			for _, id := range s.In(Bound) {
				w.object(func() {
					w.key("pod").string(w.full(id))
					w.key("node").string(s.Pods.At(int(id)).Node)
				})
			}
		})
		w.key("gone").array(func() {
			for _, id := range s.In(Gone) {
				w.string(w.full(id))
			}
		})
	})
}

func (w *jsonWriter) full(id PodID) string { return w.pods.Pods.At(int(id)).FullName() }

func (w *jsonWriter) fullNames(queued []*Queued) []string {
	var out []string
	for _, q := range queued {
		out = append(out, w.full(q.Pod))
	}
	return out
}

func (w *jsonWriter) backingOff(key string, queued []*Queued) {
	w.key(key).array(func() {
		for _, q := range queued {
			w.object(func() {
				w.key("pod").string(w.full(q.Pod))
				w.optTime("expires", q.BackoffExpiry)
			})
		}
	})
}

func (w *jsonWriter) unschedulable(q *Queued) {
	w.object(func() {
		w.key("pod").string(w.full(q.Pod))
		w.key("uid").string(w.pods.Pods.At(int(q.Pod)).UID)
		w.key("gated").bool(q.Gating != "")
		w.optString("gating", q.Gating)
		w.key("rejectors").strings(q.Rejectors)
		w.key("pending").strings(q.Pending)
		w.key("since").duration(q.Timestamp)
	})
}

// inFlight is what the release has of pods in flight: their UIDs, the list, and where each points where it points at
// events; two counters where there is no list.
func (w *jsonWriter) inFlight(s *State) {
	pods := s.InFlightPods()
	w.key("inFlightPods").array(func() {
		for _, id := range pods {
			w.string(s.Pods.At(int(id)).UID)
		}
	})
	w.key("inFlightEvents").array(func() {
		for e := range s.List.All() {
			w.element(&s.List, e.ID)
		}
	})
	switch s.Profile.InFlight {
	case profile.ByCycle:
		w.key("schedulingCycle").int(s.SchedulingCycle)
		w.key("moveRequestCycle").int(s.MoveRequestCycle)
	case profile.PreviousEvent:
		w.key("previousEvents").array(func() {
			for _, id := range pods {
				p := s.Pods.At(int(id))
				w.object(func() {
					w.key("pod").string(p.UID)
					if p.Marker != NoElement {
						w.event("event", s.List.Log[p.Marker].Event)
					}
					w.key("lost").bool(s.Lost(id))
				})
			}
		})
	}
}
