package volta

import (
	"math"
	"testing"
)

// A Share is the share of lines that it takes, whatever lies between them; of lines that are each
// block's own it takes others of each block.
func TestShareTakes(t *testing.T) {
	for _, byBlock := range []bool{false, true} {
		s := Share{ByBlock: byBlock}
		s.Set(2, 0.2)
		for _, pitch := range []uint64{128, 4096, 8320, 1 << 20} {
			taken, both := 0, 0
			const n = 20_000
			for i := range uint64(n) {
				if !s.takes(1, i*pitch, 0) || !s.takes(3, i*pitch, 0) {
					t.Fatal("an instruction without a share has all")
				}
				if s.takes(2, i*pitch, 0) {
					taken++
					if s.takes(2, i*pitch, 1) {
						both++
					}
				}
			}
			want := 1.0
			if byBlock {
				want = 0.2
			}
			if math.Abs(float64(taken)/n-0.2) > 0.01 || math.Abs(float64(both)/float64(taken)-want) > 0.03 {
				t.Errorf("by block %v, pitch %d: %d of %d taken, %d of them by another block", byBlock, pitch, taken, n, both)
			}
		}
	}
}
