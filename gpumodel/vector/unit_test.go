package vector

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestUnit compares the special function unit in assembly with plain Go, to the bit: on ordinary numbers, for which
// the assembly does not give way, and on any.
func TestUnit(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for kind, ordinary := range map[Kind]func() float32{
		UnitRcp:   func() float32 { return math.Float32frombits(r.Uint32()&^0x7f800000 | uint32(1+r.IntN(252))<<23) },
		UnitRsqrt: func() float32 { return math.Float32frombits(0x800000 + r.Uint32N(0x7f000000)) },
		UnitExp2:  func() float32 { return (r.Float32()*254 - 126) * float32(math.Exp2(float64(-r.IntN(30)))) },
		UnitLog2: func() float32 {
			if r.IntN(2) == 0 {
				return 1 + (r.Float32()-0.5)*float32(math.Exp2(float64(-r.IntN(24))))
			}
			return math.Float32frombits(0x800000 + r.Uint32N(0x7f000000))
		},
	} {
		for n := range 20_000 {
			var f [2]Word
			for i := range f[0] {
				if f[0][i] = math.Float32bits(ordinary()); n%2 == 1 {
					f[0][i] = r.Uint32()
				}
			}
			assembly([]Op{{Kind: kind, D: WordBytes}, {Kind: Stop}}, f[:])
			quickly := f[1]
			plain([]Op{{Kind: kind, D: WordBytes}, {Kind: Stop}}, f[:])
			for i, x := range f[0] {
				if quickly[i] != f[1][i] {
					t.Fatalf("kind %d of %#x is %#x, in plain Go %#x", kind, x, quickly[i], f[1][i])
				}
			}
		}
	}
}

func BenchmarkUnit(b *testing.B) {
	for name, kind := range map[string]Kind{"Rcp": UnitRcp, "Rsqrt": UnitRsqrt, "Exp2": UnitExp2, "Log2": UnitLog2} {
		b.Run(name, func(b *testing.B) {
			var f [2]Word
			for i := range f[0] {
				f[0][i] = math.Float32bits(1 + float32(i)/7)
			}
			code := []Op{{Kind: kind, D: WordBytes}, {Kind: Stop}}
			for b.Loop() {
				Run(code, 0, f[:], nil)
			}
		})
	}
}
