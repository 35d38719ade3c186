package tree

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Unquoted is the value that a text has without quotes; ok is false where it has none.
func Unquoted(s string) (v Value, ok bool) { return plain(s) }

// plain is the value of a YAML scalar without quotes and tag, by the rules of YAML 1.1 as kubectl applies them:
// yes, on and y are booleans, 010 is eight, a date is a string. ok is false for .inf and .nan, which JSON lacks.
func plain(s string) (v Value, ok bool) {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return Value{Kind: Null}, true
	case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", "y", "Y":
		return boolean(true, s), true
	case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF", "n", "N":
		return boolean(false, s), true
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF", ".nan", ".NaN", ".NAN":
		return Value{}, false
	}
	if c := s[0]; c == '+' || c == '-' || c == '.' || '0' <= c && c <= '9' {
		n, isNumber := number(strings.ReplaceAll(s, "_", ""))
		if c == '.' { // here the underscores must stand between digits
			f, err := strconv.ParseFloat(s, 64)
			n, isNumber = Value{Kind: Float, Text: FormatFloat(f)}, err == nil
		}
		if isNumber {
			if n.Text != s {
				n.Raw = s
			}
			return n, true
		}
	}
	return Value{Kind: String, Text: s}, true
}

func boolean(b bool, raw string) Value {
	v := Value{Kind: Bool, Text: strconv.FormatBool(b)}
	if raw != v.Text {
		v.Raw = raw
	}
	return v
}

var floatForm = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)

// number reads a number without underscores.
func number(s string) (Value, bool) {
	if n, err := strconv.ParseInt(s, 0, 64); err == nil {
		return Value{Kind: Int, Text: strconv.FormatInt(n, 10)}, true
	}
	if n, err := strconv.ParseUint(s, 0, 64); err == nil {
		return Value{Kind: Int, Text: strconv.FormatUint(n, 10)}, true
	}
	if !floatForm.MatchString(s) {
		return Value{}, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return Value{}, false
	}
	return Value{Kind: Float, Text: FormatFloat(f)}, true
}

// FormatFloat writes f as JSON does: without an exponent between 1e-6 and 1e21.
func FormatFloat(f float64) string {
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strings.Replace(strconv.FormatFloat(f, 'e', -1, 64), "e-0", "e-", 1)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// keyText is a number as a key of a map, as kubectl makes a string of it: floats with the precision of 32 bits. ok is
// false for an integer beyond 64 bits with sign.
func keyText(v *Value) (text string, ok bool) {
	if v.Kind == Int {
		_, err := strconv.ParseInt(v.Text, 10, 64)
		return v.Text, err == nil
	}
	f, _ := strconv.ParseFloat(v.Text, 64)
	switch text = strconv.FormatFloat(f, 'g', -1, 32); text {
	case "+Inf":
		text = ".inf"
	case "-Inf":
		text = "-.inf"
	}
	return text, true
}
