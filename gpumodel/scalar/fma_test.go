package scalar

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"warpbook.dev/gpumodel/ir"
)

// TestFma: a fused multiply-add of floats is rounded once, also where the sum lies so near to halfway between two floats that rounding it
// to a double first would decide wrongly.
func TestFma(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	for range 2000 {
		x := float32(1<<23+r.IntN(1<<23)) / (1 << 23)
		y := float32(1<<23+r.IntN(1<<23)) / (1 << 23)
		z := float32(math.Ldexp(float64(1<<23+r.IntN(1<<23)), r.IntN(60)-30))
		exact := new(big.Float).SetPrec(200).Mul(big.NewFloat(float64(x)), big.NewFloat(float64(y)))
		want, _ := exact.Add(exact, big.NewFloat(float64(z))).Float32()
		bits := []uint64{uint64(math.Float32bits(x)), uint64(math.Float32bits(y)), uint64(math.Float32bits(z))}
		got, err := executed(&ir.Value{Op: ir.Fma, Type: ir.F32}, ir.F32, bits)
		if err != nil {
			t.Fatal(err)
		}
		if got := math.Float32frombits(uint32(got)); got != want {
			t.Fatalf("%v * %v + %v is %v, want %v", x, y, z, got, want)
		}
	}
	near := []uint64{uint64(math.Float32bits(1 + 0x1p-12)), uint64(math.Float32bits(1 + 0x1p-12)), uint64(math.Float32bits(0x1p-60))}
	got, err := executed(&ir.Value{Op: ir.Fma, Type: ir.F32}, ir.F32, near)
	// 1 + 2^-11 + 2^-24 lies halfway between two floats, and 2^-60 decides.
	if want := float32(1 + 0x1p-11 + 0x1p-23); err != nil || math.Float32frombits(uint32(got)) != want {
		t.Errorf("a sum just above halfway is %v, %v; want %v", math.Float32frombits(uint32(got)), err, want)
	}
}
