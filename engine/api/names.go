package api

import "strings"

// DefaultNamespace is where namespaced objects live whose manifest names no namespace.
const DefaultNamespace = "default"

// ValidSubdomain tells whether s may be the name of a Pod or a Node: RFC 1123 subdomain, at most 253 characters
// (apimachinery validation.IsDNS1123Subdomain).
func ValidSubdomain(s string) bool {
	if len(s) == 0 || len(s) > 253 {
		return false
	}
	for start, i := 0, 0; i <= len(s); i++ {
		if i == len(s) || s[i] == '.' {
			if !dnsLabel(s[start:i]) {
				return false
			}
			start = i + 1
		}
	}
	return true
}

// ValidLabelName tells whether s is an RFC 1123 label: the form of namespaces and container names, at most 63
// characters (apimachinery validation.IsDNS1123Label).
func ValidLabelName(s string) bool { return len(s) <= 63 && dnsLabel(s) }

func dnsLabel(s string) bool {
	if s == "" || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !lowerOrDigit(c) && c != '-' {
			return false
		}
	}
	return true
}

// ValidQualifiedName tells whether s is a label key, taint key or resource name: [prefix/]name with an RFC 1123
// subdomain as prefix (apimachinery validation.IsQualifiedName).
func ValidQualifiedName(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '/' {
			return ValidSubdomain(s[:i]) && qualifiedPart(s[i+1:])
		}
	}
	return qualifiedPart(s)
}

// ValidLabelValue tells whether s may be the value of a label: empty, or like the name of a label key
// (apimachinery validation.IsValidLabelValue).
func ValidLabelValue(s string) bool { return s == "" || qualifiedPart(s) }

// labelValueProblem is what apimachinery says of a text that cannot be the value of a label, "" of one that can.
func labelValueProblem(s string) string {
	var problems []string
	if len(s) > 63 {
		problems = append(problems, "must be no more than 63 characters")
	}
	if s != "" && !qualifiedForm(s) {
		problems = append(problems, "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with "+
			"an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')")
	}
	return strings.Join(problems, "; ")
}

func qualifiedPart(s string) bool { return len(s) <= 63 && qualifiedForm(s) }

func qualifiedForm(s string) bool {
	if s == "" || !alnum(s[0]) || !alnum(s[len(s)-1]) {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !alnum(c) && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

func lowerOrDigit(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }

func alnum(c byte) bool { return lowerOrDigit(c) || 'A' <= c && c <= 'Z' }
