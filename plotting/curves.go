package plotting

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

var (
	referenceStyle = draw.LineStyle{Color: faintInk, Width: 1, Dashes: []vg.Length{5, 3}}
	markStyle      = draw.LineStyle{Color: faintInk, Width: 0.8, Dashes: []vg.Length{1.5, 2.5}}
)

// Where points lie closer than this, not all of them get a marker.
const (
	closestGlyphs = 5
	thinnedGlyphs = 28
)

// widestCap is half the width of the caps of error bars. Where points lie close, caps are narrower, so
// that they do not cover the curve.
const widestCap = 2.5

// curvesPlotter draws lines and clouds of points with all that stands between
// the axes.
type curvesPlotter struct{ *chart }

func (p curvesPlotter) Plot(c draw.Canvas, plt *plot.Plot) {
	labels := &labeler{area: c.Rectangle}
	for _, r := range p.References {
		if p.y.spec.Scale.usable(r.Y) {
			y := c.Y(p.y.norm(r.Y))
			style := referenceStyle
			style.Color = p.referenceColor(r)
			c.StrokeLine2(style, c.Min.X, y, c.Max.X, y)
		}
	}
	for _, m := range p.Marks {
		if p.x.spec.Scale.usable(m.X) {
			x := c.X(p.x.norm(m.X))
			c.StrokeLine2(markStyle, x, c.Min.Y, x, c.Max.Y)
		}
	}
	for i := range p.curves {
		k := &p.curves[i]
		places := p.places(c, k)
		whiskers := p.whiskers(c, k)
		labels.avoid(k, places, whiskers)
		k.drawWhiskers(c, whiskers, min(widestCap, spacing(places)/8))
		if k.style == Line {
			k.drawLine(c, places)
		}
		if k.marked {
			drawGlyphs(c, k.glyph, k.color, k.hollow, glyphRadius, k.thinned(places, i))
		}
	}
	p.drawLabels(c, labels)
}

// referenceColor is the colour of a reference line: that of the series it belongs to.
func (c *chart) referenceColor(r Reference) color.RGBA {
	for i := range c.curves {
		if r.Like != "" && c.curves[i].name == oneLine(r.Like) {
			return c.curves[i].color
		}
	}
	return faintInk
}

// places returns where the curve's points are on the canvas.
func (p curvesPlotter) places(c draw.Canvas, k *curve) []vg.Point {
	places := make([]vg.Point, len(k.points))
	for i, q := range k.points {
		places[i] = vg.Point{X: c.X(p.x.norm(q.x)), Y: c.Y(p.y.norm(q.y))}
	}
	return places
}

// whisker is an error bar on the canvas.
type whisker struct{ low, high vg.Point }

func (p curvesPlotter) whiskers(c draw.Canvas, k *curve) []whisker {
	var whiskers []whisker
	for _, q := range k.points {
		low, high, ok := q.interval()
		if !ok {
			continue
		}
		x := c.X(p.x.norm(q.x))
		whiskers = append(whiskers, whisker{vg.Point{X: x, Y: c.Y(p.y.norm(low))}, vg.Point{X: x, Y: c.Y(p.y.norm(high))}})
	}
	return whiskers
}

// interval returns the ends of the error bar; a missing end is the value itself.
func (q point) interval() (low, high float64, ok bool) {
	low, high = q.low, q.high
	if math.IsNaN(low) && math.IsNaN(high) {
		return 0, 0, false
	}
	if math.IsNaN(low) {
		low = q.y
	}
	if math.IsNaN(high) {
		high = q.y
	}
	return low, high, true
}

// drawWhiskers draws error bars with caps across their ends, which reach so far to both sides.
func (k *curve) drawWhiskers(c draw.Canvas, whiskers []whisker, half vg.Length) {
	if len(whiskers) == 0 {
		return
	}
	var path vg.Path
	for _, w := range whiskers {
		along := w.high.Sub(w.low)
		cap := vg.Point{X: half}
		if math.Abs(float64(along.X)) > math.Abs(float64(along.Y)) {
			cap = vg.Point{Y: half}
		}
		for _, line := range [][2]vg.Point{{w.low, w.high}, {w.low.Sub(cap), w.low.Add(cap)}, {w.high.Sub(cap), w.high.Add(cap)}} {
			path.Move(line[0])
			path.Line(line[1])
		}
	}
	style := draw.LineStyle{Color: k.color, Width: 1}
	if k.style == Bars {
		style.Color = ink
	}
	c.SetLineStyle(style)
	c.Stroke(path)
}

func (k *curve) lineStyle() draw.LineStyle {
	return draw.LineStyle{Color: k.color, Width: lineWidth, Dashes: k.dashes}
}

// pathPoints is how many points are joined at once: the time in which a path becomes
// pixels grows with the square of its length.
const pathPoints = 250

// drawLine joins the points as a path that is interrupted at gaps.
func (k *curve) drawLine(c draw.Canvas, places []vg.Point) {
	c.SetLineStyle(k.lineStyle())
	for from := 0; from < len(places); from += pathPoints {
		var path vg.Path
		for i := from; i <= min(from+pathPoints, len(places)-1); i++ {
			if i == from || k.points[i].starts {
				path.Move(places[i])
			} else {
				path.Line(places[i])
			}
		}
		if len(path) > 1 {
			c.Stroke(path)
		}
	}
}

// spacing is how far apart points lie along the x axis in the mean.
func spacing(places []vg.Point) vg.Length {
	if len(places) < 2 {
		return plotWidth
	}
	all := places[len(places)-1].X - places[0].X
	return max(all, -all) / vg.Length(len(places)-1)
}

// thinned returns the places that get a marker: all of them, or where a line
// has very many points every n-th. n is odd, because sizes repeat with powers of
// two, and curves start at different points, so that markers do not meet.
func (k *curve) thinned(places []vg.Point, nth int) []vg.Point {
	if k.style != Line || len(places) < 2 {
		return places
	}
	apart := spacing(places)
	if apart >= closestGlyphs || len(places) <= plotWidth/thinnedGlyphs {
		return places
	}
	stride := min(int(thinnedGlyphs/max(apart, 1e-3)), len(places)) | 1
	var some []vg.Point
	for i := nth * 5 % stride; i < len(places); i += stride {
		some = append(some, places[i])
	}
	return some
}

// drawLabels writes the labels of references, marks and notes where they cover
// the least.
func (p curvesPlotter) drawLabels(c draw.Canvas, labels *labeler) {
	for _, r := range p.References {
		if p.y.spec.Scale.usable(r.Y) {
			labels.reference(c, p.referenceLabel(r), c.Y(p.y.norm(r.Y)))
		}
	}
	for _, m := range p.Marks {
		if p.x.spec.Scale.usable(m.X) {
			labels.mark(c, oneLine(m.Label), c.X(p.x.norm(m.X)))
		}
	}
	for _, n := range p.Notes {
		if p.x.spec.Scale.usable(n.X) && p.y.spec.Scale.usable(n.Y) {
			labels.note(c, oneLine(n.Text), vg.Point{X: c.X(p.x.norm(n.X)), Y: c.Y(p.y.norm(n.Y))})
		}
	}
}
