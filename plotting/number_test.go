package plotting_test

import (
	"fmt"
	"math"
	"testing"

	"warpbook.dev/plotting"
)

func ExampleNumber() {
	fmt.Println(plotting.Number(112.4321, 4), plotting.Number(0.02134, 3), plotting.Number(5.300, 4))
	fmt.Println(plotting.Number(1e6, 3), plotting.Number(4096, 4), plotting.Number(1.5e-7, 3))
	// Output:
	// 112.4 0.0213 5.3
	// 1,000,000 4096 1.5e-7
}

func ExampleSI() {
	fmt.Println(plotting.SI(112.4e9, "B/s"))
	fmt.Println(plotting.SI(0.000086, "s"))
	fmt.Println(plotting.SI(933.12e9, "FLOP/s"))
	// Output:
	// 112.4 GB/s
	// 86 µs
	// 933.1 GFLOP/s
}

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		v      float64
		digits int
		want   string
	}{
		{0, 4, "0"}, {math.Copysign(0, -1), 4, "0"}, {-1.25, 2, "-1.2"}, {999.96, 4, "1000"}, {9999.6, 4, "10,000"},
		{1234567.8, 4, "1,234,568"}, {-1234567, 1, "-1,234,567"}, {12345.678, 7, "12,345.68"}, {0.0001, 3, "0.0001"},
		{0.00009999, 2, "0.0001"}, {1e15, 4, "1e15"}, {123456789012345, 4, "123,456,789,012,345"}, {2.5e-300, 4, "2.5e-300"},
		{1.0 / 3, 0, "0.3"}, {1.0 / 3, 99, "0.33333333333333331"},
		{math.NaN(), 4, "–"}, {math.Inf(1), 4, "∞"}, {math.Inf(-1), 4, "-∞"}, {math.MaxFloat64, 4, "1.798e308"},
	} {
		if got := plotting.Number(test.v, test.digits); got != test.want {
			t.Errorf("Number(%v, %d) = %q, want %q", test.v, test.digits, got, test.want)
		}
	}
}

func TestSI(t *testing.T) {
	for _, test := range []struct {
		v    float64
		unit string
		want string
	}{
		{0, "s", "0 s"}, {999.96, "B", "1 kB"}, {999.94, "B", "999.9 B"}, {-1500, "W", "-1.5 kW"}, {1, "", "1"},
		{1234567, "", "1.235 M"}, {1e-18, "s", "0.001 fs"}, {1e21, "B", "1000 EB"}, {math.NaN(), "s", "– s"}, {math.Inf(1), "s", "∞ s"},
	} {
		if got := plotting.SI(test.v, test.unit); got != test.want {
			t.Errorf("SI(%v, %q) = %q, want %q", test.v, test.unit, got, test.want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", -999: "-999", 4096: "4096", -4096: "-4096", 10000: "10,000", 18194139: "18,194,139",
		math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := plotting.Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %q, want %q", n, got, want)
		}
	}
}
