package ui

import "strings"

// Msg is a message in its text form: a verb, a blank, and what the verb takes, which may be data of many lines.
type Msg = string

// verb cuts a message into its verb and what follows the one blank after it.
func verb(m Msg) (verb, rest string) {
	verb, rest, _ = strings.Cut(m, " ")
	return verb, rest
}

// answer cuts what follows the verb of an effect's answer (see Answer) into the data or what went wrong.
func answer(rest string) (data string, ok bool) {
	how, data, _ := strings.Cut(rest, " ")
	return data, how == "ok"
}

// Key is a key press: "key ArrowRight ctrl shift field=false widget=star focus=el:17". Name is KeyboardEvent.key.
type Key struct {
	Name                   string
	Ctrl, Shift, Alt, Meta bool
	Field                  bool   // the focus is in a text field
	Widget                 string // data-widget of the nearest element around the focus that has one
	Focus                  string // vdom key of the nearest element around the focus that has one
}

// String is the text form that ParseKey reads.
func (k Key) String() string {
	name := k.Name
	if name == " " {
		name = "Space"
	}
	s := "key " + name
	for _, mod := range []struct {
		on   bool
		name string
	}{{k.Ctrl, "ctrl"}, {k.Shift, "shift"}, {k.Alt, "alt"}, {k.Meta, "meta"}, {k.Field, "field=true"}} {
		if mod.on {
			s += " " + mod.name
		}
	}
	if k.Widget != "" {
		s += " widget=" + k.Widget
	}
	if k.Focus != "" {
		s += " focus=" + k.Focus
	}
	return s
}

// ParseKey reads what follows "key ".
func ParseKey(rest string) Key {
	words := strings.Fields(rest)
	if len(words) == 0 {
		return Key{}
	}
	k := Key{Name: words[0]}
	for _, w := range words[1:] {
		switch name, value, _ := strings.Cut(w, "="); name {
		case "ctrl":
			k.Ctrl = true
		case "shift":
			k.Shift = true
		case "alt":
			k.Alt = true
		case "meta":
			k.Meta = true
		case "field":
			k.Field = value == "true"
		case "widget":
			k.Widget = value
		case "focus":
			k.Focus = value
		}
	}
	return k
}
