package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// hashNames puts the hash of each file's content into its name, so that a browser
// may keep it for good, and changes the references to it. A reference is a quoted
// string or url() in HTML, CSS, JavaScript or a web manifest that is exactly the
// relative address of a file of the page. Program code that is not one of those
// (the WASM) must get addresses from the page: from data- attributes, say.
func hashNames(files map[string][]byte) (map[string][]byte, error) {
	h := hasher{files: files, names: map[string]string{}, out: map[string][]byte{}, open: map[string]bool{}}
	for _, name := range sortedNames(files) {
		if _, err := h.name(name); err != nil {
			return nil, err
		}
	}
	return h.out, nil
}

// plain are the files whose address people, browsers or links know.
func plain(name string) bool {
	switch path.Base(name) {
	case "sw.js", "favicon.ico", "robots.txt":
		return true
	}
	return path.Ext(name) == ".html"
}

type hasher struct {
	files map[string][]byte // as gathered
	names map[string]string // plain name to hashed
	out   map[string][]byte
	open  map[string]bool // being worked on, to find circles
}

// name is the name that file goes by after hashing. Its references come first:
// they are part of its content.
func (h *hasher) name(file string) (string, error) {
	if n, ok := h.names[file]; ok {
		return n, nil
	}
	if plain(file) && h.open[file] {
		return file, nil // pages may refer to each other; their names do not depend on content
	}
	if h.open[file] {
		return "", fmt.Errorf("%s refers to itself by way of other files; names with hashes need an order", file)
	}
	h.open[file] = true
	body, err := h.rewrite(file)
	if err != nil {
		return "", err
	}
	n := file
	if !plain(file) {
		sum := sha256.Sum256(body)
		ext := path.Ext(file)
		n = strings.TrimSuffix(file, ext) + "." + hex.EncodeToString(sum[:])[:10] + ext
	}
	h.names[file], h.out[n] = n, body
	return n, nil
}

// reference finds what may be one: the quote or bracket, the address, the rest.
var reference = regexp.MustCompile(`(["'\x60(])([A-Za-z0-9_./-]+\.[a-z0-9]+)([?#][^"'\x60)\s]*)?(["'\x60)])`)

func (h *hasher) rewrite(file string) ([]byte, error) {
	switch path.Ext(file) {
	case ".html", ".css", ".js", ".webmanifest":
	default:
		return h.files[file], nil
	}
	var failed error
	body := reference.ReplaceAllFunc(h.files[file], func(match []byte) []byte {
		m := reference.FindSubmatch(match)
		address := string(m[2])
		target := path.Join(path.Dir(file), address)
		if h.files[target] == nil || strings.HasPrefix(address, "/") || target == file {
			return match
		}
		n, err := h.name(target)
		if err != nil && failed == nil {
			failed = err
		}
		dots := address[:len(address)-len(strings.TrimLeft(address, "./"))]
		renamed := path.Join(path.Dir(address), path.Base(n))
		if strings.HasPrefix(dots, "./") {
			renamed = "./" + renamed
		}
		return bytes.Join([][]byte{m[1], []byte(renamed), m[3], m[4]}, nil)
	})
	return body, failed
}
