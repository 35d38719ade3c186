package api

import "strconv"

// path is a field's path. It is made while walking down and written only where a problem is found.
type path struct {
	parent *path
	key    string
	index  int  // of a list's item
	item   bool // index is meant, not key
}

func (p *path) field(key string) *path { return &path{parent: p, key: key} }

func (p *path) at(i int) *path { return &path{parent: p, index: i, item: true} }

// String is spec.containers[0].image; a key that is no plain name stands in brackets.
func (p *path) String() string {
	switch {
	case p == nil:
		return ""
	case p.item:
		return p.parent.String() + "[" + strconv.Itoa(p.index) + "]"
	case !plainName(p.key):
		return p.parent.String() + "[" + p.key + "]"
	case p.parent.String() == "":
		return p.key
	}
	return p.parent.String() + "." + p.key
}

// general is the path without the numbers of items.
func (p *path) general() string {
	switch {
	case p == nil:
		return ""
	case p.item:
		return p.parent.general() + "[]"
	case p.parent.general() == "":
		return p.key
	}
	return p.parent.general() + "." + p.key
}

func plainName(s string) bool {
	for i := 0; i < len(s); i++ {
		if !alnum(s[i]) && s[i] != '_' && s[i] != '-' {
			return false
		}
	}
	return s != ""
}
