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
	from, to := end, end // what the value must not be written over
	if low, high, ok := q.interval(); ok {
		from, to = min(from, c.X(p.y.norm(low))), max(to, c.X(p.y.norm(high)))
		k.drawWhiskers(c, []whisker{{vg.Point{X: from, Y: middle}, vg.Point{X: to, Y: middle}}}, widestCap)
	}
	if !math.IsNaN(q.bound) {
		bound := c.X(p.y.norm(q.bound))
		c.StrokeLine2(boundStyle, bound, middle-half, bound, middle+half)
		from, to = min(from, bound), max(to, bound)
	}
	v := barValue{text: p.y.write(q.y), negative: q.y < 0, end: end, from: from, to: to, middle: middle}
	v.style = textStyle(min(noteSize, max(thickness*0.95, 5)), ink, draw.XLeft, digitsMiddle)
	room := max(end-zero, zero-end) - 2*labelInset
	if p.bounded() && math.IsNaN(q.low) && math.IsNaN(q.high) && v.style.Width(v.text) < room {
		v.drawInside(c, k)
	} else {
		v.drawBeyond(c)
	}
}

// barValue is a bar's value as text: inside the bar's end in charts with
// bounds, which stand where it would be otherwise, beyond the end in others and
// where the bar is too short.
type barValue struct {
	text             string
	style            draw.TextStyle
	negative         bool
	end              vg.Length // of the bar
	from, to, middle vg.Length // the extent of the bar's end, bound and error bar
}

func (v barValue) drawInside(c draw.Canvas, k *curve) {
	at := v.end - labelInset
	v.style.XAlign = draw.XRight
	if v.negative {
		at, v.style.XAlign = v.end+labelInset, draw.XLeft
	}
	if !k.hollow {
		v.style.Color = readableOn(k.color)
	}
	c.FillText(v.style, vg.Point{X: at, Y: v.middle}, v.text)
}

func (v barValue) drawBeyond(c draw.Canvas) {
	at := v.to + labelInset
	if v.negative {
		at, v.style.XAlign = v.from-labelInset, draw.XRight
	}
	c.FillText(v.style, vg.Point{X: at, Y: v.middle}, v.text)
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
				boxes = append(boxes, valueBox(p.y.norm(q.bound), false, width))
			}
		}
	}
	return boxes
}

func valueBox(at float64, negative bool, width vg.Length) plot.GlyphBox {
	box := plot.GlyphBox{X: at, Rectangle: vg.Rectangle{Max: vg.Point{X: width}}}
	if negative {
		box.Rectangle = vg.Rectangle{Min: vg.Point{X: -width}}
	}
	return box
}
