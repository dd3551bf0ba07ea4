package ir

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestQuotients divides constants by constants with products, which fold to the quotient.
func TestQuotients(t *testing.T) {
	_, f := build(t, "__global__ void k(int *a) { a[0] = 1; }", later)
	e := &emitter{f: f, b: f.Blocks[0]}
	r := rand.New(rand.NewPCG(1, 2))
	divisors := []int64{3, 5, 6, 7, 9, 10, 11, 12, 14, 25, 28, 100, 125, 625, 641, 1000, 3 << 20,
		math.MaxInt32, math.MaxInt32 - 1, 1<<31 - 3, 1<<30 + 1}
	for range 200 {
		divisors = append(divisors, 3+int64(r.Uint32()>>(r.IntN(30)+1)))
	}
	for _, d := range divisors {
		if d&(d-1) == 0 {
			continue
		}
		xs := []int64{0, 1, 2, d - 1, d, d + 1, math.MaxInt32, math.MaxInt32 - 1, math.MaxInt32 / d * d, math.MaxInt32/d*d - 1,
			1 << 31, math.MaxUint32, math.MaxUint32 / d * d, math.MaxUint32/d*d - 1}
		for range 20 {
			xs = append(xs, int64(r.Uint32()))
		}
		for _, x := range xs {
			if got, want := uint32(e.quotient(U32, e.int(U32, x), d).intConst()), uint32(x)/uint32(d); got != want {
				t.Fatalf("%d / %d: got %d, want %d", uint32(x), d, got, want)
			}
			for _, signed := range []int32{int32(uint32(x)), -int32(uint32(x))} {
				for _, by := range []int32{int32(d), -int32(d)} {
					if got, want := int32(e.quotient(S32, e.int(S32, int64(signed)), int64(by)).intConst()), signed/by; got != want {
						t.Fatalf("%d / %d: got %d, want %d", signed, by, got, want)
					}
				}
			}
		}
	}
}
