package plotting

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

var boundStyle = draw.LineStyle{Color: ink, Width: 2}

// barsPlotter draws lying bars, grouped by category, each with its value, its
// bound and its error bar.
type barsPlotter struct{ *chart }

// barsPerCategory is how many bars stand side by side.
func (c *chart) barsPerCategory() int {
	n := 0
	for _, k := range c.curves {
		if k.style == Bars {
			n++
		}
	}
	return max(n, 1)
}

func (p barsPlotter) Plot(c draw.Canvas, plt *plot.Plot) {
	for _, r := range p.References {
		if p.y.spec.Scale.usable(r.Y) {
			x := c.X(p.y.norm(r.Y))
			c.StrokeLine2(referenceStyle, x, c.Min.Y, x, c.Max.Y)
		}
	}
	slot := (c.Max.Y - c.Min.Y) / vg.Length(len(p.x.spec.Categories))
	thickness := slot * 0.82 / vg.Length(p.barsPerCategory())
	nth := 0
	for i := range p.curves {
		k := &p.curves[i]
		offset := vg.Length(0)
		if k.style == Bars {
			offset = (vg.Length(p.barsPerCategory()-1)/2 - vg.Length(nth)) * thickness
			nth++
		}
		for _, q := range k.points {
			middle := c.Max.Y - slot*vg.Length(q.x+0.5) + offset
			p.drawPoint(c, k, q, middle, thickness)
		}
	}
	zero := p.baseline(c)
	c.StrokeLine2(draw.LineStyle{Color: faintInk, Width: 0.8}, zero, c.Min.Y, zero, c.Max.Y)
}

// baseline is where bars begin: at zero, or on a logarithmic axis at its end.
func (p barsPlotter) baseline(c draw.Canvas) vg.Length {
	if p.y.spec.Scale != Linear {
		return c.Min.X
	}
	return c.X(p.y.norm(0))
}

func (p barsPlotter) drawPoint(c draw.Canvas, k *curve, q point, middle, thickness vg.Length) {
	end := c.X(p.y.norm(q.y))
	if k.style != Bars {
		drawGlyphs(c, k.glyph, k.color, k.hollow, glyphRadius+1, []vg.Point{{X: end, Y: middle}})
		return
	}
	half := thickness * 0.46
	zero := p.baseline(c)
	k.drawBar(c, vg.Rectangle{
		Min: vg.Point{X: min(zero, end), Y: middle - half},
		Max: vg.Point{X: max(zero, end), Y: middle + half},
	})
	v := barValue{chart: p.chart, of: q, end: end, from: end, to: end, middle: middle}
	if low, high, ok := q.interval(); ok {
		v.from, v.to = min(end, c.X(p.y.norm(low))), max(end, c.X(p.y.norm(high)))
		k.drawWhiskers(c, []whisker{{vg.Point{X: v.from, Y: middle}, vg.Point{X: v.to, Y: middle}}}, widestCap)
	}
	if v.bound = vg.Length(math.NaN()); !math.IsNaN(q.bound) {
		v.bound = c.X(p.y.norm(q.bound))
		c.StrokeLine2(boundStyle, v.bound, middle-half, v.bound, middle+half)
	}
	v.style = textStyle(min(noteSize, max(thickness*0.95, 5)), ink, draw.XLeft, digitsMiddle)
	room := max(end-zero, zero-end) - 2*labelInset
	switch width := v.style.Width(p.y.write(q.y)); {
	case p.bounded() && v.from == v.to && width < room && !v.meetsBound(-width):
		v.drawInside(c, k)
	case v.meetsBound(width):
		v.drawBehindBound(c)
	default:
		v.drawBeyond(c)
	}
}

// barValue is a bar's value as text. In charts with bounds it stands inside the
// bar's end where the bar is long enough, else beyond the end. A value that has no
// room before the bound stands behind it, and says which number is the bound's.
type barValue struct {
	chart    *chart
	of       point
	style    draw.TextStyle
	end      vg.Length // of the bar
	from, to vg.Length // the extent of the bar's end with its error bar
	bound    vg.Length // NaN without one
	middle   vg.Length
}

// outward is the text's distance to the bar's end and its alignment, on the side where the bar ends.
func (v barValue) outward() (inset, from vg.Length, align draw.XAlignment) {
	if v.of.y < 0 {
		return -labelInset, v.from, draw.XRight
	}
	return labelInset, v.to, draw.XLeft
}

// meetsBound reports whether the bound is where a text of a width would stand: beyond the bar's end, or with
// a negative width inside it.
func (v barValue) meetsBound(width vg.Length) bool {
	inset, from, _ := v.outward()
	if v.of.y < 0 {
		width = -width
	}
	if inset*width < 0 {
		inset = -inset
	}
	low, high := min(from, from+width+2*inset), max(from, from+width+2*inset)
	return low <= v.bound && v.bound <= high // never for NaN
}

func (v barValue) drawInside(c draw.Canvas, k *curve) {
	inset, _, align := v.outward()
	v.style.XAlign = draw.XRight
	if align == draw.XRight {
		v.style.XAlign = draw.XLeft
	}
	if !k.hollow {
		v.style.Color = readableOn(k.color)
	}
	c.FillText(v.style, vg.Point{X: v.end - inset, Y: v.middle}, v.chart.y.write(v.of.y))
}

func (v barValue) drawBeyond(c draw.Canvas) {
	inset, from, align := v.outward()
	v.style.XAlign = align
	c.FillText(v.style, vg.Point{X: from + inset, Y: v.middle}, v.chart.y.write(v.of.y))
}

func (v barValue) drawBehindBound(c draw.Canvas) {
	inset, _, align := v.outward()
	v.style.XAlign = align
	c.FillText(v.style, vg.Point{X: v.bound + inset, Y: v.middle}, v.chart.withBound(v.of))
}

// withBound is a value and the bound before it.
func (c *chart) withBound(q point) string {
	return c.y.write(q.y) + " (bound " + c.y.write(q.bound) + ")"
}

// drawBar draws one bar, filled or hollow.
func (k *curve) drawBar(c draw.Canvas, r vg.Rectangle) {
	if !k.hollow {
		c.SetColor(k.color)
		c.Fill(r.Path())
		return
	}
	const inset = 0.6 // the outline stays inside the bar
	r.Min, r.Max = r.Min.Add(vg.Point{X: inset, Y: inset}), r.Max.Sub(vg.Point{X: inset, Y: inset})
	c.SetColor(white)
	c.Fill(r.Path())
	c.SetLineStyle(draw.LineStyle{Color: k.color, Width: 2 * inset})
	c.Stroke(r.Path())
}

// GlyphBoxes keeps room for the values beyond the longest bars.
func (p barsPlotter) GlyphBoxes(plt *plot.Plot) []plot.GlyphBox {
	var boxes []plot.GlyphBox
	for _, k := range p.curves {
		if k.style != Bars {
			continue
		}
		for _, q := range k.points {
			width := textStyle(noteSize, ink, draw.XLeft, digitsMiddle).Width(p.y.write(q.y)) + 2*labelInset
			boxes = append(boxes, valueBox(p.y.norm(q.y), q.y < 0, width))
			if _, high, ok := q.interval(); ok {
				boxes = append(boxes, valueBox(p.y.norm(high), false, width))
			}
			if !math.IsNaN(q.bound) {
				boxes = append(boxes, valueBox(p.y.norm(q.bound), q.y < 0, p.behindBound(q)))
			}
		}
	}
	return boxes
}

// behindBound is the width that a value may need behind its bound: nothing where it has room before the bound, however
// wide the names beside the bars are.
func (p barsPlotter) behindBound(q point) vg.Length {
	const leastWidth = plotWidth - nameMaxWidth - 2*margin
	style := textStyle(noteSize, ink, draw.XLeft, digitsMiddle)
	if vg.Length(math.Abs(p.y.norm(q.bound)-p.y.norm(q.y)))*leastWidth > style.Width(p.y.write(q.y))+2*labelInset {
		return boundStyle.Width
	}
	return style.Width(p.withBound(q)) + 2*labelInset
}

func valueBox(at float64, negative bool, width vg.Length) plot.GlyphBox {
	box := plot.GlyphBox{X: at, Rectangle: vg.Rectangle{Max: vg.Point{X: width}}}
	if negative {
		box.Rectangle = vg.Rectangle{Min: vg.Point{X: -width}}
	}
	return box
}
