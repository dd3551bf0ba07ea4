package published

import (
	"cmp"
	"math"
	"slices"
)

// RankCorrelation is Spearman's of as many modelled as measured figures: the correlation of
// their ranks. It is 1 where the model puts all in the measured order, and NaN of fewer than two
// figures or where all are equal.
func RankCorrelation(modelled, measured []float64) float64 {
	a, b := ranks(modelled), ranks(measured)
	middle := float64(len(a)-1) / 2
	var ab, aa, bb float64
	for i := range a {
		x, y := a[i]-middle, b[i]-middle
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}

// ranks are the places in ascending order, from 0; equal values share the mean of theirs.
func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	r := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			r[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}
	return r
}
