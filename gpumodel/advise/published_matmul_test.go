package advise

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/gpumodel/published"
	"warpbook.dev/internal/tier"
)

// Sizes of the matrices: the lecture gives none. matmulSize is large enough for the
// last blocks to matter little. The programs without tiles depend on the size, the one
// with strided loads much (docs/deviations.md, 2).
const matmulSize, naiveSize = 2304, 384

// TestPublishedMatmul compares the model with the lecture's products, and the steps
// from one to the next. Nothing was fitted on them.
func TestPublishedMatmul(t *testing.T) {
	tier.Check(t)
	const meanAllowed, worstAllowed, stepAllowed = 0.08, 0.20, 0.15
	const missed = 0.20 // the step to coalesced loads: 7.6 times, published 9.4
	var sum, n, before, beforePublished float64
	t.Logf("%-24s %5s %7s %9s %9s %6s %6s %9s", "program", "n", "block", "published", "modelled", "ratio", "step", "published")
	for _, row := range published.Rows() {
		if row.Family != "matmul" || row.Kind != "measured" {
			continue
		}
		o, allowed := programs.Run{N: matmulSize, Mode: gpumodel.Sample}, stepAllowed
		if row.Program == "naive" {
			o.N, allowed = naiveSize, missed
		}
		if _, err := fmt.Sscanf(row.Block, "%dx%d", &o.Block.X, &o.Block.Y); err == nil {
			o.Block.Z = 1
		}
		got := must(must(programs.Find("matmul/"+row.Program)).Run(t.Context(), modeltest.GTX280(t), o)).GFLOPs()
		e := math.Abs(got/row.Figure - 1)
		if e > worstAllowed {
			t.Errorf("%s: %.1f GFLOP/s, published %.1f", row.Program, got, row.Figure)
		}
		step, stepPublished := got/before, row.Figure/beforePublished
		t.Logf("%-24s %5d %7s %9.4g %9.4g %6.2f %6.2f %9.2f", row.Program, o.N, row.Block, row.Figure, got, got/row.Figure, step, stepPublished)
		if before > 0 && math.Abs(step/stepPublished-1) > allowed {
			t.Errorf("%s: a step of %.2f, published %.2f", row.Program, step, stepPublished)
		}
		sum, n, before, beforePublished = sum+e, n+1, got, row.Figure
	}
	t.Logf("mean absolute error %.1f %% of %v figures", 100*sum/n, n)
	if n != 6 || sum/n > meanAllowed {
		t.Errorf("mean absolute error %.1f %% of %v figures, want at most %.0f %% of 6", 100*sum/n, n, 100*meanAllowed)
	}
}

// TestPublishedBounds computes the lecture's theoretical limits of the products:
// by the different words that a request asks for, whatever the bus makes of them
// (66.8 leaves out that a word costs 32 bytes), and by the clocks of instructions.
func TestPublishedBounds(t *testing.T) {
	d := modeltest.GTX280(t)
	bandwidth := func(program string) float64 {
		// The elements of C that are stored vanish beside what large matrices read.
		const n = 128
		a := Analyze(must(must(programs.Find(program)).Run(t.Context(), modeltest.GTX280(t),
			programs.Run{N: n, Block: gpumodel.Dim3{X: 16, Y: 16, Z: 1}, Mode: gpumodel.Sample})))
		return a.Flops / (a.Distinct - n*n) * WordRate(d)
	}
	inner := func(source string) float64 {
		p, err := modeltest.Compile(t, source).Lower(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		most := slices.MaxFunc(p.BasicBlocks(), func(a, b isa.BasicBlock) int { return a.Flops - b.Flops })
		return innerCeiling(d, most).GFLOPs
	}
	source := func(program string) string {
		p, err := programs.Find(program)
		if err != nil {
			t.Fatal(err)
		}
		return p.Source
	}
	// A load for each MAD and no addition for its address: tiled, with B transposed.
	oneLoad := strings.NewReplacer("Bs[ty][tx]", "Bs[tx][ty]", "Bs[k][tx]", "Bs[tx][k]").Replace(source("matmul/tiled"))
	perMAD := func(statement string) float64 {
		return issueCeiling(d, "", 2, 1).GFLOPs / modeltest.Measure(t, d, statement, 32)
	}
	computed := map[string]func() float64{
		"naive bound":                          func() float64 { return bandwidth("matmul/naive") },
		"tiled bound":                          func() float64 { return bandwidth("matmul/tiled") },
		"peak MAD":                             func() float64 { return perMAD("x = x * y + y") },
		"MAD with one shared operand":          func() float64 { return perMAD("x = x + y * s[k]") },
		"one load per MAD with shared operand": func() float64 { return inner(oneLoad) },
		"one load per two MADs":                func() float64 { return inner(source("matmul/two_outputs_transposed")) },
	}
	for _, row := range published.Rows() {
		if row.Family != "matmul" || row.Kind != "bound" || row.Unit != "GFLOP/s" {
			continue
		}
		of := computed[row.Program]
		if of == nil {
			t.Errorf("%s is not computed", row.Program)
			continue
		}
		if got := of(); math.Abs(got/row.Figure-1) > 0.02 {
			t.Errorf("%s: %.1f GFLOP/s, published %v", row.Program, got, row.Figure)
		} else {
			t.Logf("%-38s %6.1f GFLOP/s, published %v", row.Program, got, row.Figure)
		}
	}
}
