package profile

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Release is a Kubernetes release, 1.Minor.Patch.
type Release struct{ Minor, Patch int }

// String writes the release as v1.28.1.
func (r Release) String() string { return fmt.Sprintf("v1.%d.%d", r.Minor, r.Patch) }

// Compare orders releases: by minor, then by patch.
func (r Release) Compare(o Release) int {
	if c := cmp.Compare(r.Minor, o.Minor); c != 0 {
		return c
	}
	return cmp.Compare(r.Patch, o.Patch)
}

// AtLeast tells whether r is o or later. Only the table and event emission of this package's users that are
// indexed by release should need it; code asks the Profile what was chosen.
func (r Release) AtLeast(o Release) bool { return r.Compare(o) >= 0 }

// Parse reads v1.28.1 or 1.28.1. The release need not be one that Inflight models; see For.
func Parse(s string) (Release, error) {
	parts := strings.Split(strings.TrimPrefix(s, "v"), ".")
	if len(parts) == 3 && parts[0] == "1" {
		minor, err1 := strconv.Atoi(parts[1])
		patch, err2 := strconv.Atoi(parts[2])
		if err1 == nil && err2 == nil && minor >= 0 && patch >= 0 {
			return Release{minor, patch}, nil
		}
	}
	return Release{}, fmt.Errorf("%q is not a Kubernetes release; write it as v1.28.1 (known: %s)", s, known())
}

// All are the releases that Inflight models and proves, oldest first.
func All() []Release {
	return []Release{{27, 16}, {28, 1}, {28, 2}, {31, 14}, {32, 13}, {34, 4}, {35, 4}, {35, 5}, {37, 2}}
}

// Known tells whether r is one of All.
func Known(r Release) bool {
	for _, k := range All() {
		if k == r {
			return true
		}
	}
	return false
}

func known() string {
	var names []string
	for _, r := range All() {
		names = append(names, r.String())
	}
	return strings.Join(names, ", ")
}
