package ui

import (
	"strings"

	"inflight/engine/api"
	"inflight/engine/plugin"
	"inflight/engine/trace"
	"inflight/engine/why"
	h "inflight/wasm/vdom"
)

// attemptShown is the attempt that the page shows: the one in the scheduling cycle; one that this step ends, until its
// pod has been given back; or one that this step begins, as soon as its pod has been popped.
func (f *frame) attemptShown() *trace.Attempt {
	if f.s.Scheduling != nil || f.pos == 0 {
		return f.s.Scheduling
	}
	a := f.p.stateAt(f.p.stepStart(f.pos)).Scheduling
	if a != nil && f.pod(a.Pod).Place == trace.Scheduling {
		return a
	}
	beats := f.p.stepAt(f.pos).Beats
	if a = beats[len(beats)-1].State.Scheduling; a != nil && f.pod(a.Pod).Place == trace.Scheduling {
		return &trace.Attempt{Pod: a.Pod, N: a.N}
	}
	return nil
}

// attempt is the lane of the pod that is being tried: where its attempt stands, and what each node said.
func (f *frame) attempt() *h.Node {
	a := f.attemptShown()
	if a == nil {
		return f.laneOf("attempt", f.t("lane.attempt"), true, nil, lanenote{}, f.idle())
	}
	p := f.pod(a.Pod)
	resource := f.scarce()
	return f.laneOf("attempt", f.t("lane.attempt"), true, h.Text("#"+itoa(a.N)), f.fitNote(a),
		h.El("button", h.Class("row", when(f.m.Selected == a.Pod, "row--selected")), h.Key("in:"+rowKey(a.Pod)),
			h.Attr("title", f.t("row.attempted", str("pod", podName(p)), num("n", a.N))), h.Attr("aria-pressed", boolean(f.m.Selected == a.Pod)),
			h.Msg("select "+itoa(int(a.Pod))),
			f.flyer(a.Pod, "tok--lg"),
			h.El("span", h.Class("row__who"), h.El("span", h.Class("pod__name"), h.Text(podName(p))),
				h.El("span", h.Class("row__meta"), f.text("row.priority", num("priority", priority(p.Object))))),
			h.El("span", h.Class("row__meta"), h.Text(resource+" "), h.El("b", h.Text(amount(resource, f.needs(p.Object, resource)))))),
		f.phases(a),
		f.verdicts(a))
}

// idle says what happens while no attempt runs.
func (f *frame) idle() *h.Node {
	next := f.s.NextPop()
	if next == nil {
		return h.El("p", h.Class("lane__empty"), f.text("attempt.idle"))
	}
	return h.El("p", h.Class("lane__empty"), f.rich("attempt.next", str("pod", f.name(next.Pod))))
}

// fitNote says how many nodes fit, once Filter has run.
func (f *frame) fitNote(a *trace.Attempt) lanenote {
	if !ran(a, trace.PhaseFilter) {
		return lanenote{}
	}
	rejected := 0
	for _, v := range a.Verdicts {
		rejected += len(v.Nodes)
	}
	all := rejected + len(a.Feasible)
	return lanenote{f.t("attempt.fit", num("n", len(a.Feasible)), num("all", all)), len(a.Feasible) == 0}
}

var (
	goodPhases = []trace.Phase{trace.PhasePreFilter, trace.PhaseFilter, trace.PhasePostFilter, trace.PhaseReserve, trace.PhasePermit}
	badPhases  = []trace.Phase{trace.PhaseFilter, trace.PhasePostFilter, trace.PhaseDiagnose, trace.PhaseRefetch, trace.PhaseRequeue}
	phaseOrder = []trace.Phase{trace.PhasePop, trace.PhasePreFilter, trace.PhaseFilter, trace.PhasePostFilter, trace.PhaseReserve,
		trace.PhasePermit, trace.PhaseWaitOnPermit, trace.PhaseDone, trace.PhasePreBind, trace.PhaseBind, trace.PhasePostBind,
		trace.PhaseDiagnose, trace.PhaseRefetch, trace.PhaseRequeue, trace.PhaseFinished}
)

func phaseRank(p trace.Phase) int {
	for i, q := range phaseOrder {
		if p == q {
			return i
		}
	}
	return -1
}

// ran tells whether the attempt has come past a phase.
func ran(a *trace.Attempt, p trace.Phase) bool { return phaseRank(a.Last) >= phaseRank(p) }

// phases is where the attempt stands.
func (f *frame) phases(a *trace.Attempt) *h.Node {
	list := goodPhases
	if a.Failed != "" {
		list = badPhases
	}
	if f.m.layout() == narrow {
		list = around(list, a)
	}
	return h.El("ol", h.Class("phases"), h.Attr("aria-label", f.t("attempt.phases")), h.Each(list, func(_ int, p trace.Phase) *h.Node {
		state, mark := "", ""
		switch {
		case p == a.Failed:
			state, mark = "is-bad", " ✕"
		case p == trace.PhasePostFilter && a.Failed == "" && len(a.Feasible) > 0: // not called: a node fits
		case ran(a, p):
			state = "is-ok"
		case p == a.Next:
			state = "is-next"
		}
		return h.El("li", h.If(state != "", h.Class(state)), h.If(p == a.Next, h.Attr("aria-current", "step")), h.Attr("title", string(p)), h.Text(string(p)+mark))
	}))
}

// around are the phases that matter where there is no room for all: the one that failed, the last and the next.
func around(list []trace.Phase, a *trace.Attempt) []trace.Phase {
	var out []trace.Phase
	for i, p := range list {
		if p == a.Failed || p == a.Next || p == a.Last || i+1 < len(list) && list[i+1] == a.Next {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return list[:2]
	}
	return out
}

// maxVerdicts is up to how many nodes each have a row; beyond it rows are grouped by plugin and reason.
const maxVerdicts = 4

// verdicts are what the plugins said of the nodes.
func (f *frame) verdicts(a *trace.Attempt) *h.Node {
	n := len(a.Feasible)
	for _, v := range a.Verdicts {
		n += len(v.Nodes)
	}
	if n == 0 {
		return nil
	}
	at := f.filterState(a)
	var rows []*h.Node
	for _, v := range a.Verdicts {
		if n > maxVerdicts {
			rows = append(rows, f.verdictGroup(a, at, v))
			continue
		}
		for _, node := range v.Nodes {
			rows = append(rows, f.verdict(node, "cross", "is-no", h.El("b", h.Text(v.Plugin)), h.Text(f.verdictText(a, at, v, node))))
		}
	}
	rows = append(rows, f.feasible(a, n > maxVerdicts)...)
	return h.El("ul", h.Class("verdicts"), h.Attr("aria-label", f.t("attempt.verdicts")), h.Each(rows, func(_ int, r *h.Node) *h.Node { return r }))
}

func (f *frame) verdict(node, mark, class string, text ...h.Part) *h.Node {
	return h.El("li", h.Class("verdict"), h.Key(verdictKey(node)), h.El("code", h.Attr("title", node), h.Text(node)), icon(mark, class),
		h.El("span", h.Class("verdict__why"), h.Group(text...)))
}

func verdictKey(node string) string { return "verdict:" + node }

// verdictGroup is one reason of one plugin with the nodes that it holds for; unfolded, with each node's numbers.
func (f *frame) verdictGroup(a *trace.Attempt, at *trace.State, v trace.Verdict) *h.Node {
	const few = 3
	names := commas(v.Nodes[:min(few, len(v.Nodes))])
	if len(v.Nodes) > few {
		names += ", …"
	}
	key := "verdict:" + v.Plugin + ":" + strings.ReplaceAll(v.Reason, " ", "_")
	open := f.m.Open[key]
	return h.El("li", h.Class("verdict", "verdict--group"), h.Key(key),
		h.El("button", h.Class("verdict__nodes"), h.Attr("aria-expanded", boolean(open)), h.Msg("open "+key), h.Attr("title", commas(v.Nodes)),
			f.text("attempt.nodes", num("n", len(v.Nodes)))),
		icon("cross", "is-no"),
		h.El("span", h.Class("verdict__why"), h.El("b", h.Text(v.Plugin)), h.Text(v.Reason),
			h.If(!open, h.El("small", h.Text(names))),
			h.If(open, h.El("ul", h.Each(v.Nodes, func(_ int, node string) *h.Node {
				return h.El("li", h.El("code", h.Text(node)), h.Text(" "+f.verdictText(a, at, v, node)))
			})))))
}

func (f *frame) feasible(a *trace.Attempt, grouped bool) []*h.Node {
	if len(a.Feasible) == 0 {
		return nil
	}
	why := func(node string) *h.Node {
		if node == a.Node {
			return f.text("attempt.chosen")
		}
		return f.text("attempt.fits")
	}
	if grouped && len(a.Feasible) > 2 {
		return []*h.Node{f.verdict(f.t("attempt.nodes", num("n", len(a.Feasible))), "check", "is-yes", f.text("attempt.fits"),
			h.El("small", h.Text(commas(a.Feasible[:min(3, len(a.Feasible))]))))}
	}
	var out []*h.Node
	for _, node := range a.Feasible {
		out = append(out, f.verdict(node, "check", "is-yes", why(node)))
	}
	return out
}

// filterState is the state in which the attempt's Filter ran: its numbers are those of that moment.
func (f *frame) filterState(a *trace.Attempt) *trace.State {
	for pos := f.pos; pos > 0; pos-- {
		b := f.p.index.beats[pos-1]
		if b.Kind == trace.KindPhase && b.Pod == a.Pod && b.Phase == trace.PhaseFilter {
			return b.State
		}
		if b.State.At < a.Started {
			break
		}
	}
	return f.s
}

// verdictText is the plugin's own message; where more can be said of the node, that: the taint, what was short, or the
// plugin's reason with its numbers.
func (f *frame) verdictText(a *trace.Attempt, at *trace.State, v trace.Verdict, node string) string {
	switch v.Plugin {
	case plugin.TaintToleration:
		return f.taintText(a, at, v, node)
	case plugin.NodeResourcesFit:
	default:
		if st := plugin.Again(at, a.Pod, node); st != nil && st.Plugin == v.Plugin {
			return why.Text(f.lang, st.Why)
		}
	}
	resource, short := strings.CutPrefix(v.Reason, "Insufficient ")
	if v.Reason == "Too many pods" {
		resource, short = "pods", true
	}
	if !short {
		return v.Reason
	}
	for _, n := range at.Nodes.All() {
		if n.Object.Name == node {
			_, free := f.room(at, n, resource)
			return f.t("attempt.short", str("resource", resource), str("needs", amount(resource, f.needs(f.pod(a.Pod).Object, resource))),
				str("free", amount(resource, max(0, free))))
		}
	}
	return v.Reason
}

// taintText names the taint that the pod does not tolerate as kubectl writes it; where it is not to be found, the
// plugin's own message.
func (f *frame) taintText(a *trace.Attempt, at *trace.State, v trace.Verdict, node string) string {
	for _, n := range at.Nodes.All() {
		if n.Object.Name != node || f.pod(a.Pod).Object == nil {
			continue
		}
		if taint, found := api.Untolerated(n.Object.Taints, f.pod(a.Pod).Object.Tolerations, "NoSchedule", "NoExecute"); found {
			return f.t("attempt.taint", str("taint", taint.String()))
		}
	}
	return v.Reason
}
