package api

import "strconv"

// Selector is a label selector: every requirement must hold. The empty selector matches everything; a nil
// *Selector matches nothing.
type Selector struct {
	Requirements []Requirement // matchLabels come first as In with one value, sorted by key
}

// MatchNothing is the selector of a term without labelSelector: its one requirement has no operator, and never holds.
func MatchNothing() Selector { return Selector{Requirements: []Requirement{{}}} }

// Requirement is one requirement of a label selector. Operator is In, NotIn, Exists, DoesNotExist, Gt or Lt.
type Requirement struct {
	Key, Operator string
	Values        []string
}

// Matches tells whether labels meet every requirement (metav1.LabelSelectorAsSelector, labels.Selector.Matches).
func (s *Selector) Matches(labels map[string]string) bool {
	if s == nil {
		return false
	}
	for i := range s.Requirements {
		if !s.Requirements[i].Matches(labels) {
			return false
		}
	}
	return true
}

// Matches tells whether labels meet the requirement (labels.Requirement.Matches): NotIn holds where the label is
// missing; Gt and Lt hold only between integers.
func (r *Requirement) Matches(labels map[string]string) bool {
	value, exists := labels[r.Key]
	switch r.Operator {
	case "In":
		return exists && r.has(value)
	case "NotIn":
		return !exists || !r.has(value)
	case "Exists":
		return exists
	case "DoesNotExist":
		return !exists
	case "Gt", "Lt":
		if !exists || len(r.Values) != 1 {
			return false
		}
		got, err1 := strconv.ParseInt(value, 10, 64)
		limit, err2 := strconv.ParseInt(r.Values[0], 10, 64)
		if err1 != nil || err2 != nil {
			return false
		}
		return r.Operator == "Gt" && got > limit || r.Operator == "Lt" && got < limit
	}
	return false
}

func (r *Requirement) has(value string) bool {
	for _, v := range r.Values {
		if v == value {
			return true
		}
	}
	return false
}
