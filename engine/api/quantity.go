package api

// Quantity is a resource quantity as the scheduler uses it: rounded up to whole milli-units (cpu) or whole
// units (everything else). Text is the manifest's own spelling, for sentences.
type Quantity struct {
	Milli int64  // value in thousandths, rounded up; saturates at ±(2⁶³−1)
	Value int64  // value in whole units, rounded up
	Text  string // as written
}

// Resource is one entry of a resource list.
type Resource struct {
	Name     string // cpu, memory, ephemeral-storage, pods, example.com/gpu …
	Quantity Quantity
}

// Resources is a resource list, sorted by name, each name once. Nil is the empty list.
type Resources []Resource

// Get returns the quantity of a resource and whether the list has it.
func (r Resources) Get(name string) (Quantity, bool) {
	for i := range r {
		if r[i].Name == name {
			return r[i].Quantity, true
		}
	}
	return Quantity{}, false
}
