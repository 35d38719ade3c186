package api

import (
	"math"
	"strconv"
	"strings"

	"inflight/engine/why"
)

// ParseQuantity reads a quantity: sign, digits with or without decimals, and a suffix n u m k M G T P E, Ki Mi Gi Ti
// Pi Ei or an exponent e3, E-3. What has more than nine decimals is rounded away from zero; what is larger than an
// int64 saturates. It accepts what resource.ParseQuantity of apimachinery accepts (v0.27 to v0.34 agree), oddities
// like "." for zero included.
func ParseQuantity(s string) (Quantity, *why.Reason) {
	rest, negative := s, false
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		negative, rest = rest[0] == '-', rest[1:]
	}
	integer := digits(rest)
	rest = rest[len(integer):]
	decimals := ""
	if strings.HasPrefix(rest, ".") {
		decimals = digits(rest[1:])
		rest = rest[1+len(decimals):]
	}
	if s == "" || !suffixForm(rest) {
		return Quantity{}, quantityReason(s, integer+decimals, rest)
	}
	base, exponent, f, ok := suffix(rest)
	// A suffix alone counts as zero, but for those that the API server has to compute with.
	alone := integer+decimals == "" && (base == 2 && exponent >= 50 || exponent < -9)
	if !ok || alone {
		return Quantity{}, quantityReason(s, integer+decimals, rest)
	}
	a := scaled(integer, decimals, base, exponent)
	if negative {
		a.whole, a.nano = -a.whole, -a.nano
	}
	return quantity(a, f, s), nil
}

// MustQuantity is ParseQuantity for quantities that stand in the program.
func MustQuantity(s string) Quantity {
	q, why := ParseQuantity(s)
	if why != nil {
		panic("api: " + strconv.Quote(s) + " is no quantity")
	}
	return q
}

func digits(s string) string {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return s[:i]
}

// suffixForm tells whether s has the form of a suffix: letters of suffixes, a sign, digits.
func suffixForm(s string) bool {
	i := 0
	for i < len(s) && strings.IndexByte("eEinumkKMGTP", s[i]) >= 0 {
		i++
	}
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	return i+len(digits(s[i:])) == len(s)
}

// suffix is what a suffix multiplies with: base to the power of exponent.
func suffix(s string) (base, exponent int, f format, ok bool) {
	if s == "" {
		return 10, 0, decimalSI, true
	}
	if len(s) == 1 {
		if i := strings.Index("num kMGTPE", s); i >= 0 && s != " " {
			return 10, 3*i - 9, decimalSI, true
		}
		return 0, 0, 0, false
	}
	if len(s) == 2 && s[1] == 'i' {
		if i := strings.IndexByte("KMGTPE", s[0]); i >= 0 {
			return 2, 10 * (i + 1), binarySI, true
		}
	}
	if s[0] == 'e' || s[0] == 'E' {
		if n, err := strconv.ParseInt(s[1:], 10, 32); err == nil {
			return 10, int(n), decimalExponent, true
		}
	}
	return 0, 0, 0, false
}

// scaled is integer.decimals × base^exponent.
func scaled(integer, decimals string, base, exponent int) amount {
	if base == 2 && decimals == "" {
		if n, err := strconv.ParseInt("0"+integer, 10, 64); err == nil && n <= math.MaxInt64>>exponent {
			return amount{whole: n << exponent}
		}
		return amount{whole: math.MaxInt64}
	}
	number := []byte(integer + decimals)
	point := len(integer) // how many digits stand before the decimal point
	if base == 2 {
		for ; exponent > 0; exponent -= 10 {
			before := len(number)
			number = times1024(number)
			point += len(number) - before
		}
	} else {
		point += exponent
	}
	return fixed(strings.TrimLeft(string(number), "0"), point-(len(number)-len(strings.TrimLeft(string(number), "0"))))
}

// times1024 multiplies a decimal number; the result is longer by as many digits as it needs.
func times1024(number []byte) []byte {
	out := make([]byte, len(number)+4)
	carry := 0
	for i := len(out) - 1; i >= 0; i-- {
		if j := i - 4; j >= 0 {
			carry += int(number[j]-'0') * 1024
		}
		out[i] = byte('0' + carry%10)
		carry /= 10
	}
	return out
}

// fixed is the number whose first point digits, of those without leading zeros, stand before the decimal point.
func fixed(number string, point int) amount {
	switch {
	case number == "":
		return amount{}
	case point > 19:
		return amount{whole: math.MaxInt64}
	case point < -9:
		return amount{nano: 1}
	}
	integer, fraction := "0", number
	switch {
	case point >= len(number):
		integer, fraction = number+strings.Repeat("0", point-len(number)), ""
	case point > 0:
		integer, fraction = number[:point], number[point:]
	case point < 0:
		fraction = strings.Repeat("0", -point) + number
	}
	whole, err := strconv.ParseInt(integer, 10, 64)
	if err != nil {
		return amount{whole: math.MaxInt64}
	}
	up := int32(0)
	if len(fraction) > 9 {
		if strings.Trim(fraction[9:], "0") != "" {
			up = 1
		}
		fraction = fraction[:9]
	}
	nano, _ := strconv.ParseInt(fraction+strings.Repeat("0", 9-len(fraction)), 10, 32)
	return amount{whole: whole}.add(amount{nano: int32(nano)}).add(amount{nano: up})
}

// quantityReason says what is wrong with a quantity and how it is written instead.
func quantityReason(s, number, rest string) *why.Reason {
	unit := strings.TrimSpace(rest)
	fix := ""
	switch {
	case s == "" || number == "":
	case strings.EqualFold(unit, "b") || strings.EqualFold(unit, "bytes"):
		fix = strings.TrimSpace(strings.TrimSuffix(s, rest))
	case len(unit) >= 2 && strings.EqualFold(unit[len(unit)-1:], "b"):
		fix = nearSuffix(s, rest, unit[:len(unit)-1])
	case strings.HasPrefix(strings.ToLower(unit), "core") || strings.HasPrefix(strings.ToLower(unit), "cpu"):
		fix = strings.TrimSuffix(s, rest)
	default:
		fix = nearSuffix(s, rest, unit)
	}
	if fix != "" {
		return &why.Reason{Rule: "input.quantity.unit", Args: []why.Arg{why.S("got", s), why.S("unit", unit), why.S("fix", fix)}}
	}
	return &why.Reason{Rule: "input.quantity", Args: []why.Arg{why.S("got", shown(s))}}
}

// nearSuffix is the quantity with the suffix that unit is another spelling of, "" where it is none.
func nearSuffix(s, rest, unit string) string {
	for _, known := range []string{"Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "k", "M", "G", "T", "P", "m"} {
		if strings.EqualFold(unit, known) {
			return strings.TrimSuffix(s, rest) + known
		}
	}
	return ""
}
