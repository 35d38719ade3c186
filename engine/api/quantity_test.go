package api_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"inflight/engine/api"
	"inflight/engine/why"
)

func TestParseQuantity(t *testing.T) {
	const most = math.MaxInt64
	for _, tc := range []struct {
		text         string
		milli, value int64
	}{
		{"0", 0, 0}, {"1", 1000, 1}, {"100m", 100, 1}, {"1500m", 1500, 2}, {"0.5", 500, 1}, {".5", 500, 1}, {"1.", 1000, 1},
		{"+2", 2000, 2}, {"-1", -1000, -1}, {"-1500m", -1500, -2}, {"007", 7000, 7},
		{"1n", 1, 1}, {"1u", 1, 1}, {"1000001n", 2, 1}, {"999999999n", 1000, 1}, {"0.1n", 1, 1},
		{"2k", 2e6, 2000}, {"2M", 2e9, 2e6}, {"2G", 2e12, 2e9}, {"2T", 2e15, 2e12}, {"2P", 2e18, 2e15}, {"2E", most, 2e18},
		{"1Ki", 1024e3, 1024}, {"1.5Gi", 3 << 29 * 1000, 3 << 29}, {"0.1Ki", 102400, 103}, {"200Mi", 200 << 20 * 1000, 200 << 20},
		{"8Ei", most, most}, {"-8Ei", -most, -most}, {"7Ei", most, 7 << 60}, {"9223372036854775807", most, most}, {"99999999999999999999", most, most},
		{"1e3", 1e6, 1000}, {"1E3", 1e6, 1000}, {"1e-3", 1, 1}, {"12e+2", 1.2e6, 1200}, {"1e99", most, most}, {"1e-99", 1, 1}, {"0e99", 0, 0},
		{"0.333333333333", 334, 1}, {"1.0000000001", 1001, 2}, {"1.00000000000000000000001Ki", 1024001, 1025},
		{".", 0, 0}, {"m", 0, 0}, {"Ti", 0, 0}, {"", 0, 0},
	} {
		q, wrong := api.ParseQuantity(tc.text)
		if tc.text == "" {
			require.NotNil(t, wrong)
			continue
		}
		require.Nil(t, wrong, tc.text)
		require.Equal(t, [2]int64{tc.milli, tc.value}, [2]int64{q.Milli, q.Value}, tc.text)
		require.Equal(t, tc.text, q.Text)
	}
}

func TestQuantitiesThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"1K":       "K is no unit of Kubernetes, so 1K is no quantity; write 1k",
		"1ki":      "ki is no unit of Kubernetes, so 1ki is no quantity; write 1Ki",
		"500MB":    "MB is no unit of Kubernetes, so 500MB is no quantity; write 500M",
		"1GiB":     "GiB is no unit of Kubernetes, so 1GiB is no quantity; write 1Gi",
		"64 Mi":    "Mi is no unit of Kubernetes, so 64 Mi is no quantity; write 64Mi",
		"2 cores":  "cores is no unit of Kubernetes, so 2 cores is no quantity; write 2",
		"100bytes": "bytes is no unit of Kubernetes, so 100bytes is no quantity; write 100",
		"1.5.2":    "1.5.2 is no quantity; write for example 500m, 2, 1.5Gi or 200M",
		"two":      "two is no quantity; write for example 500m, 2, 1.5Gi or 200M",
		"1e":       "1e is no quantity; write for example 500m, 2, 1.5Gi or 200M",
		"1e3m":     "1e3m is no quantity; write for example 500m, 2, 1.5Gi or 200M",
		"Ei":       "Ei is no quantity; write for example 500m, 2, 1.5Gi or 200M",
		"e-10":     "e-10 is no quantity; write for example 500m, 2, 1.5Gi or 200M",
		"1,5":      "1,5 is no quantity; write for example 500m, 2, 1.5Gi or 200M",
		"":         `"" is no quantity; write for example 500m, 2, 1.5Gi or 200M`,
	} {
		_, wrong := api.ParseQuantity(text)
		require.NotNil(t, wrong, text)
		require.Equal(t, want, why.Text(why.English, *wrong))
	}
}

// What is offered as the right spelling is one.
func TestFixesAreQuantities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9]{1,3}(\.[0-9])? ?[a-zA-Z]{0,4}`).Draw(t, "text")
		_, wrong := api.ParseQuantity(text)
		if wrong == nil {
			return
		}
		if fix, ok := wrong.Get("fix"); ok {
			_, still := api.ParseQuantity(fix.Str)
			require.Nil(t, still, "%s for %s", fix.Str, text)
		}
	})
}

// Order and equality are those of the exact amounts, whatever the spelling.
func TestQuantityOrder(t *testing.T) {
	q := api.MustQuantity
	require.Equal(t, 0, q("1").Cmp(q("1000m")))
	require.Equal(t, -1, q("1n").Cmp(q("2n")), "although both round up to 1m")
	require.Equal(t, 1, q("1Gi").Cmp(q("1G")))
	require.Equal(t, []int{-1, 0, 1}, []int{q("-1n").Sign(), q("0").Sign(), q("1n").Sign()})
	require.True(t, q("1").Same(q("1000m")))
	require.False(t, q("1024").Same(q("1Ki")), "the API server keeps the family of the suffix")
	require.False(t, q("1000").Same(q("1e3")))
	for _, alike := range [][2]string{{"0", "0Ki"}, {"0", "0e3"}, {"512", "0.5Ki"}, {"1536", "1.5Ki"}, {"5", "5e0"}, {"100m", "0.1"}, {"1024Ki", "1Mi"}} {
		require.True(t, q(alike[0]).Same(q(alike[1])), "%v are kept alike", alike)
	}
	require.False(t, q("1m").Same(q("1e-3")))
}

// Integers are themselves.
func TestWholeQuantities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(-math.MaxInt64/1000, math.MaxInt64/1000).Draw(t, "n")
		q := api.MustQuantity(strconv.FormatInt(n, 10))
		require.Equal(t, [2]int64{n * 1000, n}, [2]int64{q.Milli, q.Value})
		m := api.MustQuantity(strconv.FormatInt(n, 10) + "m")
		require.Equal(t, n, m.Milli)
	})
}
