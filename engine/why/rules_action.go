package why

// The rules of actions: what is wrong with a line. Each is engine/action's or engine/api's (references) alone.
func init() {
	register(
		Info{Rule: "action.utf8"},
		Info{Rule: "action.one-line"},
		Info{Rule: "action.missing", Args: []string{"want"}},
		Info{Rule: "action.near", Args: []string{"got", "near", "want"}},
		Info{Rule: "action.unexpected", Args: []string{"got", "want"}},
		Info{Rule: "action.extra", Args: []string{"got", "action"}},
		Info{Rule: "action.steps", Args: []string{"got", "max"}},
		Info{Rule: "action.duration", Args: []string{"got"}},
		Info{Rule: "action.time", Args: []string{"got"}},
		Info{Rule: "action.quote", Args: []string{"got"}},
		Info{Rule: "action.unclosed"},
		Info{Rule: "action.escape", Args: []string{"got"}},
		Info{Rule: "action.note-empty"},
		Info{Rule: "action.name", Args: []string{"got"}},
		Info{Rule: "action.only", Args: []string{"got", "want"}},
		Info{Rule: "action.patch", Args: []string{"got"}},
		Info{Rule: "action.ref", Args: []string{"got"}},
		Info{Rule: "action.ref.kind", Args: []string{"got", "want"}},
		Info{Rule: "action.ref.no-namespace", Args: []string{"kind", "got"}},
		Info{Rule: "action.ref.namespace", Args: []string{"got"}},
		Info{Rule: "action.ref.number", Args: []string{"got"}},
		Info{Rule: "action.ref.name", Args: []string{"got"}},
	)
}
