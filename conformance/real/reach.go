//go:build k8s

package real

import (
	"container/heap"
	"fmt"
	"reflect"
	"unsafe"
)

// reach follows unexported fields of an addressable value, through pointers and interfaces, to the last one.
func reach(v reflect.Value, fields ...string) reflect.Value {
	for _, name := range fields {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		f := v.FieldByName(name)
		if !f.IsValid() {
			panic(fmt.Sprintf("%s has no field %s in this release; its adapter must be looked at", v.Type(), name))
		}
		v = reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
	}
	return v
}

// Reach is reach, for tests that look at more of the scheduler than its queue.
func Reach(v reflect.Value, fields ...string) reflect.Value { return reach(v, fields...) }

// Has tells whether the struct behind v has the field.
func Has(v reflect.Value, name string) bool { return has(v, name) }

// has tells whether the struct behind v has the field.
func has(v reflect.Value, name string) bool {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v.FieldByName(name).IsValid()
}

// pointer is the address of the field as a *T. The field must have T's size and kind: T is its type, or a mirror of
// a type that cannot be named.
func pointer[T any](v reflect.Value, fields ...string) *T {
	f := reach(v, fields...)
	want := reflect.TypeFor[T]()
	if f.Kind() != want.Kind() || f.Type().Size() != want.Size() {
		panic(fmt.Sprintf("%v is a %s, not a %s; the release's adapter must be looked at", fields, f.Type(), want))
	}
	return (*T)(unsafe.Pointer(f.UnsafeAddr()))
}

// mirrors makes sure that T starts with the very fields of the struct type that it stands for.
func mirrors(t reflect.Type, mirror reflect.Type) error {
	if t.NumField() < mirror.NumField() {
		return fmt.Errorf("%s has fewer fields than its mirror", t)
	}
	for i := range mirror.NumField() {
		a, b := t.Field(i), mirror.Field(i)
		if a.Name != b.Name || a.Offset != b.Offset || a.Type.Size() != b.Type.Size() || a.Type.Kind() != b.Type.Kind() {
			return fmt.Errorf("field %d of %s is %s %s, its mirror has %s %s", i, t, a.Name, a.Type, b.Name, b.Type)
		}
	}
	return nil
}

// popOrder plays the pops of a binary heap on a copy: what would come out, in order, ties and all.
func popOrder[T any](items []T, less func(a, b T) bool) []T {
	h := &orderHeap[T]{items: items, less: less}
	var order []T
	for h.Len() > 0 {
		order = append(order, heap.Pop(h).(T))
	}
	return order
}

type orderHeap[T any] struct {
	items []T
	less  func(a, b T) bool
}

func (h *orderHeap[T]) Len() int           { return len(h.items) }
func (h *orderHeap[T]) Less(i, j int) bool { return h.less(h.items[i], h.items[j]) }
func (h *orderHeap[T]) Swap(i, j int)      { h.items[i], h.items[j] = h.items[j], h.items[i] }
func (h *orderHeap[T]) Push(any)           { panic("a copy of a heap is only popped") }

func (h *orderHeap[T]) Pop() any {
	last := h.items[len(h.items)-1]
	h.items = h.items[:len(h.items)-1]
	return last
}
