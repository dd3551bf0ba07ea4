package measured

import "warpbook.dev/gpumodel"

// InTurn is the result of launches that run one after the other on one device.
func InTurn(results []*gpumodel.Result) *gpumodel.Result {
	r := gpumodel.InTurn(results)
	if len(results) > 1 && r.Measured {
		m := together(results)
		r.Measurement, r.Time = m, m.Median()
	}
	return r
}

// together is the measurement of launches that run one after the other: each repetition
// of one adds to one of the others.
func together(results []*gpumodel.Result) *Measurement {
	m := *Of(results[0])
	m.Times, m.work, m.twin = nil, &gpumodel.Work{}, &twin{}
	for i := range Of(results[0]).Times {
		sum := 0.0
		for _, r := range results {
			times := Of(r).Times
			sum += times[i%len(times)]
		}
		m.Times = append(m.Times, sum)
	}
	for _, r := range results {
		m.twin.parts = append(m.twin.parts, Of(r))
		if w := r.Measurement.Work(); w == nil {
			m.work = nil
		} else if m.work != nil {
			m.work.Bytes, m.work.Flops = m.work.Bytes+w.Bytes, m.work.Flops+w.Flops
		}
	}
	return &m
}
