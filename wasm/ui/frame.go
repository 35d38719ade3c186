package ui

import (
	"strconv"

	"inflight/engine/api"
	"inflight/engine/profile"
	"inflight/engine/trace"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// frame is what the views read: one position of one pane, in one language.
type frame struct {
	m    *Model
	p    *Pane
	lang why.Lang
	pos  int
	beat *trace.Beat // nil at the start
	step *trace.Step
	s    *trace.State
	prof *profile.Profile
	sel  trace.PodID // the pod that the page is about

	orders     map[string][]string
	railMemo   *rail
	missedMemo map[int]bool
}

func newFrame(m *Model) *frame {
	p := &m.Left
	f := &frame{m: m, p: p, lang: m.Lang, pos: p.Pos, beat: p.Beat(), step: p.Step(), s: p.State(), prof: p.Trace.Profile,
		orders: map[string][]string{}}
	f.sel = f.subject()
	return f
}

// subject is the pod that the reader chose, else the beat's, else the one whose attempt runs.
func (f *frame) subject() trace.PodID {
	switch {
	case f.m.Selected != trace.NoPod && int(f.m.Selected) < f.s.Pods.Len():
		return f.m.Selected
	case f.beat != nil && f.beat.Pod != trace.NoPod:
		return f.beat.Pod
	case f.s.Scheduling != nil:
		return f.s.Scheduling.Pod
	}
	return trace.NoPod
}

func (f *frame) t(key string, vs ...value) string     { return say(f.lang, key, vs...) }
func (f *frame) text(key string, vs ...value) *h.Node { return h.Text(say(f.lang, key, vs...)) }
func (f *frame) rich(key string, vs ...value) h.Part  { return rich(f.lang, key, vs...) }

func (f *frame) pod(id trace.PodID) *trace.Pod { return f.s.Pods.At(int(id)) }

// name is how people call the pod: without the default namespace. No pod has no name.
func (f *frame) name(id trace.PodID) string {
	if id == trace.NoPod {
		return ""
	}
	return podName(f.pod(id))
}

func podName(p *trace.Pod) string {
	if p.Object == nil {
		return p.UID
	}
	return why.ShortPod(p.Object.FullName())
}

// objectName is the name in a REF: node/big → big, pod/default/web → web.
func objectName(ref string) string {
	for i := range ref {
		if ref[i] == '/' {
			return why.ShortPod(ref[i+1:])
		}
	}
	return ref
}

func itoa(n int) string { return strconv.Itoa(n) }

func priority(o *api.Pod) int {
	if o == nil {
		return 0
	}
	return int(o.Priority)
}

// since is an instant as everybody is told it: counted from the start of the run, as in traces and sentences.
func (f *frame) since(t trace.Time) trace.Time { return t - f.p.Trace.Initial.At }

// clock writes an instant as mm:ss.mmm since the start of the run.
func (f *frame) clock(t trace.Time) string {
	if t == trace.NoTime {
		return "–"
	}
	return why.FormatTime(f.since(t))
}

// moment is clock for an instant that may lie before the start: objects that are in place then have come earlier.
func (f *frame) moment(t trace.Time) string {
	if t != trace.NoTime && f.since(t) < 0 {
		return f.t("time.before")
	}
	return f.clock(t)
}

// minutes writes a wait as m:ss.
func minutes(ns int64) string {
	s := (ns + 999_999_999) / 1_000_000_000
	rest := strconv.FormatInt(s%60, 10)
	if len(rest) < 2 {
		rest = "0" + rest
	}
	return strconv.FormatInt(s/60, 10) + ":" + rest
}

// seconds writes a short wait: 1.4 s, 300 ms.
func seconds(ns int64) string {
	if ns >= 1_000_000_000 {
		return strconv.FormatFloat(float64((ns+50_000_000)/100_000_000)/10, 'f', -1, 64) + " s"
	}
	return why.FormatDuration(ns)
}

// coord writes a coordinate with at most one decimal.
func coord(x float64) string { return strconv.FormatFloat(float64(int(x*10+0.5))/10, 'f', -1, 64) }
