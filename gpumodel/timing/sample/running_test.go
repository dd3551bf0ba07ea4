package sample

import (
	"math"
	"testing"
)

// TestRunning: sums of blocks are exact for a grid of as many blocks as there are sums, and close for a
// larger one.
func TestRunning(t *testing.T) {
	for _, blocks := range []int{1, 1000, mostSums, mostSums + 1, 10*mostSums - 7} {
		work := func(b int) float64 { return float64(b%5 + 1) }
		r := newRunning(blocks, work)
		within, noise := 0.0, 0.0
		if blocks > mostSums {
			within, noise = 0.01, float64(100*r.unit)
		}
		sum, next := 0.0, 0
		for b := range blocks {
			if b == next || b == blocks-1 {
				next = 2*b + 1
				if got := r.before(b); math.Abs(got-sum) > within*sum+noise {
					t.Errorf("%d blocks: %v before number %d, want %v", blocks, got, b, sum)
				}
				if at := r.find(r.before(b), blocks); at != b && within == 0 {
					t.Errorf("%d blocks: %v are before number %d, want %d", blocks, r.before(b), at, b)
				}
			}
			sum += work(b)
		}
		if math.Abs(r.all()-sum) > within*sum || r.all() != r.before(blocks) {
			t.Errorf("%d blocks: %v in all, want %v", blocks, r.all(), sum)
		}
	}
}
