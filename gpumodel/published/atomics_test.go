package published_test

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tables"
	"warpbook.dev/internal/tier"
)

// TestAtomics: atomics of a warp on few words take what an H100 takes, within 25 %, which TestMeasuredH200 allows a program, too, the
// launch included. One of the kernels, sum_one, is what a constant was measured with.
func TestAtomics(t *testing.T) {
	tier.Check(t)
	source, err := os.ReadFile("measured/atomics.cu")
	if err != nil {
		t.Fatal(err)
	}
	m, err := gpumodel.Compile("atomics.cu", string(source), gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := modeltest.Card(t, "H100 SXM")
	for _, row := range tables.Rows(t, "measured/h100_atomics.csv") {
		measured, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		kind := gpumodel.Int32
		if strings.HasPrefix(row[0], "sum") {
			kind = gpumodel.Float32
		}
		run, err := gpumodel.Run(t.Context(), d, gpumodel.Launch{
			Kernel: m.Kernel(row[0]), Grid: gpumodel.Dim3{X: 1024, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 256, Y: 1,
				Z: 1}, Args: []any{modeltest.Zeros(t, kind, 64)},
		})
		if err != nil {
			t.Fatal(err)
		}
		modelled := run.Elapsed() * 1e6
		t.Logf("%-16s %7.2f µs, %7.2f modelled", row[0], measured, modelled)
		if math.Abs(math.Log(modelled/measured)) > math.Log(1.25) {
			t.Errorf("%s takes %.2f µs, the model says %.2f", row[0], measured, modelled)
		}
	}
}
