package motion

import (
	"maps"
	"slices"

	"inflight/wasm/vdom"
)

// Around lists the keys that have to be measured: those that the hints name, and those that stand beside one of them or
// beside what it stands in (the rows of a lane, the cells of the list), before or after.
func Around(before, after map[string]vdom.Standing, h Hints) []string {
	all, containers := map[string]bool{}, map[int32]bool{}
	for _, key := range h.Keys() {
		all[key] = true
		for _, standing := range []map[string]vdom.Standing{before, after} {
			for _, up := range standing[key].Up {
				containers[up] = true
			}
		}
	}
	delete(containers, 0)
	for _, standing := range []map[string]vdom.Standing{before, after} {
		for key, s := range standing {
			if containers[s.Up[0]] {
				all[key] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Keys are the keys that the hints name.
func (h Hints) Keys() []string {
	keys := slices.Concat(h.Moved, h.Pushed, h.Fallen, h.Verdicts, h.Leaked)
	for _, key := range []string{h.Lifted, h.Tick} {
		if key != "" {
			keys = append(keys, key)
		}
	}
	if h.Lens != nil {
		keys = append(keys, h.Lens.To)
		if h.Lens.From != "" {
			keys = append(keys, h.Lens.From)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
