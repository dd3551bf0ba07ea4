package plotting

import (
	"math"

	"gonum.org/v1/plot"
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
	curvesHeight  vg.Length // of the plot with its axes, if curves are shown
	width, height vg.Length
}

const (
	sideGap       = 14
	axisTitleLead = labelSize + 5
	titleLead     = titleSize + 4
	noteLead      = noteSize + 4
	slotHeight    = 17 // of one bar in a bar chart
	slotGap       = 9  // between categories
	heatMaxCell   = 56
	heatFrame     = 90 // about the width that a heat map's names and margins take
	bodyFrame     = 44 // about the height that an axis takes
	nameMaxWidth  = 200
)

func newPicture(c *chart, curvesHeight vg.Length) *picture {
	p := &picture{chart: c, curvesHeight: curvesHeight}
	p.entries = p.legendEntries()
	p.sideWidth = p.legendWidth()
	p.width = plotWidth + p.sideWidth + 2*margin
	if c.kind == heatMap {
		p.sideWidth = p.colorBarWidth()
		p.width = p.heatWidth()
	}
	textWidth := p.width - 2*margin
	p.title = wrap(c.Title, 2, narrowerThan(textWidth, p.titleStyle()))
	p.provenance = wrap(c.Provenance, 2, narrowerThan(textWidth, p.provenanceStyle()))
	p.height = p.headHeight() + max(p.bodyHeight(), p.legendHeight()) + 2*margin
	p.width, p.height = wholePixels(p.width), wholePixels(p.height)
	p.plot = p.newPlot()
	return p
}

func wholePixels(l vg.Length) vg.Length { return vg.Length(math.Ceil(float64(l))) }

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
	switch p.kind {
	case barChart:
		n := vg.Length(len(p.x.spec.Categories))
		slot := vg.Length(p.barsPerCategory())*slotHeight + slotGap
		return min(max(n*slot, 60), 1500) + bodyFrame
	case heatMap:
		return min(max(vg.Length(len(p.y.spec.Categories))*heatMaxCell*0.75, 150), 420) + bodyFrame
	}
	if p.kind == timeline {
		return p.timelineHeight() + bodyFrame
	}
	return p.curvesHeight
}

// heatWidth gives a heat map cells that are not stretched.
func (p *picture) heatWidth() vg.Length {
	n := vg.Length(len(p.x.spec.Categories))
	return min(max(n*heatMaxCell, 200), 480) + heatFrame + p.sideWidth + 2*margin
}

// newPlot makes gonum's plot with our axes and plotters. Nothing of gonum's
// defaults stays visible.
func (p *picture) newPlot() *plot.Plot {
	plt := plot.New()
	plt.BackgroundColor = nil
	across, up := &p.x, &p.y
	if p.kind == barChart {
		across, up = &p.y, &p.x
	}
	setAxis(&plt.X, across)
	setAxis(&plt.Y, up)
	plt.Y.Tick.Label.YAlign = digitsOnAxis
	if len(across.spec.Categories) > 0 {
		plt.X.Tick.Marker = namesAcross(across.ticks, (p.width-p.sideWidth-heatFrame)/vg.Length(len(across.ticks)))
	}
	if across.round != nil {
		plt.X.Tick.Marker = gonumTicks(across.round)
		plt.X.Tick.LineStyle.Width = axisWidth
	}
	if p.kind == timeline {
		plt.Y.Tick.Marker = gonumTicks(p.rowTicks((p.bodyHeight() - bodyFrame) / vg.Length(len(up.ticks))))
	}
	if len(up.spec.Categories) > 0 && p.kind != timeline {
		plt.Y.Tick.Marker = namesUp(up.ticks, (p.bodyHeight()-bodyFrame)/vg.Length(len(up.ticks)))
	}
	switch p.kind {
	case curvesChart:
		plt.Add(grid{true, true}, curvesPlotter{p.chart})
	case barChart:
		plt.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}} // the first category on top
		plt.Add(grid{true, false}, barsPlotter{p.chart})
	case heatMap:
		plt.Add(heatPlotter{p.chart})
	case timeline:
		plt.Add(grid{true, false}, timelinePlotter{p.chart})
	}
	return plt
}

const axisWidth = 0.8

func setAxis(to *plot.Axis, from *axis) {
	line := draw.LineStyle{Color: faintInk, Width: axisWidth}
	to.Min, to.Max = from.min, from.max
	to.Scale = normalizer{from}
	to.Padding = 0
	to.LineStyle, to.Tick.LineStyle = line, line
	to.Tick.Label = textStyle(tickSize, ink, to.Tick.Label.XAlign, to.Tick.Label.YAlign)
	to.Tick.Length = 5
	if len(from.spec.Categories) > 0 {
		to.Tick.Length, to.Tick.Width, to.Width = 4, 0, 0
	}
	to.Tick.Marker = gonumTicks(from.ticks)
}

func gonumTicks(ticks []tick) plot.ConstantTicks {
	marks := make(plot.ConstantTicks, len(ticks))
	for i, t := range ticks {
		marks[i] = plot.Tick{Value: t.value, Label: t.label}
	}
	return marks
}

// namesAcross leaves out and shortens the names under a row of slots until they
// stand apart.
func namesAcross(ticks []tick, slot vg.Length) plot.ConstantTicks {
	style := textStyle(tickSize, ink, draw.XCenter, draw.YTop)
	longest := max(slot-4, 48)
	var widest vg.Length
	names := make([]tick, len(ticks))
	for i, t := range ticks {
		names[i] = tick{t.value, shorten(t.label, narrowerThan(longest, style))}
		widest = max(widest, style.Width(names[i].label))
	}
	return gonumTicks(everyNth(names, (widest+4)/slot))
}

// namesUp does the same beside a column of slots.
func namesUp(ticks []tick, slot vg.Length) plot.ConstantTicks {
	style := textStyle(tickSize, ink, draw.XRight, draw.YCenter)
	names := make([]tick, len(ticks))
	for i, t := range ticks {
		names[i] = tick{t.value, shorten(t.label, narrowerThan(nameMaxWidth, style))}
	}
	return gonumTicks(everyNth(names, (tickSize+2)/slot))
}

// everyNth keeps the first of every n ticks, n rounded up.
func everyNth(ticks []tick, n vg.Length) []tick {
	stride := max(int(math.Ceil(float64(n)-0.01)), 1)
	var some []tick
	for i := 0; i < len(ticks); i += stride {
		some = append(some, ticks[i])
	}
	return some
}

// normalizer gives gonum our scales.
type normalizer struct{ *axis }

func (n normalizer) Normalize(_, _, v float64) float64 { return n.norm(v) }

// A grid draws lines at the ticks that have a label, but none where the axis itself lies.
type grid struct{ vertical, horizontal bool }

func (g grid) Plot(c draw.Canvas, plt *plot.Plot) {
	toX, toY := plt.Transforms(&c)
	line := draw.LineStyle{Color: gridInk, Width: 0.8}
	if g.vertical {
		for _, t := range plt.X.Tick.Marker.Ticks(plt.X.Min, plt.X.Max) {
			if x := toX(t.Value); !t.IsMinor() && t.Value != plt.X.Min && c.ContainsX(x) {
				c.StrokeLine2(line, x, c.Min.Y, x, c.Max.Y)
			}
		}
	}
	if g.horizontal {
		for _, t := range plt.Y.Tick.Marker.Ticks(plt.Y.Min, plt.Y.Max) {
			if y := toY(t.Value); !t.IsMinor() && t.Value != plt.Y.Min && c.ContainsY(y) {
				c.StrokeLine2(line, c.Min.X, y, c.Max.X, y)
			}
		}
	}
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
	body := draw.Crop(c, margin+axisTitleLead, -margin-p.sideWidth, margin+axisTitleLead, -margin-p.headHeight())
	p.plot.Draw(body)
	data := p.plot.DataCanvas(body)
	p.drawAxisTitles(c, data.Rectangle)
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

// drawAxisTitles writes the titles along the edges of the page. gonum would
// make room for them as if they stood at a value, which a logarithmic axis moves
// far from its middle.
func (p *picture) drawAxisTitles(c draw.Canvas, data vg.Rectangle) {
	below, beside := p.x.title, p.y.title
	if p.kind == barChart {
		below, beside = beside, below
	}
	style := textStyle(labelSize, ink, draw.XCenter, draw.YBottom)
	middle := data.Min.Add(data.Max).Scale(0.5)
	below = shorten(below, narrowerThan(data.Size().X, style))
	c.FillText(style, vg.Point{X: middle.X, Y: c.Min.Y + margin}, below)
	style.YAlign = draw.YTop
	style.Rotation = math.Pi / 2
	beside = shorten(beside, narrowerThan(data.Size().Y, style))
	c.FillText(style, vg.Point{X: c.Min.X + margin, Y: middle.Y}, beside)
}
