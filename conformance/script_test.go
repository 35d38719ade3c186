//go:build k8s

package inflightconformance

import (
	"testing"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/script"
)

// TestScriptText: a made-up script survives being written and read, so that what a mismatch prints can be played.
func TestScriptText(t *testing.T) {
	eachSetting(t, func(t *testing.T, gates []script.Gate) {
		for seed := range uint64(100) {
			x := explore(gates)
			x.Run(seed, 1)
			text := x.Last.String()
			read, err := script.Parse(text)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			if again := read.String(); again != text {
				t.Fatalf("seed %d: written\n%s\nread and written again\n%s", seed, text, again)
			}
		}
	})
}

func TestScriptErrors(t *testing.T) {
	for text, want := range map[string]string{
		"jump a":                      `line 1: "jump a" is not an operation`,
		"pop\nreturn":                 "line 2: return: needs the UID of an attempt",
		"event Node":                  `line 1: "Node" is not RESOURCE/ACTION`,
		"event Node/Add hints=A:no":   `line 1: "A:no" is not PLUGIN[@UID]:skip|queue|now|error`,
		"event Node/Add hints=A:skip": "line 1: hints are told by the object: add object=node/NAME",
		"add a colour=red":            "line 1: colour=red: a pod has no such field; it has uid, priority, scheduler, labels, gates, tolerations, requests, affinity, spec, status, claims, hints",
		"answer 3 A@a-1:skip":         "line 1: answer: no operation has the id 3",
		"config speed=1s":             `line 1: config has no "speed"; it has initialBackoff, maxBackoff, maxUnschedulable, clock, tick and gates`,
		"plugin A enqueue=never":      "line 1: enqueue=never: it is gates or label:KEY",
	} {
		if _, err := script.Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
