//go:build k8s134

package admission

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"inflight/engine/tree"

	"k8s.io/kubernetes/pkg/scheduler/inflightconformance/harness"
)

// scalar is a plain scalar, or nearly: words that YAML 1.1 reads as something else, and numbers of every sort.
func (w writer) scalar() string {
	if w.Chance(40) {
		return w.pick("y", "Y", "yes", "Yes", "YES", "yEs", "n", "N", "no", "No", "on", "On", "ON", "off", "OFF", "true", "True", "TRUE", "tRue", "false",
			"null", "Null", "NULL", "~", "", "nil", "2024-01-01", "2024-01-01T00:00:00Z", "1:30", "1:30:00", "0o17", "017", "08", "0x1F", "0b101", "-0b1",
			"1_000", "_1", "+1", "-1", "+.5", ".5", "5.", ".", "-", "1e3", "1E-3", "1e", "e3", "0.9", "1.10", "100m", "1Gi", "18446744073709551615",
			"18446744073709551616", "9223372036854775808", "-9223372036854775809", "1e400", "0.1e-7", "123456789012345678901234567890", "<<", "=", "!!str 1", "!!int \"1\"",
			"!!bool \"yes\"", "'yes'", "\"on\"", "\"\\u3042\"", "a b", "a:b", "a#b", "1 2", "0", "-0", "00", "0.0", "1__0", "0x", "0xg", "+0x1", "1e+3", "12e03")
	}
	var b strings.Builder
	for range 1 + w.N(5) {
		b.WriteString(w.pick("0", "1", "7", "9", ".", "-", "+", "e", "E", "_", "x", "o", "b", "y", "n", "a", ":", "m"))
	}
	return b.String()
}

// TestScalars: what kubectl makes of a scalar, as a value, as a key and in a list. Floats are compared as numbers.
func TestScalars(t *testing.T) {
	const n = 60000
	w := writer{harness.NewRand(4)}
	read, refused := 0, 0
	for range n {
		s := w.scalar()
		text := w.pick("a: "+s+"\n", "- "+s+"\n", s+": 1\n", "{a: "+s+"}\n", "a: "+s+"\nb: "+w.scalar()+"\na: 2\n")
		real, err := yaml.YAMLToJSONStrict([]byte(text))
		docs, problems := tree.Parse("f", []byte(text))
		bad := len(problems) > 0 && problems[len(problems)-1].Fatal
		for _, p := range problems {
			bad = bad || p.Fatal
		}
		if (err != nil) != bad {
			t.Errorf("%q: real %v, ours %v", text, err, problems)
			continue
		}
		if bad {
			refused++
			continue
		}
		read++
		ours := "null"
		if len(docs) > 0 {
			ours = tree.JSON(docs[0])
		}
		var x, y any
		if json.Unmarshal(real, &x) != nil || json.Unmarshal([]byte(ours), &y) != nil || !reflect.DeepEqual(x, y) {
			t.Errorf("%q: real %s, ours %s", text, real, ours)
		}
	}
	if read < n/4 || refused < n/20 {
		t.Errorf("%d read and %d refused: too one-sided to show anything", read, refused)
	}
	t.Logf("%d read, %d refused", read, refused)
}
