package api

// Selector is a label selector: every requirement must hold. The empty selector matches everything; a nil
// *Selector matches nothing.
type Selector struct {
	Requirements []Requirement // matchLabels come first as In with one value, sorted by key
}

// Requirement is one requirement of a label selector. Operator is In, NotIn, Exists, DoesNotExist, Gt or Lt.
type Requirement struct {
	Key, Operator string
	Values        []string
}
