package profile

import (
	"fmt"
	"slices"
	"strings"
)

// Recreated is what handling a failure does with a pod that was deleted and made again under its name while its attempt
// ran (Scheduler.handleSchedulingFailure): the informer has a pod of another UID than the one that was popped.
type Recreated uint8

const (
	// RecreatedLeaks: the new pod goes back to the queue and Done is called for its UID, so that the popped one stays in
	// flight for ever (kubernetes#138316).
	RecreatedLeaks Recreated = iota
	// RecreatedSkipped: nothing goes back, nothing is patched, and Done is called for the popped UID (1.34.8, 1.35.5,
	// 1.36.0, #138324).
	RecreatedSkipped
	// RecreatedDraft: the new pod goes back, and the popped UID is handed to AddUnschedulableIfNotPresent for the look at
	// the list and for Done. This was the first draft of #138324. No release has it.
	RecreatedDraft
)

// Variant is a piece of code that a run may take from elsewhere than its release: what was it like before, what would
// it be like with the fix.
type Variant struct {
	Name   string // recreatedPod
	Label  string // the rule of engine/why whose text names it
	Values []VariantValue
}

// VariantValue is one of the pieces of code.
type VariantValue struct {
	Name string // leak, fixed, draft
	// Label and About are the rules of engine/why whose texts name it in a few words and in a sentence.
	Label, About  string
	NeverReleased bool // no release of Kubernetes has it

	recreated Recreated
}

var recreatedPod = Variant{Name: "recreatedPod", Label: "variant.recreated-pod", Values: []VariantValue{
	{Name: "leak", Label: "variant.recreated-pod-leak", About: "variant.recreated-pod-leak-about", recreated: RecreatedLeaks},
	{Name: "fixed", Label: "variant.recreated-pod-fixed", About: "variant.recreated-pod-fixed-about", recreated: RecreatedSkipped},
	{Name: "draft", Label: "variant.recreated-pod-draft", About: "variant.recreated-pod-draft-about", recreated: RecreatedDraft, NeverReleased: true},
}}

// AllVariants are the variants that some release offers.
func AllVariants() []Variant { return []Variant{recreatedPod} }

// Variants are those that make a difference in this profile. Without a list of what is in flight nothing can leak.
func (p *Profile) Variants() []Variant {
	if p.InFlight == ByCycle {
		return nil
	}
	return AllVariants()
}

// Variant is the value that a variant has in this profile, "" where it makes no difference.
func (p *Profile) Variant(name string) string {
	for _, v := range p.Variants() {
		if v.Name == name {
			return v.Values[p.Recreated].Name
		}
	}
	return ""
}

// With is the profile with other code where variants say so. It refuses a variant that makes no difference in this
// profile and a value that there is not.
func (p *Profile) With(variants map[string]string) (*Profile, error) {
	q := *p
	for _, name := range sortedKeys(variants) {
		known := p.Variants()
		i := slices.IndexFunc(known, func(v Variant) bool { return v.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%s, set so, has no variant %s; it has %s", p.Release, name, variantNames(known))
		}
		j := slices.IndexFunc(known[i].Values, func(v VariantValue) bool { return v.Name == variants[name] })
		if j < 0 {
			return nil, fmt.Errorf("the variant %s has no value %q; it has %s", name, variants[name], strings.Join(known[i].ValueNames(), ", "))
		}
		q.setRecreated(known[i].Values[j].recreated)
	}
	return &q, nil
}

// setRecreated takes the code and with it the invariant that it breaks or keeps. Releases that leave skipped attempts in
// flight break I5 in another way, too.
func (p *Profile) setRecreated(r Recreated) {
	p.Recreated = r
	rest := slices.DeleteFunc(slices.Clone(p.Exceptions), func(e string) bool { return e == "I5" })
	if r == RecreatedLeaks || !p.DoneOnSkip {
		rest = append(rest, "I5")
	}
	p.Exceptions = rest
}

// ChangedVariants are the variants of which the profile has another value than its release, as name and value.
func (p *Profile) ChangedVariants() [][2]string {
	released := first()
	for i := range history {
		if history[i].landed(p.Release) {
			history[i].set(&released)
		}
	}
	if len(p.Variants()) == 0 || p.Recreated == released.Recreated {
		return nil
	}
	return [][2]string{{recreatedPod.Name, recreatedPod.Values[p.Recreated].Name}}
}

// NeverReleased are the variants whose value no release has.
func (p *Profile) NeverReleased() (names []string) {
	for _, v := range p.Variants() {
		if v.Values[p.Recreated].NeverReleased {
			names = append(names, v.Name+"="+v.Values[p.Recreated].Name)
		}
	}
	return names
}

// ValueNames are the names of a variant's values.
func (v Variant) ValueNames() (names []string) {
	for _, value := range v.Values {
		names = append(names, value.Name)
	}
	return names
}

func variantNames(variants []Variant) string {
	if len(variants) == 0 {
		return "none"
	}
	var names []string
	for _, v := range variants {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ")
}
