package counter

import (
	"math"
	"slices"

	"warpbook.dev/gpumodel/device"
)

// A Set is the counters of a launch, or of several that ran one after the other.
type Set struct {
	device  *device.Device
	seconds float64
	values  map[string]quantity  // sums, and fixed numbers
	parts   map[string][]float64 // of the units, adding up to the sum
	survey  []Set                // of the whole grid, as each part of a survey alone has it
	unseen  float64              // the part of the grid that no survey has seen
	unsure  float64              // by what part counts may be off because there was no survey
}

// New computes the counters of a run.
func New(r *Run) Set {
	s := Set{device: r.Device, seconds: r.Time, values: make(map[string]quantity, len(listed())), parts: map[string][]float64{}}
	s.unsure = r.Outcome.Unsurveyed
	if len(r.Parts) > 1 {
		s.unseen = max(0, 1-float64(r.Stats.Blocks)/float64(r.Blocks))
		for i := range r.Parts {
			part := *r
			part.Stats, part.Parts = &r.Parts[i], nil
			s.survey = append(s.survey, New(&part))
		}
	}
	for _, name := range listed() {
		m := byName()[name]
		if m.value == nil {
			continue
		}
		s.values[name] = m.value(r)
		if m.parts != nil {
			s.parts[name] = scaled(m.parts(r), s.values[name].value())
		}
	}
	return s
}

// scaled are numbers with a given sum.
func scaled(x []float64, sum float64) []float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	y := make([]float64, len(x))
	for i, v := range x {
		if total > 0 {
			y[i] = v / total * sum
		}
	}
	return y
}

// Plus is the counters of a launch and of another one behind it. What does not add up,
// as the size of the grid, is that of the first.
func (s Set) Plus(o Set) Set {
	t := Set{device: s.device, seconds: s.seconds + o.seconds, values: make(map[string]quantity, len(listed())), parts: map[string][]float64{}}
	t.unseen, t.unsure = max(s.unseen, o.unseen), max(s.unsure, o.unsure)
	for i := range max(len(s.survey), len(o.survey)) {
		t.survey = append(t.survey, s.surveyed(i).Plus(o.surveyed(i)))
	}
	for name, q := range s.values {
		if byName()[name].kind == count {
			q = q.plus(o.values[name])
		}
		t.values[name] = q
	}
	for name, p := range s.parts {
		t.parts[name] = slices.Clone(p)
		for i, x := range o.parts[name] {
			t.parts[name][i] += x
		}
	}
	return t
}

// Get returns a counter by any of its names, in any of its forms. The error of an
// unknown name lists near ones, that of an unknown form those that there are.
func (s Set) Get(name string) (float64, error) {
	m, f, factor, err := find(name)
	if err != nil {
		return 0, err
	}
	return factor * s.value(m, f), nil
}

// surveyed is the counters as part i of a survey has them, if there was one.
func (s Set) surveyed(i int) Set {
	if i < len(s.survey) {
		return s.survey[i]
	}
	s.survey = nil
	return s
}

// inNinetyFive is Student's t of seven degrees of freedom, as a survey has eight parts: 95 % of estimates are off by no
// more than so many standard errors.
const inNinetyFive = 2.365

// Uncertainty is by what part of its value a counter may be off, in 95 %, because some blocks of the grid were
// counted for all: 0 if all were, or if blocks are alike. What the memory system counts is as uncertain as the
// time besides. Where nothing says whether blocks are alike, all is as uncertain as the time.
func (s Set) Uncertainty(name string) (float64, error) {
	x, err := s.Get(name)
	if err != nil || x == 0 {
		return 0, err
	}
	if m, _, _, _ := find(name); len(s.survey) < 2 {
		if m.kind == fixed {
			return 0, nil
		}
		return s.unsure, nil
	}
	mean, squares, n := 0.0, 0.0, float64(len(s.survey))
	for _, part := range s.survey {
		y, _ := part.Get(name)
		mean += y / n
	}
	for _, part := range s.survey {
		y, _ := part.Get(name)
		squares += (y - mean) * (y - mean)
	}
	return inNinetyFive * math.Sqrt(squares/(n-1)/n*s.unseen) / math.Abs(x), nil
}

// Value is a counter that there is, by one of our own names.
func (s Set) Value(name string) float64 {
	if s.values == nil {
		return 0
	}
	x, err := s.Get(name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return x
}

// value is a metric in one of its forms.
func (s Set) value(m *metric, f form) float64 {
	switch m.kind {
	case ratio:
		return s.ratio(m, f.rollup)
	case throughput:
		return s.throughput(m, f)
	case fixed:
		return s.values[m.counted()].value()
	}
	x := s.rollup(m, f.rollup)
	switch f.sub {
	case perSecond:
		return quotient(x, s.seconds)
	case perCycle:
		return quotient(x, s.elapsed(m))
	case perCycleActive:
		return quotient(x, s.active(m))
	case peakSustained:
		return s.peak(m, f.rollup)
	case pctOfPeak:
		return 100 * quotient(x, s.elapsed(m)*s.peak(m, f.rollup))
	case pctOfPeakActive:
		return 100 * quotient(x, s.active(m)*s.peak(m, f.rollup))
	}
	return x
}

func quotient(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// rollup puts together what the units have counted.
func (s Set) rollup(m *metric, rollup string) float64 {
	total := s.values[m.counted()].value()
	switch {
	case rollup == avg || rollup == noForm && m.perSM:
		return total / float64(s.units(m))
	case rollup == least:
		return slices.Min(s.parts[m.counted()])
	case rollup == most:
		return slices.Max(s.parts[m.counted()])
	}
	return total
}

// Parts are what each unit has counted; nil where the simulation does not know it.
func (s Set) Parts(name string) []float64 { return slices.Clone(s.parts[name]) }

func (s Set) units(m *metric) int { return m.countedBy().count(s.device) }

// elapsed are the cycles of a unit from the begin of the launch to its end.
func (s Set) elapsed(m *metric) float64 {
	return s.seconds * m.countedBy().mhz(s.device) * 1e6
}

// active are the cycles that the units were at work, on average.
func (s Set) active(m *metric) float64 {
	return s.rollup(byName()[m.countedBy().active], avg)
}

// peak is the most in a cycle, of one unit or of all.
func (s Set) peak(m *metric, rollup string) float64 {
	if rollup == sum {
		return m.peak(s.device) * float64(s.units(m))
	}
	return m.peak(s.device)
}

// ratio is one count by another one; counts of the same part of the grid are divided as they are.
func (s Set) ratio(m *metric, rollup string) float64 {
	of, by := s.values[m.of[0]], s.values[m.by]
	for _, name := range m.of[1:] {
		of = of.plus(s.values[name])
	}
	x := m.empty
	switch {
	case by.n == 0:
	case of.times == by.times && of.of == by.of:
		x = of.n / by.n
	default:
		x = of.value() / by.value()
	}
	if rollup == pctEnding || rollup == noForm && m.pct {
		return 100 * x / m.full(s.device)
	}
	return x
}

// throughput is the busiest of some units.
func (s Set) throughput(m *metric, f form) float64 {
	x := math.Inf(-1)
	for _, name := range m.of {
		part := byName()[name]
		f.metric = name
		if part.kind == throughput || part.peak(s.device) > 0 {
			x = max(x, s.value(part, f))
		}
	}
	return max(x, 0)
}
