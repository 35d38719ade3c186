package main

import (
	"strings"

	"inflight/engine/api"
	"inflight/engine/why"
)

// flag is a flag of a command. Flags may stand before and after files.
type flag struct {
	name    string
	value   string // what its value is called in the help, "" where it has none
	repeats bool
}

// String is the flag as it is written.
func (f flag) String() string {
	if len(f.name) == 1 {
		return "-" + f.name
	}
	return "--" + f.name
}

var (
	k8sFlag       = flag{name: "k8s", value: "RELEASE"}
	k8sTwiceFlag  = flag{name: "k8s", value: "RELEASE", repeats: true}
	gatesFlag     = flag{name: "gates", value: "GATE=true,…"}
	variantsFlag  = flag{name: "variants", value: "NAME=VALUE,…"}
	formatFlag    = flag{name: "format", value: "text|json"}
	untilFlag     = flag{name: "until", value: "PREDICATE|DURATION"}
	releasesFlag  = flag{name: "releases", value: "RELEASE,…"}
	strictFlag    = flag{name: "strict"}
	sentencesFlag = flag{name: "v"}
	langFlag      = flag{name: "lang", value: "en|ja"}
)

// message is a text of the catalog with its values.
type message struct {
	key  string
	args []string // name, value, name, value …
}

func msg(key string, args ...string) *message { return &message{key, args} }

// nearest is the message for a word that is none of those known: use.KIND, or use.KIND-near where one is near.
func nearest(kind, got string, known []string) *message {
	want := strings.Join(known, ", ")
	if near := api.Nearest(got, known); near != "" {
		return msg("use."+kind+"-near", "got", got, "near", near, "want", want)
	}
	return msg("use."+kind, "got", got, "want", want)
}

// session is one call of the command: its world, language, flags and files.
type session struct {
	world
	lang  why.Lang
	set   map[string][]string
	files []string
	help  bool
}

// parse reads flags and files in any order. After -- everything is a file.
func (s *session) parse(flags []flag, args []string) *message {
	s.set = map[string][]string{}
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			s.files = append(s.files, args[i+1:]...)
			return nil
		case a == "-" || !strings.HasPrefix(a, "-"):
			s.files = append(s.files, a)
			continue
		}
		name, value, given := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if name == "h" || name == "help" {
			s.help = true
			continue
		}
		f, err := find(flags, name)
		if err != nil {
			return err
		}
		switch {
		case f.value == "" && given:
			return msg("use.flag-value", "flag", f.String())
		case f.value != "" && !given:
			if i++; i == len(args) {
				return msg("use.flag-missing", "flag", f.String(), "value", f.value)
			}
			value = args[i]
		}
		if len(s.set[name]) > 0 && !f.repeats {
			return msg("use.flag-twice", "flag", f.String())
		}
		s.set[name] = append(s.set[name], value)
	}
	return nil
}

func find(flags []flag, name string) (flag, *message) {
	var known []string
	for _, f := range flags {
		if f.name == name {
			return f, nil
		}
		known = append(known, f.String())
	}
	return flag{}, nearest("flag", flag{name: name}.String(), known)
}

// get is the value of a flag, "" where it is not set.
func (s *session) get(f flag) string {
	if v := s.set[f.name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// has tells whether a flag is set.
func (s *session) has(f flag) bool { return len(s.set[f.name]) > 0 }

// gates reads --gates A=true,B=false; a name alone is true.
func (s *session) gates() (map[string]bool, *message) {
	out := map[string]bool{}
	for entry := range strings.SplitSeq(s.get(gatesFlag), ",") {
		name, value, given := strings.Cut(strings.TrimSpace(entry), "=")
		switch {
		case name == "" && !given:
			continue
		case name == "" || given && value != "true" && value != "false":
			return nil, msg("use.gates", "got", entry)
		}
		out[name] = value != "false"
	}
	return out, nil
}

// variants reads --variants NAME=VALUE,….
func (s *session) variants() (map[string]string, *message) {
	out := map[string]string{}
	for entry := range strings.SplitSeq(s.get(variantsFlag), ",") {
		name, value, given := strings.Cut(strings.TrimSpace(entry), "=")
		switch {
		case name == "" && !given:
			continue
		case name == "" || value == "":
			return nil, msg("use.variants", "got", entry)
		}
		out[name] = value
	}
	return out, nil
}

// languageOf is the language of --lang, else of the environment, before anything else is known.
func languageOf(args []string, getenv func(string) string) why.Lang {
	lang := ""
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if lang = getenv(name); lang != "" {
			break
		}
	}
	for i, a := range args {
		if v, ok := strings.CutPrefix(strings.TrimLeft(a, "-"), "lang="); ok && strings.HasPrefix(a, "-") {
			lang = v
		} else if (a == "--lang" || a == "-lang") && i+1 < len(args) {
			lang = args[i+1]
		}
	}
	if strings.HasPrefix(lang, "ja") {
		return why.Japanese
	}
	return why.English
}
