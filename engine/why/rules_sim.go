package why

func init() {
	register(
		Info{Rule: "note.text", Args: []string{"text"}},
		Info{Rule: "note.mark", Args: []string{"name"}},
		Info{Rule: "note.will-fail", Args: []string{"phase", "message"}},
		Info{Rule: "note.will-reject", Args: []string{"phase", "message"}},
		Info{Rule: "note.permit-allow"},
		Info{Rule: "note.permit-reject"},
		Info{Rule: "note.hold", Args: []string{"phase"}},
		Info{Rule: "note.release"},
		Info{Rule: "note.activate"},

		Info{Rule: "possible.phase", Args: []string{"phase"}},
		Info{Rule: "possible.pop"},
		Info{Rule: "possible.timer"},

		Info{Rule: "variant.recreated-pod"},
		Info{Rule: "variant.recreated-pod-leak"},
		Info{Rule: "variant.recreated-pod-leak-about"},
		Info{Rule: "variant.recreated-pod-fixed"},
		Info{Rule: "variant.recreated-pod-fixed-about"},
		Info{Rule: "variant.recreated-pod-draft"},
		Info{Rule: "variant.recreated-pod-draft-about"},
		Info{Rule: "variant.never-released", Args: []string{"variant", "release"}},

		Info{Rule: "next.nothing"},
		Info{Rule: "next.gated", Args: []string{"pods"}},
		Info{Rule: "next.sweep", Args: []string{"at"}},
		Info{Rule: "next.backoff", Args: []string{"at"}},

		Info{Rule: "invariant.i1", Args: []string{"uid"}},
		Info{Rule: "invariant.i2", Args: []string{"uid"}},
		Info{Rule: "invariant.i3", Args: []string{"uid?"}},
		Info{Rule: "invariant.i4"},
		Info{Rule: "invariant.i5", Args: []string{"uid"}},

		Info{Rule: "sim.nothing-to-do"},
		Info{Rule: "sim.no-timer"},
		Info{Rule: "sim.no-document", Args: []string{"ref"}},
		Info{Rule: "sim.not-there", Args: []string{"ref"}},
		Info{Rule: "sim.not-a-pod", Args: []string{"ref"}},
		Info{Rule: "sim.unknown-pod", Args: []string{"ref"}},
		Info{Rule: "sim.not-binding", Args: []string{"ref"}},
		Info{Rule: "sim.not-held", Args: []string{"ref"}},
		Info{Rule: "sim.not-possible", Args: []string{"id", "possible"}},
		Info{Rule: "sim.not-modelled", Args: []string{"action"}},
		Info{Rule: "sim.cannot-fail", Args: []string{"phase", "phases"}},
		Info{Rule: "sim.cannot-reject", Args: []string{"phase", "phases"}},
		Info{Rule: "sim.not-waiting", Args: []string{"ref"}},
		Info{Rule: "sim.cannot-hold", Args: []string{"phase", "phases"}},
		Info{Rule: "sim.time-far", Args: []string{"hours"}},
		Info{Rule: "sim.time-backwards", Args: []string{"to", "now"}},
		Info{Rule: "sim.too-many-beats", Args: []string{"limit"}},
		Info{Rule: "sim.too-many-pods", Args: []string{"limit"}},
		Info{Rule: "sim.until-unreached", Args: []string{"until", "at"}},
	)
}
