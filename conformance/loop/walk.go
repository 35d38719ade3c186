//go:build k8s134 || k8s135 || k8s137

package loop

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/trace"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
)

// ErrRefused is an action that our side refuses, as it changes nothing.
var ErrRefused = errors.New("refused")

// Walk makes up actions in a scenario's world and plays them on both sides. It returns the lines that were played and,
// if the two sides differ, where.
func Walk(sc *scenario.Scenario, p *profile.Profile, seed uint64, length int) (lines []string, run *Play, err error) {
	run, err = NewPlay(sc, p)
	if err != nil {
		return nil, nil, err
	}
	defer run.Close()
	r := harness.NewRand(seed)
	for range length {
		line := run.next(r)
		switch err := run.Line(line); {
		case errors.Is(err, ErrRefused):
		case err != nil:
			return append(lines, line), run, err
		default:
			lines = append(lines, line)
		}
	}
	return lines, run, nil
}

// next is a line that may be possible now: often what the scheduler would do next, in any of the orders that it might.
func (p *Play) next(r *harness.Rand) string {
	if possible := p.sim.Possible(); len(possible) > 0 && r.Chance(65) {
		n := len(possible)
		if n > 1 && possible[n-1].ID == "timer" {
			n--
		}
		return fmt.Sprintf("do %s", possible[r.N(n)].ID)
	}
	pod := "pod/" + harness.Pick(r, "a", "b", "c", "urgent", "gated", "leaving", "other")
	node := "node/" + harness.Pick(r, "small", "big", "tainted")
	switch r.N(22) {
	case 0, 1, 2, 3:
		return "apply " + pod
	case 4, 5:
		return "apply " + node
	case 6:
		return "delete " + pod
	case 7:
		return "delete " + node
	case 8, 9:
		return "recreate " + pod
	case 10:
		return fmt.Sprintf(`patch %s {"metadata": {"labels": {"x": "%d"}}}`, pod, r.N(3))
	case 11:
		return fmt.Sprintf(`patch %s {"spec": {"tolerations": [{"key": "gpu", "operator": "Exists", "effect": "NoSchedule"}]}}`, pod)
	case 12:
		return fmt.Sprintf(`patch %s {"status": {"allocatable": {"cpu": "%d", "memory": "%dGi", "pods": "10"}}}`, node, 1+r.N(4), 1+r.N(4))
	case 13:
		return fmt.Sprintf(`patch %s {"spec": {"taints": %s}}`, node, harness.Pick(r, "null", `[{"key": "gpu", "effect": "NoSchedule"}]`))
	case 14:
		return fmt.Sprintf(`patch %s {"metadata": {"labels": {"x": "%d"}}}`, node, r.N(3))
	case 15:
		return "activate " + pod
	case 16:
		return "advance " + harness.Pick(r, "300ms", "1s", "2500ms", "10s", "6m")
	case 17:
		return fmt.Sprintf("fail %s %s", harness.Pick(r, "PreFilter", "Filter", "Reserve", "Permit", "WaitOnPermit", "PreBind", "Bind"), pod)
	case 18:
		return fmt.Sprintf("reject %s %s", harness.Pick(r, "Reserve", "Permit", "PreBind"), pod)
	case 19:
		return "hold WaitOnPermit " + pod
	case 20:
		return fmt.Sprintf("permit %s %s", harness.Pick(r, "allow", "reject"), pod)
	}
	return `patch pod/gated {"spec": {"schedulingGates": []}}`
}

// do does one of what is possible by its name.
func (p *Play) do(id string) error {
	i := slices.IndexFunc(p.sim.Possible(), func(next possible) bool { return next.ID == id })
	if i < 0 {
		return ErrRefused
	}
	return p.one(i)
}

// Shrink leaves out lines as long as the two sides still differ.
func Shrink(lines []string, differs func([]string) error) []string {
	for size := max(len(lines)/2, 1); size > 0; size /= 2 {
		for from := 0; from+size <= len(lines); {
			shorter := slices.Concat(lines[:from], lines[from+size:])
			if differs(shorter) != nil {
				lines = shorter
			} else {
				from += size
			}
		}
	}
	return lines
}

// Lines plays lines; what is refused is passed over.
func Lines(sc *scenario.Scenario, p *profile.Profile, lines []string) error {
	run, err := NewPlay(sc, p)
	if err != nil {
		return err
	}
	defer run.Close()
	for _, line := range lines {
		if err := run.Line(line); err != nil && !errors.Is(err, ErrRefused) {
			return err
		}
	}
	return nil
}

// met counts what a step's attempts came to.
func (p *Play) met(step *trace.Step) {
	for _, b := range step.Beats {
		rule := string(b.Why.Rule)
		area, _, _ := strings.Cut(rule, ".")
		switch area {
		case "phase", "refetch", "skip", "return", "permit", "attempt":
			p.Met[rule]++
		}
		if rule == "object.assumed-deleted" || rule == "event.pre-check-self" || rule == "object.nominated" || rule == "object.status-patch-nomination" {
			p.Met[rule]++
		}
	}
}
