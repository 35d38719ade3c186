package vdom

// Standing is where an element with a key stands in the page.
type Standing struct {
	ID int32
	// Up are the elements around it, the nearest first; 0 above the container.
	Up [3]int32
}

// Standing is where every element with a key stands.
func (t *Tree) Standing() map[string]Standing {
	all := make(map[string]Standing, len(t.keys))
	for key, it := range t.keys {
		s := Standing{ID: it.id}
		up := it.parent
		for i := 0; i < len(s.Up) && up != nil; i, up = i+1, up.parent {
			s.Up[i] = up.id
		}
		all[key] = s
	}
	return all
}
