// Package plotting turns numbers into what a notebook shows: a [Table] or a
// [Figure], each as a MIME bundle.
//
// A Figure says what is shown and never how: curves over sizes, bars, or a heat
// map, with axes, reference lines and a line of provenance. There is one style,
// made to stand beside matplotlib's in a paper. The same Figure is drawn as SVG
// and PNG, described as a Vega-Lite specification with its data, and written as
// a small chart in characters:
//
//	Figure -> chart (usable points, ranges, ticks, colours, legend) -> SVG, PNG, Vega-Lite, text
//
// No data make a picture fail: values that are not finite, or not positive on a
// logarithmic axis, are left out and break a line. [Figure.Check] reports what
// cannot have been meant. The same Figure gives the same bytes.
//
// [Number] and [SI] are the project's way to write a number.
package plotting

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Figure is one picture. Its kind follows from what it holds: with Heat it is a
// heat map, with Timeline a timeline, with a series of style Bars it is a bar
// chart, otherwise curves.
type Figure struct {
	Title      string
	Provenance string // a line under the title: device, modelled or measured
	X, Y       Axis
	Series     []Series
	References []Reference
	Marks      []Mark
	Notes      []Note
	Heat       *Heat
	Timeline   *Timeline
}

// Axis describes an axis. In a bar chart X holds the categories and Y the
// values; bars lie, so that names of any length can be read.
type Axis struct {
	Label string
	// Unit is appended to the label. On a linear axis the units s, B, B/s, Hz,
	// FLOP and FLOP/s get an SI prefix that suits the values.
	Unit       string
	Scale      Scale
	Categories []string // names in place of numbers: bars, heat maps
	// Step is the width of each column of a heat map, if its columns are equal parts of a number line that begins at 0.
	// Ticks are then at round numbers of this line. The number of columns is that of the Categories, whose texts are not used.
	Step float64
}

// Scale is how an axis maps values to lengths.
type Scale int

const (
	Linear Scale = iota
	Log2
	Log10
)

// Style is how a series is drawn.
type Style int

const (
	Line   Style = iota // points in their order joined by a line, with markers
	Points              // markers only
	Bars                // one bar for each category
)

// Series is one curve, cloud of points or set of bars.
type Series struct {
	Name string
	X    []float64 // nil means 0, 1, 2, …; not used by bars
	Y    []float64
	// Low and High are the ends of each point's error bar, in units of Y, such
	// as the minimum and maximum of repeated measurements. Optional.
	Low, High []float64
	// Bound holds a limit for each value, drawn as a stroke across its bar. Optional.
	Bound []float64
	Style Style
	// Marker is one of circle, square, triangle-up, diamond, triangle-down,
	// cross, triangle-right, triangle-left, or none. Empty means the next one.
	Marker string
	Hollow bool // markers and bars are outlines: a measurement beside a model
	// Like names another series whose colour and marker this one shares, as
	// the measured points of a modelled curve do.
	Like string
}

// WithErrors is the series with error bars of a share of each value to both sides. Where the share is 0
// or not a number there is none.
func (s Series) WithErrors(shares []float64) Series {
	s.Low, s.High = nil, nil
	for i, y := range s.Y {
		if i >= len(shares) || !(shares[i] > 0) {
			continue
		}
		if s.Low == nil {
			s.Low, s.High = missing(len(s.Y)), missing(len(s.Y))
		}
		off := math.Abs(shares[i] * y)
		s.Low[i], s.High[i] = y-off, y+off
	}
	return s
}

// SampleErrors says what the error bars of modelled times are.
const SampleErrors = "uncertainty of samples, 95 %"

// NoteSampleErrors says below the title what the error bars are, if there are any.
func (f *Figure) NoteSampleErrors() {
	if slices.ContainsFunc(f.Series, func(s Series) bool { return s.Low != nil }) {
		f.Provenance = strings.TrimPrefix(f.Provenance+"; error bars: "+SampleErrors, "; ")
	}
}

// missing is a column of n values that are not there.
func missing(n int) []float64 {
	return slices.Repeat([]float64{math.NaN()}, n)
}

// Reference is a level on the Y axis to compare with, such as a theoretical
// peak, drawn as a dashed line. Its value is appended to its label.
type Reference struct {
	Y     float64
	Label string
	Like  string // the name of a series whose colour the line has; grey without one
}

// Mark is a labelled vertical line at a value of the X axis.
type Mark struct {
	X     float64
	Label string
}

// Note is text at a point of the data.
type Note struct {
	X, Y float64
	Text string
}

// Heat is the contents of a heat map over X.Categories and Y.Categories.
type Heat struct {
	Values      [][]float64 // [row][column]: Values[j][i] belongs to Y.Categories[j] and X.Categories[i]
	Label, Unit string      // what the colours mean
	Best        Best
}

// Best says which cell of a heat map is ringed.
type Best int

const (
	None Best = iota
	Highest
	Lowest
)

// Check reports what of the figure cannot have been meant: columns of unequal
// length, an unknown marker, a Like that names no series, a heat map whose rows
// do not fit the categories. All renderers show such a figure as far as its
// data go; callers with a user on the other side ask first.
func (f *Figure) Check() error {
	for i, s := range f.Series {
		if err := f.checkSeries(s); err != nil {
			return fmt.Errorf("plotting: series %d %q: %w", i, s.Name, err)
		}
	}
	if f.Timeline != nil {
		return f.checkTimeline()
	}
	if f.Heat == nil {
		return nil
	}
	if got, want := len(f.Heat.Values), len(f.Y.Categories); got != want {
		return fmt.Errorf("plotting: heat map has %d rows for %d categories on the y axis", got, want)
	}
	for j, row := range f.Heat.Values {
		if got, want := len(row), len(f.X.Categories); got != want {
			return fmt.Errorf("plotting: row %d of the heat map has %d values for %d categories on the x axis", j, got, want)
		}
	}
	return nil
}

func (f *Figure) checkSeries(s Series) error {
	for _, column := range []struct {
		name   string
		values []float64
	}{{"x", s.X}, {"low", s.Low}, {"high", s.High}, {"bound", s.Bound}} {
		if column.values != nil && len(column.values) != len(s.Y) {
			return fmt.Errorf("%s has %d values, y has %d", column.name, len(column.values), len(s.Y))
		}
	}
	if n := len(f.X.Categories); s.Style == Bars && n > 0 && len(s.Y) != n {
		return fmt.Errorf("%d bars for %d categories", len(s.Y), n)
	}
	if s.Marker != "" && s.Marker != noMarker && glyphIndex(s.Marker) < 0 {
		return fmt.Errorf("unknown marker %q, allowed are %s and %s", s.Marker, strings.Join(glyphNames(), ", "), noMarker)
	}
	if s.Like != "" && !slices.ContainsFunc(f.Series, func(o Series) bool { return o.Name == s.Like }) {
		return fmt.Errorf("like %q is not the name of a series of this figure", s.Like)
	}
	return nil
}
