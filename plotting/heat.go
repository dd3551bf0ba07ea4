package plotting

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Shades of a heat map. Cells of one shade are one path.
const heatLevels = 64

// heatPlotter draws a heat map with the values in its cells where they fit.
type heatPlotter struct{ *chart }

// value returns a cell's value, NaN where there is none.
func (h *Heat) value(column, row int) float64 {
	if row >= len(h.Values) || column >= len(h.Values[row]) || !Linear.usable(h.Values[row][column]) {
		return math.NaN()
	}
	return h.Values[row][column]
}

// extremes returns the lowest and the highest value, and false without values.
func (h *Heat) extremes() (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, row := range h.Values {
		for _, v := range row {
			if Linear.usable(v) {
				low, high, ok = math.Min(low, v), math.Max(high, v), true
			}
		}
	}
	return low, high, ok
}

// best returns the cell to ring: the first of the highest or lowest ones.
func (h *Heat) best() (column, row int, ok bool) {
	low, high, some := h.extremes()
	want := high
	if h.Best == Lowest {
		want = low
	}
	if !some || h.Best == None {
		return 0, 0, false
	}
	for row := range h.Values {
		for column, v := range h.Values[row] {
			if v == want {
				return column, row, true
			}
		}
	}
	return 0, 0, false
}

// level returns the shade of a value, 0 to heatLevels-1. If all values are
// equal they get the middle one.
func level(v, low, high float64) int {
	if high <= low {
		return heatLevels / 2
	}
	return int(math.Round((v - low) / (high - low) * (heatLevels - 1)))
}

func levelColor(level int) color.RGBA { return heatColor(float64(level) / (heatLevels - 1)) }

func (p heatPlotter) Plot(c draw.Canvas, plt *plot.Plot) {
	low, high, ok := p.Heat.extremes()
	if !ok {
		c.FillText(textStyle(labelSize, faintInk, draw.XCenter, digitsMiddle), c.Center(), "no values")
		return
	}
	numbered := p.numbered(c)
	p.drawMissing(c, numbered)
	shade := func(column, row int) int {
		if v := p.Heat.value(column, row); !math.IsNaN(v) {
			return level(v, low, high)
		}
		return -1
	}
	paths := make([]vg.Path, heatLevels)
	for row, values := range p.Heat.Values {
		for column := 0; column < len(values); column++ {
			l, area := shade(column, row), p.cell(c, column, row)
			for p.seamless(c) && column+1 < len(values) && shade(column+1, row) == l {
				column++
				area.Max = p.cell(c, column, row).Max
			}
			if l >= 0 {
				paths[l] = append(paths[l], area.Path()...)
			}
		}
	}
	for l, path := range paths {
		if len(path) > 0 {
			c.SetColor(levelColor(l))
			c.Fill(path)
		}
	}
	if numbered {
		p.eachCell(c, func(cell vg.Rectangle, v float64) { p.writeCell(c, cell, v, levelColor(level(v, low, high))) })
	}
	if column, row, ok := p.Heat.best(); ok {
		drawRing(c, p.cell(c, column, row))
	}
}

// drawMissing fills the cells that have no value.
func (p heatPlotter) drawMissing(c draw.Canvas, numbered bool) {
	for row := range p.Heat.Values {
		for column := range p.Heat.Values[row] {
			if math.IsNaN(p.Heat.value(column, row)) {
				cell := p.cell(c, column, row)
				c.SetColor(gridInk)
				c.Fill(cell.Path())
				if numbered {
					p.writeCell(c, cell, math.NaN(), gridInk)
				}
			}
		}
	}
}

// eachCell calls f for every cell that has a value.
func (p heatPlotter) eachCell(c draw.Canvas, f func(cell vg.Rectangle, v float64)) {
	for row := range p.Heat.Values {
		for column := range p.Heat.Values[row] {
			if v := p.Heat.value(column, row); !math.IsNaN(v) {
				f(p.cell(c, column, row), v)
			}
		}
	}
}

// cellSize is the distance from cell to cell.
func (p heatPlotter) cellSize(c draw.Canvas) (w, h vg.Length) {
	return (c.Max.X - c.Min.X) / vg.Length(len(p.x.spec.Categories)), (c.Max.Y - c.Min.Y) / vg.Length(len(p.y.spec.Categories))
}

// seamless tells whether the cells are so small that nothing parts them.
func (p heatPlotter) seamless(c draw.Canvas) bool {
	w, h := p.cellSize(c)
	return min(w, h) < 8
}

// cell returns a cell's place. A white line parts large cells; small ones
// overlap a little, so that no seam shows between them.
func (p heatPlotter) cell(c draw.Canvas, column, row int) vg.Rectangle {
	w, h := p.cellSize(c)
	inset := vg.Length(0.5)
	if p.seamless(c) {
		inset = -0.2
	}
	corner := vg.Point{X: c.Min.X + vg.Length(column)*w, Y: c.Min.Y + vg.Length(row)*h}
	return vg.Rectangle{
		Min: corner.Add(vg.Point{X: inset, Y: inset}),
		Max: corner.Add(vg.Point{X: w - inset, Y: h - inset}),
	}
}

// numbered reports whether every cell has room for its value. Values that stood in some cells alone would look like marks.
func (p heatPlotter) numbered(c draw.Canvas) bool {
	style := textStyle(noteSize, ink, draw.XCenter, digitsMiddle)
	all := true
	p.eachCell(c, func(cell vg.Rectangle, v float64) {
		size := cell.Size()
		all = all && size.Y > noteSize+2 && style.Width(p.heatNumber(v)) < size.X-4
	})
	return all
}

func (p heatPlotter) writeCell(c draw.Canvas, cell vg.Rectangle, v float64, ground color.RGBA) {
	style := textStyle(noteSize, readableOn(ground), draw.XCenter, digitsMiddle)
	c.FillText(style, cell.Min.Add(cell.Size().Scale(0.5)), p.heatNumber(v))
}

// drawRing rings the best cell so that it shows on every colour.
func drawRing(c draw.Canvas, cell vg.Rectangle) {
	for _, line := range []draw.LineStyle{{Color: white, Width: 5}, {Color: ringInk, Width: 2.5}} {
		c.SetLineStyle(line)
		c.Stroke(cell.Path())
	}
}

const (
	colorBarWidth = 14
	colorTickGap  = 7 // from the bar to the numbers
)

// colorAxis is the axis of the colour bar, with ticks between the lowest and
// the highest value; without values it has none.
func (c *chart) colorAxis() axis {
	low, high, ok := c.Heat.extremes()
	if !ok {
		return axis{title: c.heatTitle(), factor: 1}
	}
	a := newAxis(Axis{Label: c.Heat.Label, Unit: c.Heat.Unit}, []float64{low, high}, floating, 0)
	if high > low {
		a.min, a.max = low, high
	}
	a.ticks = slices.DeleteFunc(a.ticks, func(t tick) bool { return t.value < a.min || t.value > a.max })
	return a
}

// heatNumber is a value as the colour bar counts it.
func (c *chart) heatNumber(v float64) string { return Number(v/c.color.factor, 3) }

func colorTickStyle() draw.TextStyle { return textStyle(tickSize, ink, draw.XLeft, digitsMiddle) }

// colorBarWidth is the width of the colour bar with its numbers, its title and
// the gap before it.
func (p *picture) colorBarWidth() vg.Length {
	a := &p.color
	if a.ticks == nil {
		return 0
	}
	var widest vg.Length
	for _, t := range a.ticks {
		widest = max(widest, colorTickStyle().Width(t.label))
	}
	return sideGap + colorBarWidth + colorTickGap + widest + axisTitleLead
}

// drawColorBar draws what the colours mean, with its own axis.
func (p *picture) drawColorBar(c draw.Canvas) {
	a := &p.color
	if a.ticks == nil {
		return
	}
	step := (c.Max.Y - c.Min.Y) / heatLevels
	edge := c.Min.X + colorBarWidth
	for l := range heatLevels {
		bottom := c.Min.Y + vg.Length(l)*step
		top := min(bottom+step+0.3, c.Max.Y) // overlap: no seams
		c.SetColor(levelColor(l))
		c.Fill(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: bottom}, Max: vg.Point{X: edge, Y: top}}.Path())
	}
	for _, t := range a.ticks {
		y := c.Y(a.norm(t.value))
		c.StrokeLine2(draw.LineStyle{Color: faintInk, Width: 0.8}, edge, y, edge+4, y)
		c.FillText(colorTickStyle(), vg.Point{X: edge + colorTickGap, Y: y}, t.label)
	}
	style := textStyle(labelSize, ink, draw.XCenter, draw.YBottom)
	style.Rotation = math.Pi / 2
	title := shorten(a.title, narrowerThan(c.Max.Y-c.Min.Y, style))
	c.FillText(style, vg.Point{X: c.Max.X, Y: c.Center().Y}, title)
}
