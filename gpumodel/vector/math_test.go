package vector

import (
	"math"
	"math/rand/v2"
	"testing"
)

// functions are the operations of math.go, with package math's functions and the largest argument for which the assembly
// does not give way to plain Go.
var functions = []struct {
	kind  Kind
	exact func(float64) float64
	most  float64
}{
	{SinF, math.Sin, 1 << 29},
	{CosF, math.Cos, 1 << 29},
	{ExpF, math.Exp, 128},
	{Exp2F, math.Exp2, 160},
	{LogF, math.Log, math.Inf(1)},
	{Log2F, math.Log2, math.Inf(1)},
}

// TestFunctions compares functions in assembly with plain Go, to the bit, and with package math: the results are rounded
// from nearly as many bits, so that few of them differ, by one unit in the last place.
func TestFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, fn := range functions {
		differ, all := 0, 0
		for range 20_000 {
			var f [2]Word
			for i := range f[0] {
				x := math.Float32frombits(r.Uint32())
				for !(math.Abs(float64(x)) < fn.most) || r.IntN(2) == 0 && math.Abs(float64(x)) < 1e-3 {
					x = math.Float32frombits(r.Uint32())
				}
				f[0][i] = math.Float32bits(x)
			}
			assembly([]Op{{Kind: fn.kind, D: WordBytes}, {Kind: Stop}}, f[:])
			quickly := f[1]
			plain([]Op{{Kind: fn.kind, D: WordBytes}, {Kind: Stop}}, f[:])
			for i, x := range f[0] {
				if quickly[i] != f[1][i] {
					t.Fatalf("kind %d of %#x is %#x, in plain Go %#x", fn.kind, x, quickly[i], f[1][i])
				}
				want := Float(float32(fn.exact(float64(math.Float32frombits(x)))))
				if all++; want != f[1][i] {
					differ++
				}
				if apart := int64(int32(want)) - int64(int32(f[1][i])); apart < -1 || apart > 1 {
					t.Fatalf("kind %d of %#x is %#x, exactly %#x", fn.kind, x, f[1][i], want)
				}
			}
		}
		if differ > all/100_000 {
			t.Errorf("kind %d: %d of %d results differ from those of package math", fn.kind, differ, all)
		}
	}
}
