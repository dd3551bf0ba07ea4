package plotting

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// chart is a Figure with everything decided that its renderers share: usable
// points, ranges, ticks, colours, markers and the order of the legend.
type chart struct {
	*Figure
	kind   chartKind
	x, y   axis         // as in the Figure: in a bar chart x holds the categories
	color  axis         // of the colour bar of a heat map
	states []color.RGBA // of a timeline
	curves []curve
	legend []*curve // the named curves in the order in which they are listed
}

type chartKind int

const (
	curvesChart chartKind = iota
	barChart
	heatMap
	timeline
)

// curve is a Series with only its usable points and with its looks decided.
type curve struct {
	name    string
	key     string // like the name, but never empty and never twice
	style   Style
	color   color.RGBA
	glyph   glyph
	marked  bool // has markers
	hollow  bool
	dashes  []vg.Length
	points  []point
	bounded bool // at least one point has a bound
}

// point is one usable point of a curve. Values that are not there are NaN.
type point struct {
	x, y             float64
	low, high, bound float64
	starts           bool // no line leads to it: the first one, or after a gap
}

// newChart decides how a figure is shown. It accepts every figure: series are
// cut to their shortest column.
func newChart(f *Figure) *chart {
	c := &chart{Figure: f, kind: f.kind(), x: axis{spec: f.X}, y: axis{spec: f.Y}}
	switch c.kind {
	case curvesChart:
		c.x.spec.Categories, c.y.spec.Categories = nil, nil
	case barChart:
		c.x.spec.Categories, c.y.spec.Categories = numbered(f.barCategories(), 1), nil
	case heatMap:
		c.x.spec.Categories, c.y.spec.Categories = f.heatCategories()
	case timeline:
		c.x.spec.Categories, c.y.spec.Categories = nil, f.timelineRows()
	}
	for i, s := range f.Series {
		c.curves = append(c.curves, newCurve(f, i, s, c.kind == barChart))
	}
	c.decideKeys()
	c.decideAxes()
	if c.kind == heatMap {
		c.color = c.colorAxis()
	}
	if c.kind == timeline {
		c.states = c.Timeline.stateColors()
	}
	c.decideLegend()
	return c
}

func (f *Figure) kind() chartKind {
	switch {
	case f.Heat != nil:
		return heatMap
	case f.Timeline != nil:
		return timeline
	case slices.ContainsFunc(f.Series, func(s Series) bool { return s.Style == Bars }):
		return barChart
	}
	return curvesChart
}

// barCategories names every bar; bars without a name get their number.
func (f *Figure) barCategories() []string {
	names := slices.Clone(f.X.Categories)
	for _, s := range f.Series {
		names = numbered(names, len(s.Y))
	}
	return names
}

// heatCategories names every column and every row of a heat map.
func (f *Figure) heatCategories() (x, y []string) {
	x, y = slices.Clone(f.X.Categories), numbered(slices.Clone(f.Y.Categories), len(f.Heat.Values))
	for _, row := range f.Heat.Values {
		x = numbered(x, len(row))
	}
	return numbered(x, 1), numbered(y, 1) // an empty heat map is one empty cell
}

// numbered lengthens names to n with the numbers of the places.
func numbered(names []string, n int) []string {
	for i := len(names); i < n; i++ {
		names = append(names, strconv.Itoa(i))
	}
	return names
}

func newCurve(f *Figure, i int, s Series, bars bool) curve {
	looks, marker := i, s.Marker
	if s.Like != "" {
		if j := slices.IndexFunc(f.Series, func(o Series) bool { return o.Name == s.Like }); j >= 0 {
			looks = j
			if marker == "" {
				marker = f.Series[j].Marker
			}
		}
	}
	c := curve{
		name:   oneLine(s.Name),
		style:  s.Style,
		color:  palette[looks%len(palette)],
		glyph:  glyphs[looks%len(glyphs)],
		marked: marker != noMarker,
		hollow: s.Hollow,
		dashes: dashPatterns[looks/len(palette)%len(dashPatterns)],
	}
	if g := glyphIndex(marker); g >= 0 {
		c.glyph = glyphs[g]
	}
	if bars && c.style == Line {
		c.style = Points // categories have no order that a line could follow
	}
	c.points = usablePoints(f, s, bars)
	c.bounded = slices.ContainsFunc(c.points, func(p point) bool { return !math.IsNaN(p.bound) })
	return c
}

// usablePoints returns the points that both axes can show.
func usablePoints(f *Figure, s Series, bars bool) []point {
	n := len(s.Y)
	indexed := s.X == nil || bars
	if !indexed {
		n = min(n, len(s.X))
	}
	var points []point
	gap := true
	for i := range n {
		p := point{x: float64(i), y: s.Y[i], starts: gap}
		if !indexed {
			p.x = s.X[i]
		}
		if gap = !f.Y.Scale.usable(p.y) || !bars && !f.X.Scale.usable(p.x); gap {
			continue
		}
		p.low = optional(s.Low, i, f.Y.Scale)
		p.high = optional(s.High, i, f.Y.Scale)
		p.bound = optional(s.Bound, i, f.Y.Scale)
		points = append(points, p)
	}
	return points
}

// optional returns values[i], or NaN where it is missing or cannot be shown.
func optional(values []float64, i int, scale Scale) float64 {
	if i >= len(values) || !scale.usable(values[i]) {
		return math.NaN()
	}
	return values[i]
}

func (c *chart) decideKeys() {
	taken := map[string]bool{}
	for i := range c.curves {
		k := &c.curves[i]
		k.key = k.name
		for n := i + 1; k.key == "" || taken[k.key]; n++ {
			k.key = strings.TrimSpace(fmt.Sprintf("%s (%d)", k.name, n))
		}
		taken[k.key] = true
	}
}

func (c *chart) decideAxes() {
	var xs, ys []float64
	for _, curve := range c.curves {
		for _, p := range curve.points {
			xs = append(xs, p.x)
			ys = append(ys, p.y, p.low, p.high, p.bound)
		}
	}
	given := slices.Clone(xs)
	for _, r := range c.References {
		ys = append(ys, r.Y)
	}
	for _, m := range c.Marks {
		xs = append(xs, m.X)
	}
	for _, n := range c.Notes {
		xs, ys = append(xs, n.X), append(ys, n.Y)
	}
	base, padding := near, 0.02
	if c.kind == barChart {
		base = anchored
	}
	if c.kind == timeline {
		padding = 0
		for _, s := range c.spans() {
			xs = append(xs, s.From, s.To)
		}
		if c.Timeline.Start != 0 || c.Timeline.End != 0 {
			xs = append(xs, c.Timeline.Start, c.Timeline.End)
		}
	}
	c.x = newAxis(c.x.spec, xs, floating, padding)
	if c.kind == curvesChart {
		c.x.ticksAtGiven(given)
	}
	c.y = newAxis(c.y.spec, ys, base, 0.05)
}

// decideLegend lists curves as the eye meets them at the right edge, from the
// highest last value down; bars and clouds stay as declared.
func (c *chart) decideLegend() {
	lines := true
	for i := range c.curves {
		if c.curves[i].name != "" {
			c.legend = append(c.legend, &c.curves[i])
			lines = lines && c.curves[i].style == Line
		}
	}
	if !lines {
		return
	}
	last := func(k *curve) float64 {
		if len(k.points) == 0 {
			return math.Inf(-1)
		}
		return k.points[len(k.points)-1].y
	}
	slices.SortStableFunc(c.legend, func(a, b *curve) int {
		switch la, lb := last(a), last(b); {
		case la > lb:
			return -1
		case la < lb:
			return 1
		}
		return 0
	})
}

// bounded reports whether any bar has a bound.
func (c *chart) bounded() bool {
	return slices.ContainsFunc(c.curves, func(k curve) bool { return k.bounded })
}

// referenceLabel is a reference's label with its value.
func (c *chart) referenceLabel(r Reference) string {
	value := Number(r.Y, 4)
	if c.Y.Unit != "" {
		value += " " + oneLine(c.Y.Unit)
	}
	if c.y.prefixed() {
		value = SI(r.Y, c.Y.Unit)
	}
	return strings.TrimSpace(oneLine(r.Label) + " " + value)
}

// describe says in one sentence what the picture shows, for those who cannot see it.
func (c *chart) describe() string {
	var b strings.Builder
	if c.Title != "" {
		b.WriteString(oneLine(c.Title) + ": ")
	}
	if c.kind == heatMap {
		b.WriteString("heat map of " + c.color.title + " over " + c.x.title + " and " + c.y.title + c.describeRange())
		return b.String()
	}
	if c.kind == timeline {
		b.WriteString(c.describeTimeline())
		return b.String()
	}
	b.WriteString([...]string{curvesChart: "curves", barChart: "bars"}[c.kind])
	b.WriteString(" of " + c.y.title + " over " + c.x.title)
	for i, k := range c.legend {
		if i == 0 {
			b.WriteString(": " + k.name)
		} else {
			b.WriteString(", " + k.name)
		}
	}
	for i := range min(len(c.Notes), 5) {
		b.WriteString("; " + oneLine(c.Notes[i].Text))
	}
	return b.String()
}

// describeRange says what the colours of a heat map go from and to, and where the
// best cell is.
func (c *chart) describeRange() string {
	low, high, ok := c.Heat.extremes()
	if !ok {
		return ", no values"
	}
	text := fmt.Sprintf(": from %s to %s", c.heatNumber(low), c.heatNumber(high))
	if i, j, ok := c.Heat.best(); ok {
		text += fmt.Sprintf("; the best is %s at %s and %s", c.heatNumber(c.Heat.value(i, j)), c.x.ticks[i].label, c.y.ticks[j].label)
	}
	return text
}

// heatTitle names what the colours of a heat map mean.
func (c *chart) heatTitle() string { return withUnit(oneLine(c.Heat.Label), oneLine(c.Heat.Unit)) }
