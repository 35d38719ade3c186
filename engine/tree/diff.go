package tree

// Diff is the smallest patch that makes b of a when it is merged: Merge(a, Diff(a, b)) means what b means. It is nil
// where both mean the same. Lists are replaced as a whole.
func Diff(a, b *Value) *Value {
	if Canonical(a) == Canonical(b) {
		return nil
	}
	if a == nil || b == nil || a.Kind != Map || b.Kind != Map {
		if b == nil {
			return &Value{Kind: Null}
		}
		return b
	}
	patch := NewMap()
	for _, f := range a.Fields {
		if d := Diff(f.Value, b.Get(f.Key)); d != nil {
			patch.Fields = append(patch.Fields, Field{Key: f.Key, Value: d})
		}
	}
	for _, f := range b.Fields {
		if a.Field(f.Key) == nil && f.Value.Kind != Null {
			patch.Fields = append(patch.Fields, Field{Key: f.Key, Value: f.Value})
		}
	}
	return patch
}
