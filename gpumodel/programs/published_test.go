package programs

import (
	"math"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/published"
	"warpbook.dev/internal/tier"
)

func runProgram(t testing.TB, name string, o Run) *gpumodel.Result {
	t.Helper()
	p, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), modeltest.GTX280(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// sizes are the matrix sizes at which a figure of the lecture is looked for.
var sizes = map[string]int{
	"4000":                  4000,
	"multiple of 512":       3584,
	"other multiple of 256": 3840,
	"other multiple of 128": 3968,
	"multiple of 128":       3968,
}

// TestPublished compares the model with the transpose lecture: ten measured
// throughputs. Only copy and both_strided were used for fitting constants (see package device).
func TestPublished(t *testing.T) {
	tier.Check(t)
	const meanAllowed, worstAllowed = 0.10, 0.25
	var sum, n float64
	modelled := map[string]float64{}
	t.Logf("%-22s %-22s %9s %9s %6s", "program", "n", "published", "modelled", "ratio")
	for _, row := range published.Rows() {
		if row.Family != "transpose" || row.Unit != "GB/s" {
			continue
		}
		size, ok := sizes[row.Size]
		if !ok {
			t.Fatalf("no matrix size for %q", row.Size)
		}
		got := runProgram(t, "transpose/"+row.Program, Run{N: size}).GBps()
		modelled[row.Program+" "+row.Size] = got
		ratio := got / row.Figure
		t.Logf("%-22s %-22s %9.4g %9.4g %6.2f", row.Program, row.Size, row.Figure, got, ratio)
		if math.Abs(ratio-1) > worstAllowed {
			t.Errorf("%s at n = %d: %.1f GB/s, published %.1f", row.Program, size, got, row.Figure)
		}
		sum += math.Abs(ratio - 1)
		n++
	}
	t.Logf("mean absolute error %.1f %% of %v figures", 100*sum/n, n)
	if n != 10 || sum/n > meanAllowed {
		t.Errorf("mean absolute error %.1f %% of %v figures, want at most %.0f %% of 10", 100*sum/n, n, 100*meanAllowed)
	}
	ladder(t, modelled)
}

// ladder checks that the steps of the lecture come in its order.
func ladder(t *testing.T, modelled map[string]float64) {
	t.Helper()
	order := []string{"both_strided 4000", "naive 4000", "padded multiple of 512", "padded other multiple of 256",
		"padded other multiple of 128", "tiled 4000", "diagonal multiple of 128", "padded 4000", "tile_copy 4000", "copy 4000"}
	for i := 1; i < len(order); i++ {
		if modelled[order[i]] <= modelled[order[i-1]] {
			t.Errorf("%s: %.1f GB/s is not above %s: %.1f", order[i], modelled[order[i]], order[i-1], modelled[order[i-1]])
		}
	}
}

// TestSpeedup is the lecture's last figure: 17.6 times from naive to the best.
func TestSpeedup(t *testing.T) {
	naive := runProgram(t, "transpose/naive", Run{N: 4000})
	padded := runProgram(t, "transpose/padded", Run{N: 4000})
	if got := padded.GBps() / naive.GBps(); math.Abs(got/17.6-1) > 0.25 {
		t.Errorf("speed-up %.1f, published 17.6", got)
	}
}

// TestCamping: padded drops at multiples of 128, 256 and 512 against the sizes
// beside them, and the bound says why; diagonal does not drop.
func TestCamping(t *testing.T) {
	tier.Check(t)
	at := func(name string, n int) *gpumodel.Result { return runProgram(t, "transpose/"+name, Run{N: n}) }
	beside := min(at("padded", 3999).GBps(), at("padded", 4001).GBps())
	for _, n := range []int{3584, 3840, 3968} {
		r := at("padded", n)
		if r.GBps() >= 0.95*beside {
			t.Errorf("padded at %d: %.1f GB/s does not drop below %.1f beside it", n, r.GBps(), beside)
		}
		if r.Bound() != gpumodel.BoundCamping {
			t.Errorf("padded at %d is bound by %s, want %s", n, r.Bound(), gpumodel.BoundCamping)
		}
	}
	for _, n := range []int{3584, 3840, 3904, 3968, 4032} {
		if d := at("diagonal", n); d.GBps() < 0.9*at("diagonal", 4000).GBps() || d.Bound() == gpumodel.BoundCamping {
			t.Errorf("diagonal at %d: %.1f GB/s, bound by %s", n, d.GBps(), d.Bound())
		}
	}
}

// TestConflictsAreNamed: what holds the tiled kernel up is its bank conflicts.
func TestConflictsAreNamed(t *testing.T) {
	if r := runProgram(t, "transpose/tiled", Run{N: 4000}); r.Bound() != gpumodel.BoundConflicts {
		t.Errorf("tiled is bound by %s (%s), want %s", r.Bound(), r.Bounds[0].Formula, gpumodel.BoundConflicts)
	}
}

// No simulation is faster than any of its bounds, before Run sees to it.
func TestBoundsHold(t *testing.T) {
	tier.Check(t)
	t.Parallel()
	sizes := map[string][]int{"transpose": {31, 64, 500, 1024, 3968, 4000}, "reduce": {1, 1000, 1 << 18}, "matmul": {64, 128},
		"increment": {1, 1 << 18}, "runs": {1 << 18}, "functions": {1 << 14}, "literals": {1 << 14}, "divergence": {1 << 14}, "barriers": {1 << 16}, "grid": {1 << 20}, "compress": {1 << 16}, "stencil": {1}, "climate": {100}}
	for _, name := range tier.Sample(t, []string{"GTX 280", "C2050", "K20X", "V100", "T4", "A100 40GB", "RTX 3090", "RTX 4090",
		"H100 SXM", "B200"}, 3) {
		d := modeltest.Card(t, name)
		for _, p := range tier.Sample(t, All(""), 10) {
			if !able(t, p, d) {
				continue
			}
			family, _, _ := strings.Cut(p.Name, "/")
			of := sizes[family]
			if d.InstructionSet == "7.0" { // many processors take long
				of = of[:tier.Pick(1, min(2, len(of)), len(of))]
			}
			for _, n := range of {
				l, err := p.Launch(Run{N: n})
				if err != nil {
					t.Fatal(err)
				}
				r, err := gpumodel.Run(t.Context(), d, l)
				if err != nil {
					t.Fatal(err)
				}
				if b := r.Bounds[0]; r.BelowBound() > 1e-9+r.Counted.Outcome.Error { // as TestBelowBound has it
					t.Errorf("%s on %s, n=%d: the time is %.3g s, below the %s bound of %.3g s (%s)", p.Name, d.Name, n, r.Simulated, b.Name, b.Time,
						b.Formula)
				}
				for _, b := range r.Bounds {
					if strings.Contains(b.Formula, "NaN") || b.Formula == "" {
						t.Errorf("%s on %s, n=%d: formula %q", p.Name, d.Name, n, b.Formula)
					}
				}
			}
		}
	}
}
