package ui

import (
	"inflight/engine/profile"
	"inflight/engine/why"
)

// root is what the whole document shows of the model.
func (m *Model) root() SetRoot {
	c := &chrome{m: m, lang: m.Lang}
	title := c.title()
	if title != "Inflight" {
		title += " · Inflight"
	}
	return SetRoot{Theme: m.theme(), Lang: string(m.Lang), Title: title, Speed: speeds[m.Speed]}
}

// remember takes over what was kept from the last visit.
func (m *Model) remember() {
	for _, l := range why.Langs() {
		if m.Kept["lang"] == string(l) {
			m.Lang = l
		}
	}
	for _, t := range themes {
		if m.Kept["theme"] == t {
			m.Theme = t
		}
	}
	if m.Kept["mode"] == string(Play) {
		m.Mode = Play
	}
	if m.Kept["letters"] == "off" {
		m.NoLetters = true
	}
	if r, err := profile.Parse(m.Kept["release"]); err == nil && profile.Known(r) {
		m.Left.Release = r
	}
}

func cutPrefix(s, prefix string) (string, bool) {
	if len(s) > len(prefix) && s[:len(prefix)] == prefix {
		return s[len(prefix):], true
	}
	return "", false
}

func (u *update) keep(name, value string) {
	u.m.Kept = with(u.m.Kept, name, value)
	u.do(Keep{name, value})
}

// lang sets the language; without one it takes the other.
func (u *update) lang(rest string) {
	next := why.Lang(rest)
	if rest == "" {
		next = why.Japanese
		if u.m.Lang == why.Japanese {
			next = why.English
		}
	}
	for _, l := range why.Langs() {
		if l == next {
			u.m.Lang = l
			u.keep("lang", string(l))
			u.do(u.m.root())
		}
	}
}

// theme sets the theme; without one it takes the next.
func (u *update) theme(rest string) {
	if rest == "system" {
		u.m.Theme = ""
		u.keep("theme", "")
		u.do(u.m.root())
		return
	}
	next := rest
	if rest == "" {
		for i, t := range themes {
			if t == u.m.theme() {
				next = themes[(i+1)%len(themes)]
			}
		}
	}
	for _, t := range themes {
		if t == next {
			u.m.Theme = t
			u.keep("theme", t)
			u.do(u.m.root())
		}
	}
}

// letters turns single-letter shortcuts on and off (WCAG 2.1.4).
func (u *update) letters(rest string) {
	u.m.NoLetters = rest == "false"
	word := ""
	if u.m.NoLetters {
		word = "off"
	}
	u.keep("letters", word)
}
