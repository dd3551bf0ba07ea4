package programs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// Samples of transposes and small products of any size hold their whole simulation's time in their interval: all seven
// transposes at n = 1600 on an H200, and 95 % of those that are drawn.
func TestSamplesOfAnySize(t *testing.T) {
	tier.Long(t)
	var drawn []sized
	for _, p := range All("transpose") {
		drawn = append(drawn, sized{"H200", p, 1600})
	}
	r := rand.New(rand.NewPCG(45, 1))
	cards := []string{"8800 GTX", "GTX 280", "C2050", "K20X", "V100", "T4", "A100 40GB", "H100 SXM", "H200", "B200"}
	for range 80 {
		x := sized{cards[r.IntN(len(cards))], All("transpose")[r.IntN(7)], 192 + r.IntN(1500)}
		if r.IntN(4) == 0 {
			x.p, x.n = All("matmul")[r.IntN(6)], 64*(3+r.IntN(6))
		}
		drawn = append(drawn, x)
	}
	outside := 0
	var mu sync.Mutex
	var widths []float64
	t.Run("launch", func(t *testing.T) { // ends when all of them have
		for _, x := range drawn {
			t.Run(fmt.Sprintf("%s/%s/%d", x.card, x.p.Name, x.n), func(t *testing.T) {
				t.Parallel()
				sample, whole := x.run(t, false), x.run(t, true)
				off := whole.Time/sample.Time - 1
				t.Logf("%.4g s ± %.1f %% of %.3g of it; the whole is %+.1f %% off", sample.Time, 100*sample.Uncertainty, sample.Sampled, 100*off)
				mu.Lock()
				defer mu.Unlock()
				if math.Abs(off) > sample.Uncertainty+0.001 {
					t.Log("outside")
					outside++
				}
				widths = append(widths, sample.Uncertainty)
			})
		}
	})
	slices.Sort(widths)
	n := len(widths)
	t.Logf("%d of %d outside; three of four intervals are at most ± %.1f %%, nine of ten ± %.1f %%", outside, n, 100*widths[n*3/4],
		100*widths[n*9/10])
	if 20*outside > n {
		t.Errorf("%d of %d are outside, more than 5 %%", outside, n)
	}
}

// sized is a program of some size on a card.
type sized struct {
	card string
	p    *Program
	n    int
}

func (x *sized) run(t *testing.T, exact bool) *gpumodel.Result {
	t.Helper()
	r, err := x.p.Run(t.Context(), modeltest.Card(t, x.card), Run{N: x.n, Check: gpumodel.Sample, Exact: exact})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
