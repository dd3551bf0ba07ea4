package plotting

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	sampleWidth   = 24 // of the piece of line beside a name
	sampleGap     = 7
	legendLead    = 14 // between the lines of one name
	legendGap     = 5  // between entries
	legendEntries = 40 // a longer legend ends with the count of what it leaves out
)

// legendEntry is a sample of how something is drawn and what it means.
type legendEntry struct {
	lines  []string
	sample func(c draw.Canvas, left, middle vg.Length)
}

// legendEntries lists the named curves, then what else needs an explanation.
func (p *picture) legendEntries() []legendEntry {
	var entries []legendEntry
	add := func(text string, sample func(draw.Canvas, vg.Length, vg.Length)) {
		fits := narrowerThan(legendMaxWidth-sampleWidth-sampleGap, legendStyle())
		entries = append(entries, legendEntry{wrap(text, 2, fits), sample})
	}
	for _, k := range p.legend[:min(len(p.legend), legendEntries)] {
		add(k.name, k.sample)
	}
	if more := len(p.legend) - legendEntries; more > 0 {
		add(fmt.Sprintf("… and %d more", more), func(draw.Canvas, vg.Length, vg.Length) {})
	}
	if p.kind == timeline {
		for _, i := range p.shownStates() {
			add(p.stateName(i), p.stateSample(i))
		}
	}
	if p.kind != barChart {
		return entries
	}
	if p.bounded() {
		add("bound", sampleBound)
	}
	for _, r := range p.References {
		if p.y.spec.Scale.usable(r.Y) {
			add(p.referenceLabel(r), sampleReference)
		}
	}
	return entries
}

func legendStyle() draw.TextStyle { return textStyle(tickSize, ink, draw.XLeft, digitsMiddle) }

// legendWidth is the width of the legend with the gap before it.
func (p *picture) legendWidth() vg.Length {
	var widest vg.Length
	for _, e := range p.entries {
		for _, line := range e.lines {
			widest = max(widest, legendStyle().Width(line))
		}
	}
	if widest == 0 {
		return 0
	}
	return sideGap + sampleWidth + sampleGap + widest
}

func (p *picture) legendHeight() vg.Length {
	var h vg.Length
	for _, e := range p.entries {
		h += vg.Length(len(e.lines))*legendLead + legendGap
	}
	return h
}

func (p *picture) drawLegend(c draw.Canvas) {
	top := c.Max.Y
	for _, e := range p.entries {
		e.sample(c, c.Min.X, top-legendLead/2)
		for _, line := range e.lines {
			c.FillText(legendStyle(), vg.Point{X: c.Min.X + sampleWidth + sampleGap, Y: top - legendLead/2}, line)
			top -= legendLead
		}
		top -= legendGap
	}
}

// sample draws a short piece of the curve, or a small bar.
func (k *curve) sample(c draw.Canvas, left, middle vg.Length) {
	center := vg.Point{X: left + sampleWidth/2, Y: middle}
	switch k.style {
	case Bars:
		half := vg.Point{X: 9, Y: 5}
		k.drawBar(c, vg.Rectangle{Min: center.Sub(half), Max: center.Add(half)})
		return
	case Line:
		c.StrokeLine2(k.lineStyle(), left, middle, left+sampleWidth, middle)
	}
	if k.marked {
		drawGlyphs(c, k.glyph, k.color, k.hollow, glyphRadius+0.4, []vg.Point{center})
	}
}

func sampleBound(c draw.Canvas, left, middle vg.Length) {
	x := left + sampleWidth/2
	c.StrokeLine2(boundStyle, x, middle-6, x, middle+6)
}

func sampleReference(c draw.Canvas, left, middle vg.Length) {
	c.StrokeLine2(referenceStyle, left, middle, left+sampleWidth, middle)
}
