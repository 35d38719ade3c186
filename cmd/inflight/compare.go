package main

import (
	"fmt"
	"slices"
	"strings"

	"inflight/engine/profile"
	"inflight/engine/trace"
)

// runCompare is inflight compare FILE --k8s A --k8s B: where the two releases first send a pod another way, and where
// its pods end under each. A UID that one of them leaves in flight for ever is a difference, too: no pod goes another way
// for it, and the list grows all the same.
func runCompare(s *session) int {
	if len(s.files) == 0 || len(s.set[k8sFlag.name]) > 2 {
		return s.wrong(msg("use.compare"))
	}
	sc, ok := s.load(s.files)
	if !ok {
		return exitUnreadable
	}
	var releases []profile.Release
	for _, got := range s.set[k8sFlag.name] {
		r, wrong := release(got)
		if wrong != nil {
			return s.wrong(wrong)
		}
		releases = append(releases, r)
	}
	if len(releases) == 0 && len(sc.Releases) == 2 {
		releases = sc.Releases
	}
	if len(releases) != 2 {
		return s.wrong(msg("use.compare"))
	}
	var runs [2]*trace.Trace
	for i, r := range releases {
		t, code := s.simulate(sc, r)
		if code != exitWell {
			return code
		}
		runs[i] = t
	}
	d, differ := divergence(runs[0], runs[1])
	leaks := [2][]leaked{leaksOf(runs[0]), leaksOf(runs[1])}
	if !differ {
		s.say(0, "compare.same", "a", releases[0].String(), "b", releases[1].String())
		if slices.EqualFunc(leaks[0], leaks[1], func(a, b leaked) bool { return a.uid == b.uid }) {
			return exitWell
		}
	} else {
		s.say(0, "compare.differ", "pod", d.pod)
		for i, t := range runs {
			s.side(t, d.moves[i])
		}
	}
	for i, t := range runs {
		for _, l := range leaks[i] {
			s.say(0, "compare.leak", "release", t.Profile.Release.String(), "uid", l.uid, "at", l.since.String())
		}
	}
	fmt.Fprintln(s.stdout)
	s.ends(runs[:])
	return exitFalse
}

// side tells what one release does where the two differ.
func (s *session) side(t *trace.Trace, b *trace.Beat) {
	if b == nil {
		s.say(0, "compare.nothing", "release", t.Profile.Release.String())
		return
	}
	s.say(0, "compare.side", "release", t.Profile.Release.String(), "at", b.Address.String(),
		"time", trace.Stamp(b.At-t.Initial.At), "from", placeWord(b.From), "to", b.To.String())
	s.say(4, "check.beat", "beat", s.sentence(b.Why, t.Initial.At))
}

func placeWord(p trace.Place) string {
	if p == trace.Nowhere {
		return ""
	}
	return p.String()
}

// diverging is a pod whose ways part, and the move at which they do on either side; nil where a side makes none.
type diverging struct {
	pod   string
	moves [2]*trace.Beat
	at    trace.Time // the earlier of both
}

// divergence finds the first pod that goes another way: the places that it is moved to, in order, are compared, not
// the times.
func divergence(a, b *trace.Trace) (first diverging, found bool) {
	left, names := moves(a)
	right, more := moves(b)
	for _, n := range more {
		if _, ok := left[n]; !ok {
			names = append(names, n)
		}
	}
	for _, n := range names {
		d, ok := parting(left[n], right[n])
		if !ok {
			continue
		}
		d.pod = n
		d.at = min(since(a, d.moves[0]), since(b, d.moves[1]))
		if !found || d.at < first.at {
			first, found = d, true
		}
	}
	return first, found
}

func since(t *trace.Trace, b *trace.Beat) trace.Time {
	if b == nil {
		return 1<<63 - 1
	}
	return b.At - t.Initial.At
}

func parting(a, b []*trace.Beat) (d diverging, found bool) {
	for i := range max(len(a), len(b)) {
		if i < len(a) && i < len(b) && a[i].To == b[i].To {
			continue
		}
		if i < len(a) {
			d.moves[0] = a[i]
		}
		if i < len(b) {
			d.moves[1] = b[i]
		}
		return d, true
	}
	return d, false
}

// leaked is a UID that stays in flight for ever, and the beat that lost it.
type leaked struct {
	uid   string
	since trace.Address
}

// leaksOf are the UIDs that the run leaves in flight.
func leaksOf(t *trace.Trace) (out []leaked) {
	for _, l := range t.Leaks() {
		if l.Until == (trace.Address{}) {
			out = append(out, leaked{t.Final().Pods.At(int(l.Pod)).UID, l.Since})
		}
	}
	return out
}

// moves are the moves of each pod by its name, and the names in order of creation.
func moves(t *trace.Trace) (map[string][]*trace.Beat, []string) {
	names := trace.NamesOf(t.Final())
	out := map[string][]*trace.Beat{}
	var order []string
	for _, p := range t.Final().Pods.All() {
		order = append(order, names.Of(p.ID))
		out[names.Of(p.ID)] = nil
	}
	for i := range t.Steps {
		for j := range t.Steps[i].Beats {
			if b := &t.Steps[i].Beats[j]; b.Kind == trace.KindMove {
				out[names.Of(b.Pod)] = append(out[names.Of(b.Pod)], b)
			}
		}
	}
	return out, order
}

// ends is a table of where each pod ends in each run, and of what stays in flight though nobody will ever free it.
func (s *session) ends(runs []*trace.Trace) {
	rows := [][]string{{s.text(msg("table.pod"))}}
	at := map[string]int{}
	for _, t := range runs {
		rows[0] = append(rows[0], t.Profile.Release.String())
		names := trace.NamesOf(t.Final())
		for _, p := range t.Final().Pods.All() {
			if n := names.Of(p.ID); at[n] == 0 {
				at[n] = len(rows)
				rows = append(rows, append([]string{n}, blanks(len(runs))...))
			}
		}
	}
	for i, t := range runs {
		names := trace.NamesOf(t.Final())
		for _, p := range t.Final().Pods.All() {
			rows[at[names.Of(p.ID)]][i+1] = endOf(p)
		}
	}
	stays := append([]string{s.text(msg("table.leaked"))}, blanks(len(runs))...)
	any := false
	for i, t := range runs {
		var uids []string
		for _, l := range leaksOf(t) {
			uids = append(uids, l.uid)
		}
		if uids != nil {
			stays[i+1], any = strings.Join(uids, ", "), true
		}
	}
	if any {
		rows = append(rows, stays)
	}
	s.table(rows)
}

func blanks(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = "-"
	}
	return out
}

// endOf is a pod's last place with its node, or with what holds it.
func endOf(p *trace.Pod) string {
	switch {
	case p.Place == trace.Bound:
		return "bound " + p.Node
	case p.Gated():
		return p.Place.String() + " (gated)"
	}
	return p.Place.String()
}

// table writes rows in columns.
func (s *session) table(rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			width[i] = max(width[i], columns(cell))
		}
	}
	for _, r := range rows {
		var line strings.Builder
		for i, cell := range r {
			line.WriteString(cell + strings.Repeat(" ", width[i]-columns(cell)+2))
		}
		fmt.Fprintln(s.stdout, strings.TrimRight(line.String(), " "))
	}
}

// columns is how wide a text is in a terminal: wide characters take two.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x1100 {
			n++
		}
	}
	return n
}
