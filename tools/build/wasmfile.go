package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// wasmSizes is what the sections of a WebAssembly module hold, in bytes.
type wasmSizes struct {
	functions map[string]int // code by function name
	code      int
	data      int
	rest      int // everything else but the names
}

// measureWASM reads a module that was linked with its names (without -s).
// Format: WebAssembly core specification, section 5.5.
func measureWASM(module []byte) (wasmSizes, error) {
	s := wasmSizes{functions: map[string]int{}}
	if len(module) < 8 || string(module[:4]) != "\x00asm" {
		return s, errors.New("not a WebAssembly module")
	}
	var bodies []int // sizes of the defined functions, in order
	names := map[uint64]string{}
	imported := uint64(0)
	r := reader{buf: module[8:]}
	for len(r.buf) > 0 && r.err == nil {
		id := r.byte()
		section := reader{buf: r.bytes(r.uint())}
		size := len(section.buf)
		switch id {
		case 0:
			if section.name() == "name" {
				readNames(&section, names)
				size = 0
			}
		case 2:
			imported = countImportedFunctions(&section)
		case 10:
			s.code = size
			for range section.uint() {
				n := section.uint()
				bodies = append(bodies, int(n))
				section.bytes(n)
			}
		case 11:
			s.data = size
		}
		if id != 10 && id != 11 {
			s.rest += size
		}
		if section.err != nil {
			return s, fmt.Errorf("section %d: %w", id, section.err)
		}
	}
	if r.err != nil {
		return s, r.err
	}
	if len(names) == 0 {
		return s, errors.New("the module carries no function names; link it without -s")
	}
	for i, n := range bodies {
		s.functions[names[imported+uint64(i)]] += n
	}
	return s, nil
}

func readNames(r *reader, names map[uint64]string) {
	for len(r.buf) > 0 && r.err == nil {
		id := r.byte()
		sub := reader{buf: r.bytes(r.uint())}
		if id != 1 { // 1: function names
			continue
		}
		for range sub.uint() {
			i := sub.uint()
			names[i] = sub.name()
		}
		r.err = sub.err
	}
}

// countImportedFunctions reads the import section: Go imports nothing but functions.
func countImportedFunctions(r *reader) uint64 {
	n := r.uint()
	for range n {
		r.name()
		r.name()
		if kind := r.byte(); kind != 0 && r.err == nil {
			r.err = fmt.Errorf("an import of kind %d, where only functions were expected", kind)
			return n
		}
		r.uint()
	}
	return n
}

// reader takes values off the front of buf; after an error everything is zero.
type reader struct {
	buf []byte
	err error
}

func (r *reader) byte() byte {
	if b := r.bytes(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func (r *reader) bytes(n uint64) []byte {
	if r.err != nil {
		return nil
	}
	if n > uint64(len(r.buf)) {
		r.err = errors.New("the module ends in the middle of something")
		return nil
	}
	b := r.buf[:n]
	r.buf = r.buf[n:]
	return b
}

func (r *reader) uint() uint64 {
	if r.err != nil {
		return 0
	}
	v, n := binary.Uvarint(r.buf) // LEB128 is what encoding/binary calls a varint
	if n <= 0 {
		r.err = errors.New("a number that is none")
		return 0
	}
	r.buf = r.buf[n:]
	return v
}

func (r *reader) name() string { return string(r.bytes(r.uint())) }
