package gpumodel

import (
	"cmp"
	"slices"
)

// inTurn is the result of launches that run one after the other: times, counts and
// bounds are sums. What does not add up, as the grid or the occupancy, is the
// first launch's; Launches has all of them.
func inTurn(results []*Result) *Result {
	if len(results) == 1 {
		return results[0]
	}
	r := *results[0]
	r.Launches, r.Time, r.Bounds = results, 0, nil
	simulated, blocks := 0.0, 0.0
	if r.Measured {
		r.Measurement = together(results)
	}
	for i, one := range results {
		r.Time += one.Time
		blocks += float64(one.Launch.Grid.Count())
		simulated += one.Sampled * float64(one.Launch.Grid.Count())
		for _, b := range one.Bounds {
			r.addBound(b)
		}
		if i > 0 && !r.Measured {
			r.Counters = r.Counters.Plus(one.Counters)
		}
	}
	r.Sampled = simulated / blocks
	if r.Measured {
		r.Time = r.Measurement.Median()
	}
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

// together is the measurement of launches that run one after the other: each repetition
// of one adds to one of the others.
func together(results []*Result) *Measurement {
	m := *results[0].Measurement
	m.Times, m.Work, m.twin = nil, &Work{}, &twin{}
	for i := range results[0].Measurement.Times {
		sum := 0.0
		for _, r := range results {
			sum += r.Measurement.Times[i%len(r.Measurement.Times)]
		}
		m.Times = append(m.Times, sum)
	}
	for _, r := range results {
		m.twin.parts = append(m.twin.parts, r.Measurement)
		if w := r.Measurement.Work; w == nil {
			m.Work = nil
		} else if m.Work != nil {
			m.Work.Bytes, m.Work.Flops = m.Work.Bytes+w.Bytes, m.Work.Flops+w.Flops
		}
	}
	return &m
}
