package gpumodel

import (
	"cmp"
	"math"
	"slices"
)

// InTurn is the result of launches that run one after the other: times, counts and
// bounds are sums. What does not add up, as the grid or the occupancy, is the
// first launch's; Launches has all of them.
func InTurn(results []*Result) *Result {
	if len(results) == 1 {
		return results[0]
	}
	r := *results[0]
	r.Launches, r.Time, r.Simulated, r.Bounds = results, 0, 0, nil
	off := 0.0
	simulated, blocks := 0.0, 0.0
	for i, one := range results {
		r.Time += one.Time
		off = math.Hypot(off, one.Uncertainty*one.Time)
		r.Simulated += one.Simulated
		blocks += float64(one.Launch.Grid.Count())
		simulated += one.Sampled * float64(one.Launch.Grid.Count())
		for _, b := range one.Bounds {
			r.addBound(b)
		}
		if i > 0 && !r.Measured {
			r.Counters = r.Counters.Plus(one.Counters)
		}
	}
	r.Sampled, r.Uncertainty = simulated/blocks, off/r.Time
	slices.SortStableFunc(r.Bounds, func(a, b Bound) int { return cmp.Compare(b.Time, a.Time) })
	for i := range r.Bounds {
		r.Bounds[i].Share = r.Bounds[i].Time / r.Time
	}
	return &r
}

// addBound adds a launch's bound to that of the same name: launches do not overlap,
// so that their lower limits add up.
func (r *Result) addBound(b Bound) {
	i := slices.IndexFunc(r.Bounds, func(have Bound) bool { return have.Name == b.Name })
	if i < 0 {
		r.Bounds = append(r.Bounds, b)
		return
	}
	r.Bounds[i].Time += b.Time
	r.Bounds[i].Formula += " + " + b.Formula
}
