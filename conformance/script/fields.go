package script

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Amount is a request of one resource: thousandths of a core for cpu, whole units for everything else.
type Amount struct {
	Resource string
	N        int64
}

func parseAmounts(s string) ([]Amount, error) {
	var amounts []Amount
	for _, part := range list(s) {
		resource, number, _ := strings.Cut(part, ":")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not RESOURCE:NUMBER", part)
		}
		amounts = append(amounts, Amount{resource, n})
	}
	slices.SortFunc(amounts, func(a, b Amount) int { return cmp.Compare(a.Resource, b.Resource) })
	return amounts, nil
}

// Term is a required pod affinity term: other pods of these namespaces (none: the pod's own) that meet every
// requirement.
type Term struct {
	Namespaces   []string
	Requirements []Requirement
}

// Requirement is one of a label selector's. Operator is In, NotIn, Exists or DoesNotExist.
type Requirement struct {
	Key, Operator string
	Values        []string
}

// parseTerms reads [NAMESPACE|…@]KEY:OPERATOR:VALUE|…&…,… where KEY:VALUE is short for KEY:In:VALUE.
func parseTerms(s string) ([]Term, error) {
	var terms []Term
	for _, part := range list(s) {
		var t Term
		namespaces, selector, ok := strings.Cut(part, "@")
		if !ok {
			namespaces, selector = "", part
		}
		if namespaces == "namespaceSelector" {
			return nil, fmt.Errorf("a namespaceSelector cannot be told in a script, which has no namespaces with labels")
		}
		if namespaces != "" {
			t.Namespaces = strings.Split(namespaces, "|")
		}
		for _, requirement := range strings.Split(selector, "&") {
			words := strings.Split(requirement, ":")
			if len(words) == 2 {
				words = []string{words[0], "In", words[1]}
			}
			if len(words) != 3 || !slices.Contains([]string{"In", "NotIn", "Exists", "DoesNotExist"}, words[1]) {
				return nil, fmt.Errorf("%q is not KEY:VALUE or KEY:OPERATOR:VALUE|…", requirement)
			}
			r := Requirement{Key: words[0], Operator: words[1]}
			if words[2] != "" {
				r.Values = strings.Split(words[2], "|")
			}
			t.Requirements = append(t.Requirements, r)
		}
		terms = append(terms, t)
	}
	return terms, nil
}
