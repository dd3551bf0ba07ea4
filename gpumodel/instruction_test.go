package gpumodel_test

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/published"
	"warpbook.dev/internal/tier"
)

// TestInstructionRates measures instructions with 32 warps, which hide every
// latency. The forms with a shared operand are the lecture's; the others follow
// from the operations per clock of the CUDA C Programming Guide 3.2, section 5.4.1.
func TestInstructionRates(t *testing.T) {
	tier.Check(t)
	rates := map[string]float64{
		"x = x + y":                    32. / 8,
		"x = x * y + y":                32. / 8,
		"x = fmaxf(x, y)":              32. / 8,
		"i = i + j":                    32. / 8,
		"i = i ^ j":                    32. / 8,
		"i = __mul24(i, j)":            32. / 8,
		"i = i * j":                    4 * 32. / 8, // a sequence of four
		"x = rsqrtf(x)":                32. / 2,
		"x = __log2f(x)":               32. / 2,
		"x = __sinf(x)":                32. / 2,
		"d = d * e + e":                32. / 1,
		"d = d + e":                    32. / 1,
		"x = (float)(int)x":            2 * 32. / 8,
		"d = (float)d + e":             3 * 32. / 1,
		"x = x * y + y; x = rsqrtf(x)": 32. / 2, // the cores work while the special function units do
	}
	for _, row := range published.Rows() {
		if row.Family == "instruction" {
			rates[map[string]string{"a + s[i]": "x = x + s[k]", "a + a*s[i]": "x = x + x * s[k]",
				"a + b*s[i]": "x = x + y * s[k]"}[row.Program]] = row.Figure
		}
	}
	if len(rates) != 18 {
		t.Errorf("%d statements, want 18", len(rates))
	}
	for statement, want := range rates {
		if got := modeltest.Measure(t, modeltest.GTX280(t), statement, 32); math.Abs(got/want-1) > 0.02 {
			t.Errorf("%s: %.2f clocks per warp, want %v", statement, got, want)
		}
	}
}

// A precise function costs several times its approximation, division and modulo
// many times an addition, and by a power of two little.
func TestExpensiveInstructions(t *testing.T) {
	tier.Check(t)
	d := modeltest.GTX280(t)
	for _, x := range []struct {
		slow, fast string
		least      float64
	}{
		{"x = sinf(x)", "x = __sinf(x)", 5},
		{"x = expf(x)", "x = __expf(x)", 3},
		{"x = x / y", "x = __fdividef(x, y)", 1.5},
		{"i = i / j", "i = i + j", 20},
		{"i = i % j", "i = i + j", 20},
		{"i = i / j", "i = (i + j) / 4", 5},
		{"i = i % j", "i = (unsigned)(i + j) % 8u", 8},
	} {
		slow, fast := modeltest.Measure(t, d, x.slow, 32), modeltest.Measure(t, d, x.fast, 32)
		if slow/fast < x.least {
			t.Errorf("%s takes %.1f clocks, %s %.1f: want %v times as much", x.slow, slow, x.fast, fast, x.least)
		}
	}
}

// A dependent chain of one warp issues every 24 clocks; six warps hide the latency.
func TestDependenceLatency(t *testing.T) {
	d := modeltest.GTX280(t)
	for _, x := range []struct {
		warps int
		want  float64
	}{{1, 24}, {2, 12}, {4, 6}, {6, 4}, {8, 4}, {16, 4}} {
		if got := modeltest.Measure(t, d, "x = x * y + y", x.warps); math.Abs(got/x.want-1) > 0.05 {
			t.Errorf("%d warps: %.2f clocks for each MAD, want %v", x.warps, got, x.want)
		}
	}
}

// With dual issue a multiplication goes to the special function units beside a
// multiply-add: 933 GFLOP/s instead of 467, what both take on the cores.
func TestDualIssueRate(t *testing.T) {
	const both = "x = x * y + y; x = __fmul_rn(x, y)"
	d := modeltest.GTX280(t)
	if got := modeltest.Measure(t, d, both, 32); math.Abs(got/8-1) > 0.02 {
		t.Errorf("a MAD and a MUL: %.2f clocks, want 8", got)
	}
	if got := modeltest.Measure(t, modeltest.Override(t, d, "dual_issue", "true"), both, 32); got < 4 || got > 4.4 {
		t.Errorf("a MAD and a MUL with dual issue: %.2f clocks, want 4 and little for the turns that warps take", got)
	}
}
