package plot

import (
	"fmt"
	"slices"

	"warpbook.dev/plotting"
)

const (
	// mostPoints is the longest curve that is drawn as it is.
	mostPoints = 10_000
	// thinBins is how many parts a longer one is seen in: more than a screen has columns.
	thinBins = 2_000
)

// thin leaves of long curves what can be seen: in each of many equal parts of the
// points the first, the last, the lowest and the highest.
func thin(f *plotting.Figure) error {
	longest := 0
	for i := range f.Series {
		s := &f.Series[i]
		n := len(s.Y)
		if n <= mostPoints || s.Style != plotting.Line || len(s.X) != n && s.X != nil {
			continue
		}
		if s.X != nil && !slices.IsSorted(s.X) {
			return valueErrorf("plot: a curve of %d points whose x are in no order cannot be drawn; the limit is %d (sort them, or take a part)", n, mostPoints)
		}
		longest = max(longest, n)
		keep := seen(s.Y)
		if s.X == nil {
			s.X = make([]float64, n)
			for k := range s.X {
				s.X[k] = float64(k)
			}
		}
		s.X, s.Y = pick(s.X, keep), pick(s.Y, keep)
		if s.Low != nil {
			s.Low, s.High = pick(s.Low, keep), pick(s.High, keep)
		}
		if s.Marker == "" {
			s.Marker = "none"
		}
	}
	if longest > 0 {
		f.Provenance = fmt.Sprintf("%s%s points: the extremes of each of %s parts are drawn", separated(f.Provenance),
			plotting.Thousands(int64(longest)), plotting.Thousands(thinBins))
	}
	return nil
}

func separated(s string) string {
	if s != "" {
		s += "; "
	}
	return s
}

// seen are the indices of what is kept of y, in order.
func seen(y []float64) []int {
	var keep []int
	for bin := range thinBins {
		from, to := bin*len(y)/thinBins, (bin+1)*len(y)/thinBins
		if from == to {
			continue
		}
		low, high := from, from
		for i := from; i < to; i++ {
			if y[i] < y[low] {
				low = i
			}
			if y[i] > y[high] {
				high = i
			}
		}
		keep = append(keep, from, min(low, high), max(low, high), to-1)
	}
	return slices.Compact(keep)
}

func pick(x []float64, keep []int) []float64 {
	kept := make([]float64, len(keep))
	for i, k := range keep {
		kept[i] = x[k]
	}
	return kept
}
