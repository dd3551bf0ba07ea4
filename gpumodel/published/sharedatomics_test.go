package published_test

import (
	"math"
	"os"
	"strconv"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tables"
	"warpbook.dev/internal/tier"
)

// loops are the kernels whose atomics are loops with a CAS. One that fails because another warp was faster goes round again.
var loops = map[string]bool{"sum": true, "add64": true, "sum64": true}

// TestSharedAtomics: atomics on shared memory take what they take on an H100, within 25 %, as for those on global memory. It
// compares chains, SMs that are full of warps, and loops: a third of the rows, in the long tier all. Of loops at words that
// warps share it leaves out deviation 83: eight warps with floats, or with one word of 64 bits, which do not drift apart as
// those of the card do, and words that lie in one bank.
func TestSharedAtomics(t *testing.T) {
	tier.Check(t)
	source, err := os.ReadFile("measured/shared_atomics.cu")
	if err != nil {
		t.Fatal(err)
	}
	m, err := gpumodel.Compile("shared_atomics.cu", string(source), gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := modeltest.Card(t, "H100 SXM")
	clocks := func(kernel string, warps, own, lanes, stride, n int64) float64 {
		run, err := gpumodel.Run(t.Context(), d, gpumodel.Launch{
			Kernel: m.Kernel(kernel), Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: int(32 * warps), Y: 1, Z: 1},
			Args: []any{modeltest.Zeros(t, gpumodel.Int64, 2), lanes, stride, own, n, int64(3)},
		})
		if err != nil {
			t.Fatal(err)
		}
		return run.Time * d.ClockMHz * 1e6
	}
	type comparison struct {
		row      []string
		own      int64
		n        [3]int64 // warps, lanes, stride
		measured float64
	}
	var all []comparison
	for _, row := range tables.Rows(t, "measured/h100_shared_atomics.csv") {
		var n [3]int64
		own := int64(0)
		if row[2] == "own" {
			own = 1
		}
		for i, field := range []string{row[1], row[3], row[4]} {
			if n[i], err = strconv.ParseInt(field, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		chain := row[0] == "chain" || row[0] == "chain_cas" && n[0] == 1
		contested := loops[row[0]] && own == 0 && n[0] > 1
		apart := n[0] == 8 && (row[0] == "sum" || n[1] == 32)
		if contested && (apart || n[2] > 1) || !loops[row[0]] && !chain && n[0] < 32 {
			continue
		}
		measured, err := strconv.ParseFloat(row[5], 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, comparison{row, own, n, measured})
	}
	if len(all) < 200 {
		t.Errorf("%d rows can be compared, want 200 at least", len(all))
	}
	for _, c := range tier.Sample(t, all, len(all)/3) {
		name, n := c.row[0], c.n
		// The difference of two launches leaves out what comes before and after.
		modelled := (clocks(name, n[0], c.own, n[1], n[2], 96) - clocks(name, n[0], c.own, n[1], n[2], 32)) / 64 / float64(n[0])
		if math.Abs(math.Log(modelled/c.measured)) > math.Log(1.25) {
			t.Errorf("%v: the model says %.2f clocks", c.row, modelled)
		}
	}
}
