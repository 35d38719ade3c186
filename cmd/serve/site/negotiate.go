package site

import (
	"strconv"
	"strings"
)

// negotiate picks from offered (best first, identity last) the encoding that an
// Accept-Encoding header likes best: the highest q, at a tie the earlier offer.
// Identity is acceptable unless it is refused, but only better than an encoding
// that the client named if the client says so. RFC 9110, section 12.5.3.
func negotiate(headers []string, offered []string) string {
	q := parseAccept(strings.Join(headers, ","))
	best, bestQ := identity, 0.0
	for _, enc := range offered {
		v, named := q[enc]
		if star, ok := q["*"]; !named && ok && enc != identity {
			v = star
		}
		if !named && enc == identity {
			v = 0.0001 // last resort; refused or not, nothing else could be sent
		}
		if v > bestQ {
			best, bestQ = enc, v
		}
	}
	return best
}

// parseAccept reads "br;q=1.0, gzip;q=0.8, *;q=0". A q that is no number counts
// as 0: better unencoded bytes than ones the client cannot read.
func parseAccept(header string) map[string]float64 {
	q := map[string]float64{}
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		if name == "x-gzip" {
			name = "gzip"
		}
		q[name] = quality(params)
	}
	return q
}

func quality(params string) float64 {
	for param := range strings.SplitSeq(params, ";") {
		key, value, ok := strings.Cut(param, "=")
		if !ok || !strings.EqualFold(strings.TrimSpace(key), "q") {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || v < 0 || v > 1 {
			return 0
		}
		return v
	}
	return 1
}
