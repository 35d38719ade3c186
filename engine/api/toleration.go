package api

// Tolerates tells whether the toleration tolerates the taint (v1.Toleration.ToleratesTaint): an empty effect tolerates
// every effect, an empty key every key, and Exists every value.
func (t Toleration) Tolerates(taint Taint) bool {
	if t.Effect != "" && t.Effect != taint.Effect {
		return false
	}
	if t.Key != "" && t.Key != taint.Key {
		return false
	}
	switch t.Operator {
	case "", "Equal":
		return t.Value == taint.Value
	case "Exists":
		return true
	}
	return false
}

// Untolerated is the first of the taints with one of the effects that no toleration tolerates
// (component-helpers FindMatchingUntoleratedTaint).
func Untolerated(taints []Taint, tolerations []Toleration, effects ...string) (Taint, bool) {
	for _, taint := range taints {
		if !contains(effects, taint.Effect) {
			continue
		}
		tolerated := false
		for _, t := range tolerations {
			tolerated = tolerated || t.Tolerates(taint)
		}
		if !tolerated {
			return taint, true
		}
	}
	return Taint{}, false
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
