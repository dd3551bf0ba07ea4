package published

import (
	"fmt"
	"math"
	"testing"
)

func ExampleRankCorrelation() {
	measured := []float64{10, 20, 30, 40}
	fmt.Println(RankCorrelation([]float64{1, 2, 3, 4}, measured), RankCorrelation([]float64{4, 3, 2, 1}, measured))
	fmt.Printf("%.4f\n", RankCorrelation([]float64{1, 2, 2, 5}, measured)) // equal figures share a rank
	// Output:
	// 1 -1
	// 0.9487
}

func TestRankCorrelationOfTooFew(t *testing.T) {
	for _, x := range [][]float64{nil, {1}, {2, 2}} {
		if r := RankCorrelation(x, x); !math.IsNaN(r) {
			t.Errorf("of %v: %g", x, r)
		}
	}
}
