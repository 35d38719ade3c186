package store

import (
	"sort"
	"strconv"
	"strings"
)

const settings = home + "/.inflight/settings"

// Settings are small values that outlast the visit: the language, the theme, the last scenario. Not for data.
type Settings struct {
	store  *Store
	values map[string]string
}

// Settings reads what was kept. What cannot be read was not kept.
func (s *Store) Settings() *Settings {
	kept := &Settings{store: s, values: map[string]string{}}
	data, err := s.Read(settings)
	if err != nil {
		return kept
	}
	for line := range strings.Lines(string(data)) {
		name, quoted, _ := strings.Cut(strings.TrimSpace(line), "=")
		if value, err := strconv.Unquote(quoted); err == nil {
			kept.values[name] = value
		}
	}
	return kept
}

// All is a copy of every value by its name.
func (k *Settings) All() map[string]string {
	all := make(map[string]string, len(k.values))
	for name, value := range k.values {
		all[name] = value
	}
	return all
}

// Keep sets a value; an empty one forgets the name.
func (k *Settings) Keep(name, value string) error {
	if k.values[name] == value {
		return nil
	}
	k.values[name] = value
	if value == "" {
		delete(k.values, name)
	}
	var b strings.Builder
	names := make([]string, 0, len(k.values))
	for n := range k.values {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		b.WriteString(n + "=" + strconv.Quote(k.values[n]) + "\n")
	}
	return k.store.Write(settings, []byte(b.String()))
}
