//go:build k8s

package real

import (
	"strings"
)

// action is a neutral name of an action with the release's bit for it.
type action[B ~int64] struct {
	name string
	bit  B
}

// actionSet are a release's actions, in the order of its bits, with what it calls All and Update.
type actionSet[B ~int64] struct {
	each        []action[B]
	all, update B
}

// bits are the release's bits of some actions by name; those that it does not have are left out.
func (s actionSet[B]) bits(names []string) B {
	var bits B
	for _, name := range names {
		switch name {
		case "All":
			bits |= s.all
		case "Update":
			bits |= s.update
		}
		for _, a := range s.each {
			if a.name == name {
				bits |= a.bit
			}
		}
	}
	return bits
}

// text names bits.
func (s actionSet[B]) text(bits B) string {
	switch bits {
	case s.all:
		return "All"
	case s.update:
		return "Update"
	}
	var names []string
	for _, a := range s.each {
		if bits&a.bit != 0 {
			names = append(names, a.name)
		}
	}
	return strings.Join(names, "|")
}
