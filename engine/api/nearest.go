package api

import "strings"

// Nearest is the name of those known that is most like s, "" where none is near: at most a third of the letters
// differ, in case, by exchange of neighbours, or otherwise.
func Nearest(s string, known []string) string {
	best, bestDistance := "", len(s)/3+1
	for _, k := range known {
		if strings.EqualFold(s, k) {
			return k
		}
		if d := distance(strings.ToLower(s), strings.ToLower(k), bestDistance); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// distance is the number of insertions, deletions, replacements and exchanges of neighbours between a and b
// (optimal string alignment), or limit where it would be at least that.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit)
}
