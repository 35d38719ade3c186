package ui

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Contrast that WCAG 2.2 AA asks for: of text (1.4.3), and of parts of the interface (1.4.11).
const (
	textContrast  = 4.5
	shapeContrast = 3.0
)

// colourPair is a colour on another, and the contrast that it needs.
type colourPair struct {
	on, under string
	need      float64
}

func colourPairs() []colourPair {
	var out []colourPair
	add := func(need float64, fronts, backs []string) {
		for _, f := range fronts {
			for _, b := range backs {
				out = append(out, colourPair{f, b, need})
			}
		}
	}
	var ids []string
	for c := 'a'; c <= 'j'; c++ {
		ids = append(ids, "id-"+string(c))
	}
	lanes := []string{"lane-active", "lane-attempt", "lane-binding", "lane-backoff", "lane-unsched", "lane-gated", "lane-bound"}
	sheets := []string{"sheet", "panel", "lane"}
	add(textContrast, []string{"ink", "ink-2", "ink-3"}, []string{"desk", "panel", "lane", "sheet", "well"})
	add(textContrast, []string{"accent"}, append(sheets, "accent-soft"))
	add(textContrast, []string{"on-accent"}, []string{"accent"})
	add(textContrast, []string{"on-scan"}, []string{"scan"})
	add(textContrast, []string{"on-alarm"}, []string{"alarm"})
	add(textContrast, []string{"scan-ink"}, append(sheets, "scan-soft"))
	add(textContrast, []string{"alarm"}, append(sheets, "alarm-soft"))
	add(textContrast, []string{"good"}, append(sheets, "good-soft"))
	add(textContrast, []string{"skip"}, append(sheets, "skip-soft"))
	add(textContrast, []string{"ink"}, []string{"accent-soft", "scan-soft", "alarm-soft", "good-soft", "skip-soft"})
	add(textContrast, []string{"panel"}, []string{"ink", "skip"}) // the chosen release, HEAD and TAIL, notices; bound pods
	add(shapeContrast, []string{"line-strong", "rail", "star-line"}, sheets)
	add(shapeContrast, []string{"focus"}, append(sheets, "desk"))
	add(textContrast, []string{"on-lane"}, lanes)
	add(shapeContrast, lanes, []string{"panel", "lane", "well"})
	add(textContrast, []string{"on-id"}, append(ids, "skip"))
	add(textContrast, ids, sheets)
	add(shapeContrast, ids, []string{"well"})
	return out
}

func TestContrastInEveryTheme(t *testing.T) {
	css, err := os.ReadFile("../../web/tokens.css")
	require.NoError(t, err)
	blocks := regexp.MustCompile(`(?s)\[data-theme="(\w+)"\]\s*\{(.*?)\n\}`).FindAllStringSubmatch(string(css), -1)
	require.Len(t, blocks, len(themes))
	for _, b := range blocks {
		require.Contains(t, themes, b[1])
		tokens := map[string]string{}
		for _, m := range regexp.MustCompile(`--([\w-]+):\s*(#[0-9a-f]{6});`).FindAllStringSubmatch(b[2], -1) {
			tokens[m[1]] = m[2]
		}
		for _, p := range colourPairs() {
			require.NotEmpty(t, tokens[p.on], "%s: --%s", b[1], p.on)
			require.NotEmpty(t, tokens[p.under], "%s: --%s", b[1], p.under)
			got := contrast(tokens[p.on], tokens[p.under])
			require.GreaterOrEqual(t, got, p.need, "%s: %s on %s", b[1], p.on, p.under)
		}
	}
}

// contrast is WCAG's contrast ratio of two colours written as #rrggbb.
func contrast(a, b string) float64 {
	hi, lo := luminance(a), luminance(b)
	if hi < lo {
		hi, lo = lo, hi
	}
	return (hi + 0.05) / (lo + 0.05)
}

func luminance(colour string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func TestContrastKnowsBlackOnWhite(t *testing.T) {
	require.InDelta(t, 21, contrast("#000000", "#ffffff"), 0.01)
	require.InDelta(t, 1, contrast("#777777", "#777777"), 0.01)
}
