package plotting

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Values outside this range of magnitudes count as infinite or as zero: the
// spans, ratios and steps of an axis must not overflow or underflow.
const (
	hugest   = 1e120
	tiniest  = 1e-120
	pinpoint = 1e-9 // a span below this share of the values counts as a single value
)

// axis is an Axis with its range and its ticks decided.
type axis struct {
	spec     Axis
	title    string
	min, max float64 // of a linear axis of categories -0.5 and n-0.5
	ticks    []tick
	factor   float64 // of the SI prefix in the title
	round    []tick  // between the columns of an axis with a Step
}

// tick is a labelled place on an axis, or with an empty label a minor one.
type tick struct {
	value float64
	label string
}

// usable says whether an axis of this scale can show v.
func (s Scale) usable(v float64) bool {
	if math.IsNaN(v) || math.Abs(v) > hugest {
		return false
	}
	return s == Linear || v > tiniest
}

// baseline says when the range of a linear axis includes zero.
type baseline int

const (
	floating baseline = iota // only if the values do
	near                     // also if no value is negative and the lowest is nearer to zero than to the highest
	anchored                 // always
)

// newAxis decides the range and the ticks for the values that are to be seen.
// padding is what is added at both ends, as a share of the range.
func newAxis(spec Axis, values []float64, base baseline, padding float64) axis {
	a := axis{spec: spec, title: withUnit(oneLine(spec.Label), oneLine(spec.Unit)), factor: 1}
	if n := len(spec.Categories); n > 0 {
		a.spec.Scale = Linear
		a.min, a.max = -0.5, float64(n)-0.5
		for i, name := range spec.Categories {
			a.ticks = append(a.ticks, tick{float64(i), oneLine(name)})
		}
		a.numberColumns()
		return a
	}
	values = slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return !spec.Scale.usable(v) })
	if len(values) == 0 {
		values = []float64{1}
	}
	low, high := slices.Min(values), slices.Max(values)
	if spec.Scale == Linear {
		a.min, a.max = linearRange(low, high, base, padding)
		a.linearTicks(values)
		return a
	}
	if a.prefixed() {
		a.title = oneLine(spec.Label) // every tick shows its unit
	}
	a.min, a.max = logRange(low, high, padding)
	a.logTicks()
	return a
}

// numberColumns names each column of an axis with a Step after the number at which it begins, and finds the
// round numbers.
func (a *axis) numberColumns() {
	step, n := a.spec.Step, len(a.ticks)
	if !(step > 0) {
		return
	}
	line := newAxis(Axis{Label: a.spec.Label, Unit: a.spec.Unit}, []float64{0, step * float64(n)}, floating, 0)
	a.title = line.title
	for i := range a.ticks {
		a.ticks[i].label = line.write(step * float64(i))
	}
	for _, t := range line.ticks {
		a.round = append(a.round, tick{t.value/step - 0.5, t.label})
	}
}

// linearRange includes the baseline, pads the range, though not beyond zero, and
// makes a range of a single value.
func linearRange(low, high float64, base baseline, padding float64) (from, to float64) {
	if base == anchored || base == near && low >= 0 && low < high/2 {
		low, high = math.Min(low, 0), math.Max(high, 0)
	}
	span, largest := high-low, math.Max(math.Abs(low), math.Abs(high))
	if largest < tiniest {
		return 0, 1
	}
	if span <= pinpoint*largest {
		half := math.Abs(low) / 2
		return low - half, high + half
	}
	from, to = low-padding*span, high+padding*span
	if low == 0 {
		from = 0
	}
	if high == 0 {
		to = 0
	}
	return from, to
}

// logRange pads a range by a share of its logarithm.
func logRange(low, high, padding float64) (from, to float64) {
	if high/low < 1+pinpoint {
		return low / 2, high * 2
	}
	factor := math.Pow(high/low, padding)
	return low / factor, high * factor
}

// unitsWithPrefix are the units whose linear axis takes an SI prefix.
var unitsWithPrefix = []string{"s", "B", "B/s", "Hz", "FLOP", "FLOP/s"}

func (a *axis) prefixed() bool { return slices.Contains(unitsWithPrefix, a.spec.Unit) }

// write formats a value as the axis counts it.
func (a *axis) write(v float64) string {
	if a.prefixed() && a.spec.Scale != Linear {
		return SI(v, a.spec.Unit)
	}
	return Number(v/a.factor, 4)
}

// linearTicks sets five to nine ticks at round values, or at multiples of a
// power of two where all values are such multiples.
func (a *axis) linearTicks(values []float64) {
	step := decimalStep(a.max - a.min)
	if binary(values) {
		step = math.Exp2(math.Ceil(math.Log2((a.max - a.min) / 9)))
	}
	places := multiples(a.min, a.max, step)
	largest := math.Max(math.Abs(a.min), math.Abs(a.max))
	prefix, factor := siPrefix(largest)
	switch {
	case a.prefixed():
		a.title = withUnit(oneLine(a.spec.Label), prefix+a.spec.Unit)
		a.factor, prefix = factor, ""
	case largest < 1e5 && largest >= 1e-3:
		prefix, factor = "", 1
	}
	digits := 1 + int(math.Ceil(math.Log10(largest/step))) + 1 // of the largest label, so that neighbours differ
	for _, v := range places {
		label := Number(v/factor, max(digits, 4))
		if v != 0 {
			label += prefix
		}
		a.ticks = append(a.ticks, tick{v, label})
	}
}

// decimalStep returns the smallest of 1, 2, 2.5 and 5 times a power of ten that
// divides a span into at most seven parts.
func decimalStep(span float64) float64 {
	decade := math.Pow(10, math.Floor(math.Log10(span/7)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		if span/(m*decade) <= 7 {
			return m * decade
		}
	}
	return 10 * decade
}

// binary reports whether the values are multiples of 16, as the sizes of
// matrices and blocks are, and can be written out on an axis.
func binary(values []float64) bool {
	odd := func(v float64) bool { return math.Mod(v, 16) != 0 }
	high := slices.Max(values)
	return !slices.ContainsFunc(values, odd) && high-slices.Min(values) >= 64 && high < 1e5
}

// Up to mostGiven given values are ticks.
const (
	mostGiven  = 10
	leastAxis  = 380 // about the least width of an axis that has a legend and names beside it
	tickMargin = 5   // between two labels
)

// ticksAtGiven puts the ticks of a linear axis at the values that the data are given for, if these are a few whole numbers,
// such as the factors 1, 2, 4 and 8, and their labels stand apart.
func (a *axis) ticksAtGiven(values []float64) {
	values = slices.Compact(slices.Sorted(slices.Values(values)))
	if a.spec.Scale != Linear || a.prefixed() || len(values) < 2 || len(values) > mostGiven {
		return
	}
	style := textStyle(tickSize, ink, draw.XCenter, draw.YTop)
	var ticks []tick
	for i, v := range values {
		if v != math.Trunc(v) || math.Abs(v) >= 1e5 {
			return
		}
		t := tick{v, Number(v, 5)}
		if i > 0 {
			apart := vg.Length(a.norm(v)-a.norm(values[i-1])) * leastAxis
			if apart < (style.Width(t.label)+style.Width(ticks[i-1].label))/2+tickMargin {
				return
			}
		}
		ticks = append(ticks, t)
	}
	a.ticks = ticks
}

// multiples returns the multiples of step from min to max.
func multiples(min, max, step float64) []float64 {
	var places []float64
	slack := step * 1e-6
	for i := math.Ceil((min - slack) / step); i*step <= max+slack; i++ {
		places = append(places, i*step+0) // never -0
	}
	return places
}

// logTicks sets ticks at powers of the base, thinned to nine. A range that
// holds fewer than three gets round values instead.
func (a *axis) logTicks() {
	base := 10.0
	if a.spec.Scale == Log2 {
		base = 2
	}
	first := math.Ceil(math.Log(a.min)/math.Log(base) - pinpoint)
	last := math.Floor(math.Log(a.max)/math.Log(base) + pinpoint)
	if last-first < 2 {
		a.roundLogTicks()
		return
	}
	stride := math.Ceil((last - first + 1) / 9)
	for e := first; e <= last; e++ {
		t := tick{value: math.Pow(base, e)}
		if math.Mod(e-first, stride) == 0 {
			t.label = a.logLabel(t.value)
		}
		a.ticks = append(a.ticks, t)
	}
	if base == 10 && stride == 1 {
		a.minorLogTicks(first, last)
	}
}

// roundLogTicks sets ticks at 1, 2 and 5 times powers of ten, or where even
// these are rare at the places of a linear axis.
func (a *axis) roundLogTicks() {
	for e := math.Floor(math.Log10(a.min)); e <= math.Log10(a.max); e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, e); v >= a.min && v <= a.max {
				a.ticks = append(a.ticks, tick{v, a.logLabel(v)})
			}
		}
	}
	if len(a.ticks) >= 3 {
		return
	}
	a.ticks = nil
	for _, v := range multiples(a.min, a.max, decimalStep(a.max-a.min)) {
		if v > 0 {
			a.ticks = append(a.ticks, tick{v, a.logLabel(v)})
		}
	}
}

func (a *axis) minorLogTicks(first, last float64) {
	for e := first - 1; e <= last; e++ {
		for m := 2.0; m < 10; m++ {
			if v := m * math.Pow(10, e); v >= a.min && v <= a.max {
				a.ticks = append(a.ticks, tick{value: v})
			}
		}
	}
}

// logLabel writes one tick of a logarithmic axis: sizes on an axis of powers of
// two with binary prefixes, what is outside plain notation with SI prefixes.
func (a *axis) logLabel(v float64) string {
	prefixed := a.prefixed()
	number, prefix := Number(v, 4), ""
	switch {
	case a.spec.Scale == Log2 && v >= 1024 && (prefixed || v > 1e4):
		number, prefix = binaryPrefix(v)
	case prefixed || v < 1e-3 || v >= 1e5:
		var factor float64
		prefix, factor = siPrefix(v)
		number = Number(v/factor, 4)
	}
	if prefixed {
		return number + " " + prefix + a.spec.Unit
	}
	return number + prefix
}

// binaryPrefix writes a size in units of a power of 1024.
func binaryPrefix(v float64) (number, prefix string) {
	prefixes := []string{"", "Ki", "Mi", "Gi", "Ti", "Pi"}
	i := min(int(math.Log2(v)/10), len(prefixes)-1)
	return Number(v/math.Exp2(float64(10*i)), 4), prefixes[i]
}

// norm returns where v lies between the ends of the axis, 0 to 1.
func (a *axis) norm(v float64) float64 {
	if a.spec.Scale == Linear {
		return (v - a.min) / (a.max - a.min)
	}
	return math.Log(v/a.min) / math.Log(a.max/a.min)
}
