package ui

import h "inflight/wasm/vdom"

// camelWords cuts an identifier where a capital follows a small letter: NodeTaintChange → Node Taint Change.
func camelWords(s string) []string {
	var out []string
	start := 0
	for i := 1; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' && s[i-1] >= 'a' && s[i-1] <= 'z' {
			out, start = append(out, s[start:i]), i
		}
	}
	return append(out, s[start:])
}

// splitLabel cuts a label into two lines: before the last word where the first line stays short (NodeTaint, Change),
// else into halves of about the same length (NodeUpdate, NodeTaint).
func splitLabel(label string) (first, second string) {
	words := camelWords(label)
	if last := len(words) - 1; last > 0 && len(label)-len(words[last]) <= 11 {
		return label[:len(label)-len(words[last])], words[last]
	}
	best := len(label)
	for i := 1; i < len(words); i++ {
		a := join(words[:i])
		longer := max(len(a), len(label)-len(a))
		if longer <= best {
			best, first, second = longer, a, label[len(a):]
		}
	}
	if first == "" {
		first = label
	}
	return first, second
}

func join(words []string) string {
	s := ""
	for _, w := range words {
		s += w
	}
	return s
}

// breakable is an identifier that may wrap between its words.
func breakable(s string) h.Part {
	var parts []h.Part
	for i, w := range camelWords(s) {
		if i > 0 {
			parts = append(parts, h.El("wbr"))
		}
		parts = append(parts, h.Text(w))
	}
	return h.Group(parts...)
}
