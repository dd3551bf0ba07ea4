package plotting

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// picture is a chart laid out on a page: title and provenance on top, the plot
// on the left, the legend or colour bar on the right.
type picture struct {
	*chart
	plot          *plot.Plot
	title         []string
	provenance    []string
	entries       []legendEntry
	sideWidth     vg.Length // of the legend or the colour bar, with its gap
	width, height vg.Length
}

const (
	sideGap     = 14
	titleLead   = titleSize + 4
	noteLead    = noteSize + 4
	slotHeight  = 17 // of one bar in a bar chart
	slotGap     = 9  // between categories
	heatMaxCell = 56
)

func newPicture(c *chart) *picture {
	p := &picture{chart: c, plot: newPlot(c)}
	p.entries = p.legendEntries()
	p.sideWidth = p.legendWidth()
	if c.kind == heatMap {
		p.sideWidth = colorBarWidth
	}
	p.width = plotWidth + p.sideWidth + 2*margin
	if c.kind == heatMap {
		p.width = p.heatWidth()
	}
	textWidth := p.width - 2*margin
	p.title = wrap(c.Title, 2, narrowerThan(textWidth, p.titleStyle()))
	p.provenance = wrap(c.Provenance, 2, narrowerThan(textWidth, p.provenanceStyle()))
	p.height = p.headHeight() + max(p.bodyHeight(), p.legendHeight()) + 2*margin
	return p
}

func (p *picture) titleStyle() draw.TextStyle {
	return bold(textStyle(titleSize, ink, draw.XLeft, draw.YTop))
}

func (p *picture) provenanceStyle() draw.TextStyle {
	return textStyle(noteSize, faintInk, draw.XLeft, draw.YTop)
}

// headHeight is the height of the title and the provenance.
func (p *picture) headHeight() vg.Length {
	h := vg.Length(len(p.title))*titleLead + vg.Length(len(p.provenance))*noteLead
	if h > 0 {
		h += 6
	}
	return h
}

// bodyHeight is the height of the plot with its axes.
func (p *picture) bodyHeight() vg.Length {
	n := vg.Length(len(p.x.spec.Categories))
	switch p.kind {
	case barChart:
		slot := vg.Length(p.barsPerCategory())*slotHeight + slotGap
		return min(max(n*slot, 60), 1500) + 46
	case heatMap:
		return min(max(vg.Length(len(p.y.spec.Categories))*heatMaxCell*0.75, 150), 420) + 46
	}
	return plotHeight
}

// heatWidth gives a heat map cells that are not stretched.
func (p *picture) heatWidth() vg.Length {
	n := vg.Length(len(p.x.spec.Categories))
	return min(max(n*heatMaxCell, 200), 480) + 90 + p.sideWidth + 2*margin
}

// newPlot makes gonum's plot with our axes and plotters. Nothing of gonum's
// defaults stays visible.
func newPlot(c *chart) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	horizontal, vertical := &c.x, &c.y
	if c.kind == barChart {
		horizontal, vertical = &c.y, &c.x
	}
	setAxis(&p.X, horizontal)
	setAxis(&p.Y, vertical)
	p.X.Label.Padding = 3
	switch c.kind {
	case curvesChart:
		p.Add(grid(true, true), curvesPlotter{c})
	case barChart:
		p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}} // the first category on top
		p.Add(grid(true, false), barsPlotter{c})
	case heatMap:
		p.Add(heatPlotter{c})
	}
	return p
}

func setAxis(to *plot.Axis, from *axis) {
	to.Min, to.Max = from.min, from.max
	to.Scale = normalizer{from}
	to.Padding = 0
	to.Label.Text = from.title
	to.Label.TextStyle = restyled(to.Label.TextStyle, labelSize)
	to.Label.Padding = 5
	to.Tick.Label = restyled(to.Tick.Label, tickSize)
	to.Tick.LineStyle = draw.LineStyle{Color: faintInk, Width: 0.8}
	to.Tick.Length = 5
	to.LineStyle = draw.LineStyle{Color: faintInk, Width: 0.8}
	if len(from.spec.Categories) > 0 {
		to.Tick.Length, to.Tick.Width, to.Width = 4, 0, 0
	}
	ticks := make(plot.ConstantTicks, len(from.ticks))
	for i, t := range from.ticks {
		ticks[i] = plot.Tick{Value: t.value, Label: t.label}
	}
	to.Tick.Marker = ticks
}

// restyled keeps the alignment that gonum gave a text for its axis.
func restyled(s draw.TextStyle, size vg.Length) draw.TextStyle {
	return textStyle(size, ink, s.XAlign, s.YAlign)
}

// normalizer gives gonum our scales.
type normalizer struct{ *axis }

func (n normalizer) Normalize(_, _, v float64) float64 { return n.norm(v) }

func grid(vertical, horizontal bool) *plotter.Grid {
	g := plotter.NewGrid()
	line := draw.LineStyle{Color: gridInk, Width: 0.8}
	g.Vertical, g.Horizontal = draw.LineStyle{}, draw.LineStyle{}
	if vertical {
		g.Vertical = line
	}
	if horizontal {
		g.Horizontal = line
	}
	return g
}

// draw draws the picture on a canvas of its size.
func (p *picture) draw(c draw.Canvas) {
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	at := vg.Point{X: c.Min.X + margin, Y: c.Max.Y - margin}
	for _, line := range p.title {
		c.FillText(p.titleStyle(), at, line)
		at.Y -= titleLead
	}
	for _, line := range p.provenance {
		c.FillText(p.provenanceStyle(), at, line)
		at.Y -= noteLead
	}
	body := draw.Crop(c, margin, -margin-p.sideWidth, margin, -margin-p.headHeight())
	p.plot.Draw(body)
	data := p.plot.DataCanvas(body)
	side := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
		Min: vg.Point{X: body.Max.X + sideGap, Y: data.Min.Y},
		Max: vg.Point{X: c.Max.X - margin, Y: data.Max.Y},
	}}
	if p.kind == heatMap {
		p.drawColorBar(side)
		return
	}
	p.drawLegend(side)
}
