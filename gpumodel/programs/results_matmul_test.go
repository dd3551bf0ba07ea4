package programs

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// TestMatmulResults multiplies random matrices with every program and compares
// with float64: each of the n multiply-adds of an element rounds once and, on
// c.c. 1.x, cuts its product off, which is an error of at most 2^-22 of the sum
// of the products' magnitudes.
func TestMatmulResults(t *testing.T) {
	tier.Check(t)
	blocks := map[string][]gpumodel.Dim3{"matmul/naive": {{X: 128, Y: 1, Z: 1}, {X: 1, Y: 128, Z: 1}, {X: 16, Y: 16, Z: 1}}}
	for _, p := range All("matmul") {
		of := blocks[p.Name]
		if of == nil {
			of = []gpumodel.Dim3{p.Block, {X: p.Block.X / 2, Y: max(1, p.Block.Y/2), Z: 1}}
		}
		for _, block := range of {
			for _, n := range []int{40, 128} {
				l, err := p.Launch(Run{N: n, Block: block, Mode: gpumodel.Full})
				if err != nil {
					t.Fatal(err)
				}
				r := modeltest.Seeded(n)
				a, b, c := l.Args[0].(*gpumodel.Array), l.Args[1].(*gpumodel.Array), l.Args[2].(*gpumodel.Array)
				for i := range a.Len() {
					a.Set(i, 2*r.Float64()-1)
					b.Set(i, 2*r.Float64()-1)
				}
				if _, err := gpumodel.Run(t.Context(), modeltest.GTX280(t), l); err != nil {
					t.Fatal(err)
				}
				compareProduct(t, p.Name, a, b, c)
			}
		}
	}
}

func compareProduct(t *testing.T, name string, a, b, c *gpumodel.Array) {
	t.Helper()
	n := a.Shape[0]
	for y := range n {
		for x := range n {
			sum, magnitude := 0.0, 0.0
			for k := range n {
				product := a.At(y*n+k) * b.At(k*n+x)
				sum += product
				magnitude += math.Abs(product)
			}
			if got := c.At(y*n + x); math.Abs(got-sum) > math.Ldexp(magnitude, -22)*float64(n) {
				t.Fatalf("%s, n = %d: C[%d][%d] is %v, want %v", name, n, y, x, got, sum)
			}
		}
	}
}
